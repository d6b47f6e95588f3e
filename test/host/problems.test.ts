import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openSession, run, until, workspaceFile } from './support';

const SESSION = [
  '{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-03-02T10:00:00Z","message":{"role":"user","content":"Sort the list."}}',
  '{"type":"hologram","uuid":"u2","sessionId":"s"}',
  'not json',
  '{"type":"assistant","uuid":"u3","sessionId":"s","timestamp":"2026-03-02T10:00:09Z","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Sorted."}]}}',
  '',
].join('\n');

describe('rows that were not understood', () => {
  afterEach(closeAll);

  /** Answers the next list with this item, and tells what was listed. */
  const choose = async (at: number, work: () => Thenable<unknown>) => {
    const { showQuickPick } = vscode.window;
    const listed: vscode.QuickPickItem[] = [];
    const answer = (items: readonly vscode.QuickPickItem[]) => {
      listed.push(...items);
      return Promise.resolve(items[at]);
    };
    Object.assign(vscode.window, { showQuickPick: answer });
    try {
      await work();
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    return listed;
  };

  it('are told in the header, listed, and shown where they stand', async () => {
    const uri = workspaceFile('problems.jsonl', SESSION);
    const { document } = await openSession(uri);
    assert.match(document.getText(), /^rows: 4 read = 2 understood \+ 1 unknown \+ 1 malformed$/m);
    assert.match(document.getText(), /^schema not verified: /m);
    const listed = await choose(1, () => run('showProblems'));
    assert.deepEqual(
      listed.map(({ label, description }) => [label, description]),
      [
        ['$(question) Line 2', 'unknown row'],
        ['$(warning) Line 3', 'malformed row'],
      ],
    );
    assert.match(listed[0]?.detail ?? '', /hologram/);
    const raw = await until(
      () => vscode.window.visibleTextEditors.find((one) => one.document.uri.path === uri.path),
      'no editor shows the raw file',
    );
    await until(() => raw.selection.active.line === 2, 'the cursor is not on the row');
  });

  it('of a document on one line are shown at their column', async () => {
    const list = [
      { role: 'user', content: 'größe 😀' },
      7,
      { role: 'assistant', content: 'Done.' },
    ];
    const text = JSON.stringify(list);
    const uri = workspaceFile('problems.json', text);
    await openSession(uri);
    const listed = await choose(0, () => run('showProblems'));
    assert.equal(listed.length, 1);
    const raw = await until(
      () => vscode.window.visibleTextEditors.find((one) => one.document.uri.path === uri.path),
      'no editor shows the raw file',
    );
    const column = text.indexOf(',7,') + 1;
    await until(() => raw.selection.active.character === column, 'the cursor is not on the row');
  });
});
