import assert from 'node:assert/strict';
import test from 'node:test';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let count = 0;
let previous: string | null = null;

/** A row in a chain: each names the one before as its parent. */
function row(type: string, values: object): object {
  count += 1;
  const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  const made = {
    parentUuid: previous,
    isSidechain: false,
    cwd: '/home/dev/project',
    sessionId: 'session-1',
    version: '2.1.9',
    type,
    uuid,
    timestamp: new Date(1_700_000_000_000 + count * 1000).toISOString(),
    ...values,
  };
  previous = uuid;
  return made;
}

const user = (content: unknown, values: object = {}) =>
  row('user', { message: { role: 'user', content }, ...values });

const assistant = (id: string, block: unknown, message: object = {}, values: object = {}) =>
  row('assistant', {
    message: { id, role: 'assistant', model: 'model-1', content: [block], ...message },
    ...values,
  });

const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, name = 'Bash', input: unknown = { command: 'make' }) => ({
  type: 'tool_use',
  id,
  name,
  input,
});
const result = (id: string, content: unknown, values: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...values,
});

test('joins the rows of one response, whatever stands between them', async () => {
  const whole = lines(
    user('Go'),
    assistant('msg_1', { type: 'thinking', thinking: 'Plan', signature: 'x' }),
    assistant('msg_1', text('I run it.'), { usage: { input_tokens: 1, output_tokens: 1 } }),
    assistant('msg_1', call('c1'), { usage: { input_tokens: 9, output_tokens: 7 } }),
    user([result('c1', 'built')]),
    assistant('msg_1', text('And more.'), { stop_reason: 'end_turn' }),
    assistant('msg_2', text('Done')),
  );
  const session = await mainSession(whole);
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | ~Plan | I run it. | Bash: completed | And more.',
    '2 assistant | Done',
  ]);
  const response = session.messages[1];
  assert.ok(response);
  assert.deepEqual(
    response.places.map(({ line }) => line),
    [2, 3, 4, 5, 6],
  );
  assert.deepEqual(
    [response.finish, response.rawFinish, response.closed],
    ['stop', 'end_turn', true],
  );
  assert.deepEqual([response.tokens?.input, response.tokens?.output], [9, 7]);
  const again = await wholeMessage(whole, 1);
  assert.deepEqual(again.parts, response.parts);
});

test('a stop reason that is not recorded is not an end', async () => {
  const session = await mainSession(lines(user('Go'), assistant('msg_1', text('Hm'))));
  const { finish, closed } = session.messages[1] ?? {};
  assert.deepEqual([finish, closed], [null, null]);
});

test('pairs a result that stands before its call, and shows one that has none', async () => {
  const session = await mainSession(
    lines(
      user('Go'),
      user([result('c1', [text('early')], { is_error: true })]),
      assistant('msg_1', call('c1')),
      user([result('c9', 'lost')]),
      assistant('msg_2', text('Done')),
    ),
  );
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | Bash: error',
    '2 other | <tool result without its call>',
    '3 assistant | Done',
  ]);
});

test('tells what the program wrote in the name of the person', async () => {
  const session = await mainSession(
    lines(
      user('<command-name>/clear</command-name>'),
      user('Injected', { isMeta: true }),
      user('This session is being continued.', { isCompactSummary: true }),
      user('A task has ended', { origin: { kind: 'task-notification' } }),
      user([text('<ide_opened_file>a.py</ide_opened_file>'), text('Explain it')]),
      user([text('[Request interrupted by user]')]),
      row('attachment', { attachment: { type: 'queued_command', prompt: 'And test it' } }),
      row('attachment', { attachment: { type: 'todo_reminder', content: 'Two left' } }),
    ),
  );
  assert.deepEqual(outline(session), [
    '0 local-command | <command-name>/clear</command-name>',
    '1 reminder | Injected',
    '2 compaction-summary | This session is being continued.',
    '3 notice | A task has ended',
    '4 person | (<ide_opened_file>a.py</ide_opened_file>) | Explain it',
    '5 interrupt-marker | [Request interrupted by user]',
    '6 person | And test it',
    '7 reminder | <attachment: todo_reminder>',
  ]);
});

test('a call that a person stopped is interrupted', async () => {
  const session = await mainSession(
    lines(
      assistant('msg_1', call('c1')),
      user([
        result('c1', "The user doesn't want to proceed with this tool use.", { is_error: true }),
      ]),
    ),
  );
  const [part] = session.messages[0]?.parts ?? [];
  assert.ok(part?.kind === 'tool');
  assert.deepEqual([part.status, part.interrupted], ['error', true]);
});

test("failed requests and retries are the program's, with their error", async () => {
  const session = await mainSession(
    lines(
      user('Go'),
      row('system', {
        subtype: 'api_error',
        error: { status: 500, error: { error: { type: 'api_error', message: 'Internal' } } },
        retryAttempt: 1,
        maxRetries: 10,
        retryInMs: 500,
      }),
      assistant(
        '',
        text('API Error: 400 bad'),
        { model: '<synthetic>' },
        { isApiErrorMessage: true },
      ),
      assistant('', text('No response requested.'), { model: '<synthetic>' }),
    ),
  );
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 request-failed | <retry>',
    '2 request-failed',
    '3 notice | No response requested.',
  ]);
  const [, retry, failed, filler] = session.messages;
  assert.deepEqual(retry?.error, { name: 'api_error (500)', message: 'Internal' });
  assert.deepEqual(failed?.error, { name: 'API error', message: 'API Error: 400 bad' });
  assert.deepEqual(
    [retry, failed, filler].map((message) => [message?.role, message?.synthetic]),
    [
      ['system', false],
      ['assistant', true],
      ['assistant', true],
    ],
  );
});

test('notices that a row before a message is nowhere in the file', async () => {
  previous = null;
  const asked = user('Go');
  const thought = assistant('msg_1', { type: 'thinking', thinking: 'Hm', signature: 'x' });
  previous = '11111111-1111-4111-8111-111111111111';
  const progress = row('progress', { data: {} });
  const session = await mainSession(lines(asked, thought, progress, user('Hello?')));
  assert.deepEqual(
    session.messages.map(({ parentMissing }) => parentMissing),
    [false, false, true],
  );
  assert.deepEqual(outline(session).at(-1), '2 person | Hello?');
});

test("subagents are sessions of their own, and their prompts are no person's", async () => {
  const side = { isSidechain: true, agentId: 'agent-7' };
  const transcript = await readText(
    lines(
      user('Go'),
      assistant('msg_1', call('c1', 'Task', { prompt: 'Look' })),
      user('Look', side),
      assistant('msg_s', text('Seen'), {}, side),
      user([result('c1', 'Seen')], { toolUseResult: { agentId: 'agent-7' } }),
      assistant('msg_2', text('Done')),
    ),
  );
  assert.deepEqual(
    transcript.sessions.map(({ id, parent }) => [id, parent]),
    [
      ['session-1', null],
      ['agent-7', 'session-1'],
    ],
  );
  assert.deepEqual(transcript.sessions.map(outline), [
    ['0 person | Go', '1 assistant | Task: completed', '2 assistant | Done'],
    ['0 other | Look', '1 assistant | Seen'],
  ]);
  const [part] = transcript.sessions[0].messages[1]?.parts ?? [];
  assert.equal(part?.kind === 'tool' && part.childSession, 'agent-7');
});

test('rows that keep the books are understood, unknown ones are counted and located', async () => {
  const transcript = await readText(
    lines(
      { type: 'summary', summary: 'Build fixed', leafUuid: 'x' },
      user('Go'),
      row('system', { subtype: 'turn_duration', durationMs: 5 }),
      row('wormhole', {}),
      7,
      row('user', { message: 'broken' }),
    ) + '{"type":"assis',
  );
  assert.deepEqual(transcript.rows, { read: 6, understood: 3, unknown: 3, malformed: 0 });
  assert.deepEqual(
    transcript.problems.map(({ kind, place }) => [kind, place.line]),
    [
      ['unknown', 4],
      ['unknown', 5],
      ['unknown', 6],
      ['incomplete', 7],
    ],
  );
  assert.equal(transcript.sessions[0].title, 'Build fixed');
});

test('a resumed session repeats rows, which are read once', async () => {
  const asked = user('Go');
  const session = await mainSession(lines(asked, assistant('msg_1', text('Done')), asked));
  assert.deepEqual(outline(session), ['0 person | Go', '1 assistant | Done']);
});

test('reads the documents of the web interface', async () => {
  const whole = JSON.stringify(
    { loglines: [user('Go'), assistant('msg_1', text('Done'))] },
    null,
    2,
  );
  const { format, sessions } = await readText(whole);
  assert.equal(format, 'claude-code');
  assert.deepEqual(outline(sessions[0]), ['0 person | Go', '1 assistant | Done']);
});

test('rows of Qwen Code, which look alike, are not taken for its own', async () => {
  const row = { type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's1' };
  const whole = lines({ ...row, message: { role: 'user', parts: [{ text: 'Go' }] } });
  assert.equal((await readText(whole)).format, 'qwen');
});
