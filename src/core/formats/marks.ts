import type { ByteSource } from '../source/byte-source';

/** How much is remembered of the beginning and of the end of what was read, in bytes. */
const MARK = 1024;

/** What stood at the beginning and at the end of what was read: who replaces a file changes one of them. */
export interface Marks {
  readonly size: number;
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** The marks of the first `size` bytes of a source. @throws whatever the source rejects with */
export async function marksOf(source: ByteSource, size: number): Promise<Marks> {
  const [first, last] = await Promise.all([
    source.read(0, Math.min(MARK, size)),
    source.read(Math.max(0, size - MARK), size),
  ]);
  // Copies: a source in memory gives views, which would keep all of it.
  return { size, first: first.slice(), last: last.slice() };
}

/** Whether a source begins with what the marks were taken from. @throws whatever it rejects with */
export async function stillStand(marks: Marks, source: ByteSource): Promise<boolean> {
  const { first, last } = await marksOf(source, marks.size);
  return isEqual(first, marks.first) && isEqual(last, marks.last);
}

const isEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
