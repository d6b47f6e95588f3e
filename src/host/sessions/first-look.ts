import { window, type Memento, type TextEditor } from 'vscode';
import type { MessageLines } from '../documents/message-lines';
import { READING_SCHEME } from '../documents/reading-uri';
import { disposables, type Disposable } from '../lifecycle';
import type { Location, Selection } from './open-transcript';

/** Where the transcripts that were looked at in this workspace are remembered. */
const KEY = 'lookedAt';
const MOST = 200;

/**
 * Shows tree and panel when a reading document is seen for the first time in this workspace, however
 * it was opened. Later VS Code itself brings back what was open, and what was closed stays closed.
 */
export function registerFirstLook(
  memento: Memento,
  selection: Selection,
  lines: MessageLines,
  arrange: (at: Location) => void,
): Disposable {
  const own = disposables();
  const look = (editor: TextEditor | undefined) => {
    if (editor?.document.uri.scheme !== READING_SCHEME) return;
    const shown = lines.openFor(editor.document);
    if (shown === null) return;
    const known = memento.get<readonly string[]>(KEY, []);
    const uri = shown.open.uri.toString();
    if (known.includes(uri)) return;
    void memento.update(KEY, [uri, ...known].slice(0, MOST));
    const { current } = selection;
    arrange(current?.open === shown.open ? current : { ...shown, number: 0 });
  };
  own.add(window.onDidChangeActiveTextEditor(look));
  look(window.activeTextEditor);
  return own;
}
