import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Session } from '../../../src/core/model/session';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let count = -1;
const numbered = (values: object) => {
  count += 1;
  const second = String(count % 60).padStart(2, '0');
  return { id: count, timestamp: `2026-05-05T06:00:${second}.5`, ...values };
};
const act = (action: string, args: object = {}, values: object = {}) =>
  numbered({ source: 'agent', action, args, ...values });
const observe = (observation: string, content: string, values: object = {}) =>
  numbered({ source: 'agent', observation, content, extras: {}, ...values });
const asks = (content: string) => act('message', { content }, { source: 'user' });
const state = (agent_state: string, reason = '') =>
  observe('agent_state_changed', '', { source: 'environment', extras: { agent_state, reason } });
const ofResponse = (id: string, tool_call_id: string, function_name: string) => ({
  tool_call_metadata: {
    function_name,
    tool_call_id,
    model_response: {
      id,
      model: 'large-coder',
      choices: [{ finish_reason: 'tool_calls', message: { reasoning_content: 'Hm.' } }],
      usage: { prompt_tokens: 40, completion_tokens: 7 },
    },
  },
});

const flagsOf = (session: Session) =>
  findSilence(session).flags.map(({ number, kind }) => [number, kind]);

async function assertReadAgain(text: string): Promise<Session> {
  const session = await mainSession(text);
  for (const { number, parts } of session.messages)
    assert.deepEqual((await wholeMessage(text, number)).parts, parts, `message ${number}`);
  return session;
}

test('OpenHands: actions of one response are joined, and results stand with their call', async () => {
  const run = act('run', { command: 'ls', thought: 'I look.' }, ofResponse('r1', 'c1', 'bash'));
  const read = act('read', { path: 'a.ts', thought: '' }, ofResponse('r1', 'c2', 'view'));
  const bare = act('run', { command: 'pwd', thought: '' });
  const text = JSON.stringify([
    act('system', { content: 'You are an agent.' }),
    asks('List the files.'),
    act('recall', { query: 'List the files.' }, { source: 'user' }),
    run,
    observe('run', 'src', { cause: run.id, extras: { metadata: { exit_code: 2 } } }),
    read,
    observe('error', 'No such file.', { cause: read.id, ...ofResponse('r1', 'c2', 'view') }),
    bare,
    observe('run', '/srv/app', { cause: bare.id }),
    observe('null', ''),
    act('finish', { final_thought: 'Done.', outputs: {} }, ofResponse('r2', 'c3', 'finish')),
    state('finished'),
  ]);
  const { format, rows } = await readText(text);
  assert.equal(format, 'openhands');
  assert.deepEqual(rows, { read: 12, understood: 12, unknown: 0, malformed: 0 });
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    '0 reminder | <system prompt>',
    '1 person | List the files.',
    '2 assistant | ~Hm. | I look. | bash: completed | view: error',
    '3 assistant | run: completed',
    '4 assistant | ~Hm. | Done.',
  ]);
  const response = session.messages[2];
  assert.deepEqual(
    [response?.model, response?.finish, response?.tokens?.output],
    ['large-coder', 'tool-calls', 7],
  );
  const call = response?.parts[2];
  assert.ok(call?.kind === 'tool');
  assert.equal(call.exitCode, 2);
  assert.deepEqual(flagsOf(session), []);
});

test('OpenHands: empty, silent, stopped and failed responses are found', async () => {
  const text = JSON.stringify([
    asks('Run the first.'),
    state('running'),
    act('message', { content: ' ' }),
    state('awaiting_user_input'),
    asks('continue'),
    state('running'),
    state('awaiting_user_input'),
    asks('Run the second.'),
    state('running'),
    state('stopped'),
    asks('Run the third.'),
    state('running'),
    observe('error', 'No response.', { source: 'environment' }),
    state('error', 'LLMNoResponseError'),
    asks('Run the fourth.'),
    state('running'),
    act('message', { content: 'Done.' }),
    state('awaiting_user_input'),
    state('stopped'),
  ]);
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    '0 person | Run the first.',
    '1 assistant |  ',
    '2 person | continue',
    '3 assistant',
    '4 person | Run the second.',
    '5 interrupt-marker | <agent stopped>',
    '6 person | Run the third.',
    '7 request-failed | <error>',
    '8 request-failed',
    '9 person | Run the fourth.',
    '10 assistant | Done.',
  ]);
  assert.deepEqual(flagsOf(session), [
    [1, 'void'],
    [2, 'nudge'],
    [3, 'void'],
    [4, 'missing'],
    [8, 'error'],
  ]);
});

test('OpenHands: a line of an evaluation is a session, of events or of pairs', async () => {
  const unsourced = { action: 'message', args: { content: 'Mend it.' } };
  const text = lines(
    {
      instance_id: 'mend-1',
      instruction: 'Mend it.',
      metadata: { llm_config: { model: 'large-coder' } },
      history: [
        [unsourced, { observation: 'null', content: '', extras: {} }],
        [
          { action: 'run', args: { command: 'make', thought: 'I build.' } },
          { observation: 'run', content: 'built', extras: {} },
        ],
      ],
      error: 'Agent reached maximum iteration',
    },
    {
      instance_id: 'mend-2',
      instruction: 'Mend the other.',
      history: [act('message', { content: 'Done.' })],
    },
  );
  const { sessions, rows } = await readText(text);
  assert.deepEqual(rows, { read: 2, understood: 2, unknown: 0, malformed: 0 });
  assert.deepEqual(
    sessions.map((session) => [session.id, ...outline(session)]),
    [
      [
        'mend-1',
        '0 person | Mend it.',
        '1 assistant | I build. | run: completed',
        '2 request-failed',
      ],
      ['mend-2', '0 person | Mend the other.', '1 assistant | Done.'],
    ],
  );
  assert.equal(sessions[0].messages[1]?.model, 'large-coder');
  await assertReadAgain(text);
  assert.deepEqual((await wholeMessage(text, 0, 1)).parts, sessions[1]?.messages[0]?.parts);
});

const sdk = (kind: string, source: string, values: object = {}) => {
  const { id, timestamp } = numbered({});
  return { kind, source, id: `event-${id}`, timestamp, ...values };
};
const message = (source: string, text: string, values: object = {}) =>
  sdk('MessageEvent', source, {
    llm_message: { role: source, content: [{ type: 'text', text }], ...values },
  });
const action = (tool_name: string, tool_call_id: string, values: object = {}) =>
  sdk('ActionEvent', 'agent', {
    thought: [],
    llm_response_id: 'r1',
    action: { kind: 'TerminalAction', command: 'ls' },
    tool_name,
    tool_call_id,
    ...values,
  });

test('OpenHands SDK: events of one response are joined, and results stand with their call', async () => {
  const text = lines(
    sdk('SystemPromptEvent', 'agent', { system_prompt: { type: 'text', text: 'You are.' } }),
    message('user', 'List the files.'),
    sdk('ConversationStateUpdateEvent', 'environment', {
      key: 'execution_status',
      value: 'running',
    }),
    action('terminal', 'c1', {
      reasoning_content: 'Hm.',
      thought: [{ type: 'text', text: 'So.' }],
    }),
    action('terminal', 'c2'),
    action('browser', 'c3', { action: null, tool_call: { arguments: '{"url":"http://a"}' } }),
    sdk('ObservationEvent', 'environment', {
      tool_call_id: 'c1',
      observation: { content: [{ type: 'text', text: 'src' }], exit_code: 1, is_error: false },
    }),
    sdk('UserRejectObservation', 'environment', { tool_call_id: 'c2', rejection_reason: 'No.' }),
    sdk('AgentErrorEvent', 'agent', { tool_call_id: 'c3', error: 'Not parsed.' }),
    action('finish', 'c4', {
      llm_response_id: 'r2',
      action: { kind: 'FinishAction', message: 'Done.' },
    }),
    sdk('ObservationEvent', 'environment', { tool_call_id: 'c4', observation: { content: [] } }),
  );
  const { format, rows } = await readText(text);
  assert.equal(format, 'openhands');
  assert.deepEqual(rows, { read: 11, understood: 11, unknown: 0, malformed: 0 });
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    '0 reminder | <system prompt>',
    '1 person | List the files.',
    '2 assistant | ~Hm. | So. | terminal: completed | terminal: error | browser: error',
    '3 assistant | Done.',
  ]);
  assert.deepEqual(
    session.messages[2]?.parts.flatMap((part) =>
      part.kind === 'tool' ? [[part.title, part.exitCode, part.interrupted]] : [],
    ),
    [
      ['ls', 1, false],
      ['ls', null, true],
      ['http://a', null, false],
    ],
  );
  assert.deepEqual(flagsOf(session), []);
});

test('OpenHands SDK: an empty answer, its automatic nudge, a stop and a failure are found', async () => {
  const nudge =
    'Your last response did not include a function call or a message. Please use a tool to proceed with the task.';
  const session = await assertReadAgain(
    lines(
      message('user', 'Run it.'),
      message('agent', '', { reasoning_content: 'Hm.' }),
      message('environment', nudge),
      message('agent', ''),
      message('environment', nudge),
      message('agent', 'Done.'),
      message('user', 'Run the other.'),
      sdk('InterruptEvent', 'user', { reason: 'User requested interrupt' }),
      message('user', 'Run the last.'),
      sdk('ConversationErrorEvent', 'environment', { code: 'LLMError', detail: 'Quota.' }),
      sdk('ACPToolCallEvent', 'agent', { tool_call_id: 'a1', title: 'Read', status: 'pending' }),
      sdk('ACPToolCallEvent', 'agent', {
        tool_call_id: 'a1',
        status: 'completed',
        raw_output: 'x',
      }),
      sdk('Condensation', 'environment', { summary: 'Short.' }),
    ),
  );
  assert.deepEqual(
    session.messages.slice(-2).map(({ harness, parts }) => [harness, parts[0]?.kind]),
    [
      [null, 'tool'],
      ['compaction-boundary', 'marker'],
    ],
  );
  assert.deepEqual(flagsOf(session), [
    [1, 'reasoning-only'],
    [3, 'void'],
    [6, 'missing'],
    [9, 'error'],
  ]);
  assert.deepEqual(session.messages[9]?.error, { name: 'LLMError', message: 'Quota.' });
});

test('OpenHands: rows that are not known, torn or alone are counted and shown', async () => {
  const text = lines(
    message('user', 'Run it.'),
    sdk('ObservationEvent', 'environment', {
      tool_call_id: 'nowhere',
      observation: { content: 'lost' },
    }),
    sdk('WeatherEvent', 'environment'),
    { weather: 'rain' },
  );
  const { rows, problems, sessions } = await readText(`${text}{"kind":"Mess`);
  assert.deepEqual(rows, { read: 4, understood: 2, unknown: 2, malformed: 0 });
  assert.equal(problems.at(-1)?.kind, 'incomplete');
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run it.',
    '1 other | <result without a call>',
    '2 other | <row not understood>',
    '3 other | <row not understood>',
  ]);
});

test('OpenHands: what a viewer keeps of a run is none', async () => {
  const text = JSON.stringify({ history: [{ action: 'command', content: 'ls', source: 'user' }] });
  await assert.rejects(readText(text), /not a transcript/);
});
