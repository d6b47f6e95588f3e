import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { assistant, person, session, text } from '../../support/build';

const flagged = (messages: Parameters<typeof session>[0]) =>
  findSilence(session(messages)).flags.map(({ number, kind }) => [number, kind]);

const blank = (continues: boolean) => assistant([text('\n\n')], { continues });

test('a response in several messages is judged as a whole', () => {
  const said = (continues: boolean) => assistant([text('Done.')], { continues });
  const ask = person('Sort the list.');
  assert.deepEqual(flagged([ask, blank(true), said(false)]), []);
  assert.deepEqual(flagged([ask, said(true), blank(false)]), []);
  assert.deepEqual(flagged([ask, said(true), blank(true), blank(false)]), []);
});

test('a response in several messages is silent when all of them are', () => {
  const ask = person('Sort the list.');
  assert.deepEqual(flagged([ask, blank(true), blank(false), person('Hello?')])[0], [2, 'void']);
});
