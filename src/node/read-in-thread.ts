import { Worker } from 'node:worker_threads';
import { errorWords } from '../core/error-words';
import { TranscriptError } from '../core/formats/transcript-error';
import type { Message } from '../core/model/message';
import type { Session } from '../core/model/session';
import type { ReadControl } from '../core/source/rows';
import type { Reading, ReaderMessage, ReaderRequest } from './reader-messages';

/**
 * Reads a transcript and finds its silences on a thread of its own, so that this one stays free.
 * @param thread path of the bundled `reader-thread`
 * @param path path of the transcript
 * @throws TranscriptError as `readTranscript` does
 */
export function readInThread(
  thread: string,
  path: string,
  control: Pick<ReadControl, 'signal' | 'onProgress'>,
): Promise<Reading> {
  const worker = new Worker(thread, { workerData: path });
  return receive(worker, path, control).finally(() => worker.terminate());
}

function receive(
  worker: Worker,
  path: string,
  { signal, onProgress }: Pick<ReadControl, 'signal' | 'onProgress'>,
): Promise<Reading> {
  const received: Message[][] = [];
  return new Promise((resolve, reject) => {
    const stop = (why: string) => {
      reject(new TranscriptError('unreadable', `${path} cannot be read: ${why}`));
    };
    const cancel = () => {
      reject(new TranscriptError('cancelled', `Reading ${path} was cancelled.`));
    };
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    worker.on('error', (error) => {
      stop(errorWords(error));
    });
    worker.on('exit', (code) => {
      stop(`its reader ended with status ${code}`);
    });
    worker.on('message', (message: ReaderMessage) => {
      switch (message.kind) {
        case 'progress':
          onProgress?.(message.done, message.total);
          return;
        case 'batch':
          (received[message.session] ??= []).push(...message.messages);
          worker.postMessage('next' satisfies ReaderRequest);
          return;
        case 'failed':
          reject(new TranscriptError(message.reason, message.sentence));
          return;
        case 'done':
          resolve(assemble(message, received));
      }
    });
  });
}

function assemble(
  { transcript, sessions, findings }: Extract<ReaderMessage, { kind: 'done' }>,
  received: readonly (readonly Message[] | undefined)[],
): Reading {
  const [first, ...others] = sessions.map((head, index): Session => {
    return { ...head, messages: received[index] ?? [] };
  });
  if (first === undefined) throw new Error('A transcript has no session.');
  return { transcript: { ...transcript, sessions: [first, ...others] }, findings };
}
