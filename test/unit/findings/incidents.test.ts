import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { turnsOf } from '../../../src/core/findings/turns';
import {
  assistant,
  failedRow,
  harness,
  person,
  session,
  text,
  tokens,
  tool,
  type Values,
} from '../../support/build';

const ask = person('Rename the module and run its tests.');
const newTask = person('What does the weather service return for an unknown city?');
const answer = assistant([text('Done.')], { finish: 'stop' });
const silent = assistant([], { finish: 'stop' });

const found = (...messages: readonly Values[]) => findSilence(session(messages)).incidents;
const brief = (...messages: readonly Values[]) =>
  found(...messages).map(({ empties, correctives, recovery, outcome, recoveredBy, attempts }) => ({
    empties,
    correctives,
    recovery,
    outcome,
    recoveredBy,
    attempts,
  }));

test('empty responses and the pushes between them are one incident', () => {
  assert.deepEqual(
    brief(ask, silent, person('continue'), silent, silent, person('why did you stop?'), answer),
    [
      {
        empties: [1, 3, 4],
        correctives: [2, 5],
        recovery: 'complaint',
        outcome: 'recovered',
        recoveredBy: 6,
        attempts: 2,
      },
    ],
  );
});

test('a response with words or a call between makes two incidents', () => {
  const incidents = found(
    ask,
    silent,
    person('continue'),
    assistant([tool('bash')]),
    silent,
    person('continue'),
    answer,
  );
  assert.deepEqual(
    incidents.map(({ id, empties }) => [id, empties]),
    [
      ['i-1', [1]],
      ['i-4', [4]],
    ],
  );
});

test('the agent goes on by itself', () => {
  assert.deepEqual(brief(ask, failedRow('overloaded'), failedRow('overloaded'), answer), [
    {
      empties: [1, 2],
      correctives: [],
      recovery: 'auto',
      outcome: 'recovered',
      recoveredBy: 3,
      attempts: 0,
    },
  ]);
});

test('a new task gives the incident up', () => {
  assert.deepEqual(brief(ask, silent, newTask, answer), [
    {
      empties: [1],
      correctives: [],
      recovery: 'new-task',
      outcome: 'gave-up',
      recoveredBy: null,
      attempts: 0,
    },
  ]);
});

test('a session that ends leaves it open', () => {
  assert.deepEqual(brief(ask, silent), [
    {
      empties: [1],
      correctives: [],
      recovery: 'none',
      outcome: 'open',
      recoveredBy: null,
      attempts: 0,
    },
  ]);
  assert.deepEqual(brief(ask, silent, person('continue')), [
    {
      empties: [1, 2],
      correctives: [2],
      recovery: 'nudge',
      outcome: 'open',
      recoveredBy: null,
      attempts: 1,
    },
  ]);
});

test('a nudge that got no response carries both flags, the corrective first', () => {
  const { flags } = findSilence(session([ask, silent, person('continue')]));
  assert.deepEqual(
    flags.map(({ number, kind, answers }) => [number, kind, answers]),
    [
      [1, 'void', null],
      [2, 'nudge', 1],
      [2, 'missing', null],
    ],
  );
});

test('a nudge put into the queue twice is one attempt', () => {
  const nudge = (time: number) => person('continue', { time });
  assert.equal(found(ask, silent, nudge(1000), nudge(2000), answer)[0]?.attempts, 1);
});

test('time and tokens are what the silence cost', () => {
  const [incident] = found(
    ask,
    assistant([], {
      time: 1000,
      tokens: tokens({ input: 10, output: 1, reasoning: 2, cacheRead: 100, cacheWrite: 1000 }),
    }),
    person('continue', { time: 5000 }),
    assistant([], { time: 6000, tokens: tokens({ input: 20 }) }),
    person('continue', { time: 8000 }),
    { ...answer, time: 9500 },
  );
  assert.equal(incident?.elapsedMs, 8500);
  assert.equal(incident.tokensRespent, 1133);
});

test('what is not recorded stays unknown', () => {
  const [incident] = found(ask, assistant([]), person('continue'), answer);
  assert.equal(incident?.elapsedMs, null);
  assert.equal(incident.tokensRespent, null);
  assert.deepEqual(incident.notRecorded, ['stop reason', 'tokens', 'times']);
  const [backwards] = found(ask, assistant([], { time: 9000 }), person('continue'), {
    ...answer,
    time: 1000,
  });
  assert.equal(backwards?.elapsedMs, null);
});

test('without a recovery the time runs to the last message of the incident', () => {
  const [incident] = found(
    ask,
    assistant([], { time: 1000 }),
    person('continue', { time: 4000 }),
    assistant([], { time: 7000 }),
  );
  assert.equal(incident?.elapsedMs, 6000);
});

test('a silence after which nothing came has no length; one given up lasts until the new task', () => {
  const timed = (time: number) => assistant([], { time, finish: 'stop' });
  assert.equal(found(ask, timed(1000))[0]?.elapsedMs, null);
  assert.equal(found(ask, timed(1000), { ...newTask, time: 5000 }, answer)[0]?.elapsedMs, 4000);
});

test('model switches, compactions and leaving the session are part of how it went on', () => {
  const changes = (...messages: readonly Values[]) =>
    found(...messages)[0]?.changes.map(({ kind, number, to }) => [kind, number, to]);
  const by = (model: string, values: Values) => ({ ...values, model });
  assert.deepEqual(
    changes(
      ask,
      by('small', silent),
      harness('compaction-boundary'),
      harness('compaction-summary'),
      person('continue'),
      by('small', silent),
      person('continue'),
      by('large', answer),
      by('other', answer),
    ),
    [
      ['compaction', 2, null],
      ['model-switch', 7, 'large'],
    ],
  );
  const command = (name: string) =>
    harness('local-command', `<command-name>${name}</command-name>`);
  assert.deepEqual(changes(ask, silent, command('/exit')), [['left', 2, '/exit']]);
  assert.deepEqual(changes(ask, silent, command('/cost')), []);
});

test('leaving the session gives an incident up, unless the person comes back to it', () => {
  const exit = harness('local-command', '<command-name>/clear</command-name>');
  assert.equal(found(ask, silent, exit)[0]?.outcome, 'gave-up');
  assert.equal(found(ask, silent, exit, person('continue'), answer)[0]?.outcome, 'recovered');
  assert.equal(found(ask, silent, exit, person('continue'))[0]?.outcome, 'open');
});

test('turns begin with a person’s message, never with the harness’s', () => {
  const { messages } = session([
    harness('reminder'),
    ask,
    answer,
    harness('notice'),
    answer,
    newTask,
  ]);
  assert.deepEqual(turnsOf(messages), [
    { index: 0, person: null, first: 0, last: 0 },
    { index: 1, person: 1, first: 1, last: 4 },
    { index: 2, person: 5, first: 5, last: 5 },
  ]);
  assert.deepEqual(turnsOf([]), []);
});
