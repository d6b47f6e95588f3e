import type { Place } from '../model/message';
import type { ByteSource } from './byte-source';
import { chunks, joined } from './chunks';
import { decode, isRecord, MAX_ROW_BYTES, parseJson, splitValues } from './json';
import type { ReadControl, RowSink } from './rows';

const NEWLINE = 10;

/** Where a line begins: byte offset and 1-based line. */
export interface LineStart {
  readonly start: number;
  readonly line: number;
}

/**
 * Reads JSON Lines from byte `start` (the beginning of 1-based line `line`) to `end`. Blank lines
 * are no rows. A line with several objects gives several rows. A last line without a newline that
 * does not parse is `incomplete`: the agent is still writing it.
 * @returns where the line without a newline at its end begins; `end` when there is none
 * @throws whatever the source rejects with, and the signal's reason when it is aborted
 */
export async function scanLines(
  source: ByteSource,
  from: LineStart,
  end: number,
  sink: RowSink,
  control: ReadControl,
): Promise<LineStart> {
  let pieces: Uint8Array[] = [];
  let lineStart = from.start;
  let line = from.line;
  const emit = (lineEnd: number, closed: boolean) => {
    emitLine(joined(pieces), { start: lineStart, end: lineEnd, line }, closed, sink);
    pieces = [];
  };
  for await (const { bytes, start } of chunks(source, from.start, end, control)) {
    let at = 0;
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0) break;
      pieces.push(bytes.subarray(at, newline));
      emit(start + newline, true);
      at = newline + 1;
      lineStart = start + at;
      line += 1;
    }
    if (at < bytes.length) pieces.push(bytes.subarray(at));
  }
  const rest = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (rest > 0) emit(lineStart + rest, false);
  return { start: lineStart, line };
}

function emitLine(bytes: Uint8Array, place: Place, closed: boolean, sink: RowSink): void {
  if (bytes.length > MAX_ROW_BYTES) {
    const size = Math.round(bytes.length / 1_000_000);
    sink.broken({ kind: 'malformed', place, sentence: `A row of ${size} MB is too long to read.` });
    return;
  }
  const text = decode(bytes);
  if (text.trim() === '') return;
  const parsed = parseJson(text);
  if (parsed.ok) {
    sink.row({ value: parsed.value, place });
    return;
  }
  const several = splitRow(text, place);
  if (several !== null) {
    for (const row of several) sink.row(row);
    return;
  }
  sink.broken(
    closed
      ? { kind: 'malformed', place, sentence: `This line is not valid JSON: ${parsed.why}` }
      : { kind: 'incomplete', place, sentence: 'The last line is not complete.' },
  );
}

function splitRow(text: string, place: Place) {
  const ranges = splitValues(text);
  if (ranges === null || ranges.length < 2) return null;
  const rows = [];
  const encoder = new TextEncoder();
  let [at, bytes] = [0, place.start];
  /** Where this unit stands in the file; asked in order, so that every character is counted once. */
  const byteOf = (unit: number) => {
    bytes += encoder.encode(text.slice(at, unit)).length;
    at = unit;
    return bytes;
  };
  for (const [start, end] of ranges) {
    const parsed = parseJson(text.slice(start, end));
    if (!parsed.ok || !isRecord(parsed.value)) return null;
    rows.push({
      value: parsed.value,
      place: { start: byteOf(start), end: byteOf(end), line: place.line },
    });
  }
  return rows;
}
