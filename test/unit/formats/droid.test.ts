import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let clock = 0;
const timestamp = () => {
  clock += 1000;
  return new Date(Date.UTC(2026, 1, 4, 10) + clock).toISOString();
};
const start = {
  type: 'session_start',
  id: 'd1',
  title: 'Tests',
  cwd: '/srv/app',
  version: '0.81.0',
};
const row = (role: string, content: readonly object[], values: object = {}) => ({
  type: 'message',
  id: `m${clock}`,
  timestamp: timestamp(),
  message: { role, content, ...values },
});
const says = (text: string) => ({ type: 'text', text });
const calls = (id: string, command: string) => ({
  type: 'tool_use',
  id,
  name: 'Execute',
  input: { command },
});
const result = (tool_use_id: string, content: string) => ({
  type: 'tool_result',
  tool_use_id,
  content,
});
const printed = (type: string, values: object) => ({
  type,
  session_id: 'd2',
  timestamp: timestamp(),
  ...values,
});

test('Droid: a stored row is one message, and results stand with their call', async () => {
  const text = lines(
    start,
    row('user', [says('Run the tests.')]),
    row('assistant', [{ type: 'thinking', thinking: 'Tests first.' }, calls('c1', 'npm test')]),
    row('user', [result('c1', 'Exit code: 1\n1 failing')]),
    row('assistant', [says('One test fails.')]),
  );
  const { format, rows, sessions } = await readText(text);
  assert.equal(format, 'droid');
  assert.deepEqual(rows, { read: 5, understood: 5, unknown: 0, malformed: 0 });
  const [session] = sessions;
  assert.deepEqual(
    [session.id, session.title, session.directory, session.agentVersion],
    ['d1', 'Tests', '/srv/app', '0.81.0'],
  );
  assert.deepEqual(outline(session), [
    '0 person | Run the tests.',
    '1 assistant | ~Tests first. | Execute: completed',
    '2 assistant | One test fails.',
  ]);
  const response = session.messages[1];
  assert.deepEqual((await wholeMessage(text, 1)).parts, response?.parts);
  assert.deepEqual(findSilence(session).flags, []);
});

test('Droid: an empty response, and an error in the user’s name', async () => {
  const session = await mainSession(
    lines(
      start,
      row('user', [says('Run the tests.')]),
      row('assistant', []),
      row('user', [says('continue')]),
      row('assistant', [says('Done.')]),
      row('user', [says('More.')]),
      row('user', [says('Token limit reached.')], { visibility: 'user_only' }),
    ),
  );
  assert.deepEqual(
    session.messages.map(({ author, harness }) => harness ?? author),
    ['person', 'assistant', 'person', 'assistant', 'person', 'request-failed'],
  );
  assert.deepEqual(
    findSilence(session)
      .flags.slice(0, 2)
      .map(({ number, kind }) => [number, kind]),
    [
      [1, 'void'],
      [2, 'nudge'],
    ],
  );
});

test('Droid: what is printed has its calls in rows of their own, and its answer at the end', async () => {
  const text = lines(
    printed('system', { cwd: '/srv/app', model: 'large-coder' }),
    printed('message', { role: 'user', text: 'Run the tests.' }),
    printed('message', { role: 'assistant', text: 'I run them.' }),
    printed('tool_call', { toolCallId: 'c1', toolName: 'Shell', parameters: { command: 'ls' } }),
    printed('tool_result', { toolCallId: 'c1', value: { stdout: 'src', exitCode: 2 } }),
    printed('completion', { finalText: 'They fail.' }),
  );
  const { format, sessions } = await readText(text);
  assert.equal(format, 'droid');
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run the tests.',
    '1 assistant | I run them. | Shell: error',
    '2 assistant | They fail.',
  ]);
  assert.equal(sessions[0].id, 'd2');
  assert.deepEqual((await wholeMessage(text, 1)).parts, sessions[0].messages[1]?.parts);
});

test('Droid: the last words are not told twice, and none at all are an empty response', async () => {
  const asks = printed('message', { role: 'user', text: 'Run the tests.' });
  const told = await mainSession(
    lines(
      asks,
      printed('message', { role: 'assistant', text: 'Done.' }),
      printed('completion', { finalText: 'Done.' }),
    ),
  );
  assert.deepEqual(outline(told), ['0 person | Run the tests.', '1 assistant | Done.']);
  const silent = await mainSession(lines(asks, printed('completion', { finalText: '' })));
  assert.deepEqual(
    findSilence(silent).flags.map(({ number, kind }) => [number, kind]),
    [[1, 'void']],
  );
});

test('Droid: rows that are not known, torn or alone are counted and shown', async () => {
  const text = lines(
    start,
    row('user', [says('Run it.')]),
    row('user', [result('nowhere', 'lost')]),
    { type: 'weather' },
  );
  const { rows, problems, sessions } = await readText(`${text}{"type":"mess`);
  assert.deepEqual(rows, { read: 4, understood: 3, unknown: 1, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run it.',
    '1 other | <result without a call>',
  ]);
});
