import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';

/** The extension's pieces, activating it first. */
export async function api(): Promise<ReviewApi> {
  const extension = vscode.extensions.getExtension<ReviewApi>(
    'agent-session-review.agent-session-review',
  );
  assert.ok(extension, 'the extension is not installed in the host');
  return extension.activate();
}

/** Writes a file into the workspace and returns its URI. */
export function workspaceFile(name: string, content: string | Uint8Array): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'the host has no workspace');
  const file = path.join(folder.uri.fsPath, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return vscode.Uri.file(file);
}

/** Waits until `look` gives something; fails with the sentence after ten seconds. */
export async function until<T>(
  look: () => T | null | undefined | false,
  sentence: string,
): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(sentence);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Opens a transcript through the command and returns the editor with its reading document. */
export async function openSession(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const { registry } = await api();
  const opened = await vscode.commands.executeCommand('agentSessionReview.open', uri);
  assert.equal(opened, true, 'the transcript was not opened');
  assert.ok(registry.get(uri));
  return until(
    () => vscode.window.visibleTextEditors.find(({ document }) => shows(document, uri)),
    'no editor shows the reading document',
  );
}

/** Opens and closes a session: the first one of a workspace brings the panel along, which would come while others close. */
export async function openFirst(uri: vscode.Uri): Promise<void> {
  await openSession(uri);
  await until(
    () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isPanel)),
    'no panel came along',
  );
  await closeAll();
}

const isPanel = ({ input }: vscode.Tab) => input instanceof vscode.TabInputWebview;

export function shows(document: vscode.TextDocument, transcript: vscode.Uri): boolean {
  return (
    document.uri.scheme === 'agent-session' && document.uri.query.includes(transcript.toString())
  );
}

/** Closes all editors, also those that come late, and waits until no transcript is open. */
export async function closeAll(): Promise<void> {
  const { registry } = await api();
  await until(() => {
    // The panel of a first session may come after the others were closed.
    if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
      void vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
    return registry.all.length === 0;
  }, 'a transcript is still open');
}

export const run = (command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`agentSessionReview.${command}`, ...args);
