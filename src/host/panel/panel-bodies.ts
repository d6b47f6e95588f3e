import type { Excerpt } from '../../core/model/message';
import { beginning, ending } from '../../core/model/text';
import { grouped } from '../../core/reading/quantities';
import { visible } from '../../core/reading/visible';
import { fill } from '../../core/reading/words';
import { isRecord, parseJson } from '../../core/source/json';
import type { PanelBody, PanelField } from '../../shared/protocol';
import type { PanelTexts } from './panel-texts';

/** The part of a long body that is kept for its end: errors stand there. */
const TAIL_SHARE = 0.4;
/** Characters of a cut line that are dropped at most. */
const MAX_DROPPED = 200;
/** Named values shown of one input. */
const MAX_FIELDS = 40;

/**
 * Beginning and end of a body, together at most `limit` characters, and a word about what is left
 * out between them when there is something. `indexTail` is the end as the index keeps it, for as
 * long as the body is not read.
 */
export function cut(body: Excerpt, limit: number, texts: PanelTexts, indexTail = ''): PanelBody {
  const isWhole = body.text.length >= body.length;
  if (isWhole && body.length <= limit) return { text: body.text, leftOut: null, tail: '' };
  const end = isWhole ? body.text : (body.tail ?? indexTail);
  const tailLimit = Math.min(end.length, Math.floor(limit * TAIL_SHARE));
  const text = beginning(body.text, limit - tailLimit);
  const tail = fromLineStart(ending(end, Math.min(tailLimit, body.length - text.length)));
  return { text, leftOut: leftOut(body.length - text.length - tail.length, texts), tail };
}

/** The same with hidden characters made visible. */
export function bodyView(
  body: Excerpt,
  limit: number,
  texts: PanelTexts,
  indexTail = '',
): PanelBody {
  const { text, leftOut, tail } = cut(body, limit, texts, indexTail);
  return { text: visible(text), leftOut, tail: visible(tail) };
}

/** Drops the rest of a line that was cut, unless the line is a long one. */
function fromLineStart(text: string): string {
  const end = text.indexOf('\n');
  return end >= 0 && end < MAX_DROPPED ? text.slice(end + 1) : text;
}

/** What a call was given: the named values of a JSON object each by itself, anything else as one. */
export function inputView(
  input: Excerpt,
  limit: number,
  texts: PanelTexts,
): { readonly input: PanelField[]; readonly moreInput: string | null } {
  const values = objectOf(input);
  if (values === null) {
    const body = bodyView(input, limit, texts);
    const isNothing = body.text.trim() === '' && body.leftOut === null;
    const field = { name: texts.webview.input, body, change: null };
    return { input: isNothing ? [] : [field], moreInput: null };
  }
  const all = Object.entries(values);
  const rest = all.length - MAX_FIELDS;
  return {
    input: all.slice(0, MAX_FIELDS).map(([name, value]) => ({
      name: visible(name).slice(0, 80),
      body: bodyView(excerptOf(value), limit, texts),
      change: CHANGES.get(name) ?? null,
    })),
    moreInput: rest > 0 ? fill(texts.moreValues, grouped(rest)) : null,
  };
}

/** What edit tools call the text that they take out and put in. */
const CHANGES: ReadonlyMap<string, 'removed' | 'added'> = new Map([
  ['old_string', 'removed'],
  ['oldString', 'removed'],
  ['old_str', 'removed'],
  ['new_string', 'added'],
  ['newString', 'added'],
  ['new_str', 'added'],
]);

function objectOf(input: Excerpt): Readonly<Record<string, unknown>> | null {
  // A cut input does not parse; trying would cost as much as reading it.
  if (input.text.length < input.length || !input.text.trimStart().startsWith('{')) return null;
  const parsed = parseJson(input.text);
  return parsed.ok && isRecord(parsed.value) ? parsed.value : null;
}

/** Texts as they are, with their line breaks; other values as JSON. */
function excerptOf(value: unknown): Excerpt {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return { text, length: text.length, blank: false };
}

/** A word about so many characters that are not shown; null when there are none. */
export const leftOut = (rest: number, texts: PanelTexts) =>
  rest > 0 ? fill(texts.leftOut, grouped(rest)) : null;
