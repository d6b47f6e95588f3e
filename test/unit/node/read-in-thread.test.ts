import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { buildSync } from 'esbuild';
import { findSilence } from '../../../src/core/findings/find-silence';
import { readTranscript } from '../../../src/core/formats/read-transcript';
import { TranscriptError } from '../../../src/core/formats/transcript-error';
import { memorySource } from '../../../src/core/source/memory-source';
import { readInThread } from '../../../src/node/read-in-thread';
import { lines } from '../../support/read';
import { bytesOf } from '../../support/rows';

const root = path.join(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'read-in-thread-'));
const thread = path.join(folder, 'reader.js');

before(() => {
  const entry = path.join(root, 'src/node/reader-thread.ts');
  buildSync({ entryPoints: [entry], bundle: true, platform: 'node', outfile: thread });
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const chat = lines(
  { role: 'user', content: 'Sort the list.' },
  { role: 'assistant', content: '', finish_reason: 'stop' },
  { role: 'user', content: 'continue' },
  { role: 'assistant', content: 'Sorted.' },
);

test('gives what reading on this thread gives, however many batches it takes', async () => {
  const text = chat.repeat(500);
  const file = write('long.jsonl', text);
  const { transcript, findings } = await readInThread(thread, file, {});
  const here = await readTranscript(memorySource(file, bytesOf(text)));
  assert.deepEqual(transcript, here);
  assert.deepEqual(findings, [findSilence(here.sessions[0])]);
});

test('says why a file cannot be read', async () => {
  const file = write('other.json', '{"name":"x"}');
  for (const [name, reason] of [
    [file, 'not-a-transcript'],
    [path.join(folder, 'nowhere.jsonl'), 'unreadable'],
    [folder, 'unreadable'],
  ] as const) {
    await assert.rejects(readInThread(thread, name, {}), (error) => {
      assert.ok(error instanceof TranscriptError);
      assert.equal(error.reason, reason);
      assert.ok(error.message.startsWith(name), error.message);
      return true;
    });
  }
});

test('can be cancelled, before and while it reads', async () => {
  const file = write('huge.jsonl', chat.repeat(50_000));
  await assert.rejects(readInThread(thread, file, { signal: AbortSignal.abort() }), /cancelled/);
  const abort = new AbortController();
  const onProgress = () => {
    abort.abort();
  };
  await assert.rejects(readInThread(thread, file, { signal: abort.signal, onProgress }), {
    reason: 'cancelled',
  });
});

test('a thread that ends or fails is reported', async () => {
  const file = write('some.jsonl', chat);
  const ends = write('ends.js', 'process.exit(3)');
  await assert.rejects(readInThread(ends, file, {}), /some\.jsonl cannot be read: .*status 3/);
  const fails = write('fails.js', 'throw new Error("broken")');
  await assert.rejects(readInThread(fails, file, {}), /some\.jsonl cannot be read: broken/);
});
