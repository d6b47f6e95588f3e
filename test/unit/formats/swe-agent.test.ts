import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { mainSession, outline, readText, wholeMessage } from '../../support/read';

const step = (thought: string, action: string, observation = '', values: object = {}) => ({
  action,
  observation,
  response: thought,
  state: {},
  thought,
  execution_time: 0.5,
  ...values,
});
const row = (role: string, content: string, values: object = {}) => ({
  role,
  content,
  agent: 'main',
  ...values,
});

const prompts = [
  row('system', 'You have a shell.', { message_type: 'system_prompt' }),
  row('user', 'A demonstration.', { is_demo: true }),
  row('user', 'Fix the colon.', { message_type: 'observation' }),
];
const remembered = [
  row('assistant', 'I look.\n```\nls\n```', { thought: 'I look.', action: 'ls' }),
  row('user', 'a.py\n(Current directory: /)'),
];

const document = (trajectory: readonly object[], history: readonly object[]) =>
  JSON.stringify(
    {
      environment: 'main',
      trajectory,
      history,
      info: { exit_status: 'submitted', swe_agent_version: '1.1.0' },
      replay_config: JSON.stringify({ agent: { model: { name: 'large-coder' } } }),
    },
    null,
    2,
  );

test('SWE-agent: prompts come from the history and responses from the steps', async () => {
  const text = document(
    [
      step('I look.', 'ls', 'a.py'),
      step('', 'rm b.py', '', { response: '```\nrm b.py\n```' }),
      step('Only words.', '', ''),
      step('I edit.', 'vim a.py', '', { execution_time: 0 }),
      step('Done.', 'submit', 'diff --git'),
    ],
    [...prompts, ...remembered],
  );
  const { format, sessions, rows } = await readText(text);
  assert.equal(format, 'swe-agent');
  const [session] = sessions;
  assert.deepEqual(outline(session), [
    '0 reminder | You have a shell.',
    '1 other | A demonstration.',
    '2 person | Fix the colon.',
    '3 assistant | I look. | bash: completed',
    '4 assistant | bash: completed',
    '5 assistant | Only words.',
    '6 assistant | I edit. | bash: no-result',
    '7 assistant | Done. | bash: completed',
  ]);
  assert.deepEqual(rows, { read: 10, understood: 10, unknown: 0, malformed: 0 });
  assert.deepEqual(
    [session.agentVersion, session.messages[2]?.model, session.messages[3]?.model],
    ['1.1.0', null, 'large-coder'],
  );
  assert.deepEqual(
    session.messages.map(({ places: [{ line }] }) => line).slice(0, 4),
    [46, 52, 58, 4],
  );
  assert.deepEqual(findSilence(session).flags, []);
  for (const { number, parts } of session.messages) {
    assert.deepEqual((await wholeMessage(text, number)).parts, parts);
  }
});

test('SWE-agent: the order of the two lists in the file does not matter', async () => {
  const steps = [step('I look.', 'ls', 'a.py'), step('Done.', 'submit', '')];
  const history = [...prompts, ...remembered];
  const ordered = await mainSession(JSON.stringify({ trajectory: steps, history }));
  const turned = await mainSession(JSON.stringify({ history, trajectory: steps }));
  assert.deepEqual(outline(turned), outline(ordered));
  assert.equal(turned.messages.length, 5);
});

test('SWE-agent: a history alone has its responses, joined with what the commands printed', async () => {
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'open', arguments: '{"path":"a"}' },
  };
  const text = JSON.stringify({
    history: [
      ...prompts,
      ...remembered,
      row('assistant', 'I open.', { thought: 'I open.', tool_calls: [call] }),
      row('tool', '1: x', { tool_call_ids: ['c1'] }),
      row('assistant', 'Hm.', { thinking_blocks: [{ type: 'thinking', thinking: 'What now?' }] }),
      row('user', 'Your output was not formatted correctly.'),
      row('tool', 'lost', { tool_call_ids: ['c2'] }),
    ],
  });
  const { format, sessions } = await readText(text);
  assert.equal(format, 'swe-agent');
  assert.deepEqual(outline(sessions[0]).slice(2), [
    '2 person | Fix the colon.',
    '3 assistant | I look. | bash: completed',
    '4 assistant | I open. | open: completed',
    '5 assistant | ~What now? | Hm.',
    '6 notice | Your output was not formatted correctly.',
    '7 other | <result without a call>',
  ]);
  for (const { number, parts } of sessions[0].messages) {
    assert.deepEqual((await wholeMessage(text, number)).parts, parts);
  }
});

test('SWE-agent: a step without words and command is empty, an exit is the program’s', async () => {
  const session = await mainSession(
    document(
      [
        step('', '', ''),
        step('Exit due to context window', '', 'Exited', {
          response: 'Exit due to context window',
        }),
      ],
      prompts,
    ),
  );
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [3, 'void'],
      [4, 'error'],
    ],
  );
  const exits = await mainSession(
    document(
      [
        step('Exit due to cost limit', '', '', { response: 'Exit due to cost limit' }),
        step('Exit due to format error', 'exit_format', '', { response: 'I cannot.' }),
      ],
      prompts,
    ),
  );
  assert.deepEqual(outline(exits).slice(3), [
    '3 notice | (Exit due to cost limit)',
    '4 assistant | I cannot.',
  ]);
  assert.deepEqual(findSilence(exits).flags, []);
});

test('SWE-agent: an unknown element is shown, and a torn document is read so far', async () => {
  const whole = document([step('I look.', 'ls', 'a.py')], [...prompts, { moon: true }]);
  const { format, sessions, rows } = await readText(whole);
  assert.equal(format, 'swe-agent');
  assert.equal(outline(sessions[0]).at(-1), '4 other | <row not understood>');
  assert.deepEqual(rows, { read: 5, understood: 4, unknown: 1, malformed: 0 });
  const torn = await readText(whole.slice(0, whole.lastIndexOf('true')));
  assert.equal(torn.format, 'swe-agent');
  assert.equal(torn.sessions[0].messages.length, 4);
  assert.deepEqual(
    torn.problems.map(({ kind }) => kind),
    ['incomplete'],
  );
});
