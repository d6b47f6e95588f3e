import { Worker } from 'node:worker_threads';
import { errorWords } from '../core/error-words';
import { TranscriptError } from '../core/formats/transcript-error';
import type { MessageAnswer, MessageResult, MessageWork, WorkControl } from './message-work';
import type { ReaderTask } from './reader-messages';

/** A thread that has nothing to do is kept for the next message this long, in ms. */
const IDLE_MS = 10_000;

/** Does work on whole bodies on threads of their own. Works at the same time have a thread each. */
export interface MessageThreads {
  /**
   * Work that is given up ends its thread at once, whatever it was doing.
   * @throws TranscriptError when the message cannot be read or the work was given up, an Error with a
   *   sentence when a file cannot be written
   */
  run(work: MessageWork, control: WorkControl): Promise<MessageResult>;
  readonly dispose: () => void;
}

/**
 * @param thread path of the bundled `reader-thread`
 * @param path path of the transcript
 * @param name its name for messages to people
 */
export function createMessageThreads(
  thread: string,
  path: string,
  name: string = path,
): MessageThreads {
  const busy = new Set<Worker>();
  let idle: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const take = (): Worker => {
    clearTimeout(timer);
    const kept = idle;
    idle = null;
    if (kept !== null) return kept;
    const begun = new Worker(thread, {
      // Nothing is judged: no context window is asked for.
      workerData: { path, name, windows: [] } satisfies ReaderTask,
    });
    // Between works nobody else listens: a thread that ends then is no loss.
    begun.on('error', () => undefined);
    begun.on('exit', () => {
      if (idle === begun) idle = null;
    });
    return begun;
  };
  const keep = (worker: Worker) => {
    if (isDisposed || idle !== null) {
      void worker.terminate();
      return;
    }
    idle = worker;
    timer = setTimeout(end, IDLE_MS);
    timer.unref();
  };
  const end = () => {
    clearTimeout(timer);
    void idle?.terminate();
    idle = null;
  };
  return {
    async run(work, control) {
      if (isDisposed || control.signal?.aborted === true) throw givenUp(name);
      const worker = take();
      busy.add(worker);
      try {
        const answer = await exchange(worker, name, work, control);
        keep(worker);
        if (answer.kind === 'result') return answer.result;
        if (answer.reason === null) throw new Error(answer.sentence);
        throw new TranscriptError(answer.reason, answer.sentence);
      } finally {
        busy.delete(worker);
        // Waited for, so that nothing is written any more when a caller tidies up.
        if (worker !== idle) await worker.terminate();
      }
    },
    dispose() {
      isDisposed = true;
      end();
      for (const worker of busy) void worker.terminate();
    },
  };
}

type LastAnswer = Exclude<MessageAnswer, { kind: 'progress' }>;

function exchange(
  worker: Worker,
  name: string,
  work: MessageWork,
  { signal, onProgress }: WorkControl,
): Promise<LastAnswer> {
  const own = new AbortController();
  return new Promise<LastAnswer>((resolve, reject) => {
    const stop = (why: string) => {
      reject(new TranscriptError('unreadable', `${name} cannot be read: ${why}`));
    };
    const listeners = {
      error: (error: unknown) => {
        stop(errorWords(error));
      },
      exit: (code: number) => {
        stop(`its reader ended with status ${code}`);
      },
      message: (answer: MessageAnswer) => {
        if (answer.kind === 'progress') onProgress?.(answer.done, answer.total);
        else resolve(answer);
      },
    };
    for (const [event, listener] of Object.entries(listeners)) {
      worker.on(event, listener);
      own.signal.addEventListener('abort', () => worker.off(event, listener));
    }
    signal?.addEventListener(
      'abort',
      () => {
        reject(givenUp(name));
      },
      { signal: own.signal },
    );
    worker.postMessage(work);
  }).finally(() => {
    own.abort();
  });
}

const givenUp = (name: string) =>
  new TranscriptError('cancelled', `Reading ${name} was cancelled.`);
