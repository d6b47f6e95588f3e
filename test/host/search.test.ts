import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';
import { api, closeAll, openSession, run, until, workspaceFile } from './support';

const row = (value: object) => `${JSON.stringify(value)}\n`;
const far = 'nothing of interest, '.repeat(400);

const TEXT = [
  { role: 'user', content: 'Where is the Needle?\nPlease look.' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: `${far} a needle somewhere` },
      { type: 'tool_use', id: 'c1', name: 'grep', input: { pattern: 'needle' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: `${far}NEEDLE` }] },
  { role: 'assistant', content: `It is here:\n\n  needle` },
]
  .map(row)
  .join('');

const query = (text: string, values: object = {}) => ({
  text,
  matchCase: false,
  wholeWord: false,
  isRegex: false,
  ...values,
});

describe('searching a session', () => {
  let pieces: ReviewApi;
  let uri: vscode.Uri;
  let editor: vscode.TextEditor;

  before(async () => {
    pieces = await api();
    uri = workspaceFile('needles.jsonl', TEXT);
    editor = await openSession(uri);
  });
  after(closeAll);

  const found = () => pieces.search.current;
  const at = () => found()?.current ?? null;
  const painting = () => pieces.hitDecoration.paintingOf(editor);
  const cursorLine = () => editor.document.lineAt(editor.selection.active.line).text;

  it('finds what is in any body, and goes to the first hit', async () => {
    await run('search', query('needle'));
    assert.equal(found()?.state, 'complete');
    assert.deepEqual(
      found()?.hits.map(({ number, body }) => `${number} ${body}`),
      ['0 text', '1 reasoning', '1 input', '1 output', '2 marker', '3 text'],
    );
    await until(() => at()?.number === 0, 'nothing was gone to');
    assert.match(cursorLine(), /Where is the Needle/);
    const shown = painting();
    assert.equal(shown?.kind === 'match' && editor.document.getText(shown.range), 'Needle');
  });

  it('walks the hits, and wraps at both ends', async () => {
    await run('nextHit');
    assert.equal(at()?.body, 'reasoning');
    assert.equal(pieces.selection.current?.number, 1);
    assert.match(cursorLine(), /^ {2}Reasoning: /);
    // What the reading document cuts is said beside the line.
    const note = painting();
    assert.match(note?.kind === 'note' ? note.note : '', /^Reasoning: .*a needle somewhere$/);
    for (const body of ['input', 'output', 'marker', 'text', 'text', 'reasoning']) {
      await run('nextHit');
      assert.equal(at()?.body, body);
    }
    await run('previousHit');
    await run('previousHit');
    assert.equal(at()?.number, 3);
    assert.equal(cursorLine().trim(), 'needle');
  });

  it('goes on from where the person went meanwhile', async () => {
    await run('selectMessage', 0);
    await run('nextHit');
    assert.equal(at()?.body, 'reasoning');
  });

  it('lists the hits by message, with the match marked', async () => {
    const { tree, view } = pieces.searchView;
    assert.deepEqual(
      tree.roots.map((node) => (node.kind === 'message' ? node.number : node.kind)),
      [0, 1, 2, 3],
    );
    await until(() => view.visible, 'the Search view is not shown');
    assert.match(view.message ?? '', /6 hits in 4 messages\./);
    await until(() => view.selection[0]?.id.includes('reasoning'), 'the view does not follow');
  });

  it('opens the whole message at a hit that is cut in the reading document', async () => {
    const output = found()?.hits.find(({ body }) => body === 'output');
    assert.ok(output);
    await run('openHit', pieces.searchView.tree.nodeOf(output));
    const whole = vscode.window.activeTextEditor;
    assert.ok(whole);
    assert.equal(whole.document.getText(whole.selection), 'NEEDLE');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until(
      () => vscode.window.activeTextEditor?.document === editor.document,
      'the reading document is not shown',
    );
  });

  it('finds what is added later, with the hit where it was', async () => {
    const before = at();
    appendFileSync(
      uri.fsPath,
      [
        { role: 'user', content: 'No other needle?' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'continue' },
      ]
        .map(row)
        .join(''),
    );
    await until(() => found()?.hits.length === 7, 'the added hit was not found');
    assert.equal(found()?.hits.at(-1)?.number, 4);
    assert.deepEqual(at(), before);
  });

  it('ends, and then the same keys walk flags', async () => {
    await run('endSearch');
    assert.equal(found(), null);
    assert.equal(painting(), null);
    assert.deepEqual(pieces.searchView.tree.roots, []);
    await run('selectMessage', 0);
    await run('nextHit');
    assert.equal(pieces.selection.current?.number, 5);
  });

  it('gives up an expression that takes for ever, and the window goes on meanwhile', async () => {
    const endless = workspaceFile(
      'endless.jsonl',
      row({ role: 'user', content: 'needle' }) +
        row({ role: 'assistant', content: `${'a'.repeat(60)}!` }),
    );
    await openSession(endless);
    const searching = run('search', query('(a+)+$', { isRegex: true }));
    await until(() => found()?.state === 'running', 'the search did not begin');
    await run('endSearch');
    await searching;
    assert.equal(found(), null);
  });

  it('says when nothing is found, and what is no regular expression', async () => {
    await run('search', query('haystack'));
    assert.deepEqual(found()?.hits, []);
    await run('search', query('(', { isRegex: true }));
    assert.equal(found()?.state, 'failed');
    assert.match(found()?.problem ?? '', /Unterminated group/);
    await run('endSearch');
  });

  it('ends with its transcript', async () => {
    await run('search', query('needle'));
    assert.ok(found());
    await closeAll();
    assert.equal(found(), null);
  });
});

/** One file that no other thread can read. */
function onlyHere(bytes: Uint8Array): vscode.FileSystemProvider {
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 1, size: bytes.length }),
    readFile: () => bytes,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}

describe('searching a transcript on a file system of another extension', () => {
  after(closeAll);

  it('finds the same', async () => {
    const provider = vscode.workspace.registerFileSystemProvider(
      'only-here',
      onlyHere(Buffer.from(`\ufeff${TEXT}`, 'utf16le')),
    );
    try {
      const { search } = await api();
      await openSession(vscode.Uri.parse('only-here:/needles.jsonl'));
      await run('search', query('needle'));
      assert.deepEqual(
        search.current?.hits.map(({ number, body }) => `${number} ${body}`),
        ['0 text', '1 reasoning', '1 input', '1 output', '2 marker', '3 text'],
      );
      await closeAll();
    } finally {
      provider.dispose();
    }
  });
});
