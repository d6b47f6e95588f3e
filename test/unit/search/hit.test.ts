import assert from 'node:assert/strict';
import test from 'node:test';
import { stepHit } from '../../../src/core/search/hit';
import { hitAt } from '../../support/search';

const hits = [hitAt(0, 3), hitAt(0, 3, 9), hitAt(0, 8), hitAt(1, 2)];
const index = (number: number, session: number, current: number | null, direction: 1 | -1) =>
  stepHit(hits, { number, session }, current, direction);

test('steps from hit to hit, and wraps at both ends', () => {
  assert.deepEqual(index(3, 0, 0, 1), { index: 1, wrapped: false });
  assert.deepEqual(index(2, 1, 3, 1), { index: 0, wrapped: true });
  assert.deepEqual(index(3, 0, 0, -1), { index: 3, wrapped: true });
});

test('begins at the message one is on, whether it has hits or not', () => {
  assert.deepEqual(index(0, 0, null, 1), { index: 0, wrapped: false });
  assert.deepEqual(index(3, 0, null, 1), { index: 2, wrapped: false });
  assert.deepEqual(index(9, 0, null, 1), { index: 3, wrapped: false });
  assert.deepEqual(index(5, 1, null, 1), { index: 0, wrapped: true });
  assert.deepEqual(index(5, 0, null, -1), { index: 1, wrapped: false });
  assert.deepEqual(index(0, 0, null, -1), { index: 3, wrapped: true });
  assert.equal(stepHit([], { session: 0, number: 0 }, null, 1), null);
});
