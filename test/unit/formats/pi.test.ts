import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let clock = Date.UTC(2026, 3, 2, 8);
const row = (type: string, values: object) => {
  clock += 1000;
  return { type, id: `e${clock}`, timestamp: new Date(clock).toISOString(), ...values };
};
const message = (role: string, values: object) =>
  row('message', { message: { role, timestamp: clock, ...values } });
const head = { ...row('session', { version: 3, cwd: '/srv/app' }), id: 'f00d' };
const user = (text: string) => message('user', { content: [{ type: 'text', text }] });
const says = (stopReason: string, content: readonly object[], values: object = {}) =>
  message('assistant', { content, stopReason, model: 'large-coder', ...values });
const words = (text: string) => ({ type: 'text', text });
const call = (id: string, command: string) => ({
  type: 'toolCall',
  id,
  name: 'bash',
  arguments: { command },
});
const result = (toolCallId: string, text: string, isError = false) =>
  message('toolResult', { toolCallId, toolName: 'bash', content: [words(text)], isError });

const ordinary = [
  head,
  row('model_change', { provider: 'p', modelId: 'large-coder' }),
  row('custom_message', { customType: 'context', content: 'Today is Thursday.' }),
  user('Run the tests.'),
  says('toolUse', [{ type: 'thinking', thinking: 'Tests.' }, call('c1', 'npm test')], {
    usage: { input: 3, output: 5, cacheRead: 60, cacheWrite: 7 },
  }),
  result('c1', 'one fails', true),
  says('stop', [words('One test fails.')]),
  message('bashExecution', { command: 'ls', output: 'a.txt', exitCode: 0 }),
  user('<skill name="commit" location="/s">\nCommit well.\n</skill>\n\nonly a.txt'),
  says('stop', [words('Committed.')]),
];

test('Pi: entries are messages, results stand with their call', async () => {
  const { format, sessions, rows } = await readText(lines(...ordinary));
  assert.equal(format, 'pi');
  const [session] = sessions;
  assert.deepEqual([session.id, session.directory], ['f00d', '/srv/app']);
  assert.deepEqual(outline(session), [
    '0 reminder | <context>',
    '1 person | Run the tests.',
    '2 assistant | ~Tests. | bash: error',
    '3 assistant | One test fails.',
    '4 local-command | <shell command>',
    '5 person | (<skill name="commit" location="/s">\nCommit well.\n</skill>) | only a.txt',
    '6 assistant | Committed.',
  ]);
  assert.deepEqual(rows, { read: 10, understood: 10, unknown: 0, malformed: 0 });
  const response = session.messages[2];
  assert.deepEqual(response?.tokens, {
    input: 3,
    output: 5,
    reasoning: null,
    cacheRead: 60,
    cacheWrite: 7,
  });
  assert.equal(response.finish, 'tool-calls');
  assert.equal(response.completed, (response.time ?? 0) + 1000);
  assert.deepEqual(findSilence(session).flags, []);
});

test('Pi: a message is read again from its own rows', async () => {
  const text = lines(...ordinary);
  const { messages } = await mainSession(text);
  for (const { number, parts } of messages) {
    assert.deepEqual((await wholeMessage(text, number)).parts, parts);
  }
});

test('Pi: a stop before any output, a failed request and a silent end are empty responses', async () => {
  const session = await mainSession(
    lines(
      head,
      user('Run the tests.'),
      says('aborted', [], { errorMessage: 'Request was aborted.' }),
      user('Run the tests.'),
      says('error', [], { errorMessage: '529 overloaded' }),
      user('continue'),
      says('stop', [{ type: 'thinking', thinking: 'Done, I think.' }]),
      user('continue'),
      says('stop', []),
    ),
  );
  assert.equal(session.messages[1]?.error, null);
  assert.deepEqual(session.messages[3]?.error, { name: '529', message: '529 overloaded' });
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [1, 'interrupted'],
      [2, 'resend'],
      [3, 'error'],
      [4, 'nudge'],
      [5, 'reasoning-only'],
      [6, 'nudge'],
      [7, 'void'],
    ],
  );
});

test('Pi: without a head, with an unknown entry, a lone result and a torn last row', async () => {
  const text =
    lines(says('stop', [words('Hello.')]), row('surprise', {}), result('c9', 'lost')) + '{"type":';
  const { format, sessions, rows, problems } = await readText(text);
  assert.equal(format, 'pi');
  assert.deepEqual(outline(sessions[0]), [
    '0 assistant | Hello.',
    '1 other | <row not understood>',
    '2 other | <result without a call>',
  ]);
  assert.deepEqual(rows, { read: 3, understood: 2, unknown: 1, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
});
