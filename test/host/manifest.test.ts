import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/host/commands/ids';
import { api } from './support';

describe('the manifest', () => {
  it('declares every command, and every declared command is registered', async () => {
    await api();
    const extension = vscode.extensions.getExtension('agent-session-review.agent-session-review');
    const { contributes } = extension?.packageJSON as {
      contributes: { commands: { command: string; category: string }[] };
    };
    const declared = contributes.commands.map(({ command }) => command).sort();
    assert.deepEqual(declared, [...Object.values(commands)].sort());
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const command of declared) assert.ok(registered.has(command), command);
    for (const { category } of contributes.commands) assert.equal(category, 'Agent Session Review');
  });
});
