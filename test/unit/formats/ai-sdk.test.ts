import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

const words = (text: string, values: object = {}) => ({ type: 'text', text, ...values });
const step = { type: 'step-start' };
const user = (text: string, id = 'u') => ({ id, role: 'user', parts: [words(text)] });
const assistant = (id: string, ...parts: readonly object[]) => ({ id, role: 'assistant', parts });
const lists = (values: object) => ({
  type: 'tool-list',
  toolCallId: 'c1',
  input: { path: '.' },
  ...values,
});

const chat = [
  user('List it.'),
  assistant(
    'a1',
    step,
    { type: 'reasoning', text: 'First list.', state: 'done' },
    lists({ state: 'output-available', output: { files: ['a.txt'] } }),
    step,
    words('One file.', { state: 'done' }),
  ),
  user('And remove it.', 'u2'),
  assistant('a2', step, lists({ state: 'output-denied', approval: { reason: 'No' } }), step),
];

const expected = [
  '0 person | List it.',
  '1 assistant | <step-start> | ~First list. | list: completed',
  '2 assistant | <step-start> | One file.',
  '3 person | And remove it.',
  '4 assistant | <step-start> | list: error',
  '5 assistant | <step-start>',
];

test('AI SDK: reads a list, a chat and lines alike; each step is a response', async () => {
  for (const text of [
    JSON.stringify(chat),
    JSON.stringify({ id: 'chat-1', messages: chat }, null, 2),
    lines(...chat),
    lines({ id: 'chat-1', messages: chat }),
  ]) {
    const { format, sessions, rows } = await readText(text);
    assert.equal(format, 'ai-sdk');
    assert.deepEqual(outline(sessions[0]), expected);
    assert.equal(rows.read, rows.understood);
    const flags = findSilence(sessions[0]).flags.map(({ number, kind }) => [number, kind]);
    assert.deepEqual(flags, [[5, 'void']]);
    for (const { number, parts } of sessions[0].messages) {
      assert.deepEqual((await wholeMessage(text, number)).parts, parts);
    }
  }
});

test('AI SDK: what was being written is not closed, and refused calls were stopped', async () => {
  const { messages } = await mainSession(
    lines(
      ...chat,
      user('continue', 'u3'),
      assistant('a3', step, words('I', { state: 'streaming' })),
      user('Go on.', 'u4'),
      assistant('a4', step, lists({ state: 'input-streaming', input: undefined })),
      user('Again.', 'u5'),
      assistant('a5', step, lists({ state: 'output-error', errorText: 'gone' })),
    ),
  );
  assert.deepEqual(
    [2, 4, 7, 9].map((number) => messages[number]?.closed),
    [null, true, false, false],
  );
  const call = (number: number) => {
    const part = messages[number]?.parts.at(-1);
    return part?.kind === 'tool' ? [part.status, part.interrupted, part.output?.text] : null;
  };
  assert.deepEqual(call(4), ['error', true, 'No']);
  assert.deepEqual(call(9), ['pending', false, undefined]);
  assert.deepEqual(call(11), ['error', false, 'gone']);
});

test('AI SDK: reads version 4: words, reasoning, calls and attachments beside each other', async () => {
  const session = await mainSession(
    JSON.stringify([
      {
        id: 'u1',
        role: 'user',
        content: 'Look.',
        createdAt: '2026-01-02T03:04:05.000Z',
        experimental_attachments: [{ name: 'a.png', contentType: 'image/png', url: 'a.png' }],
      },
      {
        id: 'a1',
        role: 'assistant',
        content: 'A cat.',
        reasoning: 'Hm',
        toolInvocations: [
          { state: 'result', toolCallId: 'c1', toolName: 'view', args: {}, result: 'cat' },
          { state: 'call', toolCallId: 'c2', toolName: 'ask', args: {} },
        ],
      },
      { id: 'u2', role: 'user', content: 'continue' },
      { id: 'a2', role: 'assistant', content: '', parts: [] },
    ]),
  );
  assert.deepEqual(outline(session), [
    '0 person | Look. | image',
    '1 assistant | ~Hm | view: completed | ask: no-result | A cat.',
    '2 person | continue',
    '3 assistant',
  ]);
  assert.equal(session.messages[0]?.time, Date.UTC(2026, 0, 2, 3, 4, 5));
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [[3, 'void']],
  );
});

test('AI SDK: metadata tells model, time, tokens and end when an application keeps them', async () => {
  const metadata = {
    createdAt: 1_770_000_000_000,
    model: 'large-coder',
    finishReason: 'length',
    usage: { inputTokens: 5, outputTokens: 7 },
  };
  const [, answer] = (
    await mainSession(lines(user('Go'), { ...assistant('a1', words('So')), metadata }))
  ).messages;
  assert.deepEqual(
    [answer?.time, answer?.model, answer?.finish, answer?.tokens?.output],
    [1_770_000_000_000, 'large-coder', 'length', 7],
  );
});

test('AI SDK: unknown rows are counted, unknown parts and a torn last row are told of', async () => {
  const odd = assistant(
    'a1',
    { type: 'data-weather', data: { sun: true } },
    { type: 'source-url', url: 'x:y' },
  );
  const text = lines(user('Go'), odd, { kind: 'news' }, user('Thanks', 'u2'));
  const { rows, sessions, problems } = await readText(`${text}{"id":"a2","ro`);
  assert.deepEqual(rows, { read: 4, understood: 3, unknown: 1, malformed: 0 });
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Go',
    '1 assistant | <data-weather> | <source>',
    '2 other | <row not understood>',
    '3 person | Thanks',
  ]);
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
});
