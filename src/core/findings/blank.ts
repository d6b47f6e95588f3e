import { isInvisible } from '../model/text';
import { envelopeAt } from './envelopes';

const NOT_SPACE = /\S/gu;

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
  // Bodies of megabytes are judged by their first visible character.
  const first = firstVisible(text, 0);
  return first < 0 || (text.charAt(first) === '<' && isEmptyEnvelopes(text, 0));
}

/** `<App />` is a component, `<EMPTY/>` and `<conversation_data/>` are envelopes. */
function isEnvelopeName(name: string): boolean {
  const isComponent = /^[A-Z]/.test(name) && /[a-z]/.test(name);
  return !isComponent && !MEANINGFUL.has(name.toLowerCase());
}

function isEmptyEnvelopes(text: string, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  for (let at = firstVisible(text, 0); at >= 0;) {
    const envelope = envelopeAt(text, at);
    if (envelope === null || !isEnvelopeName(envelope.name)) return false;
    if (!isEmptyEnvelopes(envelope.inside, depth + 1)) return false;
    at = firstVisible(text, envelope.end);
  }
  return true;
}

/** Index of the first visible character from `from` on; -1 when there is none. */
function firstVisible(text: string, from: number): number {
  NOT_SPACE.lastIndex = from;
  for (let found = NOT_SPACE.exec(text); found !== null; found = NOT_SPACE.exec(text)) {
    if (!isInvisible(found[0])) return found.index;
  }
  return -1;
}
