import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { mainSession, outline, readText, wholeMessage } from '../../support/read';

const document = (...steps: readonly object[]) =>
  JSON.stringify(
    {
      schema_version: 'ATIF-v1.7',
      session_id: 'f00d',
      agent: { name: 'terminus-2', version: '2.0.0', model_name: 'large-coder' },
      steps: steps.map((step, at) => ({ step_id: at + 1, ...step })),
    },
    null,
    2,
  );

const user = (message: string) => ({ source: 'user', message });
const agent = (message: string | null, values: object = {}) => ({
  source: 'agent',
  message,
  ...values,
});

const ordinary = [
  { source: 'system', message: 'Added workspace context' },
  user('Write a file.'),
  agent('', {
    reasoning_content: 'A file.',
    tool_calls: [
      { tool_call_id: 'c1', function_name: 'bash', arguments: { command: 'touch a' } },
      { tool_call_id: 'c2', function_name: 'finish', arguments: {} },
    ],
    observation: { results: [{ source_call_id: 'c1', content: 'done' }] },
    metrics: { prompt_tokens: 100, cached_tokens: 60, completion_tokens: 5 },
  }),
  agent('{"commands": []}', { observation: { results: [{ content: 'New Terminal Output:' }] } }),
  user('Here are the answers the other agent provided.\n\nNone.'),
  agent('Done.'),
];

test('ATIF: a step is a message, with its calls and their results', async () => {
  const text = document(...ordinary);
  const { format, sessions, rows } = await readText(text);
  assert.equal(format, 'atif');
  const [session] = sessions;
  assert.deepEqual([session.id, session.agentVersion], ['f00d', '2.0.0']);
  assert.deepEqual(outline(session), [
    '0 notice | Added workspace context',
    '1 person | Write a file.',
    '2 assistant | ~A file. | bash: completed | finish: no-result',
    '3 assistant | {"commands": []} | <tool result>',
    '4 other | Here are the answers the other agent provided.\n\nNone.',
    '5 assistant | Done.',
  ]);
  assert.deepEqual(rows, { read: 6, understood: 6, unknown: 0, malformed: 0 });
  const response = session.messages[2];
  assert.deepEqual([response?.model, response?.tokens?.input], ['large-coder', 40]);
  assert.deepEqual(findSilence(session).flags, []);
  for (const { number, parts } of session.messages) {
    assert.deepEqual((await wholeMessage(text, number)).parts, parts);
  }
});

test('ATIF: steps without words are empty responses, copied ones are not judged', async () => {
  const session = await mainSession(
    document(
      { ...agent(''), is_copied_context: true },
      user('Write a file.'),
      agent(null, { metrics: { completion_tokens: 0 } }),
      user('continue'),
      agent('', { reasoning_content: 'A file.' }),
    ),
  );
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [2, 'void'],
      [3, 'nudge'],
      [4, 'reasoning-only'],
    ],
  );
});

test('ATIF: a step that no model wrote is the program’s', async () => {
  const session = await mainSession(document(user('Go.'), agent('', { llm_call_count: 0 })));
  assert.deepEqual(
    [session.messages[1]?.author, session.messages[1]?.synthetic],
    ['program', true],
  );
});

test('ATIF: a step of no known source is shown, and a torn document is read so far', async () => {
  const whole = document(user('Go.'), { source: 'moon', message: 'Hello.' }, agent('Done.'));
  const { format, sessions, rows, problems } = await readText(whole.slice(0, -20));
  assert.equal(format, 'atif');
  assert.deepEqual(outline(sessions[0]), ['0 person | Go.', '1 other | <row not understood>']);
  assert.deepEqual(rows, { read: 2, understood: 1, unknown: 1, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
});
