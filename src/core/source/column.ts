import type { ByteSource } from './byte-source';
import { decode } from './json';

/** Bytes looked at in one piece. */
const PIECE = 1024 * 1024;
const NEWLINE = 10;

/**
 * How many UTF-16 units stand before this byte on its own line.
 * @throws whatever the source rejects with
 */
export async function columnOf(source: ByteSource, byte: number): Promise<number> {
  let column = 0;
  for (let end = byte; end > 0;) {
    const start = await pieceStart(source, end);
    const bytes = await source.read(start, end);
    const newline = bytes.lastIndexOf(NEWLINE);
    column += decode(bytes.subarray(newline + 1)).length;
    if (newline >= 0) return column;
    end = start;
  }
  return column;
}

/** A piece never begins inside a character: the bytes of one would be counted as several. */
async function pieceStart(source: ByteSource, end: number): Promise<number> {
  const first = end - PIECE;
  if (first <= 0) return 0;
  const bytes = await source.read(first, first + 4);
  const offset = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return first + Math.max(0, offset);
}
