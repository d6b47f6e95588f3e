import {
  commands as vscodeCommands,
  l10n,
  ThemeIcon,
  Uri,
  window,
  type QuickInputButton,
} from 'vscode';
import { problemOf, type SearchQuery } from '../../core/search/query';
import { disposables, type Disposable } from '../lifecycle';

/** True in `when` clauses while the input is open. */
const IS_OPEN = 'agentSessionReview.searchInput';

export type SearchOption = 'matchCase' | 'wholeWord' | 'isRegex';

/** Codicons, and the names of our own icons for an option that is on. */
const ICONS: Readonly<Record<SearchOption, readonly [codicon: string, file: string]>> = {
  matchCase: ['case-sensitive', 'case'],
  wholeWord: ['whole-word', 'word'],
  isRegex: ['regex', 'regex'],
};
const OPTIONS: readonly SearchOption[] = ['matchCase', 'wholeWord', 'isRegex'];

interface OptionButton extends QuickInputButton {
  readonly option: SearchOption;
}

/** Asks what to look for. Options stay as they were left. */
export interface SearchInput extends Disposable {
  /** Null when the person changed their mind. */
  ask(suggestion: string): Promise<SearchQuery | null>;
  /** Turns an option on or off while the input is open. */
  toggle(option: SearchOption): void;
}

export function createSearchInput(extensionUri: Uri): SearchInput {
  let query: SearchQuery = { text: '', matchCase: false, wholeWord: false, isRegex: false };
  let toggle: ((option: SearchOption) => void) | null = null;
  let close: (() => void) | null = null;

  const ask = (suggestion: string): Promise<SearchQuery | null> =>
    new Promise((resolve) => {
      const own = disposables();
      const input = own.add(window.createInputBox());
      input.title = l10n.t('Search Session');
      input.placeholder = l10n.t('Words in messages, reasoning, tool calls and their results');
      input.value = suggestion === '' ? query.text : suggestion;
      input.valueSelection = [0, input.value.length];
      let buttons: readonly OptionButton[] = [];
      const show = () => {
        buttons = OPTIONS.map((option) => buttonOf(option, query[option], extensionUri));
        input.buttons = buttons;
        input.prompt = optionWords(query);
        const problem = input.value === '' ? null : problemOf({ ...query, text: input.value });
        input.validationMessage =
          problem === null ? undefined : l10n.t('This is no regular expression: {0}', problem);
      };
      toggle = (option) => {
        query = { ...query, [option]: !query[option] };
        show();
      };
      close = () => {
        input.hide();
      };
      own.add(input.onDidChangeValue(show));
      own.add(
        input.onDidTriggerButton((button) => {
          const chosen = buttons.find((one) => one === button);
          if (chosen !== undefined) toggle?.(chosen.option);
        }),
      );
      own.add(
        input.onDidAccept(() => {
          if (input.validationMessage !== undefined) return;
          query = { ...query, text: input.value };
          resolve(query.text === '' ? null : query);
          input.hide();
        }),
      );
      own.add(
        input.onDidHide(() => {
          toggle = null;
          close = null;
          void vscodeCommands.executeCommand('setContext', IS_OPEN, false);
          resolve(null);
          own.dispose();
        }),
      );
      void vscodeCommands.executeCommand('setContext', IS_OPEN, true);
      show();
      input.show();
    });

  return {
    ask,
    toggle: (option) => toggle?.(option),
    dispose: () => close?.(),
  };
}

/** Buttons have no pressed state of their own: the icon has a ground when the option is on. */
function buttonOf(option: SearchOption, isOn: boolean, extensionUri: Uri): OptionButton {
  const [codicon, file] = ICONS[option];
  const icon = (theme: 'dark' | 'light') =>
    Uri.joinPath(extensionUri, 'media', 'search', `${file}-${theme}.svg`);
  return {
    option,
    iconPath: isOn ? { dark: icon('dark'), light: icon('light') } : new ThemeIcon(codicon),
    tooltip: tooltipOf(option, isOn),
  };
}

function tooltipOf(option: SearchOption, isOn: boolean): string {
  switch (option) {
    case 'matchCase':
      return isOn ? l10n.t('Match case: on') : l10n.t('Match case: off');
    case 'wholeWord':
      return isOn ? l10n.t('Match whole word: on') : l10n.t('Match whole word: off');
    case 'isRegex':
      return isOn ? l10n.t('Regular expression: on') : l10n.t('Regular expression: off');
  }
}

const optionWords = ({ matchCase, wholeWord, isRegex }: SearchQuery): string =>
  [
    isRegex ? l10n.t('Regular expression') : l10n.t('Plain text'),
    matchCase ? l10n.t('as it is written') : l10n.t('in upper and lower case'),
    wholeWord ? l10n.t('whole words only') : l10n.t('in words too'),
  ].join(' · ');
