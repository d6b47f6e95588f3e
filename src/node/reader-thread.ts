import { stat } from 'node:fs/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { errorWords } from '../core/error-words';
import { TranscriptError } from '../core/formats/transcript-error';
import type { ByteSource } from '../core/source/byte-source';
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
import { seldom } from './seldom';
import { stretchSource } from './stretch-source';

type NamedFile = Pick<ReaderTask, 'path' | 'name'>;

/** Reads one transcript on a thread of its own, again whenever it is asked to. */
function serve({ windows, ...file }: ReaderTask, port: MessagePort): void {
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
      case 'search':
        void workOn(file, request, port);
        return;
      case 'next':
        goOn();
        return;
      case 'read':
        void answer(() =>
          readFile(file, live, request.hasGrown, {
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

/** Whole bodies, which may be large: nothing is kept of them. */
async function workOn(file: NamedFile, work: MessageWork, port: MessagePort): Promise<void> {
  const say = (answer: MessageAnswer) => {
    port.postMessage(answer);
  };
  try {
    const source = await sourceOf(file, work);
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

const sourceOf = async (file: NamedFile, work: MessageWork): Promise<ByteSource> =>
  work.kind === 'search' && work.stretches !== null
    ? stretchSource(file.name, work.stretches)
    : (await openFile(file)).source;

async function readFile(
  file: NamedFile,
  live: LiveReading,
  hasGrown: boolean,
  control: LiveControl,
): Promise<Reading> {
  const { source, state } = await openFile(file);
  try {
    return await live.read(source, state, hasGrown, control);
  } finally {
    await source.close();
  }
}

/** Not kept open between readings: an idle transcript holds no file, and its path may name another one. */
async function openFile({ path, name }: NamedFile) {
  try {
    const { dev, ino, mtimeMs } = await stat(path);
    const state = { identity: `${dev} ${ino}`, modified: mtimeMs };
    return { source: await openFileSource(path, name), state };
  } catch (error) {
    throw new TranscriptError('unreadable', `${name} cannot be read: ${errorWords(error)}`);
  }
}

if (parentPort !== null) serve(readerTask.parse(workerData), parentPort);
