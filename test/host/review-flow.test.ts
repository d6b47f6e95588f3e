import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';
import { resentQuestion, silenceAfterCrash, silenceThenCorrection } from '../support/cases';
import { api, closeAll, openSession, run, shows, until, workspaceFile } from './support';

/** The text of the header line the cursor is on. */
const cursorLine = (editor: vscode.TextEditor) =>
  editor.document.lineAt(editor.selection.active.line).text;

describe('reading a session', () => {
  let pieces: ReviewApi;
  let uri: vscode.Uri;
  let editor: vscode.TextEditor;

  before(async () => {
    pieces = await api();
    uri = workspaceFile('resent.json', JSON.stringify(resentQuestion(), null, 2));
    editor = await openSession(uri);
  });
  after(closeAll);

  const selected = () => pieces.selection.current?.number;

  it('opens a read-only reading document in a language of its own', async () => {
    assert.equal(editor.document.languageId, 'agent-session');
    assert.equal(vscode.workspace.fs.isWritableFileSystem('agent-session'), false);
    assert.ok(Buffer.byteLength(editor.document.getText()) < 5_000_000);
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(editor.document.uri, Buffer.from('x'))),
    );
  });

  it('steps from flag to flag and wraps', async () => {
    await run('selectMessage', 0);
    await run('nextFlag');
    assert.equal(selected(), 8132);
    assert.match(cursorLine(editor), /^#8132 Assistant/);
    await run('nextFlag');
    assert.equal(selected(), 8133);
    await run('nextFlag');
    assert.equal(selected(), 8132, 'after the last flag comes the first');
    await run('previousFlag');
    assert.equal(selected(), 8133, 'before the first flag comes the last');
  });

  it('steps through the person’s messages', async () => {
    await run('selectMessage', 8132);
    await run('nextPersonMessage');
    assert.equal(selected(), 8133);
    await run('previousPersonMessage');
    assert.equal(selected(), 8131);
  });

  it('paints the flags on their own lines, with a note', () => {
    const painting = pieces.decorations.paintingOf(editor);
    const lineOf = (number: number) =>
      pieces.lines.rangeOf(editor.document, 0, number)?.start.line ?? -1;
    const notes = (look: 'empty' | 'corrective') =>
      (painting.get(look)?.heads ?? []).flatMap((one) => {
        const note = one.renderOptions?.after?.contentText;
        return note === undefined ? [] : [[one.range.start.line, note]];
      });
    const [empty] = notes('empty');
    assert.ok(empty);
    assert.equal(empty[0], lineOf(8132));
    assert.match(String(empty[1]), /^empty · /);
    const [corrective] = notes('corrective');
    assert.ok(corrective);
    assert.equal(corrective[0], lineOf(8133));
    assert.match(String(corrective[1]), /^re-sent word for word · .* later$/);
    assert.equal(painting.get('redirect')?.heads.length, 0);
    const [tint] = painting.get('corrective')?.tints ?? [];
    assert.ok(tint && tint.end.line > tint.start.line, 'the whole message is tinted');
  });

  it('folds messages, outlines turns, and explains a flag on hover', async () => {
    const { document } = editor;
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    const line = pieces.lines.rangeOf(document, 0, 8131)?.start.line ?? -1;
    assert.ok(folds.length > 1000);
    await run('selectMessage', 8131);
    await vscode.window.showTextDocument(document);
    await until(() => editor.visibleRanges.length === 1, 'something is folded already');
    await vscode.commands.executeCommand('editor.fold');
    await until(
      () => editor.visibleRanges.some((range) => range.end.line === line),
      'the message is not folded',
    );
    await vscode.commands.executeCommand('editor.unfold');
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    const turn = symbols.find(({ name }) => name.startsWith('#8131 '));
    assert.deepEqual(
      turn?.children.map(({ name }) => name.split(' ')[0]),
      ['#8132'],
    );
    const position = new vscode.Position(
      pieces.lines.rangeOf(document, 0, 8132)?.start.line ?? 0,
      2,
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const words = hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
      .join('\n');
    assert.match(words, /empty/);
    assert.match(words, /recovered/);
  });

  it('shows the same flags on the raw file', async () => {
    await run('openRaw');
    const raw = await until(
      () =>
        vscode.window.visibleTextEditors.find(
          (one) =>
            one.document.uri.path === uri.path && one.document.uri.scheme !== 'agent-session',
        ),
      'the raw file is not shown',
    );
    const painting = pieces.decorations.paintingOf(raw);
    const [first] = painting.get('empty')?.heads ?? [];
    assert.ok(first, 'nothing is painted');
    const text = raw.document.getText(
      new vscode.Range(first.range.start, first.range.start.translate(12)),
    );
    const empty = resentQuestion().messages[8132];
    assert.ok(empty && text.includes(empty.info.id), 'the painted line begins message 8132');
    await run('selectMessage', 8131);
    await run('nextFlag');
    assert.equal(vscode.window.activeTextEditor, raw, 'stepping stays in the raw file');
    assert.equal(selected(), 8132);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('shows turns, filters them, and counts the flags in the badge', () => {
    const { turns } = pieces;
    assert.equal(turns.view.badge?.value, 2);
    assert.ok((turns.tree?.roots().length ?? 0) > 1);
    turns.setFilter('flagged');
    assert.deepEqual(
      turns.tree?.roots().map((node) => (node.kind === 'message' ? node.number : node.kind)),
      [8132, 8133],
    );
    turns.setFilter('commented');
    assert.deepEqual(turns.tree.roots(), []);
    assert.notEqual(turns.view.message, '');
    turns.setFilter('all');
  });

  it('follows the cursor', async () => {
    await vscode.window.showTextDocument(editor.document);
    const line = pieces.lines.rangeOf(editor.document, 0, 4000)?.start ?? new vscode.Position(0, 0);
    const active = vscode.window.activeTextEditor;
    assert.ok(active);
    active.selection = new vscode.Selection(line, line);
    await until(() => selected() === 4000, 'the selection does not follow the cursor');
    await until(() => {
      const [node] = pieces.turns.view.selection;
      if (node?.kind === 'message') return node.number === 4000;
      return node?.kind === 'turn' && node.turn.person === 4000;
    }, 'the tree does not follow the selection');
  });

  it('opens a whole message as a document of its own', async () => {
    await run('selectMessage', 8131);
    await run('openWholeMessage');
    const whole = vscode.window.activeTextEditor;
    assert.equal(whole?.document.uri.scheme, 'agent-session');
    assert.match(whole.document.getText(), /^#8131 Person\n/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('counts what a detector finds, and does not flag it, when its setting says so', async () => {
    const { turns } = pieces;
    // As a person edits them; VS Code's own `update` loses editors when it is called twice in a row.
    const set = (value: object) =>
      workspaceFile(
        '.vscode/settings.json',
        JSON.stringify({ 'agentSessionReview.detectors': value }),
      );
    try {
      set({ resend: 'measured' });
      await until(() => turns.view.badge?.value === 1, 'the resend is still a flag');
      assert.match(turns.view.badge?.tooltip ?? '', /resend 1/);
    } finally {
      set({});
    }
    await until(() => turns.view.badge?.value === 2, 'the resend is no flag again');
  });
});

describe('the other cases', () => {
  after(closeAll);

  for (const [name, build, flags] of [
    ['crash.json', silenceAfterCrash, [9285, 9286]],
    ['correction.json', silenceThenCorrection, [8584, 8585]],
  ] as const) {
    it(`steps through the flags of ${name}`, async () => {
      const pieces = await api();
      await openSession(workspaceFile(name, JSON.stringify(build(), null, 2)));
      for (const number of flags) {
        await run('nextFlag');
        assert.equal(pieces.selection.current?.number, number);
      }
    });
  }
});

describe('a transcript that changes on disk', () => {
  after(closeAll);

  it('is read again, with the selection where it was', async () => {
    const pieces = await api();
    const row = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;
    const uri = workspaceFile(
      'growing.jsonl',
      row('user', 'Sort the list.') + row('assistant', 'Sorted.') + row('user', 'And now?'),
    );
    const editor = await openSession(uri);
    await run('selectMessage', 1);
    appendFileSync(
      uri.fsPath,
      row('assistant', '') + row('user', 'And now?') + row('assistant', 'Done.'),
    );
    await until(
      () => pieces.registry.get(uri)?.transcript.sessions[0].messages.length === 6,
      'the transcript was not read again',
    );
    await until(() => editor.document.getText().includes('#5 Assistant'), 'the text is old');
    assert.equal(pieces.selection.current?.number, 1);
    await until(() => cursorLine(editor).startsWith('#1 Assistant'), 'the cursor moved away');
    const kinds = pieces.registry
      .get(uri)
      ?.findings(0)
      .flags.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['void', 'resend']);
  });
});

describe('what is no transcript', () => {
  it('gets one sentence and opens nothing', async () => {
    const { registry } = await api();
    const uri = workspaceFile('package-like.json', JSON.stringify({ name: 'x', version: '1' }));
    await assert.rejects(registry.open(uri), /name, version/);
    await assert.rejects(registry.open(workspaceFile('empty.jsonl', '')), /empty/i);
    await assert.rejects(registry.open(vscode.Uri.joinPath(uri, '..', 'nowhere.jsonl')));
    assert.equal(registry.all.length, 0);
    assert.ok(!vscode.window.visibleTextEditors.some(({ document }) => shows(document, uri)));
  });
});
