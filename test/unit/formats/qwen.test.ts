import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let at = 0;
const row = (type: string, values: object) => {
  at += 1;
  return {
    uuid: `u${at}`,
    parentUuid: null,
    sessionId: 'q1',
    timestamp: new Date(Date.UTC(2026, 5, 6, 7, 0, at)).toISOString(),
    type,
    cwd: '/srv/app',
    version: '0.21.0',
    ...values,
  };
};
const asks = (text: string, values: object = {}) =>
  row('user', { message: { role: 'user', parts: [{ text }] }, ...values });
const answers = (parts: readonly object[], values: object = {}) =>
  row('assistant', { model: 'large-coder', message: { role: 'model', parts }, ...values });
const calls = (id: string, command: string) => ({
  functionCall: { id, name: 'shell', args: { command } },
});
const result = (id: string, response: object, status = 'success') =>
  row('tool_result', {
    message: { role: 'user', parts: [{ functionResponse: { id, name: 'shell', response } }] },
    toolCallResult: { callId: id, status },
  });
const system = (subtype: string, systemPayload: object) =>
  row('system', { subtype, systemPayload });

test('Qwen: rows with one id are one response, and results stand with their call', async () => {
  const text = lines(
    row('user', {
      message: {
        role: 'user',
        parts: [
          { text: 'Run the tests.' },
          { text: '<qwen:user-prompt-submit-context>\nmain\n</qwen:user-prompt-submit-context>' },
        ],
      },
    }),
    answers([{ text: 'Tests first.', thought: true }], { uuid: 'r1' }),
    answers([calls('c1', 'npm test'), calls('c2', 'ls'), { text: 'I run them.' }], {
      uuid: 'r1',
      usageMetadata: {
        promptTokenCount: 90,
        cachedContentTokenCount: 60,
        candidatesTokenCount: 7,
        thoughtsTokenCount: 3,
      },
    }),
    result('c1', { error: '1 failing' }, 'error'),
    result('c2', { output: 'src' }),
    answers([{ text: 'One test fails.' }]),
    system('custom_title', { customTitle: 'Tests' }),
    asks('A task has ended.', { subtype: 'notification' }),
  );
  const { format, rows, sessions } = await readText(text);
  assert.equal(format, 'qwen');
  assert.deepEqual(rows, { read: 8, understood: 8, unknown: 0, malformed: 0 });
  const [session] = sessions;
  assert.deepEqual(
    [session.id, session.title, session.directory, session.agentVersion],
    ['q1', 'Tests', '/srv/app', '0.21.0'],
  );
  assert.deepEqual(outline(session), [
    '0 person | Run the tests. | (<qwen:user-prompt-submit-context>\nmain\n</qwen:user-prompt-submit-context>)',
    '1 assistant | ~Tests first. | shell: error | shell: completed | I run them.',
    '2 assistant | One test fails.',
    '3 notice | A task has ended.',
  ]);
  const response = session.messages[1];
  assert.deepEqual(response?.tokens, {
    input: 30,
    output: 7,
    reasoning: 3,
    cacheRead: 60,
    cacheWrite: null,
  });
  assert.deepEqual((await wholeMessage(text, 1)).parts, response.parts);
  assert.deepEqual(findSilence(session).flags, []);
});

test('Qwen: responses without words and calls are empty, and the program’s nudge is none of the person’s', async () => {
  const session = await mainSession(
    lines(
      asks('Run it.'),
      answers([]),
      asks('Please continue.'),
      answers([{ text: 'Hm.', thought: true }]),
      asks('continue'),
      answers([{ text: 'Done.' }]),
      asks('More.'),
      system('ui_telemetry', { uiEvent: { error_message: '429 slow down' } }),
    ),
  );
  assert.deepEqual(
    session.messages.map(({ author, harness }) => harness ?? author),
    [
      'person',
      'assistant',
      'notice',
      'assistant',
      'person',
      'assistant',
      'person',
      'request-failed',
    ],
  );
  const kinds = findSilence(session).flags.map(({ number, kind }) => [number, kind]);
  assert.deepEqual(
    kinds.filter(([number]) => number === 3 || number === 4 || number === 6),
    [
      [3, 'reasoning-only'],
      [4, 'nudge'],
      [6, 'missing'],
    ],
  );
});

test('Qwen: what came before a rewind is shown and not judged', async () => {
  const first = asks('Write the plan.');
  const session = await mainSession(
    lines(
      first,
      answers([]),
      system('rewind', { targetUuid: first.uuid }),
      asks('Write a short plan.'),
      answers([{ text: 'Done.' }]),
    ),
  );
  assert.deepEqual(
    session.messages.map(({ superseded }) => superseded),
    [false, true, false, false],
  );
  const lost = await mainSession(
    lines(first, answers([]), system('rewind', { targetUuid: 'nowhere' })),
  );
  assert.deepEqual(
    lost.messages.map(({ superseded }) => superseded),
    [false, false],
  );
});

test('Qwen: rows that are not known, torn or alone are counted and shown', async () => {
  const text = lines(
    asks('Run it.'),
    result('nowhere', { output: 'lost' }),
    system('weather', {}),
    row('weather', {}),
    system('slash_command', { rawCommand: '/stats' }),
    system('chat_compression', {}),
  );
  const { rows, problems, sessions } = await readText(`${text}{"uuid":"u`);
  assert.deepEqual(rows, { read: 6, understood: 4, unknown: 2, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'unknown', 'incomplete'],
  );
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run it.',
    '1 other | <result without a call>',
    '2 local-command | <command>',
    '3 compaction-boundary | <context compacted>',
  ]);
});
