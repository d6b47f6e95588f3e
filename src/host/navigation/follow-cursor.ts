import { TextEditorSelectionChangeKind, window, type Disposable, type TextEditor } from 'vscode';
import type { MessageLines } from '../documents/message-lines';
import { READING_SCHEME } from '../documents/reading-uri';
import { disposables } from '../lifecycle';
import type { Selection } from '../sessions/open-transcript';

/** Makes the message under the cursor the selected one, in reading documents and raw files. */
export function registerCursorFollowing(selection: Selection, lines: MessageLines): Disposable {
  const own = disposables();
  const follow = (editor: TextEditor | undefined) => {
    if (editor === undefined) return;
    const location = lines.locate(editor.document, editor.selection.active.line);
    if (location === null) return;
    selection.select(location, editor.document.uri.scheme === READING_SCHEME ? 'document' : 'raw');
  };
  own.add(
    window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      // Moves made by code are made for a selection that is known already.
      if (kind !== undefined && kind !== TextEditorSelectionChangeKind.Command) follow(textEditor);
      else if (textEditor === window.activeTextEditor) follow(textEditor);
    }),
  );
  own.add(window.onDidChangeActiveTextEditor(follow));
  return own;
}
