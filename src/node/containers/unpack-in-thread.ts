import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { errorWords } from '../../core/error-words';
import { TranscriptError } from '../../core/formats/transcript-error';
import { entryName, type Entry, type UnpackControl } from './container';
import type { Packed } from './unpack';
import type { UnpackAnswer, UnpackTask } from './unpack-task';

/** `entriesAt` and `unpackTo` where they do not hold anybody up. */
export interface UnpackThreads {
  /** @throws TranscriptError */
  entries(path: string): Promise<readonly Entry[]>;
  /**
   * Unpacking that is given up ends at once and leaves the file as it was.
   * @throws TranscriptError
   */
  unpackTo(packed: Packed, file: string, control: UnpackControl): Promise<void>;
}

/** @param thread path of the bundled `unpack-thread` */
export function createUnpackThreads(thread: string): UnpackThreads {
  return {
    entries: (path) => run(thread, { kind: 'entries', path }, {}),
    async unpackTo({ path, key }, file, control) {
      try {
        await run(thread, { kind: 'unpack', path, key, file }, control);
      } catch (error) {
        // A thread that was ended tidies nothing up.
        await rm(`${file}.partial`, { force: true });
        throw error;
      }
    },
  };
}

async function run(
  thread: string,
  task: UnpackTask,
  { signal, onProgress }: UnpackControl,
): Promise<readonly Entry[]> {
  const name = entryName({ key: '', ...task });
  const cancelled = () => new TranscriptError('cancelled', `Reading ${name} was cancelled.`);
  if (signal?.aborted === true) throw cancelled();
  const worker = new Worker(thread, { workerData: task });
  const own = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const stop = (why: string) => {
        reject(new TranscriptError('unreadable', `${name} can’t be unpacked: ${why}`));
      };
      worker.on('error', (error: unknown) => {
        stop(errorWords(error));
      });
      worker.on('exit', (code) => {
        stop(`its reader ended with status ${code}.`);
      });
      worker.on('message', (answer: UnpackAnswer) => {
        if (answer.kind === 'progress') onProgress?.(answer.done, answer.total);
        else if (answer.kind === 'done') resolve(answer.entries);
        else reject(new TranscriptError(answer.reason, answer.sentence));
      });
      signal?.addEventListener(
        'abort',
        () => {
          reject(cancelled());
        },
        { signal: own.signal },
      );
    });
  } finally {
    own.abort();
    await worker.terminate();
  }
}
