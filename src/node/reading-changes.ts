import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../core/group-by';
import type { Message } from '../core/model/message';
import type { Session } from '../core/model/session';
import type { ReaderMessage, Reading } from './reader-messages';

type Batch = Extract<ReaderMessage, { kind: 'batch' }>;
export type Done = Extract<ReaderMessage, { kind: 'done' | 'part' }>;

/** Messages handed over at once: receiving them takes the other thread a few ms. */
const BATCH = 400;

/** The messages that are not those of the reading before, in runs of at most `BATCH`. */
export function* changedBatches(before: Reading | null, now: Reading): Generator<Batch> {
  for (const [session, { messages }] of now.transcript.sessions.entries()) {
    const old = before?.transcript.sessions[session]?.messages ?? [];
    let run: Message[] = [];
    for (const message of messages) {
      const isKnown = old[message.number] === message;
      if (!isKnown) run.push(message);
      if (run.length > 0 && (isKnown || run.length === BATCH)) {
        yield batchOf(session, run);
        run = [];
      }
    }
    if (run.length > 0) yield batchOf(session, run);
  }
}

const batchOf = (session: number, messages: readonly Message[]): Batch => ({
  kind: 'batch',
  session,
  at: messages[0]?.number ?? 0,
  messages,
});

/** All of a reading but its messages, and only the findings that differ from those before. */
export function doneOf(
  before: Reading | null,
  { transcript, findings, isLive }: Reading,
  kind: Done['kind'] = 'done',
): Done {
  const { sessions, ...rest } = transcript;
  return {
    kind,
    transcript: rest,
    sessions: sessions.map(({ messages, ...head }) => ({ ...head, count: messages.length })),
    findings: findings.map((found, at) =>
      isDeepStrictEqual(before?.findings[at], found) ? null : found,
    ),
    isLive,
  };
}

/** The reading that a thread told of, from the one before and what was sent since. */
export function applied(before: Reading | null, batches: readonly Batch[], done: Done): Reading {
  const changed = groupBy(batches, ({ session }) => session);
  const sessions = done.sessions.map(({ count, ...head }, session): Session => {
    const messages = (before?.transcript.sessions[session]?.messages ?? []).slice(0, count);
    for (const batch of changed.get(session) ?? []) {
      for (const [at, message] of batch.messages.entries()) messages[batch.at + at] = message;
    }
    return { ...head, messages };
  });
  const [first, ...others] = sessions;
  if (first === undefined) throw new Error('A transcript has no session.');
  return {
    transcript: { ...done.transcript, sessions: [first, ...others] },
    findings: done.findings.map(
      (found, at) =>
        found ?? before?.findings[at] ?? { flags: [], incidents: [], turns: [], measured: [] },
    ),
    isLive: done.isLive,
  };
}
