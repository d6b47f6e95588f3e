import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Session } from '../../../src/core/model/session';
import { mainSession, outline, readText, wholeMessage } from '../../support/read';

let clock = Date.UTC(2026, 4, 5, 6);
const stamped = (values: object) => {
  clock += 20_000;
  return { ...values, ts: clock };
};
const user = (...texts: readonly (string | object)[]) =>
  stamped({ role: 'user', content: texts.map(asBlock) });
const assistant = (...texts: readonly (string | object)[]) =>
  stamped({ role: 'assistant', content: texts.map(asBlock) });
const asBlock = (one: string | object) =>
  typeof one === 'string' ? { type: 'text', text: one } : one;
const details = '<environment_details>\n# Open tabs\na.ts\n</environment_details>';
const task = (text: string) => user(`<task>\n${text}\n</task>`, details);

const flagsOf = (session: Session) =>
  findSilence(session).flags.map(({ number, kind }) => [number, kind]);

async function assertReadAgain(text: string): Promise<Session> {
  const session = await mainSession(text);
  for (const { number, parts } of session.messages)
    assert.deepEqual((await wholeMessage(text, number)).parts, parts, `message ${number}`);
  return session;
}

test('Cline: calls in XML are calls, and what answers them are their results', async () => {
  const text = JSON.stringify([
    task('List the files.'),
    assistant(
      'I look.\n<list_files>\n<path>src</path>\n<recursive>false</recursive>\n</list_files>',
    ),
    user("[list_files for 'src'] Result:", 'a.ts', details),
    assistant('<attempt_completion>\n<result>There is one.</result>\n</attempt_completion>'),
    user(
      '[attempt_completion] Result:\nThe user has feedback:\n<feedback>\nAnd tests?\n</feedback>',
      details,
    ),
    assistant('<execute_command><command>ls test</command></execute_command>'),
    user("[execute_command for 'ls test'] Result:\n[ERROR] Missing value."),
    assistant('None.'),
    user('[ERROR] You did not use a tool in your previous response! Please retry with a tool use.'),
  ]);
  const { format, rows } = await readText(text);
  assert.equal(format, 'cline');
  assert.deepEqual(rows, { read: 9, understood: 9, unknown: 0, malformed: 0 });
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    `0 person | List the files. | (${details})`,
    '1 assistant | I look.\n | list_files: completed',
    `2 reminder | (${details})`.replace('(', '').replace(/\)$/, ''),
    '3 assistant | There is one. | attempt_completion: completed',
    `4 person | And tests? | (${details})`,
    '5 assistant | execute_command: error',
    '6 other | <tool result>',
    '7 assistant | None.',
    '8 notice | [ERROR] You did not use a tool in your previous response! Please retry with a tool use.',
  ]);
  const call = session.messages[1]?.parts[1];
  assert.ok(call?.kind === 'tool');
  assert.deepEqual([call.title, call.output?.text], ['src', '\na.ts']);
  assert.deepEqual(flagsOf(session), []);
});

test('Roo Code: native calls, denied with feedback, summaries and sealed reasoning', async () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } });
  const text = JSON.stringify([
    task('Read it.'),
    stamped({ role: 'assistant', type: 'reasoning', encrypted_content: 'AbC=', summary: [] }),
    assistant(use('a')),
    user({
      type: 'tool_result',
      tool_use_id: 'a',
      content: '{"status":"denied","feedback":"Not that one."}',
    }),
    { ...user('So far: nothing.'), isSummary: true },
    assistant({ type: 'thinking', thinking: 'Hm.' }),
  ]);
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    `0 person | Read it. | (${details})`,
    '1 assistant | ~',
    '2 assistant | read_file: error',
    '3 person | Not that one.',
    '4 compaction-summary | So far: nothing.',
    '5 assistant | ~Hm.',
  ]);
  assert.deepEqual(flagsOf(session), [[5, 'reasoning-only']]);
});

test('Cline: placeholders and what was interrupted are found in the history', async () => {
  const session = await mainSession(
    JSON.stringify([
      task('Run the first.'),
      assistant('Failure: I did not provide a response.'),
      user('<feedback>Run the second, please.</feedback>'),
      assistant('\n\n[Response interrupted by user]'),
      user(
        '[TASK RESUMPTION] This task was interrupted.\n<user_message>\nThen the third.\n</user_message>',
      ),
      assistant('[Response interrupted by API Error]'),
      user('[TASK RESUMPTION] This task was interrupted.'),
      assistant('Half of it\n\n[Response interrupted by user feedback]'),
    ]),
  );
  assert.deepEqual(
    session.messages.filter(({ role }) => role === 'user').map(({ author }) => author),
    ['person', 'person', 'person', 'harness'],
  );
  assert.deepEqual(flagsOf(session), [
    [1, 'placeholder'],
    [3, 'interrupted'],
    [5, 'error'],
  ]);
  assert.deepEqual(outline(session)[7], '7 assistant | Half of it');
});

test('Cline SDK: a session has models, tokens and what the program wrote', async () => {
  const metrics = { inputTokens: 40, outputTokens: 7, cacheReadTokens: 3, cacheWriteTokens: 1 };
  const text = JSON.stringify({
    version: 1,
    updated_at: '2026-05-05T06:00:00Z',
    agent: 'lead',
    sessionId: 'session-1',
    messages: [
      { id: 'm1', ...user('List the files.') },
      {
        id: 'm2',
        ...assistant({
          type: 'tool_use',
          id: 'c1',
          name: 'run_commands',
          input: { command: 'ls' },
        }),
        modelInfo: { id: 'large-coder', provider: 'acme' },
        metrics,
      },
      { id: 'm3', ...user({ type: 'tool_result', tool_use_id: 'c1', content: 'a.ts' }) },
      { id: 'm4', ...user('Tests passed.'), metadata: { displayRole: 'status' } },
      { id: 'm5', ...assistant({ type: 'thinking', thinking: 'Hm.' }) },
      { id: 'm6', ...assistant(), metadata: { modelToolActivities: [{ name: 'search' }] } },
    ],
  });
  const { format } = await readText(text);
  assert.equal(format, 'cline');
  const session = await assertReadAgain(text);
  assert.equal(session.id, 'session-1');
  assert.deepEqual(outline(session), [
    '0 person | List the files.',
    '1 assistant | run_commands: completed',
    '2 other | <tool result>',
    '3 notice | Tests passed.',
    '4 assistant | ~Hm.',
    '5 assistant | search: completed',
  ]);
  assert.deepEqual(
    [session.messages[1]?.model, session.messages[1]?.tokens?.cacheRead],
    ['large-coder', 3],
  );
});

const say = (kind: string, text = '', values: object = {}) =>
  stamped({ type: 'say', say: kind, text, ...values });
const ask = (kind: string, text = '', values: object = {}) =>
  stamped({ type: 'ask', ask: kind, text, ...values });
const requests = (values: object = { cost: 0.1, tokensIn: 40, tokensOut: 7 }) =>
  say('api_req_started', JSON.stringify({ request: 'x', ...values }));

test('Cline: what the person saw: a response is what one request brought', async () => {
  const read = JSON.stringify({ tool: 'readFile', path: 'a.ts' });
  const text = JSON.stringify([
    say('text', 'Read it, and run the tests.', { images: ['data:image/png;base64,AAAA'] }),
    requests(),
    say('reasoning', 'Hm.'),
    say('text', 'I read it.', { modelInfo: { modelId: 'large-coder' } }),
    ask('tool', read),
    say('tool', read),
    say('checkpoint_created'),
    requests(),
    ask('command', 'npm test'),
    say('command_output', 'one'),
    say('command_output', 'two'),
    requests(),
    ask('followup', JSON.stringify({ question: 'Which?', options: ['This', 'That'] })),
    say('user_feedback', 'That.'),
    requests(),
    say('completion_result', 'Done.'),
    ask('completion_result'),
    say('weather', 'Rain.'),
  ]);
  const { format, rows } = await readText(text);
  assert.equal(format, 'cline');
  assert.deepEqual(rows, { read: 18, understood: 17, unknown: 1, malformed: 0 });
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    '0 person | Read it, and run the tests. | image',
    '1 assistant | ~Hm. | I read it. | readFile: no-result',
    '2 assistant | command: completed',
    '3 assistant | Which?\nThis\nThat',
    '4 person | That.',
    '5 assistant | Done.',
    '6 other | <row not understood>',
  ]);
  const command = session.messages[2]?.parts[0];
  assert.ok(command?.kind === 'tool');
  assert.deepEqual([command.title, command.output?.text], ['npm test', 'one\ntwo']);
  assert.deepEqual(
    [session.messages[1]?.model, session.messages[1]?.tokens?.output],
    ['large-coder', 7],
  );
  assert.deepEqual(flagsOf(session), []);
});

test('Cline: what the person saw of each kind of empty response', async () => {
  const session = await assertReadAgain(
    JSON.stringify([
      say('task', 'Run the first.'),
      requests(),
      requests(),
      say('error', 'MODEL_NO_ASSISTANT_MESSAGES'),
      say('user_feedback', 'Run the second, then.'),
      requests({ cancelReason: 'user_cancelled' }),
      ask('resume_task'),
      say('user_feedback', 'Run the third, please.'),
      requests({ cancelReason: 'streaming_failed', streamingFailedMessage: 'Broken.' }),
      say('user_feedback', 'Run the fourth for us.'),
      requests(),
      ask('api_req_failed', 'Too many requests.'),
      say('user_feedback', 'Run the fifth for me.'),
      requests(),
      ask('api_req_failed', 'Too many requests.'),
      say('api_req_retried'),
      say('text', 'Done.'),
      say('user_feedback', 'Run the sixth as well.'),
      requests({}),
    ]),
  );
  assert.deepEqual(flagsOf(session), [
    [1, 'void'],
    [2, 'void'],
    [5, 'interrupted'],
    [8, 'error'],
    [10, 'error'],
  ]);
  assert.equal(session.messages[3]?.harness, 'no-visible-output-nudge');
  assert.equal(session.messages[12]?.error, null);
  assert.equal(session.messages.at(-1)?.closed, false);
});

test('Cline: rows that are not known or torn are counted and shown', async () => {
  const text = JSON.stringify([task('Run it.'), assistant('Done.'), 7]).slice(0, -1);
  const { rows, problems, sessions } = await readText(`${text},{"role":"us`);
  assert.deepEqual(rows, { read: 3, understood: 2, unknown: 1, malformed: 0 });
  assert.equal(problems.at(-1)?.kind, 'incomplete');
  assert.equal(outline(sessions[0])[2], '2 other | <row not understood>');
  const bare = JSON.stringify([{ role: 'user', content: 'Hello', ts: clock }]);
  assert.equal((await readText(bare)).format, 'chat-messages');
});

test('Cline: very many tags that are not closed are words', async () => {
  const tags = Array.from({ length: 50_000 }, (_, at) => `<${'abcdefghij'.charAt(at % 10)}x>`).join(
    '',
  );
  const call = `<write_to_file><path>a.html</path>${tags}</write_to_file>`;
  const session = await mainSession(JSON.stringify([task('Write it.'), assistant(call + tags)]));
  const [part, words] = session.messages[1]?.parts ?? [];
  assert.ok(part?.kind === 'tool' && words?.kind === 'text');
  assert.deepEqual([part.title, words.body.length], ['a.html', tags.length]);
});
