import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';
import { openHandles } from '../support/open-handles';
import { api, closeAll, openSession, run, until, workspaceFile } from './support';

const row = (role: string, content: string, more: object = {}) =>
  `${JSON.stringify({ role, content, ...more })}\n`;
const turn = (count: number) =>
  row('user', `Question ${count}`) +
  row('assistant', `Answer ${count}\n`.repeat(6), { finish_reason: 'stop' });

/** Node has it behind a switch, which can be set later. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

describe('a live transcript', () => {
  let pieces: ReviewApi;
  before(async () => {
    pieces = await api();
  });
  afterEach(closeAll);

  const messagesOf = (uri: vscode.Uri) =>
    pieces.registry.get(uri)?.transcript.sessions[0].messages ?? [];
  const flagsOf = (uri: vscode.Uri) => pieces.registry.get(uri)?.findings(0).flags ?? [];
  const grown = (uri: vscode.Uri, count: number) =>
    until(() => messagesOf(uri).length === count, `there are not ${count} messages`);
  const textHas = (editor: vscode.TextEditor, words: string) =>
    until(() => editor.document.getText().includes(words), `the text lacks ${words}`);

  it('keeps a torn row pending and does not flag what the agent has not finished', async () => {
    const uri = workspaceFile('live-torn.jsonl', turn(1));
    await openSession(uri);
    const question = row('user', 'And now?');
    appendFileSync(uri.fsPath, question.slice(0, 20));
    await until(
      () => pieces.registry.get(uri)?.transcript.problems[0]?.kind === 'incomplete',
      'the torn row is not pending',
    );
    assert.equal(pieces.registry.get(uri)?.transcript.rows.malformed, 0);
    appendFileSync(uri.fsPath, question.slice(20));
    await grown(uri, 3);
    assert.deepEqual(pieces.registry.get(uri)?.transcript.problems, []);
    assert.deepEqual(flagsOf(uri), [], 'a response may still come');
    appendFileSync(uri.fsPath, row('assistant', '', { finish_reason: 'stop' }));
    await grown(uri, 4);
    assert.deepEqual(
      flagsOf(uri).map(({ number, kind }) => [number, kind]),
      [[3, 'void']],
    );
  });

  it('notices that it was truncated', async () => {
    const uri = workspaceFile('live-truncated.jsonl', turn(1) + turn(2) + turn(3));
    await openSession(uri);
    appendFileSync(uri.fsPath, turn(4));
    await grown(uri, 8);
    workspaceFile('live-truncated.jsonl', turn(9));
    await grown(uri, 2);
  });

  it('follows its end until the person goes elsewhere', async () => {
    const many = Array.from({ length: 60 }, (_, count) => turn(count)).join('');
    const uri = workspaceFile('live-followed.jsonl', many);
    const editor = await openSession(uri);
    const isEndInView = () =>
      editor.visibleRanges.some(({ end }) => end.line === editor.document.lineCount - 1);
    const selected = () => pieces.selection.current?.number;

    await run('toggleFollow');
    assert.ok(pieces.follower.followed);
    await until(() => selected() === 119, 'the newest message is not selected');
    await until(isEndInView, 'the end is not in view');

    for (const [count, last] of [
      [60, 121],
      [61, 123],
    ] as const) {
      appendFileSync(uri.fsPath, turn(count));
      await textHas(editor, `#${last} Assistant`);
      await until(() => selected() === last, `message ${last} is not selected`);
      await until(isEndInView, 'the new end is not in view');
      await until(
        () =>
          editor.document
            .lineAt(editor.selection.active.line)
            .text.startsWith(`#${last} Assistant`),
        'the cursor is not on the newest message',
      );
    }
    assert.ok(pieces.follower.followed);

    await run('previousPersonMessage');
    assert.equal(pieces.follower.followed, null, 'the person went elsewhere');
    appendFileSync(uri.fsPath, turn(62));
    await textHas(editor, '#125 Assistant');
    assert.equal(selected(), 122);
  });

  it('stops following by the command, and when its document is closed', async () => {
    const uri = workspaceFile('live-stopped.jsonl', turn(1));
    await openSession(uri);
    await run('toggleFollow');
    assert.ok(pieces.follower.followed);
    await run('toggleFollow');
    assert.equal(pieces.follower.followed, null);
    await run('toggleFollow');
    await closeAll();
    await until(() => pieces.follower.followed === null, 'a closed session is followed');
  });

  it('gives everything back when it is closed', async function () {
    this.timeout(240_000);
    const { registry } = pieces;
    const uris = Array.from({ length: 20 }, (_, count) =>
      workspaceFile(`live-many/${count}.jsonl`, turn(count)),
    );
    const opened: WeakRef<object>[] = [];
    const openAndClose = async (uri: vscode.Uri) => {
      const open = await registry.open(uri);
      opened.push(new WeakRef(open.transcript));
      assert.equal(registry.get(uri), open);
      registry.close(open);
      assert.equal(registry.get(uri), null);
    };
    for (const uri of uris) await openAndClose(uri);
    const before = openHandles();
    for (let round = 0; round < 10; round += 1) {
      for (const uri of uris) await openAndClose(uri);
    }
    assert.equal(registry.all.length, 0);
    await until(() => {
      collectGarbage();
      // The last ones may still be held by what is on its way.
      return opened.filter((one) => one.deref() !== undefined).length <= 5;
    }, 'transcripts that were closed are still in memory');
    if (before === null) return;
    // Threads end a moment after they were told to.
    await until(() => (openHandles() ?? 0) <= before + 3, `more than ${before} files are open`);
  });
});
