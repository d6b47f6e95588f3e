import { open, rename, rm, utimes, type FileHandle } from 'node:fs/promises';
import { errorWords } from '../../core/error-words';
import { looksLikeTranscript } from '../../core/formats/detect';
import { TranscriptError } from '../../core/formats/transcript-error';
import type { ByteSource } from '../../core/source/byte-source';
import { joined } from '../../core/source/chunks';
import { memorySource } from '../../core/source/memory-source';
import { errorCode } from '../error-code';
import { openFileSource } from '../file-source';
import { entryName, wholeFile, type Entry, type UnpackControl, type UnpackSink } from './container';
import { containerOf } from './table';
import type { UnpackedFolder } from './unpacked-folder';

/** No transcript is unpacked beyond this size, in bytes. */
const MAX_UNPACKED_BYTES = 2_000_000_000;
/** Nor when it becomes so many times as large as its container, once it is large at all. */
const MAX_RATIO = 1000;
const LARGE_BYTES = 100_000_000;
/** How much of a compressed file is looked at to know whether it holds a transcript, in bytes. */
const QUICK_LOOK = 1024 * 1024;

/** Which transcript of which file. */
export type Packed = Pick<Entry, 'path' | 'key'>;

/**
 * The transcripts at a path: a file that is no container counts as one.
 * @throws TranscriptError, Node's error
 */
export async function entriesAt(path: string): Promise<readonly Entry[]> {
  const container = await containerOf(path);
  if (container === null) return [wholeFile(path)];
  return inWords({ path, key: '' }, () => container.entries(path));
}

/**
 * A transcript as bytes of rows, whatever it stands in; what is unpacked for it is removed when it is closed.
 * @throws TranscriptError, Node's error, the signal's reason when it is aborted
 */
export async function openTranscript(
  packed: Packed,
  folder: UnpackedFolder,
  control: UnpackControl,
): Promise<ByteSource> {
  if ((await containerOf(packed.path)) === null) return openFileSource(packed.path);
  const file = await folder.newFile();
  const removed = () => rm(file, { force: true });
  try {
    await unpackTo(packed, file, control);
    const source = await openFileSource(file, entryName(packed));
    return { ...source, close: () => source.close().finally(removed) };
  } catch (error) {
    await removed();
    throw error;
  }
}

/**
 * Writes a transcript of a container to a file that only this person may read, in place of what
 * was there: readers see the old rows or the new ones.
 * @throws TranscriptError, Node's error, the signal's reason when it is aborted
 */
export async function unpackTo(
  packed: Packed,
  file: string,
  control: UnpackControl,
): Promise<void> {
  const container = await containerOf(packed.path);
  if (container === null) throw notUnpacked(packed, 'it is not the archive it was any more');
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w', 0o600);
  try {
    const size = await sizeOf(packed.path);
    const sink = limitedSink(packed, size, control, (bytes) => writeAll(handle, bytes));
    const { modified } = await inWords(packed, () =>
      container.unpack(packed.path, packed.key, sink, control),
    );
    await handle.close();
    // Whether the agent still writes is told by when it wrote last.
    await utimes(partial, modified / 1000, modified / 1000);
    await rename(partial, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Whether a file is a container of transcripts, as far as its beginning tells.
 * @throws Node's error, TranscriptError
 */
export async function isPackedTranscript(path: string): Promise<boolean> {
  const container = await containerOf(path);
  if (container === null) return false;
  if (container.isCertain) return true;
  const pieces: Uint8Array[] = [];
  let left = QUICK_LOOK;
  const enough = new AbortController();
  const sink: UnpackSink = {
    write(bytes) {
      pieces.push(bytes.slice(0, left));
      left -= bytes.length;
      if (left <= 0) enough.abort();
      enough.signal.throwIfAborted();
      return Promise.resolve();
    },
  };
  try {
    await container.unpack(path, '', sink, {});
  } catch {
    // What came before the end of the look, or of what can be unpacked, tells enough.
  }
  return looksLikeTranscript(memorySource(path, joined(pieces)));
}

function limitedSink(
  packed: Packed,
  size: number,
  { signal }: UnpackControl,
  write: (bytes: Uint8Array) => Promise<void>,
): UnpackSink {
  let done = 0;
  return {
    async write(bytes) {
      signal?.throwIfAborted();
      done += bytes.length;
      if (done > MAX_UNPACKED_BYTES) throw tooLarge(packed);
      if (done > LARGE_BYTES && done > size * MAX_RATIO) throw tooDense(packed);
      await write(bytes);
    },
  };
}

const tooLarge = (packed: Packed) =>
  notUnpacked(
    packed,
    `it becomes larger than ${MAX_UNPACKED_BYTES / 1_000_000_000} GB, more than is unpacked. Unpack it with another program and open the file`,
  );

const tooDense = (packed: Packed) =>
  notUnpacked(
    packed,
    `it becomes more than ${MAX_RATIO} times as large, which no transcript does: it may be made to fill a disk`,
  );

const notUnpacked = (packed: Packed, why: string) =>
  new TranscriptError('unreadable', `${entryName(packed)} can’t be unpacked: ${why}.`);

/** What the decoders say of files that end too early. */
const ENDS_EARLY = /^unexpected (?:end of file|EOF)$/i;

async function inWords<T>(packed: Packed, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TranscriptError || isOfSystem(error)) throw error;
    if (error instanceof Error && error.name === 'AbortError') throw error;
    const words = errorWords(error);
    throw notUnpacked(
      packed,
      ENDS_EARLY.test(words)
        ? 'it ends too early. It is damaged, or still being written: then try again'
        : `it is damaged (${words})`,
    );
  }
}

/** The system's errors have words of their own; those of decoders begin with `Z_`. */
function isOfSystem(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && /^E[A-Z]/.test(code) && !code.startsWith('ERR_');
}

async function sizeOf(path: string): Promise<number> {
  const source = await openFileSource(path).catch(() => null);
  if (source === null) return Infinity;
  return source.size().finally(() => source.close());
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, at);
    at += bytesWritten;
  }
}
