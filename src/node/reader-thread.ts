import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { errorWords } from '../core/error-words';
import { findSilence } from '../core/findings/find-silence';
import { readTranscript } from '../core/formats/read-transcript';
import { TranscriptError } from '../core/formats/transcript-error';
import type { Transcript } from '../core/model/session';
import { openFileSource } from './file-source';
import type { ReaderMessage } from './reader-messages';

/** Messages handed over at once: receiving them takes the other thread a few ms. */
const BATCH = 400;
/** Progress is told at most this often, in ms. */
const PROGRESS_MS = 100;

/** Reads one transcript on a thread of its own; the path is the thread's data. */
async function read(path: string, port: MessagePort): Promise<void> {
  const say = (message: ReaderMessage) => {
    port.postMessage(message);
  };
  try {
    const transcript = await readFile(path, say);
    await handOver(transcript, port, say);
  } catch (error) {
    const reason = error instanceof TranscriptError ? error.reason : 'unreadable';
    say({ kind: 'failed', reason, sentence: errorWords(error) });
  }
}

async function readFile(path: string, say: (message: ReaderMessage) => void): Promise<Transcript> {
  const source = await openFileSource(path).catch((error: unknown) => {
    throw new TranscriptError('unreadable', `${path} cannot be read: ${errorWords(error)}`);
  });
  try {
    let told = 0;
    return await readTranscript(source, {
      onProgress(done, total) {
        const now = performance.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        say({ kind: 'progress', done, total });
      },
    });
  } finally {
    await source.close();
  }
}

async function handOver(
  transcript: Transcript,
  port: MessagePort,
  say: (message: ReaderMessage) => void,
): Promise<void> {
  const findings = transcript.sessions.map(findSilence);
  for (const [session, { messages }] of transcript.sessions.entries()) {
    for (let at = 0; at < messages.length; at += BATCH) {
      say({ kind: 'batch', session, messages: messages.slice(at, at + BATCH) });
      await once(port, 'message');
    }
  }
  const { sessions, ...rest } = transcript;
  const heads = sessions.map((session) => ({ ...session, messages: [] }));
  say({ kind: 'done', transcript: rest, sessions: heads, findings });
}

if (parentPort !== null && typeof workerData === 'string') void read(workerData, parentPort);
