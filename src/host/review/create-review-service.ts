import { randomUUID } from 'node:crypto';
import { EventEmitter, l10n, type ExtensionContext, type LogOutputChannel, type Uri } from 'vscode';
import { anchorOf } from '../../core/review/anchor';
import {
  EVENT_VERSION,
  MAX_TIME,
  type Anchor,
  type ReviewEvent,
  type VerdictWord,
} from '../../core/review/events';
import type { FoldedThread, IgnoredEvents } from '../../core/review/log';
import type { LabelMark, Marks } from '../../core/review/marks';
import { createReviewStore, type ReviewStore } from '../../core/review/review-store';
import { debounced, disposables, type Disposable } from '../lifecycle';
import type { Location, OpenTranscript } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';
import { createFileReviewStore, type FileReviewStore } from './file-review-store';
import type { ReviewService } from './review-service';
import { reviewerName } from './reviewer';

/** Changes on disk come in bursts; this long after the last one in ms the files are read again. */
const REREAD_DELAY_MS = 60;

export interface ReviewServices {
  readonly context: Pick<ExtensionContext, 'globalStorageUri'>;
  readonly log: LogOutputChannel;
  readonly registry: SessionRegistry;
}

/** What an event says beside what every event says. */
type Saying =
  | (OnComment & {
      readonly event: 'comment-added';
      readonly body: string;
      readonly anchor: Anchor;
    })
  | (OnComment & { readonly event: 'comment-edited'; readonly body: string })
  | (OnComment & { readonly event: 'comment-deleted' | 'comment-restored' })
  | { readonly event: 'thread-moved'; readonly thread: string; readonly anchor: Anchor }
  | { readonly event: 'thread-resolved' | 'thread-reopened'; readonly thread: string }
  | MarkSaying;

type MarkSaying = { readonly anchor: Anchor } & (
  | { readonly event: 'verdict-given'; readonly flag: string | null; readonly verdict: VerdictWord }
  | {
      readonly event: 'label-set';
      readonly label: string;
      readonly scope: LabelMark['scope'];
      readonly on: boolean;
    }
  | { readonly event: 'state-set'; readonly reviewed: boolean }
);

const NO_MARKED: Marks = new Map();

interface OnComment {
  readonly thread: string;
  readonly comment: string;
}

interface Review extends Disposable {
  readonly store: ReviewStore;
  /** Reads the files, the first time it is called. */
  load(): Promise<void>;
  /** Appends the event that `say` makes of what is known then; null: there is nothing to say. */
  write(say: (store: ReviewStore) => Saying | null): Promise<void>;
}

/** The reviews of open transcripts, each read on first use and forgotten when its transcript is closed. */
export function createReviewService(services: ReviewServices): ReviewService & Disposable {
  const { context, log, registry } = services;
  const own = disposables();
  const changed = own.add(new EventEmitter<Uri>());
  const reviews = new Map<string, Review>();

  const reviewOf = ({ uri }: OpenTranscript): Review => {
    const key = uri.toString();
    const present = reviews.get(key);
    if (present !== undefined) return present;
    const files = createFileReviewStore(uri, { storage: context.globalStorageUri, log });
    const made = createReview(files, log, () => {
      changed.fire(uri);
    });
    // A view may still ask for a transcript that was just closed: it gets an answer and no watchers.
    if (registry.get(uri) === null) made.dispose();
    else reviews.set(key, made);
    return made;
  };
  const forget = (uri: Uri) => {
    reviews.get(uri.toString())?.dispose();
    reviews.delete(uri.toString());
  };
  own.add(
    registry.onDidClose(({ uri }) => {
      forget(uri);
    }),
  );
  own.add(
    registry.onDidChange(({ uri }) => {
      // Messages may have other numbers now.
      if (reviews.get(uri.toString())?.store.isEmpty === false) changed.fire(uri);
    }),
  );
  own.add({
    dispose() {
      for (const review of reviews.values()) review.dispose();
      reviews.clear();
    },
  });

  return {
    onDidChange: changed.event,
    async threads(open, session) {
      const review = reviewOf(open);
      await review.load();
      return review.store.threads(open.transcript, session);
    },
    known: (open, session) =>
      reviews.get(open.uri.toString())?.store.threads(open.transcript, session) ?? [],
    async begin({ open, session, number }: Location, body) {
      const review = reviewOf(open);
      const thread = randomUUID();
      await review.write(() => added(thread, body, anchorAt({ open, session, number })));
      const begun = review.store.threads(open.transcript, session).find((one) => one.id === thread);
      if (begun !== undefined) return begun;
      throw new Error(l10n.t('The comment was saved, but its thread can’t be shown.'));
    },
    async marks(open, session) {
      const review = reviewOf(open);
      await review.load();
      return review.store.marks(open.transcript).sessions.get(session) ?? NO_MARKED;
    },
    knownMarks: (open, session) =>
      reviews.get(open.uri.toString())?.store.marks(open.transcript).sessions.get(session) ??
      NO_MARKED,
    staleMarks: (open) =>
      reviews.get(open.uri.toString())?.store.marks(open.transcript).stale.length ?? 0,
    judge: (at, flag, verdict) =>
      reviewOf(at.open).write(() => ({
        event: 'verdict-given',
        anchor: anchorAt(at),
        flag,
        verdict,
      })),
    label: (at, scope, label, on) =>
      reviewOf(at.open).write(() => ({
        event: 'label-set',
        anchor: anchorAt(at),
        scope,
        label,
        on,
      })),
    setReviewed: (at, reviewed) =>
      reviewOf(at.open).write(() => ({ event: 'state-set', anchor: anchorAt(at), reviewed })),
    reply: (open, threadId, body) =>
      reviewOf(open).write((store) => added(threadId, body, threadIn(store, threadId).anchor)),
    edit: (open, commentId, body) =>
      reviewOf(open).write((store) => {
        const { thread } = ownComment(store, commentId);
        return {
          event: 'comment-edited',
          thread: thread.id,
          comment: commentId,
          body: checkedBody(body),
        };
      }),
    remove: (open, commentId) =>
      reviewOf(open).write((store) => {
        const { thread } = ownComment(store, commentId);
        return { event: 'comment-deleted', thread: thread.id, comment: commentId };
      }),
    restore: (open, commentId) =>
      reviewOf(open).write((store) => {
        const gone = store.deleted(commentId);
        return gone?.author === reviewerName()
          ? { event: 'comment-restored', thread: gone.thread, comment: commentId }
          : null;
      }),
    move: (threadId, to) =>
      reviewOf(to.open).write((store) => ({
        event: 'thread-moved',
        thread: threadIn(store, threadId).id,
        anchor: anchorAt(to),
      })),
    setResolved: (open, threadId, resolved) =>
      reviewOf(open).write((store) =>
        threadIn(store, threadId).resolved === resolved
          ? null
          : { event: resolved ? 'thread-resolved' : 'thread-reopened', thread: threadId },
      ),
    dispose: own.dispose,
  };
}

function anchorAt({ open, session, number }: Location): Anchor {
  const shown = open.transcript.sessions[session];
  const anchor = shown === undefined ? null : anchorOf(shown, number);
  if (anchor !== null) return anchor;
  throw new Error(
    l10n.t('Message {0} is not in the session any more. Choose another message.', number),
  );
}

function added(thread: string, body: string, anchor: Anchor): Saying {
  return {
    event: 'comment-added',
    thread,
    comment: randomUUID(),
    body: checkedBody(body),
    anchor,
  };
}

function checkedBody(body: string): string {
  if (body.trim() === '') throw new Error(l10n.t('The comment is empty. Write something first.'));
  return body;
}

function threadIn(store: ReviewStore, id: string): FoldedThread {
  const thread = store.thread(id);
  if (thread !== null) return thread;
  throw new Error(
    l10n.t('The thread is not there any more: its comments were deleted. Begin a new one.'),
  );
}

function ownComment(store: ReviewStore, id: string): { readonly thread: FoldedThread } {
  const found = store.comment(id);
  if (found === null) throw new Error(l10n.t('The comment is not there any more: it was deleted.'));
  if (found.author !== reviewerName()) {
    throw new Error(l10n.t('Only {0} can change this comment. Reply to it instead.', found.author));
  }
  return found;
}

function createReview(files: FileReviewStore, log: LogOutputChannel, changed: () => void): Review {
  const own = disposables();
  const store = createReviewStore();
  const inTurn = queue();
  let loading: Promise<void> | null = null;
  let newest = 0;
  let disposed = false;
  let ignored = '';

  const tell = () => {
    if (!disposed) changed();
  };
  const reportIgnored = () => {
    const words = ignoredWords(store.folded.ignored);
    if (words !== '' && words !== ignored) log.warn(words);
    ignored = words;
  };
  const read = async (): Promise<boolean> => {
    const isNew = store.replace(await files.read());
    if (isNew) reportIgnored();
    return isNew;
  };
  const load = () => {
    loading ??= inTurn(read).then((isNew) => {
      if (isNew) tell();
    });
    return loading;
  };
  const reread = own.add(
    debounced(REREAD_DELAY_MS, () => {
      if (loading === null || disposed) return;
      inTurn(read).then(
        (isNew) => {
          if (isNew) tell();
        },
        (error: unknown) => {
          log.error(`The review files could not be read again: ${String(error)}`);
        },
      );
    }),
  );
  own.add(files);
  own.add(files.onDidChange(reread.trigger));

  const answered = (saying: Exclude<Saying, MarkSaying>) =>
    saying.event === 'comment-added' ? newest : store.newest(saying.thread);
  /** Later than anything this window wrote, and for answers than anything in their thread. */
  const timeOf = (saying: Saying): number => {
    const after = 'thread' in saying ? answered(saying) : store.newestMark();
    newest = Math.min(MAX_TIME, Math.max(Date.now(), newest + 1, after + 1));
    return newest;
  };

  return {
    store,
    load,
    async write(say) {
      await load();
      await inTurn(async () => {
        const saying = say(store);
        if (saying === null) return;
        const author = reviewerName();
        const stamp = { v: EVENT_VERSION, id: randomUUID(), time: timeOf(saying), author };
        const event: ReviewEvent = { ...stamp, ...saying };
        store.append(await files.append(event, author), event);
      });
      tell();
    },
    dispose() {
      disposed = true;
      own.dispose();
    },
  };
}

/** Runs what it is given one after the other, whatever becomes of each. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

function ignoredWords({ orphaned, foreign, repeated, anchorless }: IgnoredEvents): string {
  const counts = [
    [orphaned, 'on comments or threads that are not there'],
    [foreign, 'on comments of another author'],
    [repeated, 'that add a comment again'],
    [anchorless, 'of threads without an anchor'],
  ] as const;
  const words = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return words.length === 0 ? '' : `Review events that change nothing: ${words.join(', ')}.`;
}
