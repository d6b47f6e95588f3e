import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { buildSync } from 'esbuild';
import { rowsOfMessage } from '../../../src/core/formats/message-bodies';
import { MAX_MESSAGE_TEXT } from '../../../src/core/reading/message-text';
import { englishWords } from '../../../src/core/reading/words';
import { memorySource } from '../../../src/core/source/memory-source';
import { createMessageThreads, type MessageThreads } from '../../../src/node/message-thread';
import { doMessageWork, type MessageWork } from '../../../src/node/message-work';
import { lines, readText } from '../../support/read';
import { bytesOf } from '../../support/rows';

const root = path.join(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'message-thread-'));
const thread = path.join(folder, 'reader.js');
const transcript = path.join(folder, 'giant.jsonl');

/** Escape sequences and characters of two units, so that nothing is as long as it looks. */
const BODY = `begin ${'\u001b[31m🎈\u202e'.repeat(400_000)} end`;
const TEXT = lines({ role: 'user', content: 'Sort.' }, { role: 'assistant', content: BODY });

before(() => {
  const entry = path.join(root, 'src/node/reader-thread.ts');
  buildSync({ entryPoints: [entry], bundle: true, platform: 'node', outfile: thread });
  writeFileSync(transcript, TEXT);
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function rowsOf(number: number) {
  const read = await readText(TEXT);
  const message = read.sessions[0].messages[number];
  assert.ok(message);
  return rowsOfMessage(read, 0, message);
}

const headed = { number: 1, author: 'assistant', words: englishWords } as const;

async function withThreads(use: (threads: MessageThreads) => Promise<void>): Promise<void> {
  const threads = createMessageThreads(thread, transcript);
  try {
    await use(threads);
  } finally {
    threads.dispose();
  }
}

test('a thread gives what this one gives', () =>
  withThreads(async (threads) => {
    const rows = await rowsOf(1);
    for (const work of [
      { kind: 'preview', rows },
      { kind: 'text', rows, ...headed },
    ] satisfies MessageWork[]) {
      const here = await doMessageWork(memorySource(transcript, bytesOf(TEXT)), work, {});
      assert.deepEqual(await threads.run(work, {}), here);
    }
  }));

test('the document of a giant is cut, with a last line about the rest', () =>
  withThreads(async (threads) => {
    const result = await threads.run({ kind: 'text', rows: await rowsOf(1), ...headed }, {});
    assert.ok(result.kind === 'text');
    const header = '#1 Assistant\n\n';
    const rest = header.length + BODY.length - MAX_MESSAGE_TEXT;
    assert.match(
      result.text,
      new RegExp(`\\n… ${rest.toLocaleString('en')} more characters are left out here\\..*$`),
    );
    assert.doesNotMatch(result.text, /[\u001b\u202e]/);
  }));

test('saves all of it as it was recorded, for this person only', () =>
  withThreads(async (threads) => {
    const file = path.join(folder, 'saved.txt');
    const seen: number[] = [];
    const result = await threads.run(
      { kind: 'save', rows: await rowsOf(1), file, ...headed },
      { onProgress: (done, total) => seen.push(done / total) },
    );
    const whole = `#1 Assistant\n\n${BODY}\n`;
    assert.deepEqual(result, { kind: 'save', characters: whole.length });
    assert.equal(readFileSync(file, 'utf8'), whole);
    assert.ok(seen.length > 0 && seen.every((part) => part > 0 && part <= 1));
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    // What is there already is never overwritten.
    await assert.rejects(
      threads.run({ kind: 'save', rows: await rowsOf(0), file, ...headed }, {}),
      /EEXIST/,
    );
    assert.equal(readFileSync(file, 'utf8'), whole);
  }));

test('saving here can be stopped between two writes', async () => {
  const abort = new AbortController();
  const file = path.join(folder, 'stopped.txt');
  const work: MessageWork = { kind: 'save', rows: await rowsOf(1), file, ...headed };
  const control = {
    signal: abort.signal,
    onProgress: () => {
      abort.abort();
    },
  };
  await assert.rejects(doMessageWork(memorySource(transcript, bytesOf(TEXT)), work, control), {
    name: 'AbortError',
  });
  assert.ok(statSync(file).size < BODY.length);
});

test('what is given up ends, and the next work is done all the same', () =>
  withThreads(async (threads) => {
    const work: MessageWork = { kind: 'preview', rows: await rowsOf(1) };
    await assert.rejects(threads.run(work, { signal: AbortSignal.abort() }), {
      reason: 'cancelled',
    });
    const abort = new AbortController();
    const running = threads.run(work, { signal: abort.signal });
    abort.abort();
    await assert.rejects(running, { reason: 'cancelled' });
    assert.equal((await threads.run(work, {})).kind, 'preview');
  }));

test('works at the same time do not wait for each other', () =>
  withThreads(async (threads) => {
    const small: MessageWork = { kind: 'text', rows: await rowsOf(0), ...headed, number: 0 };
    const large: MessageWork = { kind: 'preview', rows: await rowsOf(1) };
    const results = await Promise.all([
      threads.run(large, {}),
      threads.run(small, {}),
      threads.run(large, {}),
    ]);
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['preview', 'text', 'preview'],
    );
  }));

test('a transcript that has changed or is gone, and a reader that fails, are told in a sentence', () =>
  withThreads(async (threads) => {
    const rows = await rowsOf(1);
    const preview: MessageWork = { kind: 'preview', rows };
    writeFileSync(transcript, TEXT.slice(40));
    await assert.rejects(threads.run(preview, {}), { reason: 'changed' });
    rmSync(transcript);
    await assert.rejects(threads.run(preview, {}), { reason: 'unreadable' });
    assert.ok(!existsSync(transcript));
    const ends = path.join(folder, 'ends.js');
    writeFileSync(ends, 'process.exit(3)');
    const broken = createMessageThreads(ends, transcript);
    await assert.rejects(broken.run(preview, {}), /giant\.jsonl cannot be read: .*status 3/);
    broken.dispose();
    await assert.rejects(broken.run(preview, {}), { reason: 'cancelled' });
    writeFileSync(transcript, TEXT);
  }));
