import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

const openai = [
  { role: 'system', content: 'You help.' },
  { role: 'user', content: 'Go', timestamp: '2026-01-01T00:00:00Z' },
  {
    role: 'assistant',
    content: null,
    reasoning_content: 'Plan',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
  {
    role: 'assistant',
    content: '',
    finish_reason: 'stop',
    usage: { prompt_tokens: 5, completion_tokens: 0 },
  },
];

const expected = [
  '0 other | You help.',
  '1 person | Go',
  '2 assistant | ~Plan | ls: completed',
  '3 other | <tool result>',
  '4 assistant | ',
];

test('reads a list, a document and JSON Lines alike', async () => {
  for (const whole of [
    JSON.stringify(openai),
    JSON.stringify({ id: 'chat-1', messages: openai }, null, 2),
    JSON.stringify({ messages: openai }),
    lines(...openai),
  ]) {
    const { format, sessions, rows } = await readText(whole);
    assert.equal(format, 'chat-messages');
    assert.deepEqual(outline(sessions[0]), expected);
    assert.deepEqual(rows, { read: 5, understood: 5, unknown: 0, malformed: 0 });
    const last = sessions[0].messages[4];
    assert.deepEqual([last?.finish, last?.closed, last?.tokens?.output], ['stop', true, 0]);
    const [part] = last?.parts ?? [];
    assert.equal(part?.kind === 'text' && part.body.blank, true);
  }
});

test('reads the Anthropic shape: blocks, results in user messages, images', async () => {
  const session = await mainSession(
    JSON.stringify([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { data: 'AAAA', media_type: 'image/png' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'tool_use', id: 't1', name: 'view', input: {} },
        ],
        stop_reason: 'tool_use',
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true }],
      },
      { role: 'assistant', content: [], stop_reason: 'end_turn' },
    ]),
  );
  assert.deepEqual(outline(session), [
    '0 person | Look | image',
    '1 assistant | ~Hm | view: error',
    '2 other | <tool result>',
    '3 assistant',
  ]);
});

test('tells what the program wrote in the name of the person', async () => {
  const session = await mainSession(
    lines(
      { role: 'user', content: 'Go' },
      { role: 'user', content: '[Request interrupted by user]' },
      { role: 'user', content: '<system-reminder>x</system-reminder>' },
    ),
  );
  assert.deepEqual(
    session.messages.map(({ author, harness }) => [author, harness]),
    [
      ['person', null],
      ['harness', 'interrupt-marker'],
      ['harness', 'reminder'],
    ],
  );
});

test('one conversation a line gives a session each, and each message can be read again', async () => {
  const long = 'word '.repeat(2000);
  const whole = lines(
    {
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Yes' },
      ],
    },
    {
      id: 'second',
      messages: [
        { role: 'user', content: 'Two' },
        { role: 'assistant', content: long },
      ],
    },
  );
  const { sessions, rows } = await readText(whole);
  assert.deepEqual(
    sessions.map(({ id, messages }) => [id, messages.length]),
    [
      ['conversation-1', 2],
      ['second', 2],
    ],
  );
  assert.equal(rows.read, 2);
  const [part] = (await wholeMessage(whole, 1, 1)).parts;
  assert.equal(part?.kind === 'text' && part.body.text, long);
});

test('refusals, old function calls and sound are not nothing', async () => {
  const session = await mainSession(
    lines(
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: null, refusal: 'I cannot.' },
      { role: 'assistant', content: null, function_call: { name: 'add', arguments: 'not json' } },
      { role: 'function', name: 'add', content: '3' },
      { role: 'assistant', content: null, audio: { id: 'a' } },
    ),
  );
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | I cannot.',
    '2 assistant | add: completed',
    '3 other | <tool result>',
    '4 assistant | file',
  ]);
});

test('a row that is no message keeps its number, is counted and shown', async () => {
  const whole = lines(
    { role: 'user', content: 'Go' },
    { title: 'x' },
    { role: 'assistant', content: 'Yes' },
  );
  const { rows, sessions } = await readText(whole);
  assert.deepEqual(rows, { read: 3, understood: 2, unknown: 1, malformed: 0 });
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Go',
    '1 other | <row not understood>',
    '2 assistant | Yes',
  ]);
});

test('messages that follow each other are one response until one says how it ended', async () => {
  const session = await mainSession(
    lines(
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: 'Done', finish_reason: 'stop' },
      { role: 'assistant', content: 'More' },
    ),
  );
  assert.deepEqual(
    session.messages.map(({ continues }) => continues),
    [false, true, false, false],
  );
});

test('Hermes: the row about the session is shown, and the head names model and folder', async () => {
  const session = await mainSession(
    JSON.stringify({
      session_id: 'session-7',
      model: 'large-coder',
      model_config: { cwd: '/home/dev' },
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: 'Done', finish_reason: 'stop' },
        { role: 'session_meta' },
      ],
    }),
  );
  assert.deepEqual([session.id, session.directory], ['session-7', '/home/dev']);
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | Done',
    '2 other | <session>',
  ]);
  assert.equal(session.messages[1]?.model, 'large-coder');
});

test('a list of conversations gives a session each', async () => {
  const conversation = (words: string) => ({ messages: [{ role: 'user', content: words }] });
  const { sessions } = await readText(JSON.stringify([conversation('One'), conversation('Two')]));
  assert.deepEqual(sessions.map(outline), [['0 person | One'], ['0 person | Two']]);
});

test('a conversation that holds something else is not understood as a whole', async () => {
  const messages = [
    { role: 'user', content: 'Go' },
    { role: 'judge', content: 'Hm' },
  ];
  const { rows, sessions } = await readText(lines({ messages }, { messages }));
  assert.deepEqual(rows, { read: 2, understood: 0, unknown: 2, malformed: 0 });
  assert.deepEqual(outline(sessions[1] ?? sessions[0]), [
    '0 person | Go',
    '1 other | <row not understood>',
  ]);
});

test('responses of the API as they came: other choices are not judged, none at all is empty', async () => {
  const choice = (content: string, index = 0) => ({
    index,
    message: { role: 'assistant', content },
    finish_reason: 'stop',
  });
  const completion = (...choices: readonly object[]) => ({
    id: 'r1',
    object: 'chat.completion',
    created: 1_770_000_000,
    model: 'large-coder',
    choices,
    usage: { prompt_tokens: 9, completion_tokens: 2 },
  });
  const session = await mainSession(
    lines(
      completion(choice('Yes'), choice('', 1)),
      completion(),
      { error: { message: 'Overloaded', type: 'server_error' } },
      completion(choice('No')),
    ),
  );
  assert.deepEqual(outline(session), [
    '0 assistant | Yes',
    '1 assistant | ',
    '2 assistant',
    '3 request-failed',
    '4 assistant | No',
  ]);
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [2, 'void'],
      [3, 'error'],
    ],
  );
  const whole = await mainSession(JSON.stringify(completion(choice('Yes')), null, 2));
  const [answer] = whole.messages;
  assert.deepEqual(
    [answer?.finish, answer?.model, answer?.tokens?.output, answer?.time],
    ['stop', 'large-coder', 2, 1_770_000_000_000],
  );
});

test('reasoning in a tag in front of the words, and in details, is reasoning', async () => {
  const session = await mainSession(
    lines(
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: '<think>\nHm\n</think>\n\nDone' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: '<think>Cut' },
      { role: 'user', content: 'continue' },
      {
        role: 'assistant',
        content: 'Yes',
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'opaque' }],
      },
    ),
  );
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | ~Hm | Done',
    '2 person | And?',
    '3 assistant | ~Cut',
    '4 person | continue',
    '5 assistant | ~ | Yes',
  ]);
  const kinds = findSilence(session).flags.map(({ number, kind }) => [number, kind]);
  assert.deepEqual(kinds[0], [3, 'reasoning-only']);
});

test("reads the AI SDK's model messages: calls and results are parts", async () => {
  const text = lines(
    { role: 'user', content: [{ type: 'text', text: 'Go' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'ls', input: { path: '.' } },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'cat', args: { path: 'a' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c2',
          toolName: 'cat',
          output: { type: 'error-text', value: 'gone' },
        },
        { type: 'tool-result', toolCallId: 'c1', toolName: 'ls', result: 'a.txt' },
      ],
    },
  );
  const session = await mainSession(text);
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | ls: completed | cat: error',
    '2 other | <tool result> | <tool result>',
  ]);
  assert.deepEqual(outline({ ...session, messages: [await wholeMessage(text, 1)] }), [
    '1 assistant | ls: completed | cat: error',
  ]);
});

test('results that name nothing answer the calls in their order', async () => {
  const call = (name: string) => ({ function: { name, arguments: '{}' } });
  const session = await mainSession(
    lines(
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: null, tool_calls: [call('one'), call('two')] },
      { role: 'tool', content: '1' },
      { role: 'tool', content: '2' },
      { role: 'assistant', content: null, tool_calls: [call('three')] },
      { role: 'user', content: 'Stop' },
      { role: 'tool', content: '3' },
    ),
  );
  assert.deepEqual(outline(session), [
    '0 person | Go',
    '1 assistant | one: completed | two: completed',
    '2 other | <tool result>',
    '3 other | <tool result>',
    '4 assistant | three: no-result',
    '5 person | Stop',
    '6 other | <tool result>',
  ]);
});
