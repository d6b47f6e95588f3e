import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code';

const NEWLINE = 0x0a;
/** What file systems answer that have no way to wait for the disk. */
const NO_SYNC = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM', 'EISDIR']);

/**
 * Appends one line (with its line break) to a file, making the file when it is not there, and waits
 * until it is on disk. The line goes out in one write, so that writers in several programs never
 * overwrite each other; when the last write was torn, the line begins on a line of its own.
 * @throws Node's error when the file can't be opened or written, or is a link or no file
 */
export async function appendLine(file: string, line: string): Promise<void> {
  // A link could lead the writing to any other file.
  const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noFollow;
  const handle = await open(file, flags, 0o666);
  try {
    const { size } = await whole(handle);
    const isTorn = size > 0 && (await lastByte(handle, size)) !== NEWLINE;
    await write(handle, isTorn ? `\n${line}` : line);
    // Between the look and the writing, another writer may have been killed in the middle of a line.
    if (!isTorn && !(await standsAlone(handle, size, line))) await write(handle, `\n${line}`);
    await syncing(handle.sync());
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

async function write(handle: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten < bytes.length) {
    throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
  }
}

/** Whether a line that was written when the file had at least `size` bytes begins a line. */
async function standsAlone(handle: FileHandle, size: number, line: string): Promise<boolean> {
  const from = Math.max(0, size - 1);
  const added = Buffer.alloc((await handle.stat()).size - from);
  await handle.read(added, 0, added.length, from);
  const at = added.lastIndexOf(line);
  return at > 0 ? added[at - 1] === NEWLINE : at === 0 && from === 0;
}

async function whole(handle: FileHandle): Promise<{ readonly size: number }> {
  const stat = await handle.stat();
  if (!stat.isFile()) throw new Error('It is not a file.');
  return stat;
}

async function lastByte(handle: FileHandle, size: number): Promise<number> {
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, size - 1);
  return byte.readUInt8(0);
}

/** A new file is safe only when the entry in its folder is, too. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch {
    // Windows opens no folders; its file systems write entries through.
    return;
  }
  try {
    await syncing(handle.sync());
  } finally {
    await handle.close();
  }
}

async function syncing(sync: Promise<void>): Promise<void> {
  try {
    await sync;
  } catch (error) {
    if (!NO_SYNC.has(errorCode(error) ?? '')) throw error;
  }
}
