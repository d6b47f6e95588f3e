import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { findSilenceSoFar, LIVE_MS } from '../../../src/core/findings/live';
import { readTranscript } from '../../../src/core/formats/read-transcript';
import { openFileSource } from '../../../src/node/file-source';
import { createLiveReading } from '../../../src/node/live-reading';
import type { Reading } from '../../../src/node/reader-messages';
import { applied, changedBatches, doneOf } from '../../../src/node/reading-changes';
import { openHandles } from '../../support/open-handles';
import { growingRows } from '../../support/growing-rows';
import { lines } from '../../support/read';
import { sourceOf } from '../../support/rows';

const NOW = 1_800_000_000_000;
/** The file as it was changed this many ms after a moment that is just over. */
const at = (later: number, identity = 'file-1') => ({ identity, modified: NOW - 1000 + later });
const chat = [
  { role: 'user', content: 'Sort the list.' },
  { role: 'assistant', content: 'Sorted.' },
];

/** What the other thread makes of a reading, and how many messages it was sent for that. */
function sent(before: Reading | null, reading: Reading, received: Reading | null) {
  const batches = [...changedBatches(before, reading)].map((batch) => structuredClone(batch));
  const done = structuredClone(doneOf(before, reading));
  return {
    reading: applied(received, batches, done),
    count: batches.reduce((sum, { messages }) => sum + messages.length, 0),
    findings: done.findings,
  };
}

test('what is handed over is what a whole reading gives, for any session that grows', async () => {
  await fc.assert(
    fc.asyncProperty(growingRows, fc.array(fc.nat(), { maxLength: 4 }), async (rows, cuts) => {
      const live = createLiveReading(() => NOW);
      const ends = cuts.map((cut) => 1 + (cut % rows.length)).sort((a, b) => a - b);
      let here: Reading | null = null;
      let there: Reading | null = null;
      for (const end of [1, ...ends, rows.length]) {
        const source = sourceOf(lines(...rows.slice(0, end)));
        const reading = live.read(source, at(end), true, {});
        const transcript = await readTranscript(source).catch(() => null);
        if (transcript === null) {
          // Its first rows alone may be no transcript.
          await assert.rejects(reading);
          continue;
        }
        const next: Reading = await reading;
        there = sent(here, next, there).reading;
        here = next;
        assert.deepEqual(there.transcript, transcript);
        assert.deepEqual(
          there.findings,
          transcript.sessions.map((one) => findSilenceSoFar(one)),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test('only messages that are new or changed are handed over', async () => {
  const live = createLiveReading(() => NOW);
  const call = {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [{ id: 'c1', function: { name: 'run', arguments: '{}' } }],
  };
  const long = lines(...chat).repeat(1000) + lines(call);
  const first = await live.read(sourceOf(long), at(1), true, {});
  const all = sent(null, first, null);
  assert.equal(all.count, 2001);
  const result = lines({ role: 'tool', tool_call_id: 'c1', content: 'done' });
  const second = await live.read(sourceOf(long + result), at(2), true, {});
  const more = sent(first, second, all.reading);
  assert.equal(more.count, 2, 'the call that got its result, and the result');
  assert.deepEqual(more.reading, second);
  assert.equal(
    more.reading.transcript.sessions[0].messages[0],
    all.reading.transcript.sessions[0].messages[0],
  );
});

test('findings that are as they were are not handed over again', async () => {
  const live = createLiveReading(() => NOW);
  const text = lines(...chat);
  const first = await live.read(sourceOf(text), at(1), true, {});
  const all = sent(null, first, null);
  const again = sent(first, await live.read(sourceOf(text), at(1), true, {}), all.reading);
  assert.deepEqual(again.findings, [null]);
  assert.equal(again.count, 0);
});

test('what waits for the agent is judged when the agent has been at rest for a while', async () => {
  let now = NOW;
  const live = createLiveReading(() => now);
  const text = lines(...chat, { role: 'user', content: 'And now?' });
  const first = await live.read(sourceOf(text), at(990), true, {});
  assert.equal(first.isLive, true);
  assert.deepEqual(first.findings[0]?.flags, []);
  const rested = live.atRest();
  assert.equal(rested?.isLive, false);
  assert.deepEqual(
    rested.findings[0]?.flags.map(({ kind }) => kind),
    ['missing'],
  );
  now += LIVE_MS;
  const later = await live.read(sourceOf(text), at(990), true, {});
  assert.deepEqual(later.findings, rested.findings);
  assert.equal(createLiveReading().atRest(), null);
});

test('a file that was replaced is read as a whole, even where both ends are alike', async () => {
  const long = lines(...chat).repeat(400);
  const middle = long.length / 2;
  const edited = long.slice(0, middle) + long.slice(middle).replace('Sorted', 'SORTED');
  const grown = edited + lines(...chat);
  for (const [next, state] of [
    [edited, at(2)],
    [grown, at(2, 'file-2')],
  ] as const) {
    const live = createLiveReading(() => NOW);
    await live.read(sourceOf(long), at(1), true, {});
    const { transcript } = await live.read(sourceOf(next), state, true, {});
    assert.deepEqual(transcript, await readTranscript(sourceOf(next)));
  }
});

/** A reading whose clock goes on by so many ms whenever it is asked, and the parts it gave. */
async function partsOf(text: string, tick: number) {
  let now = NOW;
  const live = createLiveReading(() => (now += tick));
  const parts: Reading[] = [];
  const whole = await live.read(sourceOf(text), at(0), false, {
    onPart(part) {
      parts.push(part);
      return Promise.resolve();
    },
  });
  return { parts, whole };
}

test('parts are given from 4 MB on, each three times as long as the one before', async () => {
  const row = { role: 'user', content: 'x'.repeat(10_000) };
  const text = lines(...Array.from({ length: 5000 }, () => row));
  const { parts, whole } = await partsOf(text, 1000);
  const sizes = parts.map(({ transcript }) => transcript.size);
  const [first = 0, second = 0, ...more] = sizes;
  assert.ok(first >= 4_000_000 && first < 4_500_000, `${first}`);
  assert.ok(second >= 3 * first && second < 3 * first + 500_000, `${second}`);
  assert.equal(more.length, 1);
  assert.deepEqual(whole.transcript, await readTranscript(sourceOf(text)));
  // A reading that is done at once needs none.
  assert.deepEqual((await partsOf(text, 0)).parts, []);
});

test('the response at the end of a part is judged as one that is still being written', async () => {
  const filler = lines({ role: 'system', content: 'x'.repeat(4_000_000) });
  const text = lines({ role: 'user', content: 'Sort the list.' }) + filler.repeat(2);
  const { parts, whole } = await partsOf(text, 1000);
  const kinds = [...parts, whole].map((one) => one.findings[0]?.flags.map(({ kind }) => kind));
  assert.deepEqual(kinds, [[], ['missing']]);
});

test('1,000 transcripts, opened, followed and closed, leave no file open', async (t) => {
  const handles = openHandles();
  if (handles === null) {
    t.skip('only Linux lists the open files of a process');
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'live-reading-'));
  try {
    const file = path.join(folder, 'session.jsonl');
    for (let count = 0; count < 1000; count += 1) {
      writeFileSync(file, lines(...chat));
      const live = createLiveReading(() => NOW);
      for (const more of ['', lines(...chat), 'no JSON']) {
        appendFileSync(file, more);
        const source = await openFileSource(file);
        await live.read(source, at(0), true, {}).finally(() => source.close());
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  assert.ok((openHandles() ?? 0) <= handles);
});
