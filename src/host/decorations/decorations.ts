import {
  OverviewRulerLane,
  type Range,
  ThemeColor,
  Uri,
  window,
  workspace,
  type DecorationOptions,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import { flagNote, flagsByNumber, lookOf, type FlagLook } from '../../core/reading/flag-note';
import type { Words } from '../../core/reading/words';
import type { MessageLines } from '../documents/message-lines';
import { debounced, disposables, type Disposable } from '../lifecycle';
import type { OpenTranscript } from '../sessions/open-transcript';
import { sessionAt } from '../sessions/session-registry';

type Look = FlagLook | 'harness';
const LOOKS: readonly Look[] = ['empty', 'corrective', 'redirect', 'harness'];

/** Editors change in bursts (a document opens, is scrolled, changes); one painting is enough. */
const PAINT_DELAY_MS = 30;

/** What is painted in one document, by look. Tests compare it with the flags. */
export type Painting = ReadonlyMap<Look, Painted>;

interface Painted {
  /** Header lines, with gutter icon and note. */
  readonly heads: DecorationOptions[];
  /** Whole messages. */
  readonly tints: Range[];
}

/** Paints flags in every visible editor that shows a transcript: tint, gutter, ruler and a note. */
export function registerDecorations(
  extensionUri: Uri,
  lines: MessageLines,
  words: Words,
): Disposable & { paintingOf(editor: TextEditor): Painting } {
  const own = disposables();
  const types = LOOKS.map((look) => ({
    look,
    head: own.add(headType(look, extensionUri)),
    tint: own.add(tintType(look)),
  }));

  const paintingOf = (editor: TextEditor) => painting(editor, lines, words);
  const paint = own.add(
    debounced(PAINT_DELAY_MS, () => {
      for (const editor of window.visibleTextEditors) {
        const ranges = paintingOf(editor);
        for (const { look, head, tint } of types) {
          const painted = ranges.get(look);
          editor.setDecorations(head, painted?.heads ?? []);
          editor.setDecorations(tint, painted?.tints ?? []);
        }
      }
    }),
  );
  own.add(window.onDidChangeVisibleTextEditors(paint.trigger));
  own.add(lines.onDidChange(paint.trigger));
  own.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      if (lines.openFor(document) !== null) paint.trigger();
    }),
  );
  paint.trigger();
  return { paintingOf, dispose: own.dispose };
}

function headType(look: Look, extensionUri: Uri): TextEditorDecorationType {
  const gutter = (theme: 'dark' | 'light') =>
    Uri.joinPath(extensionUri, 'media', 'gutter', `${look}-${theme}.svg`);
  return window.createTextEditorDecorationType({
    dark: { gutterIconPath: gutter('dark'), gutterIconSize: 'contain' },
    light: { gutterIconPath: gutter('light'), gutterIconSize: 'contain' },
  });
}

function tintType(look: Look): TextEditorDecorationType {
  const quiet = look === 'harness';
  return window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor(`agentSessionReview.${look}Background`),
    ...(quiet
      ? {}
      : {
          overviewRulerColor: new ThemeColor(`agentSessionReview.${look}Foreground`),
          overviewRulerLane: OverviewRulerLane.Right,
        }),
  });
}

function painting(editor: TextEditor, lines: MessageLines, words: Words): Painting {
  const ranges = new Map<Look, Painted>(LOOKS.map((look) => [look, { heads: [], tints: [] }]));
  const shown = lines.openFor(editor.document);
  if (shown === null) return ranges;
  for (const session of shown.sessions) {
    paintSession(editor, lines, words, shown.open, session, ranges);
  }
  return ranges;
}

function paintSession(
  editor: TextEditor,
  lines: MessageLines,
  words: Words,
  open: OpenTranscript,
  session: number,
  ranges: Painting,
) {
  const { messages } = sessionAt(open.transcript, session);
  for (const [number, flags] of flagsByNumber(open.findings(session))) {
    const range = lines.rangeOf(editor.document, session, number);
    const first = flags[0];
    if (range === null || first === undefined) continue;
    const note = flags.map((flag) => flagNote(flag, messages, words)).join('  |  ');
    const header = editor.document.lineAt(range.start.line).range;
    const look = lookOf(first);
    const painted = ranges.get(look);
    painted?.tints.push(range);
    painted?.heads.push({
      range: header,
      renderOptions: {
        after: {
          contentText: note,
          color: new ThemeColor(`agentSessionReview.${look}Foreground`),
          margin: '0 0 0 3ch',
          fontStyle: 'italic',
        },
      },
    });
  }
  for (const message of messages) {
    if (message.author !== 'harness') continue;
    const range = lines.rangeOf(editor.document, session, message.number);
    if (range === null) continue;
    const painted = ranges.get('harness');
    painted?.tints.push(range);
    painted?.heads.push({ range: editor.document.lineAt(range.start.line).range });
  }
}
