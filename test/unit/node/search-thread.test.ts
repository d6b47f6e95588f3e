import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { buildSync } from 'esbuild';
import type { SearchQuery } from '../../../src/core/search/query';
import { searchBatches } from '../../../src/core/search/search-batches';
import { createMessageThreads, type MessageThreads } from '../../../src/node/message-thread';
import type { MessageWork } from '../../../src/node/message-work';
import { lines, readText } from '../../support/read';
import { bytesOf } from '../../support/rows';

const root = path.join(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'search-thread-'));
const thread = path.join(folder, 'reader.js');
const transcript = path.join(folder, 'session.jsonl');

const TEXT = lines(
  { role: 'user', content: 'Where is the needle?' },
  { role: 'assistant', content: `${'a'.repeat(40)}!` },
);
const needle: SearchQuery = {
  text: 'needle',
  matchCase: false,
  wholeWord: false,
  isRegex: false,
};

before(() => {
  const entry = path.join(root, 'src/node/reader-thread.ts');
  buildSync({ entryPoints: [entry], bundle: true, platform: 'node', outfile: thread });
  writeFileSync(transcript, TEXT);
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function work(query: SearchQuery): Promise<Extract<MessageWork, { kind: 'search' }>> {
  const [batch] = searchBatches(await readText(TEXT), () => false);
  assert.ok(batch);
  return { kind: 'search', query, rows: batch.rows, room: 10, stretches: null };
}

async function withThreads(
  file: string,
  use: (threads: MessageThreads) => Promise<void>,
): Promise<void> {
  const threads = createMessageThreads(thread, file);
  try {
    await use(threads);
  } finally {
    threads.dispose();
  }
}

test('a thread searches the file, or the bytes that it is given', async () => {
  const asked = await work(needle);
  const stretches = asked.rows.flatMap(({ places }) =>
    places.map(({ start, end }) => ({ start, bytes: bytesOf(TEXT).slice(start, end) })),
  );
  for (const [file, given] of [
    [transcript, null],
    ['memfs:/nowhere.jsonl', stretches],
  ] as const) {
    await withThreads(file, async (threads) => {
      const found = await threads.run({ ...asked, stretches: given }, {});
      assert.ok(found.kind === 'search');
      assert.deepEqual(
        found.hits.map(({ number, at }) => [number, at]),
        [[0, 13]],
      );
      assert.deepEqual([found.count, found.failed], [1, []]);
    });
  }
});

test('an expression that takes for ever is given up with its thread', () =>
  withThreads(transcript, async (threads) => {
    const abort = new AbortController();
    const endless = await work({ ...needle, text: '^(a+)+$', isRegex: true });
    const running = threads.run(endless, { signal: abort.signal });
    // The thread is busy by then: nothing but its end stops it.
    setTimeout(() => {
      abort.abort();
    }, 300);
    await assert.rejects(running, { reason: 'cancelled' });
    assert.equal((await threads.run(await work(needle), {})).kind, 'search');
  }));
