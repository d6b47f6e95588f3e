import {
  isMarkEvent,
  parseEventLine,
  type Anchor,
  type ReviewEvent,
  type ThreadEvent,
} from './events';
import type { ReviewComment } from './thread';

/** A line of a review file that gave no event. */
export interface LogProblem {
  /** 1-based. */
  readonly line: number;
  /** `torn`: the last line, cut while it was written; `unknown`: an event of a newer version. */
  readonly kind: 'torn' | 'malformed' | 'unknown';
}

export interface ParsedLog {
  readonly events: readonly ReviewEvent[];
  readonly problems: readonly LogProblem[];
}

/** Reads a review file. Never throws: a line that can't be understood is a problem and nothing more. */
export function parseLog(bytes: Uint8Array): ParsedLog {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const events: ReviewEvent[] = [];
  const problems: LogProblem[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const parsed = parseEventLine(line);
    if (parsed.kind === 'event') events.push(parsed.event);
    else {
      // What stands after the last line break was not written to its end.
      const torn = parsed.kind === 'malformed' && index === lines.length - 1;
      problems.push({ line: index + 1, kind: torn ? 'torn' : parsed.kind });
    }
  });
  return { events, problems };
}

/** A thread as the events tell it, before its message is looked for. */
export interface FoldedThread {
  readonly id: string;
  readonly anchor: Anchor;
  readonly resolved: boolean;
  /** Oldest first; never empty. */
  readonly comments: readonly ReviewComment[];
}

/** Events that changed nothing, by reason. */
export interface IgnoredEvents {
  /** Edits, deletions and resolutions of comments and threads that no event began. */
  readonly orphaned: number;
  /** Edits and deletions of another author's comment. */
  readonly foreign: number;
  /** A comment that was added again with the same id. */
  readonly repeated: number;
  /** Comments of threads whose anchor is nowhere. */
  readonly anchorless: number;
}

export interface Folded {
  /** In order of their first comments. */
  readonly threads: readonly FoldedThread[];
  readonly ignored: IgnoredEvents;
}

type EventOf<K extends ThreadEvent['event']> = Extract<ThreadEvent, { readonly event: K }>;
type Added = EventOf<'comment-added'>;
type Edited = EventOf<'comment-edited'>;
type Deleted = EventOf<'comment-deleted' | 'comment-restored'>;
type Moved = EventOf<'thread-moved'>;
type Resolution = EventOf<'thread-resolved' | 'thread-reopened'>;

/**
 * What the events of threads in any number of files come to (marks: see `placeMarks`). The order they are given in does not matter, nor
 * that an event is given twice: they are sorted by time, then id.
 * Only an author's own events change that author's comments, whatever the files say.
 */
export function foldEvents(events: readonly ReviewEvent[]): Folded {
  const sorted = inOrder(events.filter((event) => !isMarkEvent(event)));
  const added = new Map<string, Added>();
  let repeated = 0;
  for (const event of sorted) {
    if (event.event !== 'comment-added') continue;
    if (added.has(event.comment)) repeated += 1;
    else added.set(event.comment, event);
  }

  const known = (event: ThreadEvent): boolean => {
    if (event.event === 'comment-added') return true;
    return isChange(event) ? added.has(event.comment) : threads.has(event.thread);
  };
  const foreign = (event: ThreadEvent): boolean =>
    isChange(event) && added.get(event.comment)?.author !== event.author;

  const threads = new Set([...added.values()].map((event) => event.thread));
  const orphaned = sorted.filter((event) => !known(event)).length;
  const others = sorted.filter((event) => known(event) && foreign(event)).length;
  const effective = sorted.filter((event) => known(event) && !foreign(event));

  const edits = lastBy(effective.filter(isEdit), (event) => event.comment);
  const deletions = lastBy(effective.filter(isDeletion), (event) => event.comment);
  const moves = lastBy(effective.filter(isMove), (event) => event.thread);
  const resolutions = lastBy(effective.filter(isResolution), (event) => event.thread);

  const anchors = new Map<string, Anchor>();
  const comments = new Map<string, ReviewComment[]>();
  for (const event of added.values()) {
    if (event.anchor !== undefined && !anchors.has(event.thread)) {
      anchors.set(event.thread, event.anchor);
    }
    if (deletions.get(event.comment)?.event === 'comment-deleted') continue;
    const list = comments.get(event.thread) ?? [];
    list.push(commentOf(event, edits.get(event.comment)));
    comments.set(event.thread, list);
  }

  let anchorless = 0;
  const folded = [...comments].flatMap(([id, list]): readonly FoldedThread[] => {
    const anchor = moves.get(id)?.anchor ?? anchors.get(id);
    if (anchor === undefined) {
      anchorless += list.length;
      return [];
    }
    const resolved = resolutions.get(id)?.event === 'thread-resolved';
    return [{ id, anchor, resolved, comments: list }];
  });
  return { threads: folded, ignored: { orphaned, foreign: others, repeated, anchorless } };
}

/** Each event once, by time, then id. Ids of two different events may be equal only in damaged files. */
function inOrder(events: readonly ThreadEvent[]): readonly ThreadEvent[] {
  const keyed = new Map(events.map((event) => [`${event.id} ${JSON.stringify(event)}`, event]));
  return [...keyed]
    .sort(([a, x], [b, y]) => x.time - y.time || (a < b ? -1 : a > b ? 1 : 0))
    .map(([, event]) => event);
}

function commentOf(event: Added, edit: Edited | undefined): ReviewComment {
  return {
    id: event.comment,
    author: event.author,
    body: edit?.body ?? event.body,
    created: event.time,
    edited: edit?.time ?? null,
  };
}

const isEdit = (event: ThreadEvent): event is Edited => event.event === 'comment-edited';
const isDeletion = (event: ThreadEvent): event is Deleted =>
  event.event === 'comment-deleted' || event.event === 'comment-restored';
const isMove = (event: ThreadEvent): event is Moved => event.event === 'thread-moved';
const isChange = (event: ThreadEvent): event is Edited | Deleted =>
  isEdit(event) || isDeletion(event);
const isResolution = (event: ThreadEvent): event is Resolution =>
  event.event === 'thread-resolved' || event.event === 'thread-reopened';

/** The last item of each key. */
function lastBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [key(item), item]));
}
