import { isInvisible } from '../model/text';
import { envelopeAt } from './envelopes';

/** Text that is not blank cannot begin otherwise: bodies of megabytes are judged by their first characters. */
const FIRST_VISIBLE =
  /[^\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\0]/u;

/** Deeper nests than this are no envelopes. */
const MAX_DEPTH = 8;

/** Markup that stands for something although nothing is inside. */
const MEANINGFUL = new Set(
  (
    'a article aside audio b body br button canvas code dd details div dl dt em embed fieldset footer form ' +
    'h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li link main meta nav object ol option p ' +
    'path pre script section select slot source span strong style svg table tbody td template textarea tfoot th ' +
    'thead title tr track u ul video wbr'
  ).split(' '),
);

/**
 * True when the text shows a reader nothing: white space and invisible characters only, or envelope tags
 * (`<conversation_data> </conversation_data>`, `<x/>`, nested ones) with nothing inside.
 * Elements of HTML are no envelopes: somebody who writes `<br/>` writes about code.
 */
export function isBlank(text: string): boolean {
  const first = FIRST_VISIBLE.exec(text);
  if (first === null) return true;
  return first[0] === '<' && isEmptyEnvelopes(text, 0);
}

/** `<App />` is a component, `<EMPTY/>` and `<conversation_data/>` are envelopes. */
function isEnvelopeName(name: string): boolean {
  const isComponent = /^[A-Z]/.test(name) && /[a-z]/.test(name);
  return !isComponent && !MEANINGFUL.has(name.toLowerCase());
}

function isEmptyEnvelopes(text: string, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  let at = FIRST_VISIBLE.exec(text)?.index ?? text.length;
  while (at < text.length) {
    const envelope = envelopeAt(text, at);
    if (envelope === null || !isEnvelopeName(envelope.name)) return isInvisible(text.slice(at));
    if (!isEmptyEnvelopes(envelope.inside, depth + 1)) return false;
    const rest = text.slice(envelope.end);
    const next = FIRST_VISIBLE.exec(rest);
    if (next === null) return true;
    at = envelope.end + next.index;
  }
  return true;
}
