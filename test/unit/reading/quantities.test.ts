import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { duration, grouped } from '../../../src/core/reading/quantities';

describe('quantities', () => {
  it('names lengths of time in at most two units', () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, '0 ms'],
      [420, '420 ms'],
      [1500, '1.5 s'],
      [9000, '9 s'],
      [42_000, '42 s'],
      [59_700, '1 min'],
      [185_000, '3 min 5 s'],
      [7_800_000, '2 h 10 min'],
      [273_600_000, '3 d 4 h'],
      [-2000, '−2 s'],
    ];
    for (const [ms, words] of cases) assert.equal(duration(ms), words);
  });

  it('groups digits', () => {
    assert.equal(grouped(1_234_567), '1,234,567');
    assert.equal(grouped(999), '999');
  });
});
