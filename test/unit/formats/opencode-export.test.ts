import assert from 'node:assert/strict';
import test from 'node:test';
import { mainSession, outline, readText, wholeMessage } from '../../support/read';

const START = 1_780_000_000_000;

const info = {
  id: 'ses_1',
  title: 'Fix the build',
  directory: '/home/dev/project',
  version: '1.2.0',
};

const user = (id: string, parts: readonly unknown[]) => ({
  info: { id, role: 'user', sessionID: 'ses_1', time: { created: 1000 }, summary: { diffs: [] } },
  parts,
});

const assistant = (id: string, parts: readonly unknown[] | undefined, values: object = {}) => ({
  info: {
    id,
    role: 'assistant',
    parentID: 'msg_1',
    modelID: 'model-1',
    time: { created: START, completed: START + 500 },
    tokens: { input: 10, output: 2, reasoning: 3, cache: { read: 4, write: 5 } },
    ...values,
  },
  parts,
});

const text = (words: string, values: object = {}) => ({ type: 'text', text: words, ...values });

const exported = (messages: readonly unknown[], values: object = {}) =>
  JSON.stringify({ info: { ...info, ...values }, messages }, null, 2);

test('reads what a session and its responses say about themselves', async () => {
  const session = await mainSession(
    exported([user('msg_1', [text('Go')]), assistant('msg_2', [text('Done')], { finish: 'stop' })]),
  );
  assert.deepEqual(
    [session.id, session.title, session.directory, session.agentVersion, session.parent],
    ['ses_1', 'Fix the build', '/home/dev/project', '1.2.0', null],
  );
  const [, response] = session.messages;
  assert.ok(response);
  const { id, time, completed, model, parentId, finish, tokens, closed } = response;
  assert.deepEqual(
    { id, time, completed, model, parentId, finish, tokens, closed },
    {
      id: 'msg_2',
      time: START,
      completed: START + 500,
      model: 'model-1',
      parentId: 'msg_1',
      finish: 'stop',
      tokens: { input: 10, output: 2, reasoning: 3, cacheRead: 4, cacheWrite: 5 },
      closed: true,
    },
  );
});

test('reads every kind of part, and shows one it does not know', async () => {
  const parts = [
    { type: 'step-start' },
    { type: 'reasoning', text: 'Think', time: { start: 1 } },
    text('Say'),
    {
      type: 'tool',
      tool: 'bash',
      callID: 'c1',
      state: {
        status: 'completed',
        input: { command: 'make' },
        output: 'ok',
        metadata: { exit: 2 },
        time: { start: 10_000_000_000_000, end: 10_000_000_000_500 },
        attachments: [{ type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA' }],
      },
    },
    { type: 'file', mime: 'text/plain', filename: 'notes.txt', url: 'file:///notes.txt' },
    { type: 'patch', hash: 'x', files: ['a.py'] },
    { type: 'snapshot', snapshot: 'x' },
    { type: 'agent', name: 'plan' },
    { type: 'subtask', prompt: 'Review' },
    { type: 'compaction', auto: true },
    { type: 'retry', error: { data: { message: 'busy' } } },
    { type: 'hologram', shape: 'cube' },
    { type: 'step-finish', reason: 'stop' },
  ];
  const session = await mainSession(exported([assistant('msg_1', parts)]));
  assert.deepEqual(outline(session), [
    '0 assistant | <step-start> | ~Think | Say | bash: completed | image | file | patch a.py | <snapshot>' +
      ' | <agent> | <subtask> | <compaction> | <retry> | <hologram> | <step-finish>',
  ]);
  const [message] = session.messages;
  const call = message?.parts.find((part) => part.kind === 'tool');
  assert.ok(call);
  assert.deepEqual([call.title, call.exitCode, call.output?.text], ['make', 2, 'ok']);
  assert.equal((call.ended ?? 0) - (call.started ?? 0), 500);
  const reasoning = message?.parts.find((part) => part.kind === 'reasoning');
  assert.equal(reasoning?.closed, false, 'reasoning without an end was cut');
  assert.equal(message?.finish, 'stop', 'the last step tells how the response ended');
});

test('tells how each response ended', async () => {
  const ends = [
    { finish: 'unknown' },
    { finish: 'length' },
    { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } },
    { error: { name: 'APIError', data: { message: 'Overloaded', statusCode: 529 } } },
    {},
  ];
  const messages = ends.map((end, at) => assistant(`msg_${at}`, [], end));
  const session = await mainSession(exported([...messages, user('msg_9', [text('?')])]));
  assert.deepEqual(
    session.messages.slice(0, 5).map(({ finish, rawFinish, error }) => [finish, rawFinish, error]),
    [
      ['unknown', 'unknown', null],
      ['length', 'length', null],
      ['aborted', 'MessageAbortedError', null],
      ['error', null, { name: 'APIError', message: 'Overloaded' }],
      [null, null, null],
    ],
  );
});

test('only the last response can still be being written', async () => {
  const running = { time: { created: 2000 } };
  const session = await mainSession(
    exported([assistant('msg_1', [], running), assistant('msg_2', undefined, running)]),
  );
  assert.deepEqual(
    session.messages.map(({ closed }) => closed),
    [true, false],
  );
});

test('tells what the program wrote in the name of the person', async () => {
  const session = await mainSession(
    exported([
      user('msg_1', [text('Please review'), text('Plan mode is on', { synthetic: true })]),
      user('msg_2', [
        text('Summarize the task tool output above and continue with your task.', {
          synthetic: true,
        }),
      ]),
      user('msg_3', [{ type: 'compaction', auto: true }]),
      assistant('msg_4', [text('Summary')], { summary: true }),
      user('msg_5', [text('Injected', { ignored: true })]),
      user('msg_6', []),
    ]),
  );
  assert.deepEqual(outline(session), [
    '0 person | Please review | (Plan mode is on)',
    '1 notice | (Summarize the task tool output above and continue with your task.)',
    '2 compaction-request | <compaction>',
    '3 compaction-summary | Summary',
    '4 other | (Injected)',
    '5 person',
  ]);
});

test('messages that a person undid are superseded', async () => {
  const session = await mainSession(
    exported([user('msg_1', []), user('msg_2', []), user('msg_3', [])], {
      revert: { messageID: 'msg_2' },
    }),
  );
  assert.deepEqual(
    session.messages.map(({ superseded }) => superseded),
    [false, true, true],
  );
});

test('redacted ids are no ids', async () => {
  const session = await mainSession(exported([user('REDACTED', []), user('REDACTED', [])]));
  assert.deepEqual(
    session.messages.map(({ id }) => id),
    [null, null],
  );
});

test('an element that is no message keeps its number, is counted and shown', async () => {
  const transcript = await readText(exported([user('msg_1', []), { note: 1 }, user('msg_3', [])]));
  assert.deepEqual(transcript.rows, { read: 3, understood: 2, unknown: 1, malformed: 0 });
  assert.deepEqual(outline(transcript.sessions[0]), [
    '0 person',
    '1 other | <row not understood>',
    '2 person',
  ]);
  assert.equal(transcript.problems[0]?.kind, 'unknown');
});

test('reads the bare list of the HTTP interface, and an export below a log line', async () => {
  const messages = [user('msg_1', [text('Go')])];
  for (const whole of [
    JSON.stringify(messages),
    `Exporting session: ses_1\n${exported(messages)}`,
  ]) {
    const { format, sessions } = await readText(whole);
    assert.equal(format, 'opencode-export');
    assert.deepEqual([sessions[0].id, sessions[0].messages.length], ['ses_1', 1]);
  }
});

test('an export of a session without messages is a transcript', async () => {
  const { format, sessions } = await readText(exported([]));
  assert.deepEqual([format, sessions[0].messages.length], ['opencode-export', 0]);
});

test('keeps the beginning of long bodies, and reads all of them again', async () => {
  const long = 'word '.repeat(4000);
  const output = `${'line\n'.repeat(2000)}Error: last`;
  const whole = exported([
    user('msg_1', [text('Go')]),
    assistant('msg_2', [
      text(long),
      { type: 'tool', tool: 'bash', state: { status: 'completed', input: {}, output } },
    ]),
  ]);
  const session = await mainSession(whole);
  const [kept, call] = session.messages[1]?.parts ?? [];
  assert.ok(kept?.kind === 'text' && call?.kind === 'tool');
  assert.equal(kept.body.length, long.length);
  assert.ok(kept.body.text.length < long.length);
  assert.ok(call.outputTail.endsWith('Error: last'));
  const again = await wholeMessage(whole, 1);
  const [all, allCall] = again.parts;
  assert.ok(all?.kind === 'text' && allCall?.kind === 'tool');
  assert.equal(all.body.text, long);
  assert.equal(allCall.output?.text, output);
  assert.equal(again.number, 1);
});
