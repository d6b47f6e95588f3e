import { Worker } from 'node:worker_threads';
import { errorWords } from '../core/error-words';
import { CONTEXT_WINDOWS, type ContextWindow } from '../core/findings/causes/context-windows';
import { TranscriptError } from '../core/formats/transcript-error';
import type { ReadControl } from '../core/source/rows';
import type { Reading, ReaderMessage, ReaderRequest, ReaderTask } from './reader-messages';
import { applied, type Done } from './reading-changes';

export interface ReaderControl extends Pick<ReadControl, 'signal' | 'onProgress'> {
  /** Given what was read so far, now and then while a long transcript is read. */
  readonly onPart?: (part: Reading) => void;
}

/** Reads one transcript again and again while it is open. One call at a time. */
export interface TranscriptReader {
  /**
   * Reads what was added, or all of it.
   * @param hasGrown the transcript was seen to change since it was opened
   * @throws TranscriptError as `readTranscript` does
   */
  read(hasGrown: boolean, control: ReaderControl): Promise<Reading>;
  /**
   * To be called when nobody has written for a while: gives back what the next reading would begin with.
   * @returns the last reading judged as a transcript at rest; null when that changes nothing
   */
  rest(): Promise<Reading | null>;
  readonly dispose: () => void;
}

/**
 * Reads a transcript and finds its silences on a thread of its own, so that this one stays free. The
 * thread lives as long as the transcript does: then it reads only what was added.
 * @param thread path of the bundled `reader-thread`
 * @param path path of the transcript
 * @param windows context windows of models
 * @param name the transcript's, for messages to people
 */
export function createThreadReader(
  thread: string,
  path: string,
  windows: readonly ContextWindow[] = CONTEXT_WINDOWS,
  name: string = path,
): TranscriptReader {
  let worker: Worker | null = null;
  let last: Reading | null = null;
  const begin = (): Worker => {
    const begun = new Worker(thread, {
      workerData: { path, name, windows: [...windows] } satisfies ReaderTask,
    });
    // Between readings nobody else listens: a thread that fails then is begun again when it is needed.
    begun.on('error', () => undefined);
    begun.on('exit', () => {
      if (worker === begun) worker = null;
    });
    return begun;
  };
  const end = () => {
    void worker?.terminate();
    worker = null;
  };
  const ask = async (request: ReaderRequest, control: ReaderControl): Promise<Reading> => {
    worker ??= begin();
    try {
      last = await receive({ worker, name, request, last, control });
      if (!last.isLive) end();
      return last;
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    read: (hasGrown, control) =>
      ask({ kind: 'read', hasGrown, parts: control.onPart !== undefined }, control),
    async rest() {
      const before = last;
      if (worker === null) return null;
      const reading = await ask({ kind: 'rest' }, {});
      const isSame = reading.findings.every((found, at) => found === before?.findings[at]);
      return isSame ? null : reading;
    },
    dispose: end,
  };
}

/**
 * Reads a transcript once, on a thread of its own.
 * @throws TranscriptError as `readTranscript` does
 */
export function readInThread(
  thread: string,
  path: string,
  control: ReaderControl,
): Promise<Reading> {
  const reader = createThreadReader(thread, path);
  return reader.read(false, control).finally(reader.dispose);
}

interface Exchange {
  readonly worker: Worker;
  readonly name: string;
  readonly request: ReaderRequest;
  /** What the thread has sent before. */
  readonly last: Reading | null;
  readonly control: ReaderControl;
}

function receive({ worker, name, request, last, control }: Exchange): Promise<Reading> {
  const { signal, onProgress, onPart } = control;
  let batches: Extract<ReaderMessage, { kind: 'batch' }>[] = [];
  let known = last;
  const take = (done: Done): Reading => {
    const reading = applied(known, batches, done);
    known = reading;
    batches = [];
    return reading;
  };
  const tell = (told: ReaderRequest) => {
    worker.postMessage(told);
  };
  const own = new AbortController();
  return new Promise<Reading>((resolve, reject) => {
    const stop = (why: string) => {
      reject(new TranscriptError('unreadable', `${name} cannot be read: ${why}`));
    };
    const cancel = () => {
      reject(new TranscriptError('cancelled', `Reading ${name} was cancelled.`));
    };
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { signal: own.signal });
    const listeners = {
      error: (error: unknown) => {
        stop(errorWords(error));
      },
      exit: (code: number) => {
        stop(`its reader ended with status ${code}`);
      },
      message: (message: ReaderMessage) => {
        switch (message.kind) {
          case 'progress':
            onProgress?.(message.done, message.total);
            return;
          case 'batch':
            batches.push(message);
            tell({ kind: 'next' });
            return;
          case 'failed':
            reject(new TranscriptError(message.reason, message.sentence));
            return;
          case 'part':
            onPart?.(take(message));
            return;
          case 'done':
            resolve(take(message));
        }
      },
    };
    for (const [event, listener] of Object.entries(listeners)) {
      worker.on(event, listener);
      own.signal.addEventListener('abort', () => worker.off(event, listener));
    }
    tell(request);
  }).finally(() => {
    own.abort();
  });
}
