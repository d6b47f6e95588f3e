import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';
import { api, closeAll, openFirst, run, shows, until, workspaceFile } from './support';

const session = (answer: string) =>
  JSON.stringify([
    { role: 'user', content: 'Sort the list.' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'continue' },
    { role: 'assistant', content: answer },
  ]);

describe('links to messages', () => {
  let pieces: ReviewApi;
  before(async () => {
    pieces = await api();
    await openFirst(workspaceFile('links/first.json', session('Sorted.')));
  });
  afterEach(async () => {
    // A hover reads a transcript that no tab shows; it would be closed after a minute.
    for (const open of pieces.registry.all) pieces.registry.close(open);
    await closeAll();
  });

  const writeUp = async (name: string, text: string) => {
    const document = await vscode.workspace.openTextDocument(workspaceFile(name, text));
    await vscode.window.showTextDocument(document);
    return document;
  };

  const follow = async (document: vscode.TextDocument) => {
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const [target, ...more] = links.flatMap((link) =>
      link.target?.path === 'agentSessionReview.openReference' ? [link.target] : [],
    );
    assert.ok(target);
    assert.equal(more.length, 0);
    const given: unknown = JSON.parse(target.query);
    assert.ok(Array.isArray(given));
    await vscode.commands.executeCommand(target.path, ...(given as unknown[]));
  };

  const selected = () => {
    const at = pieces.selection.current;
    return at === null ? null : [at.open.uri.path.split('/').at(-1), at.number];
  };

  it('leads to the session that the front matter names, at the message', async () => {
    workspaceFile('links/named.json', session('Sorted.'));
    workspaceFile('links/other.json', session('Other.'));
    const document = await writeUp(
      'links/write-up.md',
      '---\nsession: named.json\n---\nIt went on in [msg 3].\n',
    );
    await follow(document);
    assert.deepEqual(selected(), ['named.json', 3]);
    const uri = vscode.Uri.joinPath(document.uri, '../named.json');
    await until(
      () => vscode.window.visibleTextEditors.some((one) => shows(one.document, uri)),
      'no editor shows the reading document',
    );
  });

  it('leads to the transcript of the same name, else of the folder above', async () => {
    workspaceFile('near/incident.json', session('Sorted.'));
    workspaceFile('near/another.json', session('Other.'));
    await follow(await writeUp('near/incident.md', 'See [msg 2].'));
    assert.deepEqual(selected(), ['incident.json', 2]);
    workspaceFile('above/only.json', session('Sorted.'));
    await follow(await writeUp('above/notes/deep/day.md', 'See [msg 1].'));
    assert.deepEqual(selected(), ['only.json', 1]);
  });

  it('shows the message and its flags in a hover', async () => {
    workspaceFile('hover/run.json', session('Sorted <b>all</b>.'));
    const document = await writeUp('hover/run.md', '[msg 1] and [msg 3] and [msg 99]');
    const at = async (word: string) => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        document.positionAt(document.getText().indexOf(word) + 1),
      );
      return hovers
        .flatMap(({ contents }) => contents)
        .map((one) => (one instanceof vscode.MarkdownString ? one.value : ''))
        .join('\n')
        .replaceAll('&nbsp;', ' ');
    };
    assert.match(await at('[msg 1]'), /empty · no content at all/);
    assert.match(await at('[msg 3]'), /Sorted <b\\>all/);
    assert.match(await at('[msg 99]'), /no message 99: its last one is 3/);
  });

  it('are copied as a reference and as an address that opens the message', async () => {
    const uri = workspaceFile('links/copied.json', session('Sorted.'));
    await run('open', uri);
    const open = pieces.registry.get(uri);
    assert.ok(open);
    pieces.selection.select({ open, session: 0, number: 2 });
    await run('copyReference');
    assert.equal(await vscode.env.clipboard.readText(), '[msg 2]');
    await run('copyLink');
    const link = vscode.Uri.parse(await vscode.env.clipboard.readText(), true);
    assert.equal(link.authority, 'agent-session-review.agent-session-review');
    const values = new URLSearchParams(link.query);
    assert.deepEqual([values.get('transcript'), values.get('number')], [uri.toString(), '2']);
  });
});
