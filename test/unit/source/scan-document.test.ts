import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { scanDocument } from '../../../src/core/source/scan-document';
import { bytesOf, collectRows, slowSource, sourceOf, textAt } from '../../support/rows';

async function scan(text: string, atOnce = Infinity) {
  const collected = collectRows();
  const size = bytesOf(text).length;
  const from = { start: 0, line: 1 };
  const found = await scanDocument(slowSource(text, atOnce), from, size, collected.sink, {});
  return { ...collected, ...found };
}

test('gives the elements of a keyed list, with their lines, and the document around them', async () => {
  const text = `{
  "info": { "id": "ses_1", "messages": [1] },
  "messages": [
    { "a": "[{\\"" },
    {
      "b": [1, 2]
    }
  ],
  "todos": []
}
`;
  const { rows, broken, head, found } = await scan(text);
  assert.equal(found, true);
  assert.deepEqual(broken, []);
  assert.deepEqual(
    rows.map(({ value }) => value),
    [{ a: '[{"' }, { b: [1, 2] }],
  );
  assert.deepEqual(
    rows.map(({ place }) => [place.line, place.endLine]),
    [
      [4, undefined],
      [5, 7],
    ],
  );
  assert.deepEqual(head, { info: { id: 'ses_1', messages: [1] }, messages: [], todos: [] });
});

test('gives the elements of a bare list, whatever they are', async () => {
  const { rows, head } = await scan('[{"a":1}, "text, ]", 3 ,null,[4]]');
  assert.deepEqual(
    rows.map(({ value }) => value),
    [{ a: 1 }, 'text, ]', 3, null, [4]],
  );
  assert.equal(head, null);
});

test('gives the elements of several lists, in file order', async () => {
  const text = '{"trajectory":[{"a":1},{"b":2}],"info":{"x":[1]},"history":[{"c":3}],"last":1}';
  for (const atOnce of [1, 7, Infinity]) {
    const { rows, broken, head } = await scan(text, atOnce);
    assert.deepEqual(broken, []);
    assert.deepEqual(
      rows.map(({ value }) => value),
      [{ a: 1 }, { b: 2 }, { c: 3 }],
    );
    assert.deepEqual(head, { trajectory: [], info: { x: [1] }, history: [], last: 1 });
  }
});

test('keeps what was read of a torn document', async () => {
  const { rows, broken, head } = await scan('{"info":{"id":"ses_1"},"messages":[{"a":1},{"b":"to');
  assert.equal(rows.length, 1);
  assert.deepEqual(
    broken.map(({ kind, place }) => [kind, place.start]),
    [['incomplete', 43]],
  );
  assert.deepEqual(head, { info: { id: 'ses_1' }, messages: [] });
});

test('tells of an element that is no JSON, and of text after the end', async () => {
  const { rows, broken } = await scan('[{"a":1},{oops},{"b":2}]\nDone.');
  assert.equal(rows.length, 2);
  assert.deepEqual(
    broken.map(({ kind, place }) => [kind, place.line]),
    [
      ['malformed', 1],
      ['malformed', 2],
    ],
  );
});

test('a document without a list of rows has none, and its keys are known', async () => {
  const { rows, found, head } = await scan('{"name":"x","version":"1"}');
  assert.equal(found, false);
  assert.deepEqual(rows, []);
  assert.deepEqual(head, { name: 'x', version: '1' });
});

test('any list, in any pieces and any layout, comes back whole and each element at its place', async () => {
  const layout = fc.constantFrom(undefined, 1, '\t');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      layout,
      fc.integer({ min: 1, max: 40 }),
      async (values, indent, atOnce) => {
        const text = JSON.stringify({ before: values, messages: values, after: 1 }, null, indent);
        const { rows, broken, head } = await scan(text, atOnce);
        assert.deepEqual(broken, []);
        const normal: unknown = JSON.parse(JSON.stringify(values));
        assert.deepEqual(
          rows.map(({ value }) => value),
          normal,
        );
        assert.deepEqual(head, { before: normal, messages: [], after: 1 });
        const source = sourceOf(text);
        for (const { place, value } of rows) {
          assert.deepEqual(JSON.parse(await textAt(source, place.start, place.end)), value);
          const before = await textAt(source, 0, place.start);
          assert.equal(place.line, before.split('\n').length);
        }
      },
    ),
  );
});

test('counts lines and finds ends through backslashes, quotes and newlines in strings, in any pieces', async () => {
  const strings = ['\\', '\\"', 'a\\\\"', '"\\n"', '\\\\\\', '', 'x'.repeat(90)];
  const rows = strings.map((words) => `{"a":${JSON.stringify(words)}}`);
  // A newline within a string is no JSON, but it is a line all the same.
  const text = `[${rows.join(',\n')},\n{"a":"x\ny\n"},{"b":1}]`;
  for (let atOnce = 1; atOnce < 60; atOnce += 1) {
    const { rows: found, broken } = await scan(text, atOnce);
    const words = found.slice(0, -1).map(({ value }) => value);
    assert.deepEqual(
      words,
      strings.map((a) => ({ a })),
    );
    assert.deepEqual(
      broken.map(({ place }) => [place.line, place.endLine]),
      [[8, 10]],
    );
    assert.equal(found.at(-1)?.place.line, 10);
  }
});
