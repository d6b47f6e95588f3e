import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { guarded, unguarded } from '../../../src/core/report/csv-guard';

const risky = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', "'", '＝', '＠', 'a', ' ', '"'),
});

describe('the guard of CSV cells', () => {
  it('lets no cell begin like a formula, whatever separates cells', () => {
    fc.assert(
      fc.property(risky, (text) => {
        for (const cell of guarded(text).split(/[;\t\r\n]/))
          assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/);
      }),
    );
  });

  it('can be taken away again', () => {
    fc.assert(
      fc.property(risky, (text) => {
        assert.equal(unguarded(guarded(text)), text);
      }),
    );
  });

  it('changes no other text', () => {
    for (const text of ['Sorted.', 'a = b', 'it’s 3-1', "don't", ''])
      assert.equal(guarded(text), text);
    assert.equal(guarded('=1+1'), "'=1+1");
    assert.equal(guarded("'quoted'"), "''quoted'");
  });
});
