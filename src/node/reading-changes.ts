import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../core/group-by';
import type { Message } from '../core/model/message';
import type { Session, Transcript } from '../core/model/session';
import type { ReaderMessage, Reading } from './reader-messages';

type Batch = Extract<ReaderMessage, { kind: 'batch' }>;
type Done = Extract<ReaderMessage, { kind: 'done' }>;

/** Messages handed over at once: receiving them takes the other thread a few ms. */
const BATCH = 400;

/** The transcript with the message objects of the reading before wherever nothing has changed. */
export function withKnown(before: Transcript | null, now: Transcript): Transcript {
  if (before === null) return now;
  const known = (session: Session, at: number): Session => {
    const messages = before.sessions[at]?.messages ?? [];
    return {
      ...session,
      messages: session.messages.map((message, number) => {
        const old = messages[number];
        return old !== undefined && isSame(old, message) ? old : message;
      }),
    };
  };
  const [first, ...others] = now.sessions;
  return {
    ...now,
    sessions: [known(first, 0), ...others.map((session, at) => known(session, at + 1))],
  };
}

type Same = (a: Message, b: Message) => boolean;

/** Readers replace what changes in a message: the same objects are the same values. */
const SAME: Readonly<Record<keyof Message, Same>> = {
  number: (a, b) => a.number === b.number,
  id: (a, b) => a.id === b.id,
  role: (a, b) => a.role === b.role,
  author: (a, b) => a.author === b.author,
  harness: (a, b) => a.harness === b.harness,
  time: (a, b) => a.time === b.time,
  completed: (a, b) => a.completed === b.completed,
  model: (a, b) => a.model === b.model,
  parentId: (a, b) => a.parentId === b.parentId,
  parentMissing: (a, b) => a.parentMissing === b.parentMissing,
  finish: (a, b) => a.finish === b.finish,
  rawFinish: (a, b) => a.rawFinish === b.rawFinish,
  error: (a, b) => a.error === b.error,
  tokens: (a, b) => a.tokens === b.tokens,
  parts: (a, b) => isSameList(a.parts, b.parts),
  closed: (a, b) => a.closed === b.closed,
  continues: (a, b) => a.continues === b.continues,
  superseded: (a, b) => a.superseded === b.superseded,
  synthetic: (a, b) => a.synthetic === b.synthetic,
  places: (a, b) => isSameList(a.places, b.places),
};
const CHECKS = Object.values(SAME);

const isSame: Same = (a, b) => CHECKS.every((check) => check(a, b));

const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((item, at) => item === b[at]);

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
export function doneOf(before: Reading | null, { transcript, findings, isLive }: Reading): Done {
  const { sessions, ...rest } = transcript;
  return {
    kind: 'done',
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
      (found, at) => found ?? before?.findings[at] ?? { flags: [], incidents: [], turns: [] },
    ),
    isLive: done.isLive,
  };
}
