import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReviewApi } from '../../src/host/compose';
import { api, closeAll, openFirst, openSession, workspaceFile } from './support';

const SESSION = JSON.stringify([
  { role: 'user', content: 'Sort the list.' },
  { role: 'assistant', content: '' },
  { role: 'user', content: 'continue' },
  { role: 'assistant', content: 'Sorted.' },
]);

/** Names that a careless address, pattern or terminal would misread. */
const NAMES = [
  'a b.json',
  '100%.json',
  '%41%2f.json',
  'a#b?c=d&e.json',
  'größe 漢字 😀.json',
  '[a]{b,c}*.json',
  'quote"\'`$&.json',
  `${'long'.repeat(55)}.json`,
  'no-extension',
  // Windows has no such names.
  ...(process.platform === 'win32'
    ? []
    : ['line\nbreak.json', 'escape\u001b[31m.json', 'a\\b.json']),
];

describe('transcripts with odd names', () => {
  let pieces: ReviewApi;
  before(async () => {
    pieces = await api();
    await openFirst(workspaceFile('odd/first.json', SESSION));
  });
  afterEach(closeAll);

  for (const name of NAMES) {
    it(`opens and takes a comment: ${JSON.stringify(name)}`, async () => {
      const uri = workspaceFile(`odd/${name}`, SESSION);
      const { document } = await openSession(uri);
      assert.equal(document.getText().match(/^#\d+ /gm)?.length, 4);
      const { registry, review } = pieces;
      const open = registry.get(uri);
      assert.ok(open);
      await review.begin({ open, session: 0, number: 1 }, 'Nothing came.');
      assert.equal((await review.threads(open, 0)).length, 1);
    });
  }

  it('a damaged address shows nothing and says so', async () => {
    for (const transcript of ['', 'no scheme', 'a b:c', '//', 7]) {
      const uri = vscode.Uri.from({
        scheme: 'agent-session',
        path: '/x.agent-session',
        query: JSON.stringify({ transcript, session: 0 }),
      });
      await assert.rejects(async () => vscode.workspace.openTextDocument(uri));
    }
  });
});
