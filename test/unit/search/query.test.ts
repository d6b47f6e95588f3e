import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { patternOf, problemOf, type SearchQuery } from '../../../src/core/search/query';

const query = (text: string, values: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  matchCase: false,
  wholeWord: false,
  isRegex: false,
  ...values,
});

const found = (one: SearchQuery, text: string) =>
  [...text.matchAll(patternOf(one))].map((match) => [match.index, match[0]]);

test('looks for a text as it stands, in any case', () => {
  assert.deepEqual(found(query('a.b'), 'axb A.B a.b'), [
    [4, 'A.B'],
    [8, 'a.b'],
  ]);
  assert.deepEqual(found(query('a.b', { matchCase: true }), 'axb A.B a.b'), [[8, 'a.b']]);
});

test('any text at all can be looked for (property)', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string(), (text, around) => {
      const hits = found(query(text, { matchCase: true }), `${around}\n${text}\n${around}`);
      assert.ok(hits.some(([, match]) => match === text));
    }),
  );
});

test('a whole word has no letter beside it, in any language', () => {
  const whole = { wholeWord: true };
  assert.deepEqual(found(query('err', whole), 'error err, stderr'), [[6, 'err']]);
  assert.deepEqual(found(query('straße', whole), 'Straßen straße'), [[8, 'straße']]);
  assert.deepEqual(found(query('(x', whole), 'f(x) (xy'), [[1, '(x']]);
  assert.deepEqual(found(query('a|b', { ...whole, isRegex: true }), 'ab a b'), [
    [3, 'a'],
    [5, 'b'],
  ]);
});

test('a regular expression finds lines by their ends', () => {
  assert.deepEqual(found(query('^b$', { isRegex: true }), 'a\nb\nbc'), [[2, 'b']]);
});

test('what is no regular expression is said in words', () => {
  assert.equal(problemOf(query('(')), null);
  assert.match(problemOf(query('(', { isRegex: true })) ?? '', /^Unterminated group$/);
  // Brackets of ours must not make a whole of it.
  assert.notEqual(problemOf(query('a)(b', { isRegex: true })), null);
});
