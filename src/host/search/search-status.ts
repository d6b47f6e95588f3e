import { l10n, StatusBarAlignment, window } from 'vscode';
import { commands } from '../commands/ids';
import { hitPosition } from '../l10n/search-words';
import { disposables, type Disposable } from '../lifecycle';
import type { Search, SessionSearch } from './session-search';

/** `Hit 3 of 17` in the status bar while a search is active; a click goes to the next hit. */
export function registerSearchStatus(search: SessionSearch): Disposable {
  const own = disposables();
  const item = own.add(
    window.createStatusBarItem('agentSessionReview.hit', StatusBarAlignment.Left, 48),
  );
  item.name = l10n.t('Agent Session Review: search');
  item.command = commands.nextHit;
  const update = (current: Search | null) => {
    if (current === null) {
      item.hide();
      return;
    }
    const { state, done, query } = current;
    const isRunning = state === 'running';
    const words = [
      isRunning ? l10n.t('Searching, {0} %', Math.floor(done * 100)) : '',
      isRunning && current.hits.length === 0 ? '' : hitPosition(current),
    ]
      .filter((piece) => piece !== '')
      .join(' · ');
    item.text = `${isRunning ? '$(loading~spin)' : '$(search)'} ${words}`;
    item.tooltip = l10n.t('Search for “{0}”. Go to the next hit.', query.text);
    item.accessibilityInformation = {
      label: l10n.t('Agent Session Review: search for {0}, {1}', query.text, words),
      role: 'button',
    };
    item.show();
  };
  own.add(search.onDidChange(update));
  return own;
}
