import type { ByteSource } from '../core/source/byte-source';
import type { Stretch } from './message-work';

/** A source of which only some stretches are there, in UTF-8: others read as if it ended before them. */
export function stretchSource(name: string, stretches: readonly Stretch[]): ByteSource {
  const byStart = new Map(stretches.map(({ start, bytes }) => [start, bytes]));
  const size = stretches.reduce(
    (most, { start, bytes }) => Math.max(most, start + bytes.length),
    0,
  );
  return {
    name,
    size: () => Promise.resolve(size),
    read: (start, end) =>
      Promise.resolve((byStart.get(start) ?? new Uint8Array()).subarray(0, end - start)),
    close: () => Promise.resolve(),
  };
}
