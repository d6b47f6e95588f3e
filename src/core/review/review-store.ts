import type { Transcript } from '../model/session';
import { placeAnchor } from './anchor';
import { isMarkEvent, type ReviewEvent } from './events';
import { foldEvents, type Folded, type FoldedThread } from './log';
import { placeMarks, type PlacedMarks } from './marks';
import type { Thread } from './thread';

/** The events of one transcript's review files, folded once for each change. */
export interface ReviewStore {
  readonly folded: Folded;
  /** Whether there is no event. */
  readonly isEmpty: boolean;
  /** Replaces what the files hold, by file name. True when the events are not the same as before. */
  replace(files: ReadonlyMap<string, readonly ReviewEvent[]>): boolean;
  /** Adds an event that was appended to a file. */
  append(file: string, event: ReviewEvent): void;
  /** The thread and the author of a comment that is not deleted; null when there is none. */
  comment(id: string): { readonly thread: FoldedThread; readonly author: string } | null;
  /** The comment as it was added, deleted or not; null when there is none. */
  deleted(id: string): { readonly thread: string; readonly author: string } | null;
  thread(id: string): FoldedThread | null;
  /** Time of the newest event of a thread in ms, so that what answers it can be dated after it. */
  newest(thread: string): number;
  /** Time of the newest mark in ms. */
  newestMark(): number;
  /** Threads of the session at an index of `transcript.sessions`, by message; stale ones last. */
  threads(transcript: Transcript, session: number): readonly Thread[];
  /** Verdicts, labels and states. */
  marks(transcript: Transcript): PlacedMarks;
}

/** A store without events. */
export function createReviewStore(): ReviewStore {
  let files: ReadonlyMap<string, readonly ReviewEvent[]> = new Map();
  let folded = foldEvents([]);
  let placed = new WeakMap<Transcript, ReadonlyMap<number, readonly Thread[]>>();
  let marked = new WeakMap<Transcript, PlacedMarks>();

  const events = () => [...files.values()].flat();
  const set = (next: ReadonlyMap<string, readonly ReviewEvent[]>) => {
    files = next;
    folded = foldEvents(events());
    placed = new WeakMap();
    marked = new WeakMap();
  };
  const threadOf = (id: string) => folded.threads.find((thread) => thread.id === id) ?? null;

  return {
    get folded() {
      return folded;
    },
    get isEmpty() {
      return [...files.values()].every((events) => events.length === 0);
    },
    replace(next) {
      if (sameIds(events(), [...next.values()].flat())) return false;
      set(next);
      return true;
    },
    append(file, event) {
      set(new Map(files).set(file, [...(files.get(file) ?? []), event]));
    },
    comment(id) {
      for (const thread of folded.threads) {
        const comment = thread.comments.find((one) => one.id === id);
        if (comment !== undefined) return { thread, author: comment.author };
      }
      return null;
    },
    deleted(id) {
      const event = events().find((one) => one.event === 'comment-added' && one.comment === id);
      return event?.event === 'comment-added'
        ? { thread: event.thread, author: event.author }
        : null;
    },
    thread: threadOf,
    newest(thread) {
      return events().reduce(
        (newest, event) =>
          !isMarkEvent(event) && event.thread === thread ? Math.max(newest, event.time) : newest,
        0,
      );
    },
    newestMark() {
      return events().reduce(
        (newest, event) => (isMarkEvent(event) ? Math.max(newest, event.time) : newest),
        0,
      );
    },
    threads(transcript, session) {
      const sessions = placed.get(transcript) ?? place(transcript, folded.threads);
      placed.set(transcript, sessions);
      return sessions.get(session) ?? [];
    },
    marks(transcript) {
      const marks = marked.get(transcript) ?? placeMarks(transcript, events());
      marked.set(transcript, marks);
      return marks;
    },
  };
}

/** Finds each thread's message; those that can't be found come last, in the order they were begun. */
function place(
  transcript: Transcript,
  folded: readonly FoldedThread[],
): ReadonlyMap<number, readonly Thread[]> {
  const sessions = new Map<number, Thread[]>();
  for (const { id, anchor, resolved, comments } of folded) {
    const { session, at } = placeAnchor(transcript, anchor);
    const list = sessions.get(session) ?? [];
    list.push({
      id,
      sessionId: transcript.sessions[session]?.id ?? anchor.session,
      number: at?.number ?? null,
      match: at?.match ?? null,
      anchoredNumber: anchor.number,
      quote: anchor.quote,
      resolved,
      comments,
    });
    sessions.set(session, list);
  }
  const rank = ({ number }: Thread) => number ?? Number.MAX_SAFE_INTEGER;
  for (const list of sessions.values()) list.sort((a, b) => rank(a) - rank(b));
  return sessions;
}

/** Events are never changed once written, so their ids tell whether anything is new. */
function sameIds(a: readonly ReviewEvent[], b: readonly ReviewEvent[]): boolean {
  const ids = (events: readonly ReviewEvent[]) =>
    events
      .map(({ id }) => id)
      .sort()
      .join('\n');
  return a.length === b.length && ids(a) === ids(b);
}
