import assert from 'node:assert/strict';
import test from 'node:test';
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
