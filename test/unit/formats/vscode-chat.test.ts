import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { createGrowingReader } from '../../../src/core/formats/read-transcript';
import type { Session } from '../../../src/core/model/session';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';
import { sourceOf } from '../../support/rows';

const START = Date.UTC(2026, 4, 5, 6);
let count = 0;
const request = (text: string, values: object = {}) => {
  count += 1;
  return {
    requestId: `request_${text}`,
    responseId: `response_${text}`,
    timestamp: START + count * 60_000,
    message: { text, parts: [] },
    variableData: { variables: [] },
    modelId: 'copilot/large-coder',
    ...values,
  };
};
const words = (value: string) => ({ value, supportThemeIcons: false });
const uri = (path: string) => ({ $mid: 1, path, scheme: 'file' });
const thinking = (value: unknown, values: object = {}) => ({ kind: 'thinking', value, ...values });
const invocation = (toolCallId: string, values: object = {}) => ({
  kind: 'toolInvocationSerialized',
  toolCallId,
  toolId: 'copilot_readFile',
  isComplete: true,
  isConfirmed: { type: 1 },
  invocationMessage: words('Reading it'),
  ...values,
});
const complete = (response: readonly object[], result: object = {}) => ({
  response,
  result,
  modelState: { value: 1, completedAt: START + 500_000 },
});
const document = (...requests: readonly object[]) =>
  JSON.stringify({ responderUsername: 'GitHub Copilot', initialLocation: 'panel', requests });

const flagsOf = (session: Session) =>
  findSilence(session).flags.map(({ number, kind }) => [number, kind]);

/** Every message can be read again from its own rows. */
async function assertReadAgain(text: string): Promise<Session> {
  const session = await mainSession(text);
  for (const { number, parts } of session.messages)
    assert.deepEqual((await wholeMessage(text, number)).parts, parts, `message ${number}`);
  return session;
}

test('VS Code chat: a request is a prompt and all that came back', async () => {
  const text = document(
    request('Set it up.', {
      agent: { extensionVersion: '0.39.1' },
      variableData: {
        variables: [
          { kind: 'file', id: 'vscode.implicit.selection', name: 'file:open.ts' },
          { kind: 'image', id: 'i1', name: 'plan.png' },
        ],
      },
      ...complete(
        [
          { kind: 'mcpServersStarting', didStartServerIds: [] },
          thinking('Read first.'),
          thinking('', { id: 'AbC=' }),
          thinking('', { id: '', metadata: { vscodeReasoningDone: true } }),
          invocation('call_1'),
          words('\n```\n'),
          { kind: 'undoStop', id: 'u1' },
          { kind: 'codeblockUri', uri: uri('/srv/app/a.ts') },
          { kind: 'textEditGroup', uri: uri('/srv/app/a.ts'), edits: [[{ text: 'long' }]] },
          words('\n```\n'),
          words('I changed '),
          { kind: 'inlineReference', inlineReference: uri('/srv/app/a.ts') },
          words(', as you see.'),
        ],
        {
          timings: { firstProgress: 2000, totalElapsed: 9000 },
          metadata: {
            promptTokens: 40,
            outputTokens: 7,
            toolCallRounds: [
              {
                response: '',
                toolCalls: [
                  { id: 'call_1__vscode-17', name: 'read_file', arguments: '{"path":"a.ts"}' },
                ],
              },
            ],
            toolCallResults: {
              'call_1__vscode-17': {
                content: [
                  {
                    value: {
                      node: {
                        children: [
                          { text: 'one', lineBreakBefore: true },
                          { children: [{ text: 'two', lineBreakBefore: true }] },
                        ],
                      },
                    },
                  },
                ],
              },
            },
          },
        },
      ),
    }),
    request('Thanks.', { response: [{ kind: 'markdownContent', content: words('Fine.') }] }),
  );
  const { format, rows } = await readText(text);
  assert.equal(format, 'vscode-chat');
  assert.deepEqual(rows, { read: 2, understood: 2, unknown: 0, malformed: 0 });
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), [
    '0 person | Set it up. | image',
    '1 assistant | ~Read first. | copilot_readFile: completed | patch /srv/app/a.ts | I changed a.ts, as you see.',
    '2 person | Thanks.',
    '3 assistant | Fine.',
  ]);
  assert.equal(session.agentVersion, '0.39.1');
  const [prompt, response] = session.messages;
  assert.equal(response?.parentId, prompt?.id);
  const asked = prompt?.time ?? 0;
  assert.deepEqual(
    [response?.model, response?.time, response?.completed, response?.tokens?.output],
    ['large-coder', asked + 2000, START + 500_000, 7],
  );
  const call = response?.parts[1];
  assert.ok(call?.kind === 'tool');
  assert.deepEqual([call.title, call.output?.text], ['a.ts', 'one\ntwo']);
  assert.deepEqual(flagsOf(session), []);
});

test('VS Code chat: calls whose ids are others are joined by order when they are as many', async () => {
  const rounds = (...names: readonly string[]) => ({
    metadata: {
      toolCallRounds: names.map((name) => ({
        response: '',
        toolCalls: [{ id: `call_${name}`, name, arguments: { command: name } }],
      })),
    },
  });
  const session = await assertReadAgain(
    document(
      request('One.', complete([invocation('uuid-1'), words('Done.')], rounds('ls'))),
      request('Two.', complete([invocation('uuid-2'), words('Done.')], rounds('ls', 'pwd'))),
    ),
  );
  assert.deepEqual(
    session.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'tool' ? [part.title] : [])),
    ),
    ['ls', 'Reading it'],
  );
  assert.deepEqual(
    outline(session)[3],
    [
      '3 assistant | copilot_readFile: completed | Done.',
      '<call that no part shows>',
      '<call that no part shows>',
    ].join(' | '),
  );
});

test('VS Code chat: a terminal tells its exit code, and that the person stopped it', async () => {
  const terminal = {
    kind: 'terminal',
    commandLine: { original: 'npm test' },
    terminalCommandState: { exitCode: 1, timestamp: START, duration: 50 },
    terminalCommandOutput: { text: 'failed' },
  };
  const session = await mainSession(
    document(
      request(
        'Test it.',
        complete([
          invocation('c1', { toolSpecificData: terminal }),
          invocation('c2', { isConfirmed: { type: 0 } }),
          invocation('c3', { isConfirmed: undefined }),
        ]),
      ),
    ),
  );
  assert.deepEqual(
    session.messages[1]?.parts.map((part) =>
      part.kind === 'tool' ? [part.title, part.status, part.exitCode, part.interrupted] : [],
    ),
    [
      ['npm test', 'completed', 1, false],
      ['Reading it', 'error', null, true],
      ['Reading it', 'no-result', null, false],
    ],
  );
});

test('VS Code chat: each kind of empty response is found', async () => {
  const failed = (code: string, message: string) => ({
    response: [],
    modelState: { value: 3 },
    result: { errorDetails: { code, message } },
  });
  const session = await mainSession(
    document(
      request('Run the first.', complete([{ kind: 'undoStop' }])),
      request('Run the second.', complete([thinking('Hm.')])),
      request('Run the third.', { response: [], modelState: { value: 2 } }),
      request('Run the fourth.', { ...failed('canceled', 'Canceled'), modelState: { value: 2 } }),
      request('Run the fifth.', failed('unknown', 'Sorry, no response was returned.')),
      request('Run the sixth.', failed('rateLimited', 'Too many requests.')),
      request('Run the seventh.'),
      request('continue', failed('length', 'Too long.')),
      request('Run the last.', {
        ...complete([], { metadata: { toolCallRounds: [{ response: 'Said.', toolCalls: [] }] } }),
      }),
      request('Run it again.', { response: [], modelState: { value: 0 } }),
    ),
  );
  assert.deepEqual(flagsOf(session), [
    [1, 'void'],
    [3, 'reasoning-only'],
    [5, 'interrupted'],
    [7, 'interrupted'],
    [9, 'placeholder'],
    [11, 'error'],
    [12, 'missing'],
    [13, 'nudge'],
    [14, 'void'],
  ]);
  assert.equal(session.messages[14]?.finish, 'length');
  assert.deepEqual(session.messages[11]?.error, {
    name: 'rateLimited',
    message: 'Too many requests.',
  });
});

test('VS Code chat: what VS Code sent is not the person’s, and what was undone is not judged', async () => {
  const session = await mainSession(
    document(
      request('Terminal ended.', { isSystemInitiated: true, ...complete([words('Good.')]) }),
      request('Undone.', { isHidden: true, ...complete([]) }),
      request('Back.', complete([words('Yes.')])),
    ),
  );
  assert.deepEqual(
    session.messages.map(({ author, superseded }) => [author, superseded]),
    [
      ['harness', false],
      ['assistant', false],
      ['person', true],
      ['assistant', true],
      ['person', false],
      ['assistant', false],
    ],
  );
  assert.deepEqual(flagsOf(session), []);
});

const whole = (...requests: readonly object[]) => ({
  kind: 0,
  v: { version: 3, sessionId: 'session-1', requests },
});
const set = (k: readonly (string | number)[], v?: unknown) => ({ kind: 1, k, v });
const push = (k: readonly (string | number)[], v: readonly object[], i?: number) => ({
  kind: 2,
  k,
  v,
  i,
});

const LOG = [
  whole(request('One.'), request('Two.', complete([words('Second.')]))),
  set(['customTitle'], 'Counting'),
  push(['requests'], [request('Three.', { response: [] })]),
  push(['requests', 2, 'response'], [thinking('Hm.'), words('Hal')]),
  push(['requests', 2, 'response'], [words('Half'), invocation('c1')], 1),
  push(['requests', 2, 'response'], [words('Half and whole.')], 1),
  set(['requests', 2, 'modelState'], { value: 1 }),
  set(['requests', 0, 'response'], [words('First.')]),
  push(['requests'], [request('Four.', { response: [], modelState: { value: 0 } })]),
  push(['requests'], [], 3),
  push(['requests'], [request('Five.')]),
  set(['requests', 3, 'result'], { errorDetails: { code: 'failed', message: 'No.' } }),
];
const REPLAYED = [
  '0 person | One.',
  '1 assistant | First.',
  '2 person | Two.',
  '3 assistant | Second.',
  '4 person | Three.',
  '5 assistant | ~Hm. | Half and whole.',
  '6 person | Four.',
  '7 assistant',
  '8 person | Five.',
  '9 assistant',
];

test('VS Code chat: a log is replayed, and each message is read again from its own rows', async () => {
  const text = lines(...LOG);
  const { format, rows } = await readText(text);
  assert.equal(format, 'vscode-chat');
  assert.deepEqual(rows, { read: 12, understood: 12, unknown: 0, malformed: 0 });
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session), REPLAYED);
  assert.deepEqual([session.id, session.title], ['session-1', 'Counting']);
  assert.deepEqual(
    session.messages.flatMap(({ number, superseded }) => (superseded ? [number] : [])),
    [6, 7],
  );
  assert.deepEqual(flagsOf(session), [[9, 'error']]);
});

test('VS Code chat: requests that are written again keep their messages', async () => {
  const again = request('Two.', complete([words('Better.')]));
  const text = lines(
    ...LOG,
    push(['requests'], [again, request('Three.', complete([words('Third.')]))], 1),
    set(['requests', 2, 'response'], [words('At last.')]),
  );
  const session = await assertReadAgain(text);
  assert.deepEqual(outline(session).slice(2, 6), [
    '2 person | Two.',
    '3 assistant | Better.',
    '4 person | Three.',
    '5 assistant | At last.',
  ]);
  assert.deepEqual(
    session.messages.flatMap(({ number, superseded }) => (superseded ? [number] : [])),
    [6, 7, 8, 9],
  );
  const replaced = lines(...LOG, whole(request('One.', complete([words('Anew.')]))));
  assert.deepEqual(outline(await assertReadAgain(replaced))[1], '1 assistant | Anew.');
});

test('VS Code chat: a log that grows is read on', async () => {
  const reader = createGrowingReader();
  const read = async (upTo: number) =>
    reader.read(sourceOf(lines(...LOG.slice(0, upTo))), {}, () => true);
  for (const upTo of [6, 7, 9])
    assert.deepEqual(await read(upTo), await readText(lines(...LOG.slice(0, upTo))));
  const before = await read(9);
  const after = await read(12);
  assert.equal(after.sessions[0].messages[2], before.sessions[0].messages[2]);
});

test('VS Code chat: changes that cannot be are counted, and do no harm', async () => {
  const text = lines(
    whole(request('One.', complete([words('First.')]))),
    set(['requests', 0, '__proto__', 'polluted'], true),
    set(['requests', 7, 'response'], []),
    set(['requests', 0, 'response', 4_000_000_000], {}),
    set(Array.from({ length: 1000 }, () => 'a')),
    { kind: 9, k: ['requests'] },
    { kind: 3, k: ['requests', 0, 'vote'] },
  );
  const { rows, problems, sessions } = await readText(`${text}{"kind":1,"k":["req`);
  assert.deepEqual(rows, { read: 7, understood: 3, unknown: 4, malformed: 0 });
  assert.equal(problems.at(-1)?.kind, 'incomplete');
  assert.deepEqual(outline(sessions[0]), ['0 person | One.', '1 assistant | First.']);
  assert.equal('polluted' in {}, false);
});

test('VS Code chat: a list of requests of another make is none', async () => {
  const text = JSON.stringify({
    responderUsername: 'GitHub Copilot',
    requests: [{ timestamp: START, prompt: 'Hello', completion: 'Hi' }],
  });
  await assert.rejects(readText(text), /not a transcript/);
  const torn = document(request('One.', complete([words('First.')]))).slice(0, -40);
  const { problems } = await readText(torn);
  assert.equal(problems[0]?.kind, 'incomplete');
});
