import type { Place } from '../model/message';
import type { ByteSource } from './byte-source';
import { chunks, joined } from './chunks';
import { decode, MAX_ROW_BYTES } from './json';
import type { ReadControl, RowSink } from './rows';
import type { LineStart } from './scan-lines';

/** Told every line in order, without its newline: whether a row begins with it. */
export type Splitter = (line: string) => boolean;

const NEWLINE = 10;

/**
 * Reads a text that is no JSON: each row is a stretch of lines, its value their text. Blank lines at
 * the end of a row belong to it but not to its place. Blank lines before the first row are no row.
 * @throws whatever the source rejects with, and the signal's reason when it is aborted
 */
export async function scanText(
  source: ByteSource,
  from: LineStart,
  end: number,
  beginsRow: Splitter,
  sink: RowSink,
  control: ReadControl,
): Promise<void> {
  const rows = createRows(sink);
  let pieces: Uint8Array[] = [];
  let { start: lineStart, line } = from;
  const take = (lineEnd: number) => {
    const text = decode(joined(pieces)).replace(/\r$/, '');
    pieces = [];
    rows.line(text, beginsRow(text), { start: lineStart, end: lineEnd, line });
  };
  for await (const { bytes, start } of chunks(source, from.start, end, control)) {
    let at = 0;
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0) break;
      pieces.push(bytes.subarray(at, newline));
      take(start + newline);
      at = newline + 1;
      lineStart = start + at;
      line += 1;
    }
    if (at < bytes.length) pieces.push(bytes.subarray(at));
  }
  if (lineStart < end) take(end);
  rows.end();
}

interface OpenRow {
  readonly start: number;
  readonly line: number;
  readonly lines: string[];
  /** Up to the last line that is not blank: the byte after it, and how many lines. */
  end: number;
  filled: number;
}

function createRows(sink: RowSink) {
  let row: OpenRow | null = null;
  const end = () => {
    if (row !== null) emit(row, sink);
    row = null;
  };
  return {
    end,
    line(text: string, begins: boolean, place: Place & { readonly line: number }) {
      const isBlank = text.trim() === '';
      if (begins) end();
      if (row === null && isBlank) return;
      row ??= { start: place.start, line: place.line, lines: [], end: place.end, filled: 0 };
      row.lines.push(text);
      if (isBlank) return;
      row.end = place.end;
      row.filled = row.lines.length;
    },
  };
}

function emit({ start, line, lines, end, filled }: OpenRow, sink: RowSink): void {
  const place = { start, end, line, ...(filled > 1 ? { endLine: line + filled - 1 } : {}) };
  if (end - start > MAX_ROW_BYTES) {
    const size = Math.round((end - start) / 1_000_000);
    sink.broken({ kind: 'malformed', place, sentence: `A row of ${size} MB is too long to read.` });
    return;
  }
  sink.row({ value: lines.slice(0, filled).join('\n').trimEnd(), place });
}
