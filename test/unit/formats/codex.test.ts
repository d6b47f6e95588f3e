import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let clock = 0;
const row = (type: string, payload: object) => {
  clock += 1000;
  return { timestamp: new Date(Date.UTC(2026, 3, 2, 8) + clock).toISOString(), type, payload };
};
const item = (type: string, values: object) => row('response_item', { type, ...values });
const event = (type: string, values: object = {}) => row('event_msg', { type, ...values });

const meta = row('session_meta', { id: 'f00d', cwd: '/srv/app', cli_version: '0.120.0' });
const context = row('turn_context', { model: 'large-coder' });
const user = (text: string) =>
  item('message', { role: 'user', content: [{ type: 'input_text', text }] });
const prompt = (text: string) => [user(text), event('user_message', { message: text, images: [] })];
const says = (text: string) => [
  event('agent_message', { message: text }),
  item('message', { role: 'assistant', content: [{ type: 'output_text', text }] }),
];
const thinks = item('reasoning', { summary: [], encrypted_content: 'gAAAA' });
const calls = (call_id: string, command: string) =>
  item('function_call', { name: 'shell', arguments: JSON.stringify({ command }), call_id });
const result = (call_id: string, output: string) =>
  item('function_call_output', { call_id, output });
const counts = (total_tokens: number) =>
  event('token_count', {
    info: {
      total_token_usage: { total_tokens },
      last_token_usage: { input_tokens: 90, cached_input_tokens: 60, output_tokens: 5 },
    },
  });
const done = (last_agent_message: string | null) => event('task_complete', { last_agent_message });

const ordinary = [
  meta,
  event('task_started'),
  user('<environment_context>\n  <cwd>/srv/app</cwd>\n</environment_context>'),
  context,
  ...prompt('Run the tests, please.'),
  thinks,
  ...says('I run them.'),
  calls('c1', 'npm test'),
  calls('c2', 'git status'),
  result('c1', 'Exit code: 1\nWall time: 2 seconds\nOutput:\n1 failing'),
  result('c2', 'Exit code: 0\nOutput:\nclean'),
  counts(95),
  thinks,
  counts(95),
  ...says('One test fails.'),
  counts(190),
  done('One test fails.'),
];

test('Codex: items of one request are one response, and events are not told twice', async () => {
  const { format, sessions, rows } = await readText(lines(...ordinary));
  assert.equal(format, 'codex');
  const [session] = sessions;
  assert.equal(session.id, 'f00d');
  assert.deepEqual(outline(session), [
    '0 reminder | <environment_context>\n  <cwd>/srv/app</cwd>\n</environment_context>',
    '1 person | Run the tests, please.',
    '2 assistant | ~ | I run them. | shell: completed | shell: completed',
    '3 assistant | ~ | One test fails.',
  ]);
  assert.deepEqual(rows, { read: 20, understood: 20, unknown: 0, malformed: 0 });
  const response = session.messages[2];
  assert.equal(response?.model, 'large-coder');
  assert.deepEqual(response.tokens, {
    input: 30,
    output: 5,
    reasoning: null,
    cacheRead: 60,
    cacheWrite: null,
  });
  const [, , call] = response.parts;
  assert.ok(call?.kind === 'tool');
  assert.deepEqual([call.title, call.exitCode], ['npm test', 1]);
  assert.deepEqual(findSilence(session).flags, []);
});

test('Codex: a response is read again from its own rows', async () => {
  const text = lines(...ordinary);
  const { messages } = await mainSession(text);
  for (const { number, parts } of messages) {
    const whole = await wholeMessage(text, number);
    assert.deepEqual(
      whole.parts.map(({ kind }) => kind),
      parts.map(({ kind }) => kind),
    );
  }
});

async function flagsOf(...rows: readonly object[]) {
  const { flags } = findSilence(await mainSession(lines(meta, context, ...rows)));
  return flags.map(({ number, kind }) => [number, kind]);
}

test('Codex: a task that ends without a message after a result is an empty response', async () => {
  const rows = [...prompt('Run the tests.'), calls('c1', 'ls'), result('c1', 'a'), counts(9)];
  assert.deepEqual(await flagsOf(...rows, done(null), ...prompt('continue'), ...says('Done.')), [
    [2, 'void'],
    [3, 'nudge'],
  ]);
  assert.deepEqual(await flagsOf(...rows, ...says('Done.'), done('Done.')), []);
});

test('Codex: a plan and a review are answers', async () => {
  const plan = event('item_completed', { item: { type: 'Plan', text: '1. Read. 2. Write.' } });
  assert.deepEqual(await flagsOf(...prompt('Plan it.'), plan, done(null)), []);
  const review = event('exited_review_mode', { review_output: { overall: 'Good.' } });
  assert.deepEqual(await flagsOf(...prompt('Review it.'), review, done(null)), []);
});

test('Codex: an interrupt before any output, and the same request again', async () => {
  const aborted = [
    user('<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>'),
    event('turn_aborted', { reason: 'interrupted' }),
  ];
  const request = 'Rename the module and run its tests again.';
  const rows = [...prompt(request), ...aborted, ...prompt(request), ...says('Done.')];
  const session = await mainSession(lines(meta, ...rows));
  assert.deepEqual(
    session.messages.map(({ author, harness }) => harness ?? author),
    ['person', 'interrupt-marker', 'person', 'assistant'],
  );
  const { flags, incidents } = findSilence(session);
  assert.deepEqual(
    flags.map(({ number, kind }) => [number, kind]),
    [
      [0, 'missing'],
      [2, 'resend'],
    ],
  );
  assert.equal(incidents[0]?.causes[0]?.code, 'stopped-by-person');
});

test('Codex: an error event stands in place of the response', async () => {
  const failed = event('error', {
    message: 'You hit your limit.',
    codex_error_info: 'usage_limit',
  });
  assert.deepEqual(await flagsOf(...prompt('Run the tests.'), failed, done(null)), [[1, 'error']]);
});

test('Codex: items of older versions stand bare on their lines', async () => {
  const old = lines(
    { id: 'old1', timestamp: '2025-05-01T10:00:00Z', instructions: null },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'They want it.' }] },
    { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c1' },
    {
      type: 'function_call_output',
      call_id: 'c1',
      output: '{"output":"x","metadata":{"exit_code":2}}',
    },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  );
  const { format, sessions } = await readText(old);
  assert.equal(format, 'codex');
  assert.equal(sessions[0].id, 'old1');
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Go.',
    '1 assistant | ~They want it. | shell: completed',
    '2 assistant | Done.',
  ]);
  const [, call] = sessions[0].messages[1]?.parts ?? [];
  assert.equal(call?.kind === 'tool' && call.exitCode, 2);
});

test('Codex: what is not known is counted, and results without a call are shown', async () => {
  const odd = lines(meta, ...prompt('Go.'), event('odd_event'), result('c9', 'lost'), [1]);
  const { sessions, rows } = await readText(odd);
  assert.deepEqual(rows, { read: 6, understood: 4, unknown: 2, malformed: 0 });
  assert.deepEqual(outline(sessions[0]), ['0 person | Go.', '1 other | <result without a call>']);
});

test('Codex: whatever the order of rows, each message is read again as it was (property)', async () => {
  const any = fc.constantFrom<object>(
    ...prompt('Run it now.'),
    ...says('Done.'),
    ...[thinks, calls('c1', 'ls'), result('c1', 'a'), calls('c2', 'ls'), result('c2', 'b')],
    ...[counts(10), counts(20), done(null), done('x'), context, event('turn_aborted')],
    ...[
      event('error', { message: 'no' }),
      event('exec_command_end', { call_id: 'c1', exit_code: 1 }),
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(any, { maxLength: 25 }), async (rows) => {
      const text = lines(meta, ...rows);
      const { sessions, rows: counted } = await readText(text);
      assert.equal(counted.read, counted.understood + counted.unknown + counted.malformed);
      for (const { number, parts } of sessions[0].messages) {
        assert.deepEqual((await wholeMessage(text, number)).parts, parts);
      }
    }),
    { numRuns: 300 },
  );
});
