import { ThemeColor, window, workspace, type Range, type TextEditor } from 'vscode';
import { bodyWords } from '../l10n/search-words';
import { debounced, disposables, type Disposable } from '../lifecycle';
import type { Hit } from '../../core/search/hit';
import type { HitPlace } from './hit-places';
import type { SessionSearch } from './session-search';

/** Steps come in bursts while a key is held down. In ms. */
const PAINT_MS = 20;

/** How the current hit looks in an editor; null where it is not. */
export type HitPainting =
  | { readonly kind: 'match'; readonly range: Range }
  /** The match itself is not shown there: a note says what it is. */
  | { readonly kind: 'note'; readonly range: Range; readonly note: string };

export interface HitDecoration extends Disposable {
  /** For tests. */
  paintingOf(editor: TextEditor): HitPainting | null;
}

/** Marks the hit one is on in every editor of ours that shows it. */
export function registerHitDecoration(
  search: SessionSearch,
  placeIn: (editor: TextEditor) => HitPlace | null,
): HitDecoration {
  const own = disposables();
  const bodies = bodyWords();
  const match = own.add(
    window.createTextEditorDecorationType({
      backgroundColor: new ThemeColor('agentSessionReview.hitBackground'),
      border: '1px solid',
      borderColor: new ThemeColor('agentSessionReview.hitBorder'),
    }),
  );
  const note = own.add(
    window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new ThemeColor('agentSessionReview.hitBackground'),
      border: '1px solid',
      borderColor: new ThemeColor('agentSessionReview.hitBorder'),
    }),
  );
  const paintingOf = (editor: TextEditor): HitPainting | null => {
    const hit = search.current?.current ?? null;
    const place = hit === null ? null : placeIn(editor);
    if (hit === null || place === null) return null;
    if (place.range !== null) return { kind: 'match', range: place.range };
    const { range } = editor.document.lineAt(place.start.line);
    return { kind: 'note', range, note: noteOf(hit) };
  };
  const noteOf = ({ body, snippet }: Hit) => `${bodies[body]}: ${snippet}`;

  const paint = own.add(
    debounced(PAINT_MS, () => {
      for (const editor of window.visibleTextEditors) {
        const painting = paintingOf(editor);
        editor.setDecorations(match, painting?.kind === 'match' ? [painting.range] : []);
        editor.setDecorations(
          note,
          painting?.kind === 'note'
            ? [
                {
                  range: painting.range,
                  renderOptions: {
                    after: {
                      contentText: painting.note,
                      color: new ThemeColor('agentSessionReview.hitForeground'),
                      margin: '0 0 0 3ch',
                      fontStyle: 'italic',
                    },
                  },
                },
              ]
            : [],
        );
      }
    }),
  );
  own.add(search.onDidChange(paint.trigger));
  own.add(window.onDidChangeVisibleTextEditors(paint.trigger));
  own.add(workspace.onDidChangeTextDocument(paint.trigger));
  return { paintingOf, dispose: own.dispose };
}
