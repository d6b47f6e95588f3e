import type { Place } from '../model/message';
import type { ByteSource } from './byte-source';
import { chunks, joined } from './chunks';
import { decode, isRecord, MAX_ROW_BYTES, parseJson } from './json';
import type { ReadControl, RowSink } from './rows';

const [TAB, NEWLINE, RETURN, SPACE] = [9, 10, 13, 32];
const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [LIST_OPEN, LIST_CLOSE, OBJECT_OPEN, OBJECT_CLOSE] = [91, 93, 123, 125];

/** More than this around the list of rows is not kept. In bytes. */
const MAX_HEAD = 8_000_000;

/**
 * Keys of a document under which its rows stand, in one list or in several; a document may also be the
 * bare list.
 */
export const LIST_KEYS: ReadonlySet<string> = new Set([
  'messages',
  'loglines',
  'steps',
  'samples',
  'trajectory',
  'history',
  'conversations',
  'choices',
  'traj',
  'requests',
]);

export interface ScannedDocument {
  /** Whether a list of rows was found. */
  readonly found: boolean;
  /** The document with empty lists in place of the rows; null when it is a bare list, too long or torn. */
  readonly head: Readonly<Record<string, unknown>> | null;
}

/**
 * Reads one JSON document whose rows are the elements of a list, or of several, giving each element with its byte
 * range and its lines, without ever holding the whole document.
 * @throws whatever the source rejects with, and the signal's reason when it is aborted
 */
export async function scanDocument(
  source: ByteSource,
  from: { readonly start: number; readonly line: number },
  end: number,
  sink: RowSink,
  control: ReadControl,
): Promise<ScannedDocument> {
  const scanner = createScanner(from.line, sink);
  for await (const { bytes, start } of chunks(source, from.start, end, control)) {
    scanner.push(bytes, start);
  }
  return scanner.end(end);
}

function createScanner(firstLine: number, sink: RowSink) {
  let line = firstLine;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let ended = false;
  let trailing: Place | null = null;
  let topIsObject = false;
  let found = false;
  /** Depth just inside the list of rows; 0 while outside of it. */
  let listDepth = 0;
  let expectKey = false;
  let key: number[] | null = null;
  let lastKey = '';
  /** Where the current element began; null between elements and outside of the list. */
  let element: { start: number; line: number; kind: 'container' | 'string' | 'scalar' } | null =
    null;
  let pieces: Uint8Array[] = [];
  let head: Uint8Array[] = [];
  let headLength = 0;

  const keepHead = (bytes: Uint8Array) => {
    headLength += bytes.length;
    if (headLength <= MAX_HEAD) head.push(bytes.slice());
    else head = [];
  };
  const placeUntil = (end: number, start: number, startLine: number): Place =>
    line === startLine ? { start, end, line } : { start, end, line: startLine, endLine: line };

  const emit = (end: number) => {
    if (element === null) return;
    emitElement(joined(pieces), placeUntil(end, element.start, element.line), sink);
    element = null;
    pieces = [];
  };

  const push = (bytes: Uint8Array, base: number) => {
    const count = bytes.length;
    // Where in this chunk the current element, or the current stretch of the head, goes on.
    let from = 0;
    // The first newline that is not counted yet, as far as a string has asked; strings hold none in JSON.
    let newline = -1;
    const countLines = (start: number, stop: number) => {
      if (newline < start) newline = indexOrEnd(bytes, NEWLINE, start);
      for (; newline < stop; newline = indexOrEnd(bytes, NEWLINE, newline + 1)) line += 1;
    };
    const endElement = (at: number) => {
      pieces.push(bytes.subarray(from, at));
      emit(base + at);
      from = at;
    };
    for (let at = 0; at < count; at += 1) {
      if (inString && !escaped && key === null) {
        // Most bytes stand in strings: their end is looked for natively.
        const quote = closingQuote(bytes, at);
        countLines(at, quote);
        escaped = quote === count && isEscaped(bytes, at, count);
        at = quote;
        if (at === count) break;
      }
      const byte = bytes[at] ?? 0;
      if (byte === NEWLINE) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (key !== null) {
            lastKey = decode(Uint8Array.from(key));
            key = null;
          } else if (element?.kind === 'string' && depth === listDepth) endElement(at + 1);
        } else if (key !== null && key.length < 64) key.push(byte);
        continue;
      }
      if (byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB) {
        if (element?.kind === 'scalar' && depth === listDepth) endElement(at);
        continue;
      }
      if (ended) {
        trailing ??= { start: base + at, end: base + at + 1, line };
        continue;
      }
      if (listDepth > 0 && depth === listDepth) {
        if (element?.kind === 'scalar' && (byte === COMMA || byte === LIST_CLOSE)) endElement(at);
        if (byte === COMMA) continue;
        if (byte === LIST_CLOSE) {
          depth -= 1;
          listDepth = 0;
          from = at;
          ended = depth === 0;
          continue;
        }
        if (element === null) {
          const opens = byte === OBJECT_OPEN || byte === LIST_OPEN;
          const kind = opens ? 'container' : byte === QUOTE ? 'string' : 'scalar';
          element = { start: base + at, line, kind };
          from = at;
        }
      }
      switch (byte) {
        case QUOTE:
          inString = true;
          if (depth === 1 && topIsObject && expectKey && element === null) key = [];
          break;
        case COMMA:
          if (depth === 1) expectKey = true;
          break;
        case COLON:
          if (depth === 1) expectKey = false;
          break;
        case OBJECT_OPEN:
        case LIST_OPEN: {
          const isObject = byte === OBJECT_OPEN;
          if (depth === 0) {
            topIsObject = isObject;
            expectKey = isObject;
          }
          const isTopList = depth === 0 && !isObject;
          const isKeyed = depth === 1 && topIsObject && !isObject && LIST_KEYS.has(lastKey);
          depth += 1;
          if (isTopList || isKeyed) {
            found = true;
            listDepth = depth;
            keepHead(bytes.subarray(from, at + 1));
            sink.head?.(topIsObject ? parsedHead(head, true) : null);
          }
          break;
        }
        case OBJECT_CLOSE:
        case LIST_CLOSE:
          depth -= 1;
          if (element !== null && depth === listDepth) endElement(at + 1);
          else if (depth <= 0) ended = true;
          break;
      }
    }
    if (element !== null) pieces.push(bytes.slice(from));
    else if (listDepth === 0) keepHead(bytes.subarray(from));
  };

  const end = (size: number): ScannedDocument => {
    if (element !== null) {
      const { start, line: startLine } = element;
      const sentence = 'The file ends in the middle of this element.';
      sink.broken({ kind: 'incomplete', place: placeUntil(size, start, startLine), sentence });
    } else if (!ended) {
      const place = { start: size, end: size, line };
      sink.broken({
        kind: 'incomplete',
        place,
        sentence: 'The file ends before the document does.',
      });
    } else if (trailing !== null) {
      const sentence = 'There is more text after the end of the document.';
      sink.broken({ kind: 'malformed', place: { ...trailing, end: size }, sentence });
    }
    return { found, head: topIsObject ? parsedHead(head, listDepth > 0) : null };
  };

  return { push, end };
}

const indexOrEnd = (bytes: Uint8Array, byte: number, from: number) => {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
};

/** Where the string whose inside goes on at `from` is closed; the length when that is not in sight. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let quote = indexOrEnd(bytes, QUOTE, from);
  while (quote < bytes.length && isEscaped(bytes, from, quote)) {
    quote = indexOrEnd(bytes, QUOTE, quote + 1);
  }
  return quote;
}

/** Whether an odd number of backslashes stands right before `at`, none of them before `from`. */
function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let first = at;
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function emitElement(bytes: Uint8Array, place: Place, sink: RowSink): void {
  if (bytes.length > MAX_ROW_BYTES) {
    const size = Math.round(bytes.length / 1_000_000);
    sink.broken({
      kind: 'malformed',
      place,
      sentence: `An element of ${size} MB is too long to read.`,
    });
    return;
  }
  const parsed = parseJson(decode(bytes));
  if (parsed.ok) sink.row({ value: parsed.value, place });
  else {
    const sentence = `This element is not valid JSON: ${parsed.why}`;
    sink.broken({ kind: 'malformed', place, sentence });
  }
}

function parsedHead(pieces: readonly Uint8Array[], torn: boolean) {
  const text = decode(joined(pieces)).trim();
  // Text after the end of the document is reported on its own.
  const parsed = parseJson(torn ? `${text}]}` : text.slice(0, text.lastIndexOf('}') + 1));
  return parsed.ok && isRecord(parsed.value) ? parsed.value : null;
}
