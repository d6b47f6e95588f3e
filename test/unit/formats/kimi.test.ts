import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let clock = Date.UTC(2026, 4, 5, 6);
const row = (type: string, values: object = {}) => {
  clock += 1000;
  return { type, ...values, time: clock };
};
const head = row('metadata', { protocol_version: '1.4', created_at: clock });
const words = (text: string) => [{ type: 'text', text }];
const context = (text: string, kind: string) =>
  row('context.append_message', {
    message: { role: 'user', content: words(text), toolCalls: [], origin: { kind } },
  });
const asks = (text: string, kind = 'user') => [
  row('turn.prompt', { input: words(text), origin: { kind } }),
  context(text, kind),
];
const event = (type: string, values: object) =>
  row('context.append_loop_event', { event: { type, ...values } });
const begin = (uuid: string) => event('step.begin', { uuid, turnId: '0', step: 1 });
const part = (stepUuid: string, value: object) => event('content.part', { stepUuid, part: value });
const end = (uuid: string, finishReason: string) =>
  event('step.end', {
    uuid,
    finishReason,
    usage: { inputOther: 40, output: 7, inputCacheRead: 30, inputCacheCreation: 0 },
  });
const request = row('llm.request', { model: 'large-coder' });

test('Kimi: a step is one response, a prompt is told once, and injections are the program’s', async () => {
  const text = lines(
    head,
    row('config.update', { cwd: '/srv/app' }),
    ...asks('Run the tests.'),
    context('Mind the list.', 'injection'),
    begin('s1'),
    request,
    part('s1', { type: 'think', think: 'Tests first.' }),
    part('s1', { type: 'text', text: 'I run them.' }),
    event('tool.call', { stepUuid: 's1', toolCallId: 'c1', name: 'Bash', args: { command: 'ls' } }),
    event('tool.result', { toolCallId: 'c1', result: { output: 'src' } }),
    end('s1', 'tool_use'),
    begin('s2'),
    part('s2', { type: 'text', text: 'Done.' }),
    end('s2', 'end_turn'),
    row('usage.record', { model: 'large-coder' }),
  );
  const { format, rows, sessions } = await readText(text);
  assert.equal(format, 'kimi');
  assert.deepEqual(rows, { read: 16, understood: 16, unknown: 0, malformed: 0 });
  const [session] = sessions;
  assert.deepEqual(outline(session), [
    '0 person | Run the tests.',
    '1 reminder | Mind the list.',
    '2 assistant | ~Tests first. | I run them. | Bash: completed',
    '3 assistant | Done.',
  ]);
  assert.equal(session.directory, '/srv/app');
  const response = session.messages[2];
  assert.deepEqual(
    [response?.model, response?.finish, response?.tokens?.cacheRead],
    ['large-coder', 'tool-calls', 30],
  );
  assert.deepEqual((await wholeMessage(text, 2)).parts, response?.parts);
  assert.deepEqual((await wholeMessage(text, 1)).parts, session.messages[1]?.parts);
  assert.deepEqual(findSilence(session).flags, []);
});

test('Kimi: a step that only began leaves no response, an end without parts an empty one', async () => {
  const session = await mainSession(
    lines(
      head,
      ...asks('Run it.'),
      begin('s1'),
      request,
      ...asks('Are you there?'),
      begin('s2'),
      end('s2', 'end_turn'),
      ...asks('continue'),
      begin('s3'),
      part('s3', { type: 'think', think: 'Hm.' }),
      end('s3', 'end_turn'),
      ...asks('continue'),
      part('s4', { type: 'text', text: 'Done.' }),
    ),
  );
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [0, 'missing'],
      [1, 'nudge'],
      [2, 'void'],
      [3, 'nudge'],
      [4, 'reasoning-only'],
      [5, 'nudge'],
    ],
  );
  assert.deepEqual(
    session.messages.flatMap(({ role, closed }) => (role === 'assistant' ? [closed] : [])),
    [true, true, false],
  );
});

test('Kimi: a request that is tried again shows that a response was begun', async () => {
  const text = lines(
    head,
    ...asks('Run it.'),
    begin('s1'),
    request,
    request,
    request,
    row('turn.cancel'),
  );
  const session = await mainSession(text);
  assert.deepEqual(outline(session), [
    '0 person | Run it.',
    '1 request-failed | <request tried again>',
    '2 interrupt-marker | <turn stopped>',
  ]);
  assert.deepEqual((await wholeMessage(text, 1)).parts, session.messages[1]?.parts);
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [[0, 'missing']],
  );
});

test('Kimi: that the person stopped a turn is shown, and is not the person’s message', async () => {
  const session = await mainSession(
    lines(head, ...asks('Run it.'), begin('s1'), request, row('turn.cancel')),
  );
  assert.deepEqual(outline(session), ['0 person | Run it.', '1 interrupt-marker | <turn stopped>']);
});

test('Kimi: rows that are not known, torn or alone are counted and shown', async () => {
  const text = lines(
    head,
    ...asks('Run it.'),
    event('tool.result', { toolCallId: 'nowhere', result: { output: 'lost' } }),
    event('weather', {}),
    row('weather'),
  );
  const { rows, problems, sessions } = await readText(`${text}{"type":"turn`);
  assert.deepEqual(rows, { read: 6, understood: 4, unknown: 2, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'unknown', 'incomplete'],
  );
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run it.',
    '1 other | <result without a call>',
  ]);
});
