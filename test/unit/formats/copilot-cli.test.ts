import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

let last: string | null = null;
let clock = Date.UTC(2026, 4, 5, 6);
const event = (type: string, data: object = {}, values: object = {}) => {
  clock += 1000;
  const row = { type, data, id: `e${clock}`, timestamp: new Date(clock).toISOString() };
  const chained = { ...row, parentId: last, ...values };
  last = row.id;
  return chained;
};

const head = event('session.start', {
  sessionId: 'session-1',
  producer: 'copilot-agent',
  copilotVersion: '1.0.7',
  context: { cwd: '/srv/app' },
});
const asks = (content: string, values: object = {}) =>
  event('user.message', { content, ...values });
const request = (toolCallId: string, name = 'bash') => ({
  toolCallId,
  name,
  arguments: { command: 'ls' },
});
const says = (content: string, values: object = {}) =>
  event('assistant.message', { messageId: `m-${content}`, content, toolRequests: [], ...values });
const starts = (toolCallId: string, values: object = {}) =>
  event('tool.execution_start', { toolCallId, toolName: 'bash', arguments: {}, ...values });
const completes = (toolCallId: string, content: string, success = true) =>
  event('tool.execution_complete', { toolCallId, success, result: { content } });
const stops = () => event('abort', { reason: 'user_initiated' });

const flagsOf = (session: Parameters<typeof findSilence>[0]) =>
  findSilence(session).flags.map(({ number, kind }) => [number, kind]);

test('Copilot CLI: pieces of one model call are one response, results stand with their call', async () => {
  const text = lines(
    head,
    event('session.model_change', { newModel: 'large-coder' }),
    event('hook.start', { hookType: 'userPromptSubmitted' }),
    event('system.message', { content: 'Be brief.' }),
    asks('List the files.'),
    event('assistant.turn_start', { turnId: '0' }),
    says('I look.', { apiCallId: 'a1', chunkIndex: 0, chunkCount: 2, reasoningText: 'Hm.' }),
    says('', { apiCallId: 'a1', chunkIndex: 1, chunkCount: 2, toolRequests: [request('c1')] }),
    starts('c1'),
    completes('c1', 'src\n<shellId: 3 completed with exit code 1>', false),
    event('assistant.turn_end', { turnId: '0' }),
    says('Done.', { apiCallId: 'a2', model: 'small-coder', outputTokens: 7 }),
    event('system.message', { content: 'Be brief.' }),
    event('session.shutdown', { shutdownType: 'routine' }),
  );
  const { format, rows, sessions } = await readText(text);
  assert.equal(format, 'copilot-cli');
  assert.deepEqual(rows, { read: 14, understood: 14, unknown: 0, malformed: 0 });
  const [session] = sessions;
  assert.deepEqual(outline(session), [
    '0 reminder | Be brief.',
    '1 person | List the files.',
    '2 assistant | ~Hm. | I look. | bash: error',
    '3 assistant | Done.',
  ]);
  assert.deepEqual(
    [session.id, session.directory, session.agentVersion],
    ['session-1', '/srv/app', '1.0.7'],
  );
  const [, , response, answer] = session.messages;
  assert.deepEqual(
    [response?.model, response?.closed, answer?.model, answer?.tokens?.output],
    ['large-coder', true, 'small-coder', 7],
  );
  const call = response?.parts[2];
  assert.ok(call?.kind === 'tool');
  assert.equal(call.exitCode, 1);
  assert.ok(call.started !== null && call.ended !== null && call.started < call.ended);
  assert.deepEqual((await wholeMessage(text, 2)).parts, response?.parts);
  assert.deepEqual(flagsOf(session), []);
});

test('Copilot CLI: a call may run before the row of its response is written', async () => {
  const text = lines(
    head,
    asks('List the files.'),
    starts('c1'),
    completes('c1', 'src'),
    says('', { toolRequests: [request('c1')] }),
    asks('And then?'),
    starts('c2'),
  );
  const session = await mainSession(text);
  assert.deepEqual(outline(session), [
    '0 person | List the files.',
    '1 assistant | bash: completed',
    '2 person | And then?',
    '3 notice | <call without a response>',
  ]);
  assert.deepEqual(
    session.messages[1]?.places.map(({ line }) => line),
    [3, 4, 5],
  );
  for (const number of [1, 3])
    assert.deepEqual((await wholeMessage(text, number)).parts, session.messages[number]?.parts);
  assert.deepEqual(flagsOf(session), []);
});

test('Copilot CLI: empty, reasoned, stopped and failed responses are found', async () => {
  const session = await mainSession(
    lines(
      head,
      asks('Run it.'),
      says('', { outputTokens: 101 }),
      asks('continue'),
      event('assistant.reasoning', { reasoningId: 'r1', content: 'Hm.' }),
      event('assistant.turn_end', { turnId: '0' }),
      asks('Run the tests of the parser.'),
      event('assistant.turn_start', { turnId: '0' }),
      stops(),
      asks('Now the linter, then.'),
      event('session.error', { errorType: 'rate_limit', message: 'Too many.', statusCode: 429 }),
      asks('Run the build.'),
      says('', { encryptedContent: 'AbC=' }),
      asks('continue'),
      says('Done.'),
    ),
  );
  assert.deepEqual(flagsOf(session), [
    [1, 'void'],
    [2, 'nudge'],
    [3, 'reasoning-only'],
    [4, 'missing'],
    [7, 'error'],
    [9, 'reasoning-only'],
    [10, 'nudge'],
  ]);
  assert.deepEqual(session.messages[7]?.error, { name: 'rate_limit', message: 'Too many.' });
});

test('Copilot CLI: reasoning of a row of its own is told once, with the words that follow', async () => {
  const text = lines(
    head,
    asks('Run it.'),
    event('assistant.reasoning', { reasoningId: 'r1', content: 'Hm.' }),
    says('Done.', { reasoningText: 'Hm.' }),
    event('session.task_complete', { summary: 'All of it.' }),
  );
  const session = await mainSession(text);
  assert.deepEqual(outline(session), [
    '0 person | Run it.',
    '1 assistant | ~Hm. | Done. | All of it.',
  ]);
  assert.equal(session.messages[1]?.closed, true);
  assert.deepEqual((await wholeMessage(text, 1)).parts, session.messages[1].parts);
});

test('Copilot CLI: what ran when the person stopped the turn was stopped with it', async () => {
  const text = lines(
    head,
    asks('Run it.'),
    says('', { toolRequests: [request('c1'), request('c2')] }),
    starts('c1'),
    completes('c1', 'src'),
    starts('c2'),
    stops(),
  );
  const session = await mainSession(text);
  assert.deepEqual(
    session.messages[1]?.parts.map((part) => part.kind === 'tool' && part.interrupted),
    [false, true],
  );
  assert.equal(session.messages[2]?.harness, 'interrupt-marker');
  assert.deepEqual((await wholeMessage(text, 1)).parts, session.messages[1].parts);
  assert.deepEqual(flagsOf(session), []);
});

test('Copilot CLI: what the program wrote in the user’s name is not the person’s', async () => {
  const session = await mainSession(
    lines(
      head,
      asks('Typed.', { delivery: 'steering' }),
      says('Yes.'),
      asks('Go on.', { isAutopilotContinuation: true }),
      asks('Text of a skill.', { source: 'skill-pdf' }),
      asks('From an agent.', { source: 'agent-7' }),
      asks('ls', { agentMode: 'shell' }),
      starts('c1', { isUserRequested: true }),
      completes('c1', 'src'),
    ),
  );
  assert.deepEqual(outline(session), [
    '0 person | Typed.',
    '1 assistant | Yes.',
    '2 notice | Go on.',
    '3 reminder | Text of a skill.',
    '4 notice | From an agent.',
    '5 local-command | ls',
    '6 local-command | bash: completed',
  ]);
});

test('Copilot CLI: subagents are sessions of their own, by agent or by the call that started them', async () => {
  const agent = { agentId: 'agent-1' };
  const text = lines(
    head,
    asks('Look around.'),
    says('', { toolRequests: [request('c1', 'task'), request('c2', 'task')] }),
    event('subagent.started', { toolCallId: 'c1', agentName: 'explore' }, agent),
    event('user.message', { content: 'Explore.' }, agent),
    event('assistant.message', { content: 'Found it.', parentToolCallId: 'c1' }),
    event('subagent.started', { toolCallId: 'c2', agentName: 'explore' }),
    event('assistant.message', { content: '', toolRequests: [], parentToolCallId: 'c2' }),
    completes('c1', 'Found it.'),
    completes('c2', ''),
  );
  const { sessions } = await readText(text);
  assert.deepEqual(
    sessions.map((session) => [session.id, session.parent, ...outline(session)]),
    [
      [
        'session-1',
        null,
        '0 person | Look around.',
        '1 assistant | task: completed | task: completed',
      ],
      ['agent-1', 'session-1', '0 notice | Explore.', '1 assistant | Found it.'],
      ['c2', 'session-1', '0 assistant'],
    ],
  );
  const parts = sessions[0].messages[1]?.parts;
  assert.deepEqual(
    parts?.map((part) => part.kind === 'tool' && part.childSession),
    ['agent-1', 'c2'],
  );
  assert.deepEqual((await wholeMessage(text, 1)).parts, parts);
});

test('Copilot CLI: a response whose row before it is nowhere is known as such', async () => {
  const session = await mainSession(
    lines(head, asks('Run it.'), event('assistant.message', { content: '' }, { parentId: 'gone' })),
  );
  assert.deepEqual(
    session.messages.map(({ parentMissing }) => parentMissing),
    [false, true],
  );
});

test('Copilot CLI: rows that are not known, torn or alone are counted and shown', async () => {
  const text = lines(
    head,
    asks('Run it.'),
    completes('nowhere', 'lost'),
    event('weather.changed', { content: 'Rain.' }),
    event('weather.changed'),
    { type: 'abort' },
  );
  const { rows, problems, sessions } = await readText(`${text}{"type":"user.mess`);
  assert.deepEqual(rows, { read: 6, understood: 3, unknown: 3, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'unknown', 'unknown', 'incomplete'],
  );
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Run it.',
    '1 other | <result without a call>',
    '2 other | <row not understood>',
  ]);
});
