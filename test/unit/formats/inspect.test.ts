import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { outline, readText, wholeMessage } from '../../support/read';

const user = { role: 'user', content: 'Add 2 and 2.', source: 'input' };
const call = { id: 'c1', function: 'add', arguments: { a: 2, b: 2 } };
const calls = { role: 'assistant', content: '', model: 'large', tool_calls: [call] };
const result = { role: 'tool', content: '4', tool_call_id: 'c1' };
const answer = { role: 'assistant', content: 'Four.', id: 'm9' };
const proceed = {
  role: 'user',
  content: 'Please proceed to the next step using your best judgement.',
};
const empty = { role: 'assistant', content: [{ type: 'reasoning', reasoning: 'Four?' }] };
const output = { choices: [{ message: answer, stop_reason: 'stop' }] };
const samples = [
  { id: 1, epoch: 1, messages: [user, calls, result, answer], output },
  { id: 1, epoch: 2, messages: [user, empty, proceed, answer] },
];
const log = JSON.stringify({ version: 2, status: 'success', eval: {}, samples });

test('Inspect: each sample and epoch is a session', async () => {
  const { format, sessions, rows } = await readText(log);
  assert.equal(format, 'inspect');
  assert.deepEqual(rows, { read: 2, understood: 2, unknown: 0, malformed: 0 });
  const [first, second] = sessions;
  assert.ok(second !== undefined);
  assert.deepEqual([first.id, second.id], ['sample 1, epoch 1', 'sample 1, epoch 2']);
  assert.deepEqual(outline(first), [
    '0 person | Add 2 and 2.',
    '1 assistant | add: completed',
    '2 assistant | Four.',
  ]);
  assert.equal(first.messages[2]?.finish, 'stop');
  assert.deepEqual(findSilence(first).flags, []);
  assert.deepEqual(outline(second)[2], `2 other | ${proceed.content}`);
  const flags = findSilence(second).flags.map(({ number, kind }) => [number, kind]);
  assert.deepEqual(flags, [[1, 'reasoning-only']]);
  assert.deepEqual((await wholeMessage(log, 1, 1)).parts, second.messages[1]?.parts);
});

test('Inspect: a torn log is read as far as it goes', async () => {
  const { sessions, problems } = await readText(log.slice(0, -30));
  assert.equal(sessions.length, 1);
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['incomplete'],
  );
});
