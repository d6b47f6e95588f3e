import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';

/** Bytes in pieces, in order. */
export type Pieces = AsyncIterable<Uint8Array>;

/** Unpacks bytes as they come, holding little of them. Throws the library's error when they are damaged. */
export type Decoder = (packed: Pieces) => Pieces;

/** Refused above this: the decoder takes as much memory. As the `zstd` program does unless it is told otherwise. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
/** Given to the decoder at once: every 4 bytes of it may become 128 kB before anybody can say stop. */
const MAX_PUSH = 2048;

/** gzip; several compressed files one after the other are one. */
export const gunzip: Decoder = (packed) => through(packed, createGunzip());

/** Zstandard, any number of frames. */
export async function* unzstd(packed: Pieces): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const decoder = new Decompress((bytes) => {
    if (bytes.length > 0) ready.push(bytes);
  });
  let isFirst = true;
  for await (const piece of packed) {
    if (isFirst) checkWindow(piece);
    isFirst = false;
    for (let at = 0; at < piece.length; at += MAX_PUSH) {
      decoder.push(piece.subarray(at, at + MAX_PUSH));
      yield* ready.splice(0);
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* ready;
}

async function* through(packed: Pieces, decoder: Duplex): AsyncGenerator<Uint8Array> {
  // It destroys the decoder when it fails: the loop below throws the same.
  pipeline(Readable.from(packed), decoder).catch(() => undefined);
  const unpacked: AsyncIterable<unknown> = decoder;
  for await (const bytes of unpacked) {
    if (bytes instanceof Uint8Array) yield bytes;
  }
}

/** The head of a frame tells how far back its matches reach (RFC 8878, 3.1.1.1). */
function checkWindow(frame: Uint8Array): void {
  const [, , , , descriptor = 0, window = 0] = frame;
  const isSingle = (descriptor & 0x20) !== 0;
  if (isSingle) return;
  const base = 2 ** (10 + (window >> 3));
  const size = base + (base / 8) * (window & 7);
  if (size > MAX_WINDOW_BYTES) {
    const megabytes = Math.round(size / 1_000_000);
    throw new Error(`unpacking it takes ${megabytes} MB of memory, which is too much`);
  }
}
