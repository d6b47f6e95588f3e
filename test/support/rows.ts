import type { ByteSource } from '../../src/core/source/byte-source';
import { memorySource } from '../../src/core/source/memory-source';
import type { BrokenRow, Row, RowSink } from '../../src/core/source/rows';

/** A sink that remembers what it was told. */
export function collectRows() {
  const rows: Row[] = [];
  const broken: BrokenRow[] = [];
  const sink: RowSink = {
    row: (row) => rows.push(row),
    broken: (row) => broken.push(row),
  };
  return { rows, broken, sink };
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

export const sourceOf = (text: string, name = 'session.jsonl') => memorySource(name, bytesOf(text));

/** A source that never gives more than this many bytes at once, so that rows straddle every border. */
export function slowSource(text: string, atOnce: number): ByteSource {
  const source = sourceOf(text);
  return { ...source, read: (start, end) => source.read(start, Math.min(end, start + atOnce)) };
}

/** The text of these bytes of a source. */
export async function textAt(source: ByteSource, start: number, end: number): Promise<string> {
  return new TextDecoder().decode(await source.read(start, end));
}
