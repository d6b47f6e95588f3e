import type { Message } from '../model/message';
import type { Session } from '../model/session';
import type { Draft, SessionDraft } from './session-builder';

/**
 * Gives the sessions as they are if the transcript ends here; what `finish` does is undone afterwards
 * (see `FormatReader.finish`). Messages that have not changed are the same objects as the time before.
 */
export type SoFar = (finish: () => void, fallbackId: string) => readonly Session[];

/** @param sessions the drafts by their key, which the reader goes on filling */
export function createSoFar(sessions: Map<string, SessionDraft>): SoFar {
  const built = new WeakMap<Draft, Message>();
  const messageOf = (draft: Draft, number: number): Message => {
    const known = built.get(draft);
    if (known?.number === number && isSame(known, draft)) return known;
    const { parts, places, ...rest } = draft;
    // Lists of its own, which the reader does not go on filling.
    const message = { ...rest, number, parts: [...parts], places: [...places] } satisfies Message;
    built.set(draft, message);
    return message;
  };
  const sessionOf = (draft: SessionDraft, fallbackId: string): Session => ({
    id: draft.id === '' ? fallbackId : draft.id,
    parent: draft.parent,
    title: draft.title,
    directory: draft.directory,
    agentVersion: draft.agentVersion,
    messages: inOrder(draft).map(messageOf),
  });
  return (finish, fallbackId) => {
    const before = [...sessions].map(([key, draft]) => ({ key, draft, undo: undoOf(draft) }));
    finish();
    const result = [...sessions.values()].map((draft) => sessionOf(draft, fallbackId));
    sessions.clear();
    for (const { key, draft, undo } of before) {
      undo();
      sessions.set(key, draft);
    }
    return result;
  };
}

/** Remembers a session as it is now; the result brings it back to that. */
function undoOf(session: SessionDraft): () => void {
  const { id, parent, title, directory, agentVersion, messages } = session;
  const { length } = messages;
  const last = messages.at(-1);
  const values = { ...last };
  return () => {
    Object.assign(session, { id, parent, title, directory, agentVersion });
    messages.length = length;
    if (last !== undefined) Object.assign(last, values);
  };
}

/** By where they start, unless they have an order of their own; those that start in one row stay as they came. */
export function inOrder({ messages, isInFileOrder }: SessionDraft): readonly Draft[] {
  const startOf = (draft: Draft) => draft.places[0].start;
  const isOrdered = messages.every((draft, at) => {
    const previous = messages[at - 1];
    return previous === undefined || startOf(previous) <= startOf(draft);
  });
  if (isOrdered || !isInFileOrder) return messages;
  return [...messages].sort((a, b) => startOf(a) - startOf(b));
}

type Values = Omit<Message, 'number'>;
type Same = (a: Values, b: Values) => boolean;

/** Readers replace what changes in a message: the same objects are the same values. */
const SAME: Readonly<Record<keyof Values, Same>> = {
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
