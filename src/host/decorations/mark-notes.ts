import { ThemeColor, window, workspace, type DecorationOptions, type TextEditor } from 'vscode';
import type { MessageLines } from '../documents/message-lines';
import { marksNote } from '../l10n/mark-words';
import { debounced, disposables, type Disposable } from '../lifecycle';
import { codebook } from '../review/codebook-setting';
import type { ReviewService } from '../review/review-service';

/** Editors change in bursts; one painting is enough. In ms. */
const PAINT_DELAY_MS = 40;

/** Writes verdicts, labels and states at the end of the lines of their messages. */
export function registerMarkNotes(
  lines: MessageLines,
  review: ReviewService,
): Disposable & { notesOf(editor: TextEditor): readonly DecorationOptions[] } {
  const own = disposables();
  const type = own.add(window.createTextEditorDecorationType({}));
  const notesOf = (editor: TextEditor) => notes(editor, lines, review);
  const paint = own.add(
    debounced(PAINT_DELAY_MS, () => {
      for (const editor of window.visibleTextEditors) editor.setDecorations(type, notesOf(editor));
    }),
  );
  own.add(window.onDidChangeVisibleTextEditors(paint.trigger));
  own.add(lines.onDidChange(paint.trigger));
  own.add(review.onDidChange(paint.trigger));
  own.add(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('agentSessionReview.labels')) paint.trigger();
    }),
  );
  return { notesOf, dispose: own.dispose };
}

function notes(
  editor: TextEditor,
  lines: MessageLines,
  review: ReviewService,
): DecorationOptions[] {
  const shown = lines.openFor(editor.document);
  if (shown === null) return [];
  const labels = codebook();
  return shown.sessions.flatMap((session) =>
    [...review.knownMarks(shown.open, session)].flatMap(([number, marks]) => {
      const note = marksNote(marks, labels);
      const range = lines.rangeOf(editor.document, session, number);
      if (note === '' || range === null) return [];
      return [
        {
          range: editor.document.lineAt(range.start.line).range,
          renderOptions: {
            after: {
              contentText: note,
              color: new ThemeColor('descriptionForeground'),
              margin: '0 0 0 3ch',
            },
          },
        },
      ];
    }),
  );
}
