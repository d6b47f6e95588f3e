import assert from 'node:assert/strict';
import test from 'node:test';
import type { TextDocument } from 'vscode';
import { createOwnMoves } from '../../../src/host/navigation/own-moves';

/** Only its identity matters. */
const someDocument = () => Object.create(null) as TextDocument;

test('a reported move of our own is taken once, with all that came before it', () => {
  const moves = createOwnMoves();
  const document = someDocument();
  moves.note(document, 1);
  moves.note(document, 2);
  moves.note(document, 3);
  assert.equal(moves.take(document, 2), true);
  assert.equal(moves.take(document, 1), false, 'an older report is not to come any more');
  assert.equal(moves.isPending(document), true);
  assert.equal(moves.take(document, 3), true);
  assert.equal(moves.isPending(document), false);
});

test('moves elsewhere are not our own', () => {
  const moves = createOwnMoves();
  const document = someDocument();
  moves.note(document, 1);
  assert.equal(moves.take(document, 7), false);
  assert.equal(moves.take(someDocument(), 1), false);
});

test('a note that was never reported is forgotten', () => {
  let time = 0;
  const moves = createOwnMoves(() => time);
  const document = someDocument();
  moves.note(document, 1);
  time = 10_000;
  assert.equal(moves.isPending(document), false);
  assert.equal(moves.take(document, 1), false);
});

test('a text that is replaced settles after a while', () => {
  let time = 0;
  const moves = createOwnMoves(() => time);
  const document = someDocument();
  moves.settle(document);
  moves.note(document, 5);
  assert.equal(moves.take(document, 5), true);
  assert.equal(moves.isSettling(document), true);
  time = 10_000;
  assert.equal(moves.isSettling(document), false);
});
