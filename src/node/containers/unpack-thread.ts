import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { errorWords } from '../../core/error-words';
import { TranscriptError } from '../../core/formats/transcript-error';
import { seldom } from '../seldom';
import type { Entry } from './container';
import { entriesAt, unpackTo } from './unpack';
import { unpackTask, type UnpackAnswer, type UnpackTask } from './unpack-task';

/** Does one task on a thread of its own, which ends with it. */
async function serve(task: UnpackTask, port: MessagePort): Promise<void> {
  const say = (answer: UnpackAnswer) => {
    port.postMessage(answer);
  };
  const onProgress = seldom((done, total) => {
    say({ kind: 'progress', done, total });
  });
  try {
    say({ kind: 'done', entries: await work(task, onProgress) });
  } catch (error) {
    if (error instanceof TranscriptError) {
      say({ kind: 'failed', reason: error.reason, sentence: error.message });
      return;
    }
    const sentence = `${task.path} cannot be read: ${errorWords(error)}`;
    say({ kind: 'failed', reason: 'unreadable', sentence });
  }
}

async function work(
  task: UnpackTask,
  onProgress: (done: number, total: number) => void,
): Promise<readonly Entry[]> {
  if (task.kind === 'entries') return entriesAt(task.path);
  await unpackTo(task, task.file, { onProgress });
  return [];
}

if (parentPort !== null) void serve(unpackTask.parse(workerData), parentPort);
