import { l10n, languages, LanguageStatusSeverity, type LanguageStatusItem } from 'vscode';
import { isSchemaVerified } from '../../core/model/session';
import { commands } from '../commands/ids';
import { READING_SCHEME } from '../documents/reading-uri';
import { notUnderstood } from '../l10n/row-words';
import { disposables, type Disposable } from '../lifecycle';
import type { Selection } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';

/** The one quiet notice that rows of the selected transcript were not understood: beside the language. */
export function registerRowStatus(registry: SessionRegistry, selection: Selection): Disposable {
  const own = disposables();
  const state: { item: LanguageStatusItem | null } = { item: null };
  const hide = () => {
    state.item?.dispose();
    state.item = null;
  };
  const update = () => {
    const transcript = selection.current?.open.transcript;
    if (transcript === undefined || transcript.problems.length === 0) {
      hide();
      return;
    }
    const { rows } = transcript;
    state.item ??= createItem();
    const isBad = rows.unknown + rows.malformed > 0;
    state.item.text = isBad ? notUnderstood(rows) : l10n.t('The last row is not complete');
    state.item.severity = isBad
      ? LanguageStatusSeverity.Warning
      : LanguageStatusSeverity.Information;
    state.item.detail = isSchemaVerified(transcript) ? '' : l10n.t('schema not verified');
  };
  own.add(selection.onDidChange(update));
  own.add(registry.onDidChange(update));
  own.add({ dispose: hide });
  update();
  return own;
}

function createItem(): LanguageStatusItem {
  const item = languages.createLanguageStatusItem('agentSessionReview.rows', {
    scheme: READING_SCHEME,
  });
  item.name = l10n.t('Rows of the transcript');
  item.command = { command: commands.showProblems, title: l10n.t('Show Rows') };
  return item;
}
