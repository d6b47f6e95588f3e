import { open, stat } from 'node:fs/promises';
import type { ByteSource } from '../core/source/byte-source';

/**
 * Opens a file for reading by byte ranges.
 * @param name for messages to people
 * @throws Node's error when it can't be opened; an error when it is a folder, a pipe or a device
 */
export async function openFileSource(path: string, name = path): Promise<ByteSource> {
  // A pipe or a device would keep the reader waiting for ever.
  if (!(await stat(path)).isFile()) throw new Error('It is not a file.');
  const file = await open(path, 'r');
  return {
    name,
    size: async () => (await file.stat()).size,
    async read(start, end) {
      const buffer = new Uint8Array(Math.max(0, end - start));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await file.read(
          buffer,
          filled,
          buffer.length - filled,
          start + filled,
        );
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    close: () => file.close(),
  };
}
