import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { findSilenceSoFar, isLive, LIVE_MS } from '../../../src/core/findings/live';
import {
  assistant,
  failedRow,
  harness,
  person,
  reasoning,
  session,
  text,
  tool,
  type Values,
} from '../../support/build';

const ask = person('Sort the list.');
const answer = assistant([text('Sorted.')], { closed: true, finish: 'stop' });

const flagsOf = (messages: readonly Values[], judge = findSilenceSoFar) =>
  judge(session(messages)).flags.map(({ number, kind }) => `${number} ${kind}`);

test('a message that waits for its response is not flagged while the agent works', () => {
  const waiting = [ask, answer, person('And now?')];
  assert.deepEqual(flagsOf(waiting, findSilence), ['2 missing']);
  assert.deepEqual(flagsOf(waiting), []);
});

test('nor is a response that so far has only reasoning', () => {
  for (const values of [{}, { closed: true, finish: 'tool-calls' }] satisfies Values[]) {
    const thinking = [ask, assistant([reasoning('Hm')], values)];
    assert.deepEqual(flagsOf(thinking, findSilence), ['1 reasoning-only']);
    assert.deepEqual(flagsOf(thinking), []);
  }
});

test('what is over is judged at once', () => {
  const cases = [
    [ask, assistant([], { closed: true, finish: 'stop' })],
    [ask, assistant([reasoning('Hm')]), harness('interrupt-marker')],
    [ask, failedRow('overloaded')],
    [ask, assistant([]), ask, answer],
    [ask, assistant([tool('bash')])],
  ];
  for (const messages of cases) {
    assert.deepEqual(
      findSilenceSoFar(session(messages)),
      findSilence(session(messages)),
      JSON.stringify(messages.map(({ role }) => role)),
    );
  }
});

test('a retry is no end either, and turns hold only messages that are there', () => {
  const retrying = [
    ask,
    { role: 'system', author: 'program', harness: 'request-failed' },
  ] satisfies Values[];
  assert.deepEqual(flagsOf(retrying, findSilence), ['0 missing']);
  const { flags, turns } = findSilenceSoFar(session(retrying));
  assert.deepEqual(flags, []);
  assert.deepEqual(turns, [{ index: 0, person: 0, first: 0, last: 1 }]);
});

test('an incident stays open while the agent answers what corrects it', () => {
  const nudged = [ask, assistant([], { closed: true, finish: 'stop' }), person('continue')];
  assert.deepEqual(flagsOf(nudged), ['1 void', '2 nudge']);
  assert.equal(findSilenceSoFar(session(nudged)).incidents[0]?.outcome, 'open');
});

test('live is what has just changed and was seen to grow or is of just now', () => {
  const now = 1_800_000_000_000;
  const old = session([ask, answer]);
  const fresh = session([ask, { ...answer, time: now - 1000 }]);
  const at = (modified: number, hasGrown: boolean) => ({ modified, hasGrown, now });
  assert.equal(isLive([old], at(now - 10, true)), true);
  assert.equal(isLive([old], at(now - LIVE_MS, true)), false);
  assert.equal(isLive([old], at(now - 10, false)), false, 'a copy of an old session');
  assert.equal(isLive([old, fresh], at(now - 10, false)), true);
  assert.equal(isLive([fresh], at(now - LIVE_MS, false)), false);
});
