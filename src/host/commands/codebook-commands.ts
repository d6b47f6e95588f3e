import { commands as vscodeCommands, l10n, window } from 'vscode';
import { errorWords } from '../../core/error-words';
import { merged, renamed, withLabel, type Label } from '../../core/review/codebook';
import { disposables, type Disposable } from '../lifecycle';
import { codebook, saveCodebook } from '../review/codebook-setting';
import { commands } from './ids';

/** Adds, renames and merges labels. What is labelled already stays labelled. */
export function registerCodebookCommands(): Disposable {
  const own = disposables();
  const register = (id: string, work: () => Promise<void>) =>
    own.add(
      vscodeCommands.registerCommand(id, async () => {
        try {
          await work();
        } catch (error) {
          void window.showErrorMessage(
            l10n.t('The labels can’t be saved in the settings. {0}', errorWords(error)),
          );
        }
      }),
    );
  register(commands.addLabel, add);
  register(commands.renameLabel, rename);
  register(commands.mergeLabels, merge);
  return own;
}

async function add(): Promise<void> {
  const name = await askForName(l10n.t('Name of the new label'), '');
  if (name !== null) await saveCodebook(withLabel(codebook(), name));
}

async function rename(): Promise<void> {
  const label = await choose(l10n.t('Rename which label?'), codebook());
  if (label === null) return;
  const name = await askForName(l10n.t('New name of “{0}”', label.name), label.name);
  if (name !== null) await saveCodebook(renamed(codebook(), label.id, name));
}

async function merge(): Promise<void> {
  const from = await choose(l10n.t('Merge which label into another?'), codebook());
  if (from === null) return;
  const others = codebook().filter(({ id }) => id !== from.id);
  const into = await choose(l10n.t('Into which label is “{0}” merged?', from.name), others);
  if (into !== null) await saveCodebook(merged(codebook(), from.id, into.id));
}

async function choose(title: string, labels: readonly Label[]): Promise<Label | null> {
  const items = labels.map((label) => ({ label: label.name, value: label }));
  return (await window.showQuickPick(items, { title }))?.value ?? null;
}

async function askForName(title: string, value: string): Promise<string | null> {
  const name = await window.showInputBox({
    title,
    value,
    validateInput: (text) =>
      text.trim() === ''
        ? l10n.t('A name of at least one letter.')
        : codebook().some((label) => label.name === text.trim() && text.trim() !== value)
          ? l10n.t('There is a label of this name already.')
          : null,
  });
  return name === undefined || name.trim() === '' ? null : name.trim();
}
