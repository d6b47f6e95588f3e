import { stat } from 'node:fs/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { errorWords } from '../core/error-words';
import { TranscriptError } from '../core/formats/transcript-error';
import { openFileSource } from './file-source';
import { createLiveReading, type LiveControl, type LiveReading } from './live-reading';
import { doMessageWork, type MessageAnswer, type MessageWork } from './message-work';
import {
  readerTask,
  type ReaderMessage,
  type ReaderRequest,
  type ReaderTask,
  type Reading,
} from './reader-messages';
import { changedBatches, doneOf, type Done } from './reading-changes';

/** Progress is told at most this often, in ms. */
const PROGRESS_MS = 100;

/** Reads one transcript on a thread of its own, again whenever it is asked to. */
function serve({ path, windows }: ReaderTask, port: MessagePort): void {
  const live = createLiveReading(Date.now, windows);
  let sent: Reading | null = null;
  let goOn: () => void = () => undefined;

  const say = (message: ReaderMessage) => {
    port.postMessage(message);
  };
  const handOver = async (reading: Reading, kind: Done['kind']) => {
    for (const batch of changedBatches(sent, reading)) {
      const wanted = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      say(batch);
      await wanted;
    }
    say(doneOf(sent, reading, kind));
    sent = reading;
  };
  const answer = async (work: () => Promise<Reading | null>) => {
    try {
      const reading = await work();
      if (reading !== null) await handOver(reading, 'done');
    } catch (error) {
      const reason = error instanceof TranscriptError ? error.reason : 'unreadable';
      say({ kind: 'failed', reason, sentence: errorWords(error) });
    }
  };
  port.on('message', (request: ReaderRequest | MessageWork) => {
    switch (request.kind) {
      case 'preview':
      case 'text':
      case 'save':
        void workOn(path, request, port);
        return;
      case 'next':
        goOn();
        return;
      case 'read':
        void answer(() =>
          readFile(path, live, request.hasGrown, {
            onProgress: seldom((done, total) => {
              say({ kind: 'progress', done, total });
            }),
            ...(request.parts ? { onPart: (part) => handOver(part, 'part') } : {}),
          }),
        );
        return;
      case 'rest':
        void answer(() => Promise.resolve(live.atRest()));
    }
  });
}

/** Whole bodies of one message, which may be large: nothing is kept of them. */
async function workOn(path: string, work: MessageWork, port: MessagePort): Promise<void> {
  const say = (answer: MessageAnswer) => {
    port.postMessage(answer);
  };
  try {
    const { source } = await openFile(path);
    try {
      const onProgress = seldom((done, total) => {
        say({ kind: 'progress', done, total });
      });
      say({ kind: 'result', result: await doMessageWork(source, work, { onProgress }) });
    } finally {
      await source.close();
    }
  } catch (error) {
    const reason = error instanceof TranscriptError ? error.reason : null;
    say({ kind: 'failed', reason, sentence: errorWords(error) });
  }
}

/** Tells of progress at most every `PROGRESS_MS`. */
function seldom(tell: (done: number, total: number) => void) {
  let told = 0;
  return (done: number, total: number) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    tell(done, total);
  };
}

async function readFile(
  path: string,
  live: LiveReading,
  hasGrown: boolean,
  control: LiveControl,
): Promise<Reading> {
  const { source, state } = await openFile(path);
  try {
    return await live.read(source, state, hasGrown, control);
  } finally {
    await source.close();
  }
}

/** Not kept open between readings: an idle transcript holds no file, and its path may name another one. */
async function openFile(path: string) {
  try {
    const { dev, ino, mtimeMs } = await stat(path);
    const state = { identity: `${dev} ${ino}`, modified: mtimeMs };
    return { source: await openFileSource(path), state };
  } catch (error) {
    throw new TranscriptError('unreadable', `${path} cannot be read: ${errorWords(error)}`);
  }
}

if (parentPort !== null) serve(readerTask.parse(workerData), parentPort);
