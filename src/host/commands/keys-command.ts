import { commands as vscodeCommands, l10n, window, type Extension } from 'vscode';
import * as z from 'zod';
import type { Disposable } from '../lifecycle';
import { commands } from './ids';

/** What the manifest says about keys and commands; VS Code gives titles in the person's language. */
const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    keybindings: z.array(
      z.object({
        key: z.string(),
        mac: z.string().optional(),
        command: z.string(),
        args: z.unknown().optional(),
      }),
    ),
  }),
});

/** Lists the keys of the reading document; choosing one does what it does. */
export function registerKeysCommand(extension: Extension<unknown>): Disposable {
  return vscodeCommands.registerCommand(commands.showKeys, async () => {
    const { contributes } = manifest.parse(extension.packageJSON);
    const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
    const items = contributes.keybindings.map(({ key, mac, command, args }) => ({
      label: titles.get(command) ?? command,
      description: [
        process.platform === 'darwin' ? (mac ?? key) : key,
        typeof args === 'number' ? l10n.t('label {0}', args) : '',
      ]
        .filter((piece) => piece !== '')
        .join(' · '),
      command,
      args,
    }));
    const chosen = await window.showQuickPick(items, {
      title: l10n.t('Keys in the reading document'),
      matchOnDescription: true,
    });
    if (chosen !== undefined) await vscodeCommands.executeCommand(chosen.command, chosen.args);
  });
}
