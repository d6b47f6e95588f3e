import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { scanLines } from '../../../src/core/source/scan-lines';
import { bytesOf, collectRows, slowSource, sourceOf, textAt } from '../../support/rows';

const START = { start: 0, line: 1 };

async function scan(text: string, atOnce = Infinity) {
  const collected = collectRows();
  const source = slowSource(text, atOnce);
  await scanLines(source, START, bytesOf(text).length, collected.sink, {});
  return collected;
}

test('gives each line its bytes and its 1-based line', async () => {
  const { rows } = await scan('{"a":"ä"}\n\n{"b":2}\r\n');
  assert.deepEqual(rows, [
    { value: { a: 'ä' }, place: { start: 0, end: 10, line: 1 } },
    { value: { b: 2 }, place: { start: 12, end: 20, line: 3 } },
  ]);
});

test('reads a last line without a newline', async () => {
  const { rows, broken } = await scan('{"a":1}\n{"b":2}');
  assert.equal(rows.length, 2);
  assert.deepEqual(broken, []);
});

test('sets a torn last line aside as incomplete', async () => {
  const { rows, broken } = await scan('{"a":1}\n{"b":"tor');
  assert.equal(rows.length, 1);
  assert.deepEqual(broken, [
    {
      kind: 'incomplete',
      place: { start: 8, end: 17, line: 2 },
      sentence: 'The last line is not complete.',
    },
  ]);
});

test('says where a malformed line in the middle is', async () => {
  const { rows, broken } = await scan('{"a":1}\n{oops}\n{"b":2}\n');
  assert.equal(rows.length, 2);
  assert.deepEqual(
    broken.map(({ kind, place }) => [kind, place.line]),
    [['malformed', 2]],
  );
});

test('splits objects that were glued together on one line', async () => {
  const text = '{"a":"}{ä"}{"b":2}\n';
  const { rows } = await scan(text);
  assert.deepEqual(
    rows.map(({ value }) => value),
    [{ a: '}{ä' }, { b: 2 }],
  );
  const [, second] = rows;
  assert.ok(second);
  assert.equal(await textAt(sourceOf(text), second.place.start, second.place.end), '{"b":2}');
});

test('tells of progress and stops when it is asked to', async () => {
  const text = '{"a":1}\n'.repeat(100_000);
  const abort = new AbortController();
  const done: number[] = [];
  await assert.rejects(
    scanLines(sourceOf(text), START, text.length, collectRows().sink, {
      signal: abort.signal,
      onProgress(bytes) {
        done.push(bytes);
        if (done.length === 2) abort.abort();
      },
    }),
  );
  assert.deepEqual(done, [262_144, 524_288]);
});

test('any lines, in any pieces, come back whole and each at its place', async () => {
  const row = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.double()));
  const lines = fc.array(fc.oneof(row, fc.constant(null)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 40 }), async (values, atOnce) => {
      const texts = values.map((value) => (value === null ? '' : JSON.stringify(value)));
      const text = texts.map((line) => `${line}\n`).join('');
      const { rows, broken } = await scan(text, atOnce);
      assert.deepEqual(broken, []);
      const expected = texts.flatMap((line, at) => (line === '' ? [] : [[line, at + 1]]));
      const source = sourceOf(text);
      const found = await Promise.all(
        rows.map(async ({ place }) => [await textAt(source, place.start, place.end), place.line]),
      );
      assert.deepEqual(found, expected);
    }),
  );
});

test('splits a line of very many objects, each at its own bytes', async () => {
  // Counting the bytes before each from the start of the line would take minutes.
  const object = '{"a":"ä"} ';
  const { rows } = await scan(`\n${object.repeat(100_000)}\n`);
  assert.equal(rows.length, 100_000);
  const size = bytesOf(object).length;
  assert.deepEqual(rows.at(-1), {
    value: { a: 'ä' },
    place: { start: 1 + 99_999 * size, end: 100_000 * size, line: 2 },
  });
});
