import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const extensionId = 'agent-session-review.agent-session-review';

describe('activation', () => {
  it('finds the extension and activates it', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, `${extensionId} is not installed in the host`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('opens the fixture workspace', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  });
});
