import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { api, closeAll, openSession, run, until, workspaceFile } from './support';

const row = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;
const question = row('user', 'Sort the list.');

describe('containers', () => {
  afterEach(closeAll);

  it('opens compressed rows, shows their messages, follows the file, and leaves nothing', async () => {
    const { registry } = await api();
    const name = 'compressed.jsonl.gz';
    const uri = workspaceFile(name, gzipSync(question + row('assistant', 'Sorted.')));
    const { document } = await openSession(uri);
    assert.match(document.getText(), /Sorted\./);
    const open = registry.get(uri);
    assert.ok(open);
    const message = await open.messages.preview(
      { session: 0, number: 1 },
      new AbortController().signal,
    );
    assert.equal(message.parts.length, 1);
    const unpacked = open.raw.fsPath;
    if (process.platform !== 'win32') assert.equal(statSync(unpacked).mode & 0o777, 0o600);

    await run('openRaw');
    const raw = vscode.window.activeTextEditor?.document;
    assert.equal(raw?.uri.toString(), open.raw.toString());
    assert.match(raw.getText(), /^\{"role":"user"/);

    workspaceFile(name, gzipSync(question + row('assistant', 'Sorted twice.') + question));
    await until(
      () => open.transcript.sessions[0].messages.length === 3,
      'the change of the compressed file was not read',
    );
    await closeAll();
    assert.equal(existsSync(unpacked), false);
  });

  it('says why a compressed file can’t be opened', async () => {
    const said: string[] = [];
    const { showErrorMessage } = vscode.window;
    Object.assign(vscode.window, {
      showErrorMessage: (sentence: string) => Promise.resolve(said.push(sentence)),
    });
    try {
      const uri = workspaceFile('torn.jsonl.gz', gzipSync(question).subarray(0, -9));
      assert.equal(await run('open', uri), false);
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
    assert.match(
      said.join('\n'),
      /torn\.jsonl\.gz can’t be opened as a session\. It can’t be unpack/,
    );
  });
});
