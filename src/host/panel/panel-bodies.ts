import type { Excerpt } from '../../core/model/message';
import { grouped } from '../../core/reading/quantities';
import { visible } from '../../core/reading/visible';
import { fill } from '../../core/reading/words';
import { isRecord, parseJson } from '../../core/source/json';
import type { PanelBody, PanelField } from '../../shared/protocol';
import type { PanelTexts } from './panel-texts';

/** The part of a long result that is kept for its end: errors stand there. */
const TAIL_SHARE = 0.4;
/** Characters of a cut line that are dropped at most. */
const MAX_DROPPED = 200;
/** Named values shown of one input. */
const MAX_FIELDS = 40;

/** The first `limit` characters, and a word about the rest when there is one. */
export function cut(body: Excerpt, limit: number, texts: PanelTexts) {
  const text = body.text.slice(0, limit);
  return { text, leftOut: leftOut(body.length - text.length, texts) };
}

/** A body from its beginning, with hidden characters made visible. */
export function bodyView(body: Excerpt, limit: number, texts: PanelTexts): PanelBody {
  const { text, leftOut } = cut(body, limit, texts);
  return { text: visible(text), leftOut, tail: '' };
}

/**
 * Beginning and end of a tool's result, together at most `limit` characters. `indexTail` is the
 * end as the index keeps it, for as long as the whole result is not read.
 */
export function resultView(
  output: Excerpt,
  indexTail: string,
  limit: number,
  texts: PanelTexts,
): PanelBody {
  const isWhole = output.text.length >= output.length;
  if (isWhole && output.length <= limit) return bodyView(output, limit, texts);
  const tailLimit = Math.floor(limit * TAIL_SHARE);
  const tail = fromLineStart((isWhole ? output.text : indexTail).slice(-tailLimit));
  const text = output.text.slice(0, limit - tailLimit);
  return {
    text: visible(text),
    leftOut: leftOut(output.length - text.length - tail.length, texts),
    tail: visible(tail),
  };
}

/** Drops the rest of a line that was cut, unless the line is a long one. */
function fromLineStart(text: string): string {
  const end = text.indexOf('\n');
  return end >= 0 && end < MAX_DROPPED ? text.slice(end + 1) : text;
}

/** What a call was given: the named values of a JSON object each by itself, anything else as one. */
export function inputView(input: Excerpt, limit: number, texts: PanelTexts): PanelField[] {
  const values = objectOf(input);
  if (values === null) {
    const body = bodyView(input, limit, texts);
    return body.text.trim() === '' ? [] : [{ name: texts.webview.input, body, change: null }];
  }
  return Object.entries(values)
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => ({
      name: visible(name).slice(0, 80),
      body: bodyView(excerptOf(value), limit, texts),
      change: CHANGES.get(name) ?? null,
    }));
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

const leftOut = (rest: number, texts: PanelTexts) =>
  rest > 0 ? fill(texts.leftOut, grouped(rest)) : null;
