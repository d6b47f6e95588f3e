import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createGrowingReader, readTranscript } from '../../../src/core/formats/read-transcript';
import { TranscriptError } from '../../../src/core/formats/transcript-error';
import type { ByteSource } from '../../../src/core/source/byte-source';
import type { ReadControl } from '../../../src/core/source/rows';
import { memorySource } from '../../../src/core/source/memory-source';
import { growingRows } from '../../support/growing-rows';
import { lines } from '../../support/read';
import { bytesOf, sourceOf } from '../../support/rows';

const chat = [
  { role: 'user', content: 'Grüße 🎈' },
  { role: 'assistant', content: 'Hello' },
];

/** A reader that expects more after every reading. */
function growingReader() {
  const reader = createGrowingReader();
  return {
    read: (source: ByteSource, control: ReadControl = {}) =>
      reader.read(source, control, () => true),
    forget: () => {
      reader.forget();
    },
  };
}

/** What a reading gives, or why it gives nothing. */
async function outcome(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TranscriptError) return [error.reason, error.message];
    throw error;
  }
}

/** Counts what is read of a source. */
function counted(source: ByteSource) {
  let bytes = 0;
  return {
    ...source,
    read(start: number, end: number) {
      bytes += end - start;
      return source.read(start, end);
    },
    bytes: () => bytes,
  };
}

test('gives at every length of the file what a whole reading gives', async () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
  const newline = fc.constantFrom('\n', '\r\n', '\n \n');
  await fc.assert(
    fc.asyncProperty(growingRows, cuts, newline, async (rows, shares, end) => {
      const bytes = bytesOf(rows.map((row) => JSON.stringify(row) + end).join(''));
      const reader = growingReader();
      const lengths = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
      for (const length of [...lengths, bytes.length]) {
        const source = memorySource('folder/session.jsonl', bytes.subarray(0, length));
        assert.deepEqual(await outcome(reader.read(source)), await outcome(readTranscript(source)));
      }
    }),
    { numRuns: 150 },
  );
});

test('at every border of a row, too, whether its newline is there or not', async () => {
  await fc.assert(
    fc.asyncProperty(growingRows, fc.array(fc.boolean()), async (rows, closed) => {
      const text = lines(...rows);
      const reader = growingReader();
      let length = 0;
      for (const [at, line] of text.split('\n').slice(0, -1).entries()) {
        const end = length + line.length + (closed[at] === true ? 1 : 0);
        length += line.length + 1;
        const source = sourceOf(text.slice(0, end));
        assert.deepEqual(await outcome(reader.read(source)), await outcome(readTranscript(source)));
      }
    }),
    { numRuns: 50 },
  );
});

test('reads only what was added', async () => {
  const long = lines(...chat).repeat(20_000);
  const reader = growingReader();
  await reader.read(sourceOf(long));
  const more = counted(sourceOf(long + lines(...chat)));
  const { sessions } = await reader.read(more);
  assert.equal(sessions[0].messages.length, 40_002);
  assert.ok(more.bytes() < 8192, `${more.bytes()} bytes were read`);
});

test('leaves what it gave before as it was', async () => {
  const call = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c1', function: { name: 'run', arguments: '{}' } }],
  };
  const first = lines(...chat, call);
  const reader = growingReader();
  const before = await reader.read(sourceOf(first));
  const copy = structuredClone(before);
  const after = await reader.read(
    sourceOf(first + lines({ role: 'tool', tool_call_id: 'c1', content: 'done' })),
  );
  const statusIn = ({ sessions: [{ messages }] }: typeof before) =>
    messages[2]?.parts.map((part) => (part.kind === 'tool' ? part.status : part.kind));
  assert.deepEqual(before, copy);
  assert.deepEqual(statusIn(before), ['text', 'no-result']);
  assert.deepEqual(statusIn(after), ['text', 'completed']);
});

test('a torn last row waits until it is whole', async () => {
  const torn = lines(...chat) + '{"role":"user","content":"Gr\u00fc';
  const bytes = bytesOf(torn).subarray(0, -1);
  const reader = growingReader();
  const before = await reader.read(memorySource('x.jsonl', bytes));
  assert.deepEqual(
    before.problems.map(({ kind }) => kind),
    ['incomplete'],
  );
  assert.equal(before.rows.malformed, 0);
  const after = await reader.read(sourceOf(`${torn}\u00dfe"}\n`, 'x.jsonl'));
  assert.deepEqual(after.problems, []);
  assert.equal(after.rows.read, 3);
});

test('truncation and replacement lead to a whole reading', async () => {
  const long = lines(...chat).repeat(400);
  const other = long.replace('Hello', 'HELLO');
  const late = `${long.slice(0, -20)}${long.slice(-20).replace('Hello', 'Adieu')}`;
  for (const next of [lines(...chat), other, `${other}${lines(...chat)}`, late + lines(...chat)]) {
    const reader = growingReader();
    await reader.read(sourceOf(long));
    const source = sourceOf(next);
    assert.deepEqual(await reader.read(source), await readTranscript(source));
  }
});

test('a reading that failed or was cancelled is followed by a whole one', async () => {
  const reader = growingReader();
  const first = lines(...chat).repeat(10_000);
  await reader.read(sourceOf(first));
  const source = sourceOf(first + first);
  const abort = new AbortController();
  const onProgress = () => {
    abort.abort();
  };
  await assert.rejects(reader.read(source, { signal: abort.signal, onProgress }), {
    reason: 'cancelled',
  });
  assert.deepEqual(await reader.read(source), await readTranscript(source));
});

test('a reading that expects no more is the last of its run', async () => {
  const reader = createGrowingReader();
  const text = lines(...chat).repeat(100);
  await reader.read(sourceOf(text), {}, () => false);
  const again = counted(sourceOf(text));
  assert.deepEqual(await reader.read(again, {}, () => false), await readTranscript(again));
  assert.ok(again.bytes() >= text.length);
});

test('what was forgotten is read again', async () => {
  const reader = growingReader();
  const middle = lines(...chat).repeat(400);
  await reader.read(sourceOf(middle));
  const at = middle.length / 2;
  const changed = middle.slice(0, at) + middle.slice(at).replace('Hello', 'HELLO');
  reader.forget();
  const source = sourceOf(changed);
  assert.deepEqual(await reader.read(source), await readTranscript(source));
});

test('documents and UTF-16 are read as a whole each time', async () => {
  const reader = growingReader();
  const document = (count: number) =>
    JSON.stringify(Array.from({ length: count }, () => chat).flat());
  const utf16 = (text: string) =>
    memorySource('x.jsonl', new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]));
  for (const source of [
    sourceOf(document(1)),
    sourceOf(document(3)),
    utf16(lines(...chat)),
    utf16(lines(...chat, ...chat)),
  ]) {
    assert.deepEqual(await reader.read(source), await readTranscript(source));
  }
});
