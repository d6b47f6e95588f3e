import assert from 'node:assert/strict';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { MAX_MESSAGE_TEXT } from '../../src/core/reading/message-text';
import { grouped } from '../../src/core/reading/quantities';
import type { ReviewApi } from '../../src/host/compose';
import { api, closeAll, openSession, run, until } from './support';

const HEADER = '#1 Assistant\n\n';

/** A session whose second message has a text of so many characters, on one line. */
function writeGiant(file: string, length: number): void {
  const handle = openSync(file, 'w');
  writeSync(handle, '{"role":"user","content":"Print the table."}\n');
  writeSync(handle, '{"role":"assistant","content":"begin ');
  const piece = 'x'.repeat(1_000_000);
  for (let left = length - 'begin '.length - ' end'.length; left > 0; left -= piece.length) {
    writeSync(handle, left < piece.length ? piece.slice(0, left) : piece);
  }
  writeSync(handle, ' end"}\n{"role":"user","content":"Thanks."}\n');
  closeSync(handle);
}

describe('giant rows', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'giant-rows-'));
  let pieces: ReviewApi;
  before(async () => {
    pieces = await api();
  });
  afterEach(async () => {
    await closeAll();
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** Answers the next dialog that asks where to save. */
  const saveTo = async (file: string | null, save: () => Thenable<unknown>) => {
    const { showSaveDialog } = vscode.window;
    const answer = file === null ? undefined : vscode.Uri.file(file);
    Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(answer) });
    try {
      await save();
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
  };

  for (const length of [13_000_000, 100_000_000]) {
    it(`${grouped(length)} characters on one line: preview, document, file`, async () => {
      const file = path.join(folder, `giant-${length}.jsonl`);
      writeGiant(file, length);
      const uri = vscode.Uri.file(file);
      const { document } = await openSession(uri);
      assert.match(document.getText(), /^ {2}begin x+$/m);
      assert.ok(
        document.getText().includes(`… ${grouped(length - 4000)} more characters`),
        'the reading document says what is left out',
      );

      const open = pieces.registry.get(uri);
      assert.ok(open);
      const at = { session: 0, number: 1 };
      pieces.selection.select({ open, ...at });
      const preview = await open.messages.preview(at, new AbortController().signal);
      const [part] = preview.parts;
      assert.ok(part?.kind === 'text');
      assert.deepEqual(
        [part.body.length, part.body.text.slice(0, 7), part.body.tail?.slice(-5)],
        [length, 'begin x', 'x end'],
      );

      await run('openWholeMessage');
      const whole = await until(
        () =>
          vscode.window.visibleTextEditors.find((one) =>
            one.document.uri.path.endsWith('#1.agent-session'),
          ),
        'no editor shows the whole message',
      );
      const shown = whole.document.getText();
      assert.ok(shown.startsWith(`${HEADER}begin x`));
      const rest = grouped(HEADER.length + length - MAX_MESSAGE_TEXT);
      const last = whole.document.lineAt(whole.document.lineCount - 1).text;
      assert.ok(last.startsWith(`… ${rest} more characters are left out here.`), last);

      const saved = path.join(folder, 'saved.txt');
      await saveTo(saved, () => run('saveWholeMessage', { session: 0, number: 1 }));
      assert.equal(statSync(saved).size, HEADER.length + length + 1);
      if (process.platform !== 'win32') assert.equal(statSync(saved).mode & 0o777, 0o600);
      assert.deepEqual(readdirSync(folder).sort(), [path.basename(file), 'saved.txt'].sort());
    }).timeout(120_000);
  }

  it('saves a small message, replaces a file, and leaves nothing behind where it fails', async () => {
    const file = path.join(folder, 'small.jsonl');
    writeGiant(file, 100);
    const uri = vscode.Uri.file(file);
    await openSession(uri);
    const saved = path.join(folder, 'saved.txt');
    await saveTo(saved, () => run('saveWholeMessage', { session: 0, number: 1 }));
    assert.equal(readFileSync(saved, 'utf8').length, HEADER.length + 100 + 1);
    await saveTo(saved, () => run('saveWholeMessage', { session: 0, number: 2 }));
    assert.equal(readFileSync(saved, 'utf8'), '#2 Person\n\nThanks.\n');
    await saveTo(null, () => run('saveWholeMessage', { session: 0, number: 1 }));
    // The folder cannot be replaced by a file.
    await saveTo(folder, () => run('saveWholeMessage', { session: 0, number: 1 }));
    assert.deepEqual(readdirSync(folder).sort(), ['saved.txt', 'small.jsonl']);
    assert.ok(!readdirSync(path.dirname(folder)).some((name) => name.endsWith('.partial')));
  });

  it('gives up reading a message that nobody looks at any more', async () => {
    const file = path.join(folder, 'giant.jsonl');
    writeGiant(file, 13_000_000);
    const uri = vscode.Uri.file(file);
    await openSession(uri);
    const open = pieces.registry.get(uri);
    assert.ok(open);
    const abort = new AbortController();
    const reading = open.messages.preview({ session: 0, number: 1 }, abort.signal);
    abort.abort();
    await assert.rejects(reading, { reason: 'cancelled' });
  });
});
