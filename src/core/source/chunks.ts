import type { ByteSource } from './byte-source';
import type { ReadControl } from './rows';

/** Bytes read at once: large enough to be fast, small enough that a host is never held up. */
const CHUNK = 256 * 1024;

export interface Chunk {
  readonly bytes: Uint8Array;
  /** Byte offset of `bytes[0]` in the source. */
  readonly start: number;
}

/**
 * The source's bytes `[start, end)` in pieces, with progress and pauses in between.
 * @throws the signal's reason when it is aborted; whatever the source rejects with
 */
export async function* chunks(
  source: ByteSource,
  start: number,
  end: number,
  control: ReadControl,
): AsyncGenerator<Chunk> {
  const readAt = (at: number) => {
    const reading = source.read(at, Math.min(end, at + CHUNK));
    // Read ahead of its use: a failure is reported where the bytes are asked for.
    reading.catch(() => undefined);
    return reading;
  };
  let next = readAt(start);
  for (let at = start; at < end;) {
    control.signal?.throwIfAborted();
    const bytes = await next;
    if (bytes.length === 0) return;
    const after = at + bytes.length;
    if (after < end) next = readAt(after);
    yield { bytes, start: at };
    at = after;
    control.onProgress?.(at, end);
    await control.pause?.();
  }
  control.signal?.throwIfAborted();
}

/** Several pieces as one; the same array when there is only one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
