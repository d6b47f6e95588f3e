import type { ByteSource } from './byte-source';

/** A byte source over bytes that are already in memory (virtual file systems, decoded text, tests). */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: () => Promise.resolve(bytes.length),
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    close: () => Promise.resolve(),
  };
}
