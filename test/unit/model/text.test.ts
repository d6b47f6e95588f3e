import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { contentHash } from '../../../src/core/model/text';

/** The definition in the plainest words: what is stored in reviews must never change. */
function plainHash(text: string): string {
  const normal = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < normal.length; at += 1) {
    const unit = normal.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' ', '\n\t ', '\u00a0', '\u3000', '\u2000', '\ufeff', '\u0085', '\u001f'),
  // Decomposed letters, Hangul jamo and what NFC replaces by something else.
  fc.constantFrom('e\u0301', '\u0301', '\u1100\u1161', '\u212b', '\u0958', '数据', '😀', '\ud800'),
  fc.constantFrom(
    'a'.repeat(8191),
    'é'.repeat(8193),
    'e'.repeat(8191) + '\u0301',
    ' '.repeat(9000),
  ),
);

test('the hash of any text is the one that reviews hold', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      assert.equal(contentHash(text), plainHash(text));
    }),
    { numRuns: 500 },
  );
});

test('white space of every kind counts as one space', () => {
  const spaces = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(
    (character) => /\s/.test(character),
  );
  assert.ok(spaces.length > 20);
  for (const space of spaces) assert.equal(contentHash(`${space}a${space}b`), plainHash('a b'));
});

test('a text of nothing but combining marks has a hash', () => {
  // Normalising it would take hours.
  const marks = `a${'\u0301\u0316'.repeat(1_000_000)}`;
  assert.notEqual(contentHash(marks), contentHash(`${marks}\u0301`));
  const few = '\u0301\u0316'.repeat(100);
  assert.equal(contentHash(`a${few}`), contentHash(`a${few}`.normalize('NFD')));
});
