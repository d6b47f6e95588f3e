import {
  CommentMode,
  CommentThreadCollapsibleState,
  CommentThreadState,
  commands as vscodeCommands,
  comments as vscodeComments,
  l10n,
  Range,
  window,
  workspace,
  type CommentController,
  type CommentReply,
  type CommentThread,
  type LogOutputChannel,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import type { Thread } from '../../core/review/thread';
import type { MessageLines, Shown } from '../documents/message-lines';
import { READING_SCHEME } from '../documents/reading-uri';
import { debounced, disposables, type Disposable } from '../lifecycle';
import type { ReviewService } from '../review/review-service';
import { reviewerName } from '../review/reviewer';
import type { Location, OpenTranscript } from '../sessions/open-transcript';
import {
  editableBody,
  readOnlyBody,
  threadContext,
  threadLabel,
  toShownComment,
  typedText,
  updateShownComment,
  type ShownComment,
} from './shown-comment';

/** Public: `when` clauses of the manifest name it. */
const CONTROLLER_ID = 'agentSessionReview';
/** Lines move in bursts while a transcript is read again; in ms. */
const SETTLE_MS = 50;
/** Open threads cost the editor something; with more than these, threads begin closed. */
const MAX_EXPANDED = 50;

export interface CommentServices {
  readonly lines: MessageLines;
  readonly review: ReviewService;
  readonly log: LogOutputChannel;
}

/**
 * The native comment threads. What is done with them rejects with a sentence when it can't be
 * saved, and what was typed stays in its editor. Arguments that are none of ours are passed over.
 */
export interface CommentThreads extends Disposable {
  /** Opens the editor of a new thread on a message that an editor shows. False: no editor shows it. */
  draft(at: Location): Promise<boolean>;
  /** Saves what was typed into a thread's editor, as its first comment or as a reply. */
  create(reply: CommentReply): Promise<void>;
  /** Opens a comment's own editor. */
  edit(comment: unknown): void;
  save(comment: unknown): Promise<void>;
  cancel(comment: unknown): void;
  /** @returns what undoes it; null when there was nothing to delete */
  remove(comment: unknown): Promise<(() => Promise<void>) | null>;
  setResolved(thread: unknown, resolved: boolean): Promise<void>;
}

/** A thread as one document shows it. */
interface View {
  readonly id: string;
  readonly open: OpenTranscript;
  readonly thread: CommentThread;
  readonly comments: Map<string, ShownComment>;
  /** What was shown last, so that nothing is sent again. */
  shown: string;
}

interface ShownDocument {
  /** Still usable for look-ups when it is closed. */
  document: TextDocument;
  readonly views: Map<string, View>;
  /** False until the review files were read. */
  loaded: boolean;
}

/** Shows the threads of every document of ours that is open, and keeps them in step with the reviews. */
export function createCommentController(services: CommentServices): CommentThreads {
  const { lines, review, log } = services;
  const own = disposables();
  const controller = own.add(
    vscodeComments.createCommentController(CONTROLLER_ID, l10n.t('Agent Session Review')),
  );
  controller.options = {
    prompt: l10n.t('Comment on this message…'),
    placeHolder: l10n.t('What do you see here? Markdown works.'),
  };
  const provideRanges = () => {
    controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => [...lines.ranges(document)],
    };
  };
  const documents = new Map<string, ShownDocument>();
  const views = new WeakMap<object, View>();
  const owners = new WeakMap<object, { readonly view: View; readonly comment: ShownComment }>();

  const shownOf = (document: TextDocument): ShownDocument => {
    const key = document.uri.toString();
    const present = documents.get(key);
    if (present !== undefined) {
      if (!document.isClosed) present.document = document;
      return present;
    }
    const made: ShownDocument = { document, views: new Map(), loaded: false };
    documents.set(key, made);
    return made;
  };

  const forget = (document: TextDocument) => {
    const key = document.uri.toString();
    for (const { thread } of documents.get(key)?.views.values() ?? []) thread.dispose();
    documents.delete(key);
  };

  const publish = (view: View) => {
    view.thread.comments = [...view.comments.values()];
  };

  const keep = (view: View, comment: ShownComment) => {
    view.comments.set(comment.id, comment);
    owners.set(comment, { view, comment });
  };

  const updateComments = (view: View, thread: Thread) => {
    const reviewer = reviewerName();
    const wanted = new Set(thread.comments.map(({ id }) => id));
    for (const [id, comment] of view.comments) {
      if (!wanted.has(id) && !isEdited(comment)) view.comments.delete(id);
    }
    for (const comment of thread.comments) {
      const shown = view.comments.get(comment.id);
      if (shown === undefined) keep(view, toShownComment(comment, reviewer));
      else updateShownComment(shown, comment, reviewer);
    }
    publish(view);
  };

  const update = (view: View, thread: Thread, range: Range | null) => {
    if (range !== null && view.thread.range?.isEqual(range) !== true) view.thread.range = range;
    const next = JSON.stringify([thread, reviewerName()]);
    if (view.shown === next) return;
    view.shown = next;
    updateComments(view, thread);
    view.thread.label = threadLabel(thread);
    view.thread.contextValue = threadContext(thread);
    view.thread.state = thread.resolved
      ? CommentThreadState.Resolved
      : CommentThreadState.Unresolved;
  };

  const sync = (document: TextDocument) => {
    const at = lines.openFor(document);
    if (at === null) {
      forget(document);
      return;
    }
    const shown = shownOf(document);
    if (!shown.loaded) {
      load(shown, at);
      return;
    }
    const threads = threadsFor(at, review);
    const wanted = new Set(threads.map(({ thread }) => thread.id));
    for (const [id, view] of shown.views) {
      // What is being typed outlives the deletion of its comment elsewhere.
      if (wanted.has(id) || [...view.comments.values()].some(isEdited)) continue;
      view.thread.dispose();
      shown.views.delete(id);
    }
    const few = threads.filter(({ thread }) => !thread.resolved).length <= MAX_EXPANDED;
    for (const { session, thread } of threads) {
      const range = document.isClosed ? null : rangeFor(document, session, thread, lines);
      const present = shown.views.get(thread.id);
      if (present !== undefined) update(present, thread, range);
      else if (range !== null) {
        const view = createView(controller, document, at.open, thread, range);
        view.thread.collapsibleState =
          few && !thread.resolved
            ? CommentThreadCollapsibleState.Expanded
            : CommentThreadCollapsibleState.Collapsed;
        shown.views.set(thread.id, view);
        views.set(view.thread, view);
        update(view, thread, range);
      }
    }
  };

  const load = (shown: ShownDocument, at: Shown) => {
    review.threads(at.open, at.session).then(
      () => {
        if (documents.get(shown.document.uri.toString()) !== shown) return;
        shown.loaded = true;
        sync(shown.document);
      },
      (error: unknown) => {
        log.error(`The reviews of ${at.open.uri.toString()} can't be shown: ${String(error)}`);
      },
    );
  };

  const syncAll = () => {
    for (const document of workspace.textDocuments) sync(document);
    for (const { document } of [...documents.values()]) if (document.isClosed) sync(document);
  };
  const later = own.add(
    debounced(SETTLE_MS, () => {
      // Setting it again makes VS Code ask for the ranges again.
      provideRanges();
      syncAll();
    }),
  );
  const moved = own.add(debounced(SETTLE_MS, syncAll));

  provideRanges();
  own.add(lines.onDidChange(later.trigger));
  own.add(workspace.onDidOpenTextDocument(sync));
  own.add(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // While a raw file is edited VS Code moves the threads; it is read again when it is saved.
      if (contentChanges.length === 0 || document.isDirty) return;
      if (documents.has(document.uri.toString())) moved.trigger();
    }),
  );
  own.add(
    review.onDidChange((transcript) => {
      for (const { document } of [...documents.values()]) {
        const open = lines.openFor(document)?.open;
        if (open?.uri.toString() === transcript.toString()) sync(document);
      }
    }),
  );
  own.add(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('agentSessionReview.reviewerName')) syncAll();
    }),
  );
  syncAll();

  /**
   * Opens a comment's editor with a text in it. The comment gets a new identity: VS Code takes what
   * was changed within a tenth of a second together, and would not open again what it just closed.
   */
  const openEditor = (view: View, comment: ShownComment, text: string, label = comment.label) => {
    keep(view, {
      ...comment,
      body: editableBody(text),
      mode: CommentMode.Editing,
      ...(label === undefined ? {} : { label }),
    });
    publish(view);
  };

  const closeEditor = (view: View, comment: ShownComment) => {
    comment.mode = CommentMode.Preview;
    comment.body = readOnlyBody(comment.saved);
    publish(view);
    // It may have been changed or deleted elsewhere meanwhile.
    view.shown = '';
    const document = documents.get(view.thread.uri.toString())?.document;
    if (document !== undefined) sync(document);
  };
  const hasThread = (document: TextDocument, line: number): boolean =>
    [...(documents.get(document.uri.toString())?.views.values() ?? [])].some(
      ({ thread }) => thread.range?.start.line === line,
    );
  const owned = (value: unknown) => (isObject(value) ? owners.get(value) : undefined);

  return {
    async draft(at) {
      const found = editorOf(at, lines);
      if (found === null) return false;
      const { editor, rows } = found;
      await window.showTextDocument(editor.document, {
        ...(editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
        preserveFocus: false,
      });
      await openDraft(rows, hasThread(editor.document, rows.start.line));
      return true;
    },
    async create({ thread, text }) {
      const view = views.get(thread);
      if (view !== undefined) {
        await review.reply(view.open, view.id, text);
        return;
      }
      await review.begin(locate(thread, lines), text);
      thread.dispose();
    },
    edit(value) {
      const found = owned(value);
      if (found !== undefined) openEditor(found.view, found.comment, found.comment.saved);
    },
    async save(value) {
      const found = owned(value);
      if (found === undefined) return;
      const { view, comment } = found;
      const typed = typedText(comment);
      try {
        if (typed !== comment.saved) await review.edit(view.open, comment.id, typed);
      } catch (error) {
        openEditor(view, comment, typed, l10n.t('not saved'));
        throw error;
      }
      comment.saved = typed;
      closeEditor(view, comment);
    },
    cancel(value) {
      const found = owned(value);
      if (found !== undefined) closeEditor(found.view, found.comment);
    },
    async remove(value) {
      const found = owned(value);
      if (found === undefined) return null;
      const { open } = found.view;
      const { id } = found.comment;
      await review.remove(open, id);
      return () => review.restore(open, id);
    },
    async setResolved(value, resolved) {
      const view = isObject(value) ? views.get(value) : undefined;
      if (view === undefined) return;
      await review.setResolved(view.open, view.id, resolved);
      view.thread.collapsibleState = resolved
        ? CommentThreadCollapsibleState.Collapsed
        : CommentThreadCollapsibleState.Expanded;
    },
    dispose() {
      own.dispose();
    },
  };
}

const isEdited = ({ mode }: ShownComment) => mode === CommentMode.Editing;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function createView(
  controller: CommentController,
  document: TextDocument,
  open: OpenTranscript,
  { id }: Thread,
  range: Range,
): View {
  const thread = controller.createCommentThread(document.uri, range, []);
  return { id, open, thread, comments: new Map(), shown: '' };
}

/** Threads on all messages that a document shows. */
function threadsFor(
  { open, sessions }: Shown,
  review: ReviewService,
): readonly { readonly session: number; readonly thread: Thread }[] {
  return sessions.flatMap((session) =>
    review.known(open, session).map((thread) => ({ session, thread })),
  );
}

/** A thread stands on the first line of its message, and on the first of all when it is stale. */
function rangeFor(
  document: TextDocument,
  session: number,
  { number }: Thread,
  lines: MessageLines,
): Range | null {
  const line = number === null ? 0 : lines.rangeOf(document, session, number)?.start.line;
  return line === undefined ? null : new Range(line, 0, line, 0);
}

function locate(thread: CommentThread, lines: MessageLines): Location {
  const uri = thread.uri.toString();
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri);
  const at = document === undefined ? null : lines.locate(document, thread.range?.start.line ?? 0);
  if (at !== null) return at;
  throw new Error(
    l10n.t('There is no message on this line. Begin the comment on a line of a message.'),
  );
}

/** An editor that shows a message, and its rows there: the active one first, then a reading document. */
function editorOf(
  { session, number, open }: Location,
  lines: MessageLines,
): { readonly editor: TextEditor; readonly rows: Range } | null {
  const rank = (editor: TextEditor) =>
    editor === window.activeTextEditor ? 0 : editor.document.uri.scheme === READING_SCHEME ? 1 : 2;
  const [first] = window.visibleTextEditors
    .flatMap((editor) => {
      if (lines.openFor(editor.document)?.open !== open) return [];
      const rows = lines.rangeOf(editor.document, session, number);
      return rows === null ? [] : [{ editor, rows }];
    })
    .sort((a, b) => rank(a.editor) - rank(b.editor));
  return first ?? null;
}

/**
 * Opens the editor of a new thread in the active editor, with the focus in it, which only VS Code's
 * own command does. Where a thread is already, that command would close it: then the row below is taken.
 */
async function openDraft(rows: Range, isTaken: boolean): Promise<void> {
  const row = isTaken ? rows.start.line + 1 : rows.start.line;
  if (row > rows.end.line) {
    await vscodeCommands.executeCommand('workbench.action.focusCommentOnCurrentLine');
    return;
  }
  const line = row + 1;
  await vscodeCommands.executeCommand('workbench.action.addComment', {
    range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
    fileComment: false,
  });
}
