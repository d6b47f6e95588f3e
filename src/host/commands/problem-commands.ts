import {
  commands as vscodeCommands,
  l10n,
  Range,
  window,
  type QuickPickItem,
  type Uri,
} from 'vscode';
import { errorWords } from '../../core/error-words';
import type { RowProblem } from '../../core/model/session';
import { grouped } from '../../core/reading/quantities';
import { columnOf } from '../../core/source/column';
import { asUtf8 } from '../../core/source/utf8';
import { notUnderstood } from '../l10n/row-words';
import type { Disposable } from '../lifecycle';
import type { OpenTranscript, Selection } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';
import { openSource } from '../sessions/source';
import { commands } from './ids';

interface ProblemItem extends QuickPickItem {
  readonly problem: RowProblem;
}

/** Lists the rows of the open transcript that were not understood; choosing one goes to its raw place. */
export function registerProblemCommands(
  registry: SessionRegistry,
  selection: Selection,
): Disposable {
  return vscodeCommands.registerCommand(commands.showProblems, async () => {
    const open = selection.current?.open ?? registry.all.at(-1);
    if (open !== undefined) await showProblems(open);
  });
}

async function showProblems({ raw, transcript }: OpenTranscript): Promise<void> {
  const { problems, rows } = transcript;
  if (problems.length === 0) {
    const said = l10n.t('All {0} rows were understood.', grouped(rows.read));
    // Not waited for: the command is done, whatever becomes of the notification.
    void window.showInformationMessage(said);
    return;
  }
  const chosen = await window.showQuickPick(problems.map(problemItem), {
    title: notUnderstood(rows),
    placeHolder: placeHolder(problems.length, rows.unknown + rows.malformed),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) await showRow(raw, chosen.problem);
}

function problemItem(problem: RowProblem): ProblemItem {
  const { place, kind, sentence } = problem;
  return {
    label: `$(${ICONS[kind]}) ${whereWords(problem)}`,
    description: kindWords(kind),
    detail: sentence.replace(/\s+/g, ' '),
    problem: { place, kind, sentence },
  };
}

const ICONS: Readonly<Record<RowProblem['kind'], string>> = {
  unknown: 'question',
  malformed: 'warning',
  incomplete: 'loading',
};

const whereWords = ({ place }: RowProblem) =>
  place.line === null
    ? l10n.t('Byte {0}', grouped(place.start))
    : l10n.t('Line {0}', grouped(place.line));

function kindWords(kind: RowProblem['kind']): string {
  switch (kind) {
    case 'unknown':
      return l10n.t('unknown row');
    case 'malformed':
      return l10n.t('malformed row');
    case 'incomplete':
      return l10n.t('last row, not complete yet');
  }
}

function placeHolder(listed: number, all: number): string {
  const go = l10n.t('Choose a row to see it in the raw transcript');
  return all <= listed ? go : l10n.t('The first {0} are listed. {1}', grouped(listed), go);
}

/** Shows where a row stands in the raw file; VS Code does this for files it does not share with extensions too. */
async function showRow(uri: Uri, { place }: RowProblem): Promise<void> {
  try {
    const source = await openSource(uri);
    try {
      const column = await columnOf(await asUtf8(source), place.start);
      const line = (place.line ?? 1) - 1;
      await vscodeCommands.executeCommand('vscode.open', uri, {
        preview: false,
        selection: new Range(line, column, line, column),
      });
    } finally {
      await source.close();
    }
  } catch (error) {
    const said = l10n.t('The row can’t be shown in the raw transcript. {0}', errorWords(error));
    void window.showErrorMessage(said);
  }
}
