import {
  EventEmitter,
  Range,
  Selection as EditorSelection,
  TextEditorSelectionChangeKind,
  window,
  workspace,
  type Event,
  type TextEditor,
} from 'vscode';
import type { MessageLines } from '../documents/message-lines';
import { READING_SCHEME } from '../documents/reading-uri';
import { disposables, type Disposable } from '../lifecycle';
import type { Location, OpenTranscript, Selection } from '../sessions/open-transcript';
import { sameLocation } from '../sessions/selection';
import { sessionAt, type SessionRegistry } from '../sessions/session-registry';
import type { OwnMoves } from './own-moves';
import { showReading } from './reveal';

/** What is read at its end while it grows. */
export interface Followed {
  readonly open: OpenTranscript;
  /** Index in `transcript.sessions`. */
  readonly session: number;
}

/** Keeps the newest message of one session selected, and the end of its reading document in view. */
export interface EndFollower extends Disposable {
  readonly followed: Followed | null;
  readonly onDidChange: Event<Followed | null>;
  /** Goes to the end and stays there, until another message is selected. */
  start(followed: Followed): Promise<void>;
  stop(): void;
}

export interface FollowServices {
  readonly registry: SessionRegistry;
  readonly selection: Selection;
  readonly lines: MessageLines;
  readonly moves: OwnMoves;
}

/** To be created before what follows the cursor: its moves must be known as ours by then. */
export function createEndFollower(services: FollowServices): EndFollower {
  const { registry, selection, lines, moves } = services;
  const own = disposables();
  const changed = own.add(new EventEmitter<Followed | null>());
  let followed: Followed | null = null;
  const set = (next: Followed | null) => {
    if (next === followed) return;
    followed = next;
    changed.fire(next);
  };
  const isFollowed = ({ document }: Pick<TextEditor, 'document'>) => {
    if (followed === null || document.uri.scheme !== READING_SCHEME) return false;
    const shown = lines.openFor(document);
    return shown?.open === followed.open && shown.session === followed.session;
  };
  const showEnd = (editor: TextEditor) => {
    if (followed === null || !isFollowed(editor)) return;
    const { document } = editor;
    const { session, number } = newestOf(followed);
    const start = lines.rangeOf(document, session, number)?.start;
    if (start !== undefined && editor.selection.active.line !== start.line) {
      moves.note(document, start.line);
      editor.selection = new EditorSelection(start, start);
    }
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.revealRange(new Range(end, end));
  };

  own.add(
    registry.onDidChange((open) => {
      // Later than all views: they must know the message that they are told to show.
      queueMicrotask(() => {
        if (followed?.open === open) selection.select(newestOf(followed));
      });
    }),
  );
  own.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const editor of window.visibleTextEditors) {
        if (editor.document === document) showEnd(editor);
      }
    }),
  );
  // While its tab was hidden the cursor stayed where it was.
  own.add(
    window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined) showEnd(editor);
    }),
  );
  own.add(
    selection.onDidChange((location) => {
      if (followed !== null && !sameLocation(location, newestOf(followed))) set(null);
    }),
  );
  own.add(
    window.onDidChangeTextEditorSelection(({ textEditor, kind, selections }) => {
      if (!isPersons(kind) || followed === null || !isFollowed(textEditor)) return;
      const { document } = textEditor;
      const { session, number } = newestOf(followed);
      const line = selections[0]?.active.line ?? 0;
      const isAtEnd =
        line === document.lineCount - 1 ||
        line === lines.rangeOf(document, session, number)?.start.line;
      if (!isAtEnd) set(null);
    }),
  );
  own.add(
    registry.onDidClose((open) => {
      if (followed?.open === open) set(null);
    }),
  );
  own.add(
    workspace.onDidCloseTextDocument((document) => {
      if (isFollowed({ document })) set(null);
    }),
  );
  return {
    get followed() {
      return followed;
    },
    onDidChange: changed.event,
    async start(next) {
      const newest = newestOf(next);
      selection.select(newest);
      set(next);
      const isPanels = window.activeTextEditor === undefined;
      showEnd(await showReading(newest, lines, moves, isPanels));
    },
    stop() {
      set(null);
    },
    dispose: own.dispose,
  };
}

const isPersons = (kind: TextEditorSelectionChangeKind | undefined) =>
  kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse;

function newestOf({ open, session }: Followed): Location {
  return { open, session, number: sessionAt(open.transcript, session).messages.length - 1 };
}
