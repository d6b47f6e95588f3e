import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { memorySource } from '../../../src/core/source/memory-source';
import type { Row } from '../../../src/core/source/rows';
import { scanText } from '../../../src/core/source/scan-text';

async function rowsOf(text: string): Promise<readonly Row[]> {
  const bytes = new TextEncoder().encode(text);
  const rows: Row[] = [];
  const sink = { row: (row: Row) => rows.push(row), broken: () => assert.fail('no row is broken') };
  const begins = (line: string) => line.startsWith('#');
  await scanText(memorySource('', bytes), { start: 0, line: 1 }, bytes.length, begins, sink, {});
  return rows;
}

test('a row goes to the line before the next one, without the blank lines at its end', async () => {
  assert.deepEqual(await rowsOf('\nhead\n\n# a\r\nä\n\n\n# b'), [
    { value: 'head', place: { start: 1, end: 5, line: 2 } },
    { value: '# a\nä', place: { start: 7, end: 14, line: 4, endLine: 5 } },
    { value: '# b', place: { start: 17, end: 20, line: 8 } },
  ]);
  assert.deepEqual(await rowsOf(' \n\n'), []);
});

test('rows hold every line that is not blank, and stand where they say', async () => {
  const line = fc.constantFrom('# a', '#', 'words', '', ' ', 'é\r', '日本');
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (all) => {
      const text = all.join('\n');
      const bytes = new TextEncoder().encode(text);
      const rows = await rowsOf(text);
      const filled = (words: string) => words.split(/\r?\n/).filter((one) => one.trim() !== '');
      assert.deepEqual(
        rows.flatMap(({ value }) => filled(String(value))),
        filled(text.replaceAll('\r', '')),
      );
      for (const { value, place } of rows) {
        const there = new TextDecoder().decode(bytes.subarray(place.start, place.end));
        assert.equal(there.replaceAll('\r\n', '\n').trimEnd(), value);
        assert.equal(text.split('\n')[(place.line ?? 0) - 1], there.split('\n')[0]);
      }
    }),
  );
});
