import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Thread } from '../../src/core/review/thread';
import type { ReviewApi } from '../../src/host/compose';
import type { OpenTranscript } from '../../src/host/sessions/open-transcript';
import { api, closeAll, openSession, run, until, workspaceFile } from './support';

const row = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;
const transcript = [
  row('user', 'Sort the list by date, newest first.'),
  row('assistant', 'I will look at the list first.'),
  row('user', 'And what now? Did you find the list?'),
  row('assistant', ''),
  row('user', 'And what now? Did you find the list?'),
  row('assistant', 'It is sorted.'),
].join('');

const settings = () => vscode.workspace.getConfiguration('agentSessionReview');
const set = (name: string, value: unknown) =>
  settings().update(name, value, vscode.ConfigurationTarget.Global);

describe('reviews', () => {
  let pieces: ReviewApi;
  let count = 0;

  before(async () => {
    pieces = await api();
    await set('reviewerName', 'Ada');
  });
  after(async () => {
    await set('reviewerName', undefined);
  });
  afterEach(async () => {
    await set('reviewLocation', undefined);
    await closeAll();
  });

  /** Opens a transcript of its own for each test. */
  const begin = async (content = transcript): Promise<OpenTranscript> => {
    count += 1;
    const uri = workspaceFile(`reviews/run-${count}.jsonl`, content);
    await openSession(uri);
    const open = pieces.registry.get(uri);
    assert.ok(open);
    return open;
  };
  const known = (open: OpenTranscript) => pieces.review.known(open, 0);
  const only = (open: OpenTranscript): Thread => {
    const [thread, ...more] = known(open);
    assert.ok(thread && more.length === 0, `${known(open).length} threads`);
    return thread;
  };
  const fileOf = (open: OpenTranscript, reviewer: string) =>
    `${open.uri.fsPath}.${reviewer}.review.jsonl`;
  const commentOf = ({ comments }: Thread) => {
    const [comment] = comments;
    assert.ok(comment);
    return comment;
  };

  it('are on disk beside the transcript before the promise resolves', async () => {
    const open = await begin();
    await pieces.review.begin({ open, session: 0, number: 3 }, 'Silent here.');
    const lines = readFileSync(fileOf(open, 'Ada'), 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 1);
    const event: unknown = JSON.parse(lines[0] ?? '');
    assert.ok(typeof event === 'object' && event !== null && 'author' in event);
    assert.equal(event.author, 'Ada');
    assert.equal(only(open).number, 3);
    assert.equal(readFileSync(open.uri.fsPath, 'utf8'), transcript, 'the transcript was changed');
  });

  it('are replied to, edited, resolved, reopened and deleted', async () => {
    const open = await begin();
    const { review } = pieces;
    const { id } = await review.begin({ open, session: 0, number: 1 }, 'First.');
    await review.reply(open, id, 'Second.');
    await review.edit(open, commentOf(only(open)).id, 'First, better.');
    await review.setResolved(open, id, true);
    assert.deepEqual(
      only(open).comments.map(({ body }) => body),
      ['First, better.', 'Second.'],
    );
    assert.equal(only(open).resolved, true);
    await review.setResolved(open, id, false);
    assert.equal(only(open).resolved, false);
    for (const comment of only(open).comments) await review.remove(open, comment.id);
    assert.deepEqual(known(open), []);
    assert.equal(readFileSync(fileOf(open, 'Ada'), 'utf8').split('\n').length, 8);
  });

  it('are there again when the transcript is opened again', async () => {
    const open = await begin();
    await pieces.review.begin({ open, session: 0, number: 3 }, 'Silent here.');
    await closeAll();
    await openSession(open.uri);
    const again = pieces.registry.get(open.uri);
    assert.ok(again && again !== open);
    const threads = await pieces.review.threads(again, 0);
    assert.deepEqual(
      threads.map(({ number, comments }) => [number, comments[0]?.body]),
      [[3, 'Silent here.']],
    );
  });

  it('of other reviewers and other windows appear, and can be changed by their authors only', async () => {
    const open = await begin();
    const own = await pieces.review.begin({ open, session: 0, number: 3 }, 'Silent here.');
    const [line] = readFileSync(fileOf(open, 'Ada'), 'utf8').split('\n');
    const event = {
      ...(JSON.parse(line ?? '') as object),
      id: 'other-event',
      author: 'Ben',
      comment: 'other-comment',
      body: 'I see it, too.',
    };
    writeFileSync(fileOf(open, 'Ben'), `${JSON.stringify(event)}\n{"v":1,"id":"torn`);
    await until(
      () => only(open).comments.length === 2,
      'the other reviewer’s comment is not there',
    );
    await assert.rejects(pieces.review.edit(open, 'other-comment', 'x'), /Only Ben can change/);
    await assert.rejects(pieces.review.remove(open, 'other-comment'), /Only Ben can change/);
    const reply = { ...event, id: 'ada-2', author: 'Ada', comment: 'ada-2', body: 'From afar.' };
    appendFileSync(fileOf(open, 'Ada'), `${JSON.stringify(reply)}\n`);
    await until(() => only(open).comments.length === 3, 'the other window’s comment is not there');
    assert.equal(own.id, only(open).id);
  });

  it('follow their message when the transcript changes, and are stale when it is gone', async () => {
    const open = await begin();
    await pieces.review.begin({ open, session: 0, number: 1 }, 'Here.');
    writeFileSync(open.uri.fsPath, row('user', 'Something before.') + transcript);
    await until(() => only(open).number === 2, 'the thread did not follow');
    writeFileSync(
      open.uri.fsPath,
      row('user', 'All other now.') + row('assistant', 'Yes, it is another one.'),
    );
    await until(() => only(open).number === null, 'the thread is not stale');
    assert.equal(only(open).anchoredNumber, 1);
    assert.match(only(open).quote, /^I will look/);
  });

  it('go where the setting says, and none disappears when it changes', async () => {
    const open = await begin();
    const { review } = pieces;
    await review.begin({ open, session: 0, number: 0 }, 'Beside.');
    await set('reviewLocation', 'workspaceFolder');
    await review.begin({ open, session: 0, number: 1 }, 'In the folder.');
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const name = path.basename(open.uri.fsPath);
    const inFolder = readdirSync(path.join(root, 'reviews')).filter(
      (file) => file.startsWith(`${name}-`) && file.endsWith('.Ada.review.jsonl'),
    );
    assert.equal(inFolder.length, 1);
    await set('reviewLocation', 'extensionStorage');
    await review.begin({ open, session: 0, number: 2 }, 'In the storage.');
    assert.equal(readFileSync(fileOf(open, 'Ada'), 'utf8').trimEnd().split('\n').length, 1);
    await set('reviewLocation', undefined);
    await closeAll();
    await openSession(open.uri);
    const again = pieces.registry.get(open.uri);
    assert.ok(again);
    const threads = await review.threads(again, 0);
    assert.deepEqual(
      threads.map(({ comments }) => comments[0]?.body),
      ['Beside.', 'In the folder.', 'In the storage.'],
    );
  });

  it('of a transcript outside the workspace are kept in the extension’s storage', async () => {
    const folder = path.join(os.tmpdir(), `outside-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    try {
      const uri = vscode.Uri.file(path.join(folder, 'far.jsonl'));
      writeFileSync(uri.fsPath, transcript);
      await openSession(uri);
      const open = pieces.registry.get(uri);
      assert.ok(open);
      await pieces.review.begin({ open, session: 0, number: 1 }, 'Far away.');
      assert.equal(only(open).number, 1);
      assert.deepEqual(readdirSync(folder), ['far.jsonl']);
      await closeAll();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that can’t be saved reject with a sentence that names the file', async () => {
    const open = await begin();
    mkdirSync(fileOf(open, 'Ada'));
    await assert.rejects(pieces.review.begin({ open, session: 0, number: 1 }, 'Lost?'), (error) => {
      assert.ok(error instanceof Error);
      assert.ok(error.message.includes(fileOf(open, 'Ada')));
      assert.match(error.message, /save again/);
      return true;
    });
    rmSync(fileOf(open, 'Ada'), { recursive: true });
    await assert.rejects(pieces.review.begin({ open, session: 0, number: 1 }, ' \n'), /is empty/);
    assert.equal(existsSync(fileOf(open, 'Ada')), false);
  });

  it('are begun from the keyboard on the selected message', async () => {
    const open = await begin();
    await run('selectMessage', 3);
    await run('addComment');
    assert.equal(pieces.selection.current?.number, 3);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const line = pieces.lines.rangeOf(editor.document, 0, 3)?.start.line ?? -1;
    const draft = {
      uri: editor.document.uri,
      range: new vscode.Range(line, 0, line, 0),
      dispose: () => undefined,
    };
    await run('createComment', { thread: draft, text: 'From a thread’s editor.' });
    assert.equal(only(open).number, 3);
  });
});
