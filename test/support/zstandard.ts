/** Frames of Zstandard (RFC 8878) that hold bytes as they are, or one byte many times. */

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const [RAW, REPEATED] = [0, 1];
const MAX_BLOCK = 128 * 1024;

const block = (type: number, size: number, isLast: boolean) => {
  const head = (size << 3) | (type << 1) | (isLast ? 1 : 0);
  return [head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff];
};

/** @param window exponent of the window's size: 2 to this power, at least 10 */
const frameHead = (window: number) => [...MAGIC, 0, (window - 10) << 3];

/** A frame that holds these bytes. */
export function zstandardFrame(bytes: Uint8Array, window = 17): Uint8Array {
  const pieces: Uint8Array[] = [Uint8Array.from(frameHead(window))];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_BLOCK) {
    const piece = bytes.subarray(at, at + MAX_BLOCK);
    const isLast = at + MAX_BLOCK >= bytes.length;
    pieces.push(Uint8Array.from(block(RAW, piece.length, isLast)), piece);
  }
  return Buffer.concat(pieces);
}

/** A frame that becomes `blocks` times 128 kB of spaces. */
export function zstandardBomb(blocks: number): Uint8Array {
  const each = (isLast: boolean) => [...block(REPEATED, MAX_BLOCK, isLast), 32];
  const all = Array.from({ length: blocks }, (_, at) => each(at === blocks - 1)).flat();
  return Uint8Array.from([...frameHead(17), ...all]);
}
