import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { step, stops } from '../../../src/host/navigation/order';
import { assistant, findings, flag, person, session } from '../../support/build';

describe('stops', () => {
  const one = session([person('a'), assistant([]), person('b'), assistant([])]);
  const found = findings(one, [flag(3, 'void'), flag(2, 'nudge'), flag(2, 'missing')]);

  it('lists each flagged message once, in order', () => {
    assert.deepEqual(stops('flags', one.messages, found, []), [2, 3]);
  });

  it('lists a person’s messages and commented ones', () => {
    assert.deepEqual(stops('person', one.messages, found, []), [0, 2]);
    assert.deepEqual(stops('comments', one.messages, found, [3, 1, 3]), [1, 3]);
  });
});

describe('step', () => {
  it('goes on, and wraps at both ends', () => {
    assert.deepEqual(step([2, 5, 9], 2, 1), { number: 5, index: 1, wrapped: false });
    assert.deepEqual(step([2, 5, 9], 9, 1), { number: 2, index: 0, wrapped: true });
    assert.deepEqual(step([2, 5, 9], 2, -1), { number: 9, index: 2, wrapped: true });
    assert.deepEqual(step([2, 5, 9], 7, -1), { number: 5, index: 1, wrapped: false });
    assert.deepEqual(step([0, 5], -1, 1), { number: 0, index: 0, wrapped: false });
    assert.equal(step([], 3, 1), null);
  });

  it('visits every stop once a round, back is the way forth (property)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500), { minLength: 1 }), fc.nat(500), (numbers, from) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        let at = step(sorted, from, 1);
        const seen = new Set<number>();
        for (let round = 0; round < sorted.length && at !== null; round += 1) {
          seen.add(at.number);
          const next = step(sorted, at.number, 1);
          assert.equal(next === null ? null : step(sorted, next.number, -1)?.number, at.number);
          at = next;
        }
        assert.equal(seen.size, sorted.length);
      }),
    );
  });
});
