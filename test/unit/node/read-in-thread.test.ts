import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { findSilence } from '../../../src/core/findings/find-silence';
import { readTranscript } from '../../../src/core/formats/read-transcript';
import { TranscriptError } from '../../../src/core/formats/transcript-error';
import { memorySource } from '../../../src/core/source/memory-source';
import { createThreadReader, readInThread } from '../../../src/node/read-in-thread';
import type { Reading } from '../../../src/node/reader-messages';
import { openHandles } from '../../support/open-handles';
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

/** A thread that says what it is given, one after the other, each when the one before was taken. */
const saying = (name: string, ...said: readonly object[]) =>
  write(
    name,
    `const { parentPort } = require('node:worker_threads');
     const said = ${JSON.stringify(said)};
     const go = () => {
       const next = said.shift();
       if (next === undefined) return;
       parentPort.postMessage(next);
       if (next.kind !== 'batch') go();
     };
     parentPort.on('message', ({ kind, parts }) => { if (kind === 'next' || parts) go(); });`,
  );

test('parts are put together as they come, and each message is sent once', async () => {
  const whole = await readTranscript(memorySource('x.jsonl', bytesOf(chat)));
  const { sessions, ...rest } = whole;
  const [{ messages, ...head }] = sessions;
  const batch = (at: number, end: number) => ({
    kind: 'batch',
    session: 0,
    at,
    messages: messages.slice(at, end),
  });
  const result = (kind: string, count: number) => ({
    kind,
    transcript: { ...rest, unread: messages.length - count },
    sessions: [{ ...head, count }],
    findings: [findSilence({ ...head, messages: messages.slice(0, count) })],
    isLive: false,
  });
  const file = write('parts.jsonl', chat);
  const fake = saying(
    'parts.js',
    batch(0, 1),
    batch(1, 2),
    result('part', 2),
    batch(2, 4),
    result('done', 4),
  );
  const parts: Reading[] = [];
  const reading = await readInThread(fake, file, { onPart: (part) => parts.push(part) });
  assert.deepEqual(reading.transcript, whole);
  assert.equal(parts.length, 1);
  const [part] = parts;
  assert.deepEqual(part?.transcript.sessions[0].messages, messages.slice(0, 2));
  assert.equal(part.transcript.unread, 2);
  assert.equal(part.transcript.sessions[0].messages[1], reading.transcript.sessions[0].messages[1]);
});

test('follows a file that grows, shrinks and is replaced', async () => {
  const file = write('growing.jsonl', chat);
  const reader = createThreadReader(thread, file);
  const check = async (hasGrown: boolean) => {
    const reading = await reader.read(hasGrown, {});
    assert.deepEqual(reading.transcript, await readFromDisk(file));
    return reading.transcript.sessions[0].messages;
  };
  try {
    const [first] = await check(true);
    appendFileSync(file, chat);
    const grown = await check(true);
    assert.equal(grown.length, 8);
    assert.equal(grown[0], first, 'what has not changed is not sent again');
    appendFileSync(file, '{"role":"user","content":"to');
    assert.equal((await check(true)).length, 8);
    appendFileSync(file, 'rn"}\n');
    assert.equal((await check(true)).length, 9);
    write('growing.jsonl', chat);
    assert.equal((await check(true)).length, 4);
    rmSync(file);
    await assert.rejects(reader.read(true, {}), { reason: 'unreadable' });
    write('growing.jsonl', chat.replaceAll('Sort', 'SORT') + chat);
    assert.equal((await check(true)).length, 8);
  } finally {
    reader.dispose();
  }
});

test('at rest it judges what it had left open, and the thread ends', async () => {
  const file = write('resting.jsonl', lines({ role: 'user', content: 'Sort the list.' }));
  const reader = createThreadReader(thread, file);
  const live = await reader.read(true, {});
  assert.deepEqual([live.isLive, live.findings[0]?.flags], [true, []]);
  const rested = await reader.rest();
  assert.equal(rested?.isLive, false);
  assert.deepEqual(
    rested.findings[0]?.flags.map(({ kind }) => kind),
    ['missing'],
  );
  assert.equal(await reader.rest(), null, 'the thread has ended');
  appendFileSync(file, lines({ role: 'assistant', content: 'Sorted.' }));
  const later = await reader.read(true, {});
  assert.deepEqual(later.transcript, await readFromDisk(file));
  assert.equal(await reader.rest(), null, 'nothing is judged in another way');
  reader.dispose();
});

test('reading many transcripts leaves no thread and no file open', async (t) => {
  const handles = openHandles();
  if (handles === null) {
    t.skip('only Linux lists the open files of a process');
    return;
  }
  const file = write('many.jsonl', chat);
  for (let count = 0; count < 30; count += 1) {
    const reader = createThreadReader(thread, file);
    await reader.read(count % 2 === 0, {});
    await reader.rest();
    reader.dispose();
  }
  const end = Date.now() + 10_000;
  while ((openHandles() ?? 0) > handles && Date.now() < end) await setImmediate();
  assert.ok((openHandles() ?? 0) <= handles, `${handles} before, ${openHandles() ?? 0} now`);
});

async function readFromDisk(file: string) {
  return readTranscript(memorySource(file, readFileSync(file)));
}
