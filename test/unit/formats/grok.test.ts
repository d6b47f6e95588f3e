import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

const asks = (text: string, values: object = {}) => ({
  type: 'user',
  content: [{ type: 'text', text }],
  prompt_index: 0,
  ...values,
});
const thinks = (text: string) => ({
  type: 'reasoning',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
  encrypted_content: 'opaque',
});
const says = (content: string, ...tool_calls: readonly object[]) => ({
  type: 'assistant',
  content,
  tool_calls,
  model_id: 'large-coder',
});
const calls = (id: string, command: string) => ({
  id,
  name: 'run',
  arguments: JSON.stringify({ command }),
});
const result = (tool_call_id: string, content: string) => ({
  type: 'tool_result',
  tool_call_id,
  content,
});
const searches = {
  type: 'backend_tool_call',
  kind: { tool_type: 'web_search', action: { query: 'print' }, id: 'w1', status: 'completed' },
};

test('Grok: reasoning, calls and words up to the row of the assistant are one response', async () => {
  const text = lines(
    { type: 'system', content: 'You help.' },
    asks('<user_info>macos</user_info>', { synthetic_reason: 'environment_context' }),
    asks('Run the tests.'),
    thinks('First the tests.'),
    searches,
    says('', calls('c1', 'npm test'), calls('c2', 'git status')),
    result('c1', '1 failing'),
    thinks(''),
    says('One test fails.'),
    asks('And now?', { synthetic_reason: 'interjection' }),
    says('Done.'),
  );
  const { format, rows, sessions } = await readText(text);
  assert.equal(format, 'grok');
  assert.deepEqual(rows, { read: 11, understood: 11, unknown: 0, malformed: 0 });
  assert.deepEqual(outline(sessions[0]), [
    '0 reminder | You help.',
    '1 reminder | <user_info>macos</user_info>',
    '2 person | Run the tests.',
    '3 assistant | ~First the tests. | web_search: completed | run: completed | run: no-result',
    '4 assistant | ~ | One test fails.',
    '5 person | And now?',
    '6 assistant | Done.',
  ]);
  const [, , , response, sealed] = sessions[0].messages;
  assert.equal(response?.model, 'large-coder');
  assert.deepEqual((await wholeMessage(text, 3)).parts, response.parts);
  const [hidden] = sealed?.parts ?? [];
  assert.equal(hidden?.kind === 'reasoning' && hidden.sealed, true);
  assert.deepEqual(findSilence(sessions[0]).flags, []);
});

test('Grok: reasoning alone and a prompt without a response are empty', async () => {
  const session = await mainSession(
    lines(
      asks('Run it.'),
      thinks('I can answer now.'),
      asks('continue'),
      says('Done.'),
      asks('More.'),
    ),
  );
  const { flags } = findSilence(session);
  assert.deepEqual(
    flags.map(({ number, kind }) => [number, kind]),
    [
      [1, 'reasoning-only'],
      [2, 'nudge'],
      [4, 'missing'],
    ],
  );
});

test('Grok: the next prompt tells that a turn was stopped', async () => {
  const session = await mainSession(
    lines(
      asks('Run it.'),
      says('I run it.'),
      asks('No.', { prior_turn_interrupt: 'mid_turn_abort' }),
    ),
  );
  assert.deepEqual(
    session.messages.map(({ finish }) => finish),
    [null, 'aborted', null],
  );
});

test('Grok: rows that are not known, torn or alone are counted and shown', async () => {
  const text = lines(asks('Run it.'), result('nowhere', 'lost'), { type: 'weather' }, says('Yes.'));
  const { rows, problems, sessions } = await readText(`${text}{"type":"assi`);
  assert.deepEqual(rows, { read: 4, understood: 3, unknown: 1, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run it.',
    '1 other | <result without a call>',
    '2 assistant | Yes.',
  ]);
});
