import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';
import { api, closeAll, openFirst, openSession, run, until, workspaceFile } from './support';

const SESSION = JSON.stringify([
  { role: 'user', content: 'Sort the list of towns.' },
  { role: 'assistant', content: '' },
  { role: 'user', content: 'continue' },
  { role: 'assistant', content: 'The towns are sorted.' },
  { role: 'user', content: 'And now by size.' },
  { role: 'assistant', content: '' },
]);

describe('verdicts, labels and states', () => {
  let pieces: ReviewApi;
  before(async () => {
    pieces = await api();
    await openFirst(workspaceFile('marks/first.json', SESSION));
  });
  afterEach(closeAll);

  const opened = async (name: string) => {
    const uri = workspaceFile(`marks/${name}`, SESSION);
    const editor = await openSession(uri);
    const open = pieces.registry.get(uri);
    assert.ok(open);
    return { editor, open };
  };

  it('an incident takes a key each: flag, verdict, label, done', async () => {
    const { editor, open } = await opened('keys.json');
    await run('nextFlag');
    await run('judgeRight');
    await run('toggleLabel', 1);
    await run('markReviewed');
    assert.equal(pieces.selection.current?.number, 5, 'the next unreviewed incident is selected');
    const marks = await pieces.review.marks(open, 0);
    assert.deepEqual(
      marks.get(1)?.verdicts.map(({ flag, verdict }) => [flag, verdict]),
      [['void', 'right']],
    );
    assert.equal(marks.get(1)?.labels.length, 1);
    assert.equal(marks.get(1)?.reviewed.length, 1);
    const notes = pieces.notes.notesOf(editor);
    assert.deepEqual(
      notes.map(({ renderOptions }) => renderOptions?.after?.contentText),
      ['✓ right · Provider fault · reviewed'],
    );
    const files = await vscode.workspace.findFiles('marks/keys.json.*.review.jsonl');
    const [file] = files;
    assert.ok(file);
    const lines = readFileSync(file.fsPath, 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 3, 'each mark is a line on disk');
  });

  it('the Turns view leaves out what is reviewed, the Review view counts it', async () => {
    await opened('progress.json');
    await run('nextFlag');
    await run('markReviewed');
    await run('showUnreviewed');
    const roots = await until(() => {
      const rows = pieces.turns.tree?.roots() ?? [];
      return rows.length === 1 && rows;
    }, 'the reviewed incident is still listed');
    assert.equal(roots[0]?.kind === 'message' && roots[0].number, 5);
    await run('showAll');
    const [progress] = pieces.reviewView.children();
    assert.ok(progress);
    assert.equal(pieces.reviewView.item(progress).label, '1 of 2 incidents reviewed');
  });

  it('a missed empty response is reported, and taken back', async () => {
    const { open } = await opened('missed.json');
    pieces.selection.select({ open, session: 0, number: 3 });
    await run('reportMissed');
    assert.equal((await pieces.review.marks(open, 0)).get(3)?.verdicts[0]?.verdict, 'missed');
    await run('withdrawVerdict');
    assert.equal((await pieces.review.marks(open, 0)).get(3)?.verdicts.length, 0);
  });

  it('a deleted comment comes back, and a lost one is attached to another message', async () => {
    const { open } = await opened('undo.json');
    const thread = await pieces.review.begin({ open, session: 0, number: 1 }, 'Nothing came.');
    const [comment] = thread.comments;
    assert.ok(comment);
    await pieces.review.remove(open, comment.id);
    assert.equal((await pieces.review.threads(open, 0)).length, 0);
    await pieces.review.restore(open, comment.id);
    assert.equal((await pieces.review.threads(open, 0))[0]?.comments[0]?.body, 'Nothing came.');
    await pieces.review.move(thread.id, { open, session: 0, number: 3 });
    assert.equal((await pieces.review.threads(open, 0))[0]?.number, 3);
  });

  it('damaged lines of a review file are marked in its editor', async () => {
    const uri = workspaceFile(
      'marks/x.json.ada.review.jsonl',
      [
        '{"v":1,"id":"1","time":1,"author":"ada","thread":"t","event":"thread-resolved"}',
        '{"v":1,"id":"2","time":"soon","author":"ada","thread":"t","event":"thread-resolved"}',
        '{"v":9,"id":"3","event":"hologram"}',
        '{"v":1,',
      ].join('\n'),
    );
    await vscode.window.showTextDocument(uri);
    const found = await until(() => {
      const all = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === undefined);
      return all.length === 3 && all;
    }, 'the lines are not marked');
    assert.deepEqual(found.map(({ range, severity }) => [range.start.line, severity]).sort(), [
      [1, vscode.DiagnosticSeverity.Error],
      [2, vscode.DiagnosticSeverity.Information],
      [3, vscode.DiagnosticSeverity.Error],
    ]);
    assert.match(found.find(({ range }) => range.start.line === 1)?.message ?? '', /“time”/);
  });
});
