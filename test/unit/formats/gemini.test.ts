import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, outline, readText, wholeMessage } from '../../support/read';

const head = { sessionId: 'g1', projectHash: 'f00d', startTime: '2026-03-01T08:00:00Z' };
let at = 0;
const say = (type: string, content: unknown, values: object = {}) => {
  at += 1;
  const timestamp = new Date(Date.UTC(2026, 2, 1, 8, 0, at)).toISOString();
  return { id: `g${at}`, timestamp, type, content, ...values };
};
const call = (status: string, values: object = {}) => ({
  id: 'c1',
  name: 'run_shell_command',
  args: { command: 'npm test' },
  status,
  ...values,
});
const response = (output: string) => [{ functionResponse: { id: 'c1', response: { output } } }];

const messages = [
  say('user', [{ text: 'Run the tests.' }]),
  say('gemini', '', {
    model: 'large-coder',
    thoughts: [{ subject: 'Tests', description: 'They come first.' }],
    tokens: { input: 90, cached: 60, output: 7, thoughts: 3 },
    toolCalls: [call('success', { result: response('1 failing') })],
  }),
  say('gemini', 'One test fails.'),
  say('info', 'Update available.'),
];

test('Gemini: a document and its lines are the same session', async () => {
  const documents = [
    JSON.stringify({ ...head, messages, summary: 'Tests' }, null, 2),
    lines(head, ...messages, { $set: { summary: 'Tests' } }),
  ];
  for (const whole of documents) {
    const { format, rows, sessions } = await readText(whole);
    assert.equal(format, 'gemini');
    assert.equal(rows.read, rows.understood);
    const [session] = sessions;
    assert.deepEqual([session.id, session.title], ['g1', 'Tests']);
    assert.deepEqual(outline(session), [
      '0 person | Run the tests.',
      '1 assistant | ~Tests\nThey come first. | run_shell_command: completed',
      '2 assistant | One test fails.',
      '3 notice | <info>',
    ]);
    assert.deepEqual(session.messages[1]?.tokens, {
      input: 30,
      output: 7,
      reasoning: 3,
      cacheRead: 60,
      cacheWrite: null,
    });
    assert.deepEqual((await wholeMessage(whole, 1)).parts, session.messages[1].parts);
    assert.deepEqual(findSilence(session).flags, []);
  }
});

test('Gemini: what is written again replaces what was there, in its place', async () => {
  const asked = say('user', 'Run it.');
  const begun = say('gemini', '', { toolCalls: [call('executing')] });
  const done = { ...begun, toolCalls: [call('cancelled', { result: response('stopped') })] };
  const whole = lines(head, asked, begun, say('user', 'Stop.'), done);
  const [session] = (await readText(whole)).sessions;
  assert.deepEqual(outline(session), [
    '0 person | Run it.',
    '1 assistant | run_shell_command: error',
    '2 person | Stop.',
  ]);
  assert.deepEqual((await wholeMessage(whole, 1)).parts, session.messages[1]?.parts);
});

test('Gemini: what was undone, and lists that were replaced, are shown and not judged', async () => {
  const [first, second] = [say('user', 'Plan it.'), say('gemini', '')];
  const superseded = async (...rows: readonly object[]) =>
    (await readText(lines(head, ...rows))).sessions[0].messages.map((one) => one.superseded);
  assert.deepEqual(await superseded(first, second, { $rewindTo: second.id }), [false, true]);
  assert.deepEqual(await superseded(first, second, { $rewindTo: 'nowhere' }), [true, true]);
  const replaced = { $set: { messages: [first, say('gemini', 'Done.')] } };
  assert.deepEqual(await superseded(first, second, replaced), [true, true, false, false]);
  const whole = lines(head, first, second, replaced);
  assert.deepEqual(
    (await wholeMessage(whole, 3)).parts,
    (await readText(whole)).sessions[0].messages[3]?.parts,
  );
});

test('Gemini: responses without words and calls, and requests that failed', async () => {
  const whole = lines(
    head,
    say('user', 'Run it.'),
    say('gemini', ''),
    say('user', 'continue'),
    say('gemini', '', { thoughts: [{ subject: 'Hm', description: '' }] }),
    say('user', 'Please continue.'),
    say('gemini', 'Done.'),
    say('user', 'More.'),
    say('error', '429 slow down'),
  );
  const [session] = (await readText(whole)).sessions;
  assert.equal(session.messages[4]?.author, 'harness');
  assert.deepEqual(
    findSilence(session).flags.flatMap(({ number, kind }) =>
      [1, 2, 3, 6].includes(number) ? [[number, kind]] : [],
    ),
    [
      [1, 'void'],
      [2, 'nudge'],
      [3, 'reasoning-only'],
      [6, 'missing'],
    ],
  );
});

test('Gemini: records that are not known or torn are counted', async () => {
  const whole = lines(head, say('user', 'Run it.'), say('weather', 'rain'), say('gemini', 'Done.'));
  const { rows, problems } = await readText(`${whole}{"id":"g`);
  assert.deepEqual(rows, { read: 4, understood: 3, unknown: 1, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
});
