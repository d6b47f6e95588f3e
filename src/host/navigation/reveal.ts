import {
  type Position,
  Range,
  Selection as EditorSelection,
  TabInputText,
  TextEditorRevealType,
  ViewColumn,
  window,
  workspace,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import type { MessageLines } from '../documents/message-lines';
import { toReadingUri } from '../documents/reading-uri';
import type { Location } from '../sessions/open-transcript';
import type { OwnMoves } from './own-moves';

/**
 * Puts the cursor on a message: in the raw file when that is the active editor, otherwise in the
 * reading document, which is opened when it is not there.
 */
export async function reveal(
  location: Location,
  lines: MessageLines,
  moves: OwnMoves,
  preserveFocus: boolean,
  placeIn?: PlaceIn,
): Promise<void> {
  const active = window.activeTextEditor;
  if (active !== undefined && isRawOf(active.document, location)) {
    if (moveTo(active, location, lines, moves)) return;
  }
  await showReading(location, lines, moves, preserveFocus, placeIn);
}

/** Where the cursor goes within a message; null: to its first line. */
export type PlaceIn = (document: TextDocument) => Position | null;

/** Shows the reading document of a location's session where it already is, with the cursor on its message. */
export async function showReading(
  location: Location,
  lines: MessageLines,
  moves: OwnMoves,
  preserveFocus: boolean,
  placeIn?: PlaceIn,
): Promise<TextEditor> {
  const uri = toReadingUri({
    transcript: location.open.uri,
    session: location.session,
    message: null,
  });
  const document = await workspace.openTextDocument(uri);
  const shown = window.visibleTextEditors.find((editor) => editor.document === document);
  const start =
    placeIn?.(document) ?? lines.rangeOf(document, location.session, location.number)?.start;
  if (start !== undefined && shown?.selection.active.line !== start.line) {
    moves.note(document, start.line);
  }
  return window.showTextDocument(document, {
    ...(start === undefined ? {} : { selection: new Range(start, start) }),
    preview: false,
    preserveFocus,
    viewColumn: shown?.viewColumn ?? tabColumn(uri.toString()) ?? freeColumn(),
  });
}

function tabColumn(uri: string): ViewColumn | undefined {
  return window.tabGroups.all.find((group) =>
    group.tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri),
  )?.viewColumn;
}

/** Not the group of a webview of ours: a document beside the panel must not cover it. */
const freeColumn = (): ViewColumn => window.activeTextEditor?.viewColumn ?? ViewColumn.One;

function isRawOf(document: TextDocument, location: Location): boolean {
  return document.uri.toString() === location.open.raw.toString();
}

function moveTo(
  editor: TextEditor,
  location: Location,
  lines: MessageLines,
  moves: OwnMoves,
): boolean {
  const start = lines.rangeOf(editor.document, location.session, location.number)?.start;
  if (start === undefined) return false;
  if (editor.selection.active.line !== start.line) {
    moves.note(editor.document, start.line);
    editor.selection = new EditorSelection(start, start);
  }
  editor.revealRange(new Range(start, start), TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}
