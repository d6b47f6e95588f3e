import { open, stat } from 'node:fs/promises';
import { gzip, zstandard } from './compressed';
import type { Container } from './container';

/** Every container that is known. */
const containers: readonly Container[] = [gzip, zstandard];

/** As much as tells a container, in bytes. */
const BEGINNING = 512;

/**
 * What the file is a container of; null when it is none of ours.
 * @throws Node's error when it can't be read
 */
export async function containerOf(path: string): Promise<Container | null> {
  const beginning = await beginningOf(path);
  if (beginning === null) return null;
  for (const container of containers) {
    if (await container.matches(path, beginning)) return container;
  }
  return null;
}

async function beginningOf(path: string): Promise<Uint8Array | null> {
  const info = await stat(path);
  if (info.isDirectory()) return new Uint8Array();
  // A pipe or a device would keep the reader waiting for ever.
  if (!info.isFile()) return null;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(BEGINNING), 0, BEGINNING, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
