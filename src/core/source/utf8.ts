import type { ByteSource } from './byte-source';
import { memorySource } from './memory-source';

/**
 * The source as UTF-8. Files redirected by Windows PowerShell are UTF-16 with a byte order mark
 * (docs/formats.md, opencode 1): those are decoded whole, and every byte range then counts in the decoded bytes.
 */
export async function asUtf8(source: ByteSource): Promise<ByteSource> {
  const encoding = utf16Of(await source.read(0, 2));
  if (encoding === null) return source;
  const bytes = await source.read(0, await source.size());
  const text = new TextDecoder(encoding).decode(bytes);
  return {
    ...memorySource(source.name, new TextEncoder().encode(text)),
    close: () => source.close(),
  };
}

/** Whether reading any part of a source means to read and decode all of it. */
export const isDecodedWhole = async (source: ByteSource): Promise<boolean> =>
  utf16Of(await source.read(0, 2)) !== null;

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Length in bytes of a UTF-8 byte order mark at the start: 3 or 0. */
export function bomLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
