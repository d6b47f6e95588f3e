import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Part } from '../../../src/core/model/message';
import {
  assistant,
  excerpt,
  failedRow,
  harness,
  person,
  reasoning,
  session,
  text,
  tool,
  type Values,
} from '../../support/build';

/** Flagged empty responses as `number kind`; corrective messages are left out. */
function empties(messages: readonly Values[]): readonly string[] {
  const correctives = new Set(['resend', 'nudge', 'complaint', 'redirect']);
  return findSilence(session(messages))
    .flags.filter(({ kind }) => !correctives.has(kind))
    .map(({ number, kind }) => `${number} ${kind}`);
}

const ask = person('Rename the module and run its tests.');
const answer = assistant([text('Done.')], { finish: 'stop' });
const marker: Part = { kind: 'marker', label: 'step-start', detail: null };
const image: Part = { kind: 'file', name: 'plot.png', mime: 'image/png', image: true, bytes: 10 };
const interrupt = harness('interrupt-marker', '[Request interrupted by user]');

test('each kind of empty response', () => {
  assert.deepEqual(empties([ask, assistant([])]), ['1 void']);
  assert.deepEqual(empties([ask, assistant([marker, marker])]), ['1 void']);
  assert.deepEqual(empties([ask, assistant([text(' \n\u200b')])]), ['1 void']);
  assert.deepEqual(empties([ask, assistant([text('<conversation_data>\n</conversation_data>')])]), [
    '1 void',
  ]);
  assert.deepEqual(empties([ask, assistant([reasoning('Let me think.'), text('\n\n')])]), [
    '1 reasoning-only',
  ]);
  assert.deepEqual(empties([ask, assistant([reasoning('')])]), ['1 reasoning-only']);
  assert.deepEqual(empties([ask, assistant([text('(no content)')])]), ['1 placeholder']);
  assert.deepEqual(empties([ask, assistant([], { finish: 'aborted' })]), ['1 interrupted']);
  assert.deepEqual(empties([ask, assistant([reasoning('Let')], { finish: 'aborted' })]), [
    '1 interrupted',
  ]);
  assert.deepEqual(empties([ask, assistant([text('\n\n')]), interrupt]), ['1 interrupted']);
  assert.deepEqual(empties([ask, assistant([]), harness('reminder', 'x'), interrupt]), [
    '1 interrupted',
  ]);
  assert.deepEqual(
    empties([ask, assistant([], { error: { name: '429', message: 'slow down' } })]),
    ['1 error'],
  );
  assert.deepEqual(empties([ask, assistant([], { finish: 'error' })]), ['1 error']);
  assert.deepEqual(empties([ask, failedRow('overloaded')]), ['1 error']);
  assert.deepEqual(empties([ask, assistant([text("You've hit your limit · resets 3pm")])]), [
    '1 error',
  ]);
});

test('an error says more than an interruption, an interruption more than reasoning', () => {
  const error = { name: '500', message: 'no' };
  assert.deepEqual(empties([ask, assistant([reasoning('Let')], { error }), interrupt]), [
    '1 error',
  ]);
  assert.deepEqual(empties([ask, assistant([reasoning('Let')]), interrupt]), ['1 interrupted']);
});

test('responses that give anything are not empty', () => {
  for (const part of [
    text('.'),
    tool('bash'),
    image,
    { kind: 'patch', files: ['a.ts'] } as const,
  ]) {
    assert.deepEqual(empties([ask, assistant([part])]), []);
    assert.deepEqual(empties([ask, assistant([reasoning(''), part])]), []);
    assert.deepEqual(empties([ask, assistant([part], { finish: 'aborted' }), interrupt]), []);
    assert.deepEqual(empties([ask, assistant([part], { error: { name: 'x', message: 'y' } })]), []);
  }
  assert.deepEqual(empties([ask, assistant([text('(no content)'), tool('bash')])]), []);
});

test('text that the program put into a response is not the model’s', () => {
  const synthetic: Part = {
    kind: 'text',
    body: excerpt('Model overloaded.'),
    synthetic: true,
    hash: 'h',
  };
  assert.deepEqual(empties([ask, assistant([synthetic])]), ['1 void']);
});

test('look-alikes are not judged', () => {
  assert.deepEqual(empties([ask, assistant([], { superseded: true }), answer]), []);
  assert.deepEqual(empties([ask, assistant([], { closed: false })]), []);
  assert.deepEqual(empties([ask, assistant([], { closed: false }), harness('reminder', 'x')]), []);
  assert.deepEqual(
    empties([ask, assistant([], { closed: false }), person('Now the docs.'), answer]),
    ['1 void'],
  );
  assert.deepEqual(
    empties([
      ask,
      answer,
      { role: 'assistant', author: 'program', harness: 'compaction-summary', parts: [] },
    ]),
    [],
  );
  assert.deepEqual(
    empties([ask, answer, { role: 'tool', author: 'program', harness: 'other', parts: [marker] }]),
    [],
  );
  assert.deepEqual(empties([]), []);
});

test('silence that the person asked for is none', () => {
  const quiet = person('I will be back tomorrow. No reply needed.');
  assert.deepEqual(empties([quiet, assistant([], { finish: 'stop' })]), []);
  assert.deepEqual(empties([quiet, assistant([], { finish: 'length' })]), ['1 void']);
  assert.deepEqual(
    empties([quiet, assistant([], { finish: 'stop' }), harness('no-visible-output-nudge')]),
    ['1 void'],
  );
  assert.deepEqual(
    empties([
      person('The logger should be quiet and the server must not respond to pings.'),
      assistant([], { finish: 'stop' }),
    ]),
    ['1 void'],
  );
  assert.deepEqual(empties([quiet]), []);
});

test('the program’s filler after a resume is empty only when an answer was due', () => {
  const filler: Values = {
    role: 'assistant',
    author: 'program',
    harness: 'notice',
    synthetic: true,
    parts: [text('No response requested.')],
  };
  const resumed = harness('continue-after-resume', 'Continue from where you left off.');
  assert.deepEqual(empties([ask, answer, resumed, filler]), []);
  assert.deepEqual(empties([ask, assistant([tool('bash')]), resumed, filler]), ['3 placeholder']);
  assert.deepEqual(
    empties([ask, answer, resumed, assistant([text('No response requested.')])]),
    [],
  );
  assert.deepEqual(
    empties([ask, answer, person('And the docs?'), assistant([text('No response requested.')])]),
    ['3 placeholder'],
  );
});

test('a message that got no response row is missing when the session shows it', () => {
  const other = person('Then write the change log for version two.');
  assert.deepEqual(empties([ask]), ['0 missing']);
  assert.deepEqual(empties([ask, harness('local-command', '/exit')]), ['0 missing']);
  assert.deepEqual(empties([ask, interrupt, other, answer]), ['0 missing']);
  assert.deepEqual(empties([ask, person('continue'), answer]), ['0 missing']);
  assert.deepEqual(empties([ask, person('Hello?'), answer]), ['0 missing']);
  assert.deepEqual(empties([ask, person('You stopped again'), answer]), ['0 missing']);
  assert.deepEqual(empties([ask, ask, answer]), ['0 missing']);
  assert.deepEqual(empties([ask, other, answer]), [], 'two messages typed one after the other');
  assert.deepEqual(empties([harness('local-command', '/clear'), answer]), []);
  assert.deepEqual(empties([harness('local-command', '/clear')]), []);
  assert.deepEqual(empties([ask, assistant([text('x')], { superseded: true })]), []);
  assert.deepEqual(empties([person('', { parts: [marker] })]), [], 'nothing was asked');
});

test('retries without an answer are one missing response', () => {
  const retry: Values = {
    role: 'system',
    author: 'program',
    harness: 'request-failed',
    error: { name: '500', message: 'no' },
  };
  assert.deepEqual(empties([ask, retry, retry, retry]), ['0 missing']);
  assert.deepEqual(empties([ask, retry, answer]), []);
  assert.deepEqual(empties([ask, failedRow('a'), failedRow('b')]), ['1 error', '2 error']);
});

test('the same text twice is a queue artefact within five seconds or under one id', () => {
  const at = (time: number, id: string) => person('Run the tests.', { time, id });
  assert.deepEqual(empties([at(1000, 'a'), at(5999, 'b'), answer]), []);
  assert.deepEqual(empties([at(1000, 'a'), at(6000, 'b'), answer]), ['0 missing']);
  assert.deepEqual(empties([at(1000, 'a'), at(90_000, 'a'), answer]), []);
  assert.deepEqual(empties([at(1000, 'a'), interrupt, at(2000, 'b'), answer]), ['0 missing']);
});

test('an interrupt right after tool results is no empty response', () => {
  assert.deepEqual(
    empties([ask, assistant([tool('bash')]), interrupt, person('Stop that.'), answer]),
    [],
  );
  assert.deepEqual(
    empties([
      ask,
      assistant([tool('bash')]),
      harness('interrupt-marker-tool'),
      person('No.'),
      answer,
    ]),
    [],
  );
});

test('a nudge of the harness makes the flag certain', () => {
  const nudge = harness('no-visible-output-nudge');
  const { flags, incidents } = findSilence(
    session([ask, assistant([reasoning('Hm')], { finish: 'stop' }), nudge, answer]),
  );
  assert.deepEqual(
    flags.map(({ number, certain }) => [number, certain]),
    [[1, true]],
  );
  assert.equal(incidents[0]?.recovery, 'auto');
  assert.equal(incidents[0].attempts, 0);
  assert.equal(findSilence(session([ask, assistant([])])).flags[0]?.certain, false);
});
