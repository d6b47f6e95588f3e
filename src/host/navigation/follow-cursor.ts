import {
  Selection as EditorSelection,
  TextEditorSelectionChangeKind,
  window,
  workspace,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import type { MessageLines } from '../documents/message-lines';
import { READING_SCHEME } from '../documents/reading-uri';
import { disposables, type Disposable } from '../lifecycle';
import type { Selection } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';
import type { OwnMoves } from './own-moves';

/**
 * Makes the message under the cursor the selected one, in reading documents and raw files, and keeps
 * the cursor on it when the text is replaced because the transcript grew.
 */
export function registerCursorFollowing(
  registry: SessionRegistry,
  selection: Selection,
  lines: MessageLines,
  moves: OwnMoves,
): Disposable {
  const own = disposables();
  /** Above the first message the cursor is on none: then the first is selected, if nothing is. */
  const aboveFirst = (document: TextDocument) => {
    const shown = lines.openFor(document);
    return shown === null || selection.current?.open === shown.open
      ? null
      : { ...shown, number: 0 };
  };
  const follow = ({ document, selection: cursor }: TextEditor) => {
    const location = lines.locate(document, cursor.active.line) ?? aboveFirst(document);
    if (location === null) return;
    selection.select(location);
  };
  own.add(
    window.onDidChangeTextEditorSelection(({ textEditor, kind, selections }) => {
      const { document } = textEditor;
      const line = selections[0]?.active.line ?? 0;
      // Keys and clicks are always a person's; moves made by code may be our own.
      const isPersons =
        kind === TextEditorSelectionChangeKind.Keyboard ||
        kind === TextEditorSelectionChangeKind.Mouse;
      if (!isPersons) {
        if (moves.isSettling(document)) {
          keepCursors(document, selection, lines, moves);
          return;
        }
        if (moves.take(document, line) || textEditor !== window.activeTextEditor) return;
      }
      follow(textEditor);
    }),
  );
  own.add(
    window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined && !moves.isPending(editor.document)) follow(editor);
    }),
  );
  const readingDocuments = (transcript: string): readonly TextDocument[] =>
    workspace.textDocuments.filter(
      (document) =>
        document.uri.scheme === READING_SCHEME &&
        lines.openFor(document)?.open.uri.toString() === transcript,
    );
  own.add(
    registry.onDidChange(({ uri }) => {
      for (const document of readingDocuments(uri.toString())) moves.settle(document);
    }),
  );
  own.add(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || document.uri.scheme !== READING_SCHEME) return;
      keepCursors(document, selection, lines, moves);
    }),
  );
  return own;
}

/** Not revealed: a person may be reading elsewhere while the agent writes. */
function keepCursors(
  document: TextDocument,
  selection: Selection,
  lines: MessageLines,
  moves: OwnMoves,
): void {
  const at = selection.current;
  if (at === null || lines.openFor(document)?.open !== at.open) return;
  const start = lines.rangeOf(document, at.session, at.number)?.start;
  if (start === undefined) return;
  for (const editor of window.visibleTextEditors) {
    if (editor.document !== document || editor.selection.active.line === start.line) continue;
    moves.note(document, start.line);
    editor.selection = new EditorSelection(start, start);
  }
}
