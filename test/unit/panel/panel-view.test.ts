import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Message } from '../../../src/core/model/message';
import { panelView, type PanelInput } from '../../../src/host/panel/panel-view';
import { fromPanel, toPanel } from '../../../src/shared/protocol';
import {
  assistant,
  excerpt,
  harness,
  person,
  reasoning,
  session,
  text,
  tool,
} from '../../support/build';
import { panelTexts as texts } from '../../support/panel-texts';

function viewOf(
  messages: Parameters<typeof session>[0],
  selected: number,
  values: Partial<PanelInput> = {},
) {
  const one = session(messages);
  const input: PanelInput = {
    uri: 'file:///home/dev/session.json',
    sessionIndex: 0,
    session: one,
    findings: findSilence(one),
    selected,
    whole: new Map<number, Message>(),
    before: 3,
    after: 3,
    threads: [],
    name: 'session.json',
    problem: null,
    ...values,
  };
  const view = panelView(input, texts);
  assert.equal(toPanel.safeParse(view).success, true, 'the panel takes the view');
  return view;
}

const silence = [
  person('Sort the list.', { time: 0 }),
  assistant([text('I will edit sort.py and run it.'), tool('edit', { title: 'sort.py' })], {
    time: 1000,
  }),
  assistant([text('<conversation_data>\n</conversation_data>')], { time: 2000, finish: 'stop' }),
  person('Stop. Read the documents first, and do not edit sort.py.', { time: 200_000 }),
  assistant([text('I read them.')], { time: 201_000 }),
];

test('shows the incident of the selected flag, with links to its messages', () => {
  const { incident, position } = viewOf(silence, 2);
  assert.ok(incident);
  assert.equal(position, 'Flag 1 of 2');
  assert.equal(incident.title, 'recovered, redirect');
  assert.deepEqual(
    incident.chain.map(({ number, look }) => [number, look]),
    [
      [2, 'empty'],
      [3, 'redirect'],
      [4, 'recovered'],
    ],
  );
  assert.deepEqual(
    incident.contradicts.map(({ announced, correction }) => [announced, correction]),
    [
      [
        { number: 1, quote: 'I will edit sort.py and run it.\nedit sort.py' },
        { number: 3, quote: 'Stop. Read the documents first, and do not edit sort.py.' },
      ],
    ],
  );
  const pieces = incident.causes.flatMap(({ evidence }) => evidence.flat());
  assert.ok(pieces.some((piece) => typeof piece === 'object' && piece.number === 2));
  assert.match(incident.notRecorded ?? '', /tokens/);
});

test('a message without a flag has no incident', () => {
  const { incident, position } = viewOf(silence, 0);
  assert.equal(incident, null);
  assert.equal(position, '2 flags');
});

test('an incident is shown on each of its messages, and one can jump to it from everywhere', () => {
  assert.ok(viewOf(silence, 4).incident);
  assert.equal(viewOf(silence, 4).position, '2 flags');
  assert.deepEqual(viewOf(silence, 0).nearest, { number: 2, words: 'incident 1 of 1' });
  assert.deepEqual(viewOf(silence, 4).nearest, { number: 2, words: 'incident 1 of 1' });
  assert.equal(viewOf([assistant([text('Hello')])], 0).nearest, null);
});

test('says which messages the program wrote', () => {
  const { messages, selected } = viewOf([person('Go'), harness('reminder', 'Be brief.')], 1);
  assert.deepEqual(
    messages.map(({ by }) => by),
    [null, 'by the program'],
  );
  assert.equal(selected, '#1 Harness');
});

test('lists the files of a patch', () => {
  const patch = { kind: 'patch' as const, files: ['src/a.ts', 'src/b\u202e.ts'] };
  const { messages } = viewOf([assistant([patch])], 0);
  assert.deepEqual(messages[0]?.parts, [
    { kind: 'files', words: '2 files', files: ['src/a.ts', 'src/b\\u{202e}.ts'] },
  ]);
});

test('a call that ran to its end with an exit code other than 0 has failed', () => {
  const { messages } = viewOf([assistant([tool('bash', { exitCode: 2 })])], 0);
  const [call] = messages[0]?.parts ?? [];
  assert.ok(call?.kind === 'tool');
  assert.deepEqual([call.failed, call.state], [true, 'failed · exit 2']);
});

test('shows what a blank text is made of, and says that there is nothing', () => {
  const { messages } = viewOf(silence, 2);
  const empty = messages.find(({ selected }) => selected);
  assert.deepEqual(empty?.parts, [
    {
      kind: 'literal',
      text: '<conversation_data>↵\n</conversation_data>',
      note: 'blank',
      leftOut: null,
    },
  ]);
  assert.equal(empty.nothing, 'nothing');
  const [corrective] = messages.filter(({ number }) => number === 3);
  assert.equal(corrective?.gap, 'after 3 min 18 s');
});

test('shows the messages around the selected one, and whether there are more', () => {
  const many = Array.from({ length: 20 }, (_, at) => person(`Message ${at}`));
  const view = viewOf(many, 10, { before: 2, after: 1 });
  assert.deepEqual(
    view.messages.map(({ number }) => number),
    [8, 9, 10, 11],
  );
  assert.deepEqual([view.hasEarlier, view.hasLater], [true, true]);
  const first = viewOf(many, 0);
  assert.deepEqual([first.hasEarlier, first.messages[0]?.number], [false, 0]);
});

test('takes whole bodies where they are read, and says how much is left out', () => {
  const long = 'x'.repeat(50_000);
  const one = session([person('a'), assistant([text('short', 50_000)])]);
  const index = one.messages[1];
  assert.ok(index);
  const part = (whole: ReadonlyMap<number, Message>) => {
    const [shown] = viewOf(one.messages, 1, { whole }).messages[1]?.parts ?? [];
    assert.ok(shown?.kind === 'text');
    return shown.leftOut;
  };
  assert.equal(part(new Map()), '49,995 more');
  assert.equal(part(new Map([[1, { ...index, parts: [text(long)] }]])), '30,000 more');
});

test('opens reasoning and calls of the selected message, and failed calls everywhere', () => {
  const failed = tool('bash', {
    status: 'error',
    exitCode: 1,
    output: excerpt('long', 5000),
    outputTail: 'Error: last',
  });
  const { messages } = viewOf(
    [
      person('Go'),
      assistant([reasoning('Hm'), tool('read')]),
      assistant([reasoning('So'), failed, text('Done')]),
      assistant([text('More')]),
    ],
    1,
  );
  const open = messages.map(({ parts }) =>
    parts.flatMap((part) => ('open' in part ? [part.open] : [])),
  );
  assert.deepEqual(open, [[], [true, true], [false, true], []]);
  const call = messages[2]?.parts.find((part) => part.kind === 'tool');
  assert.ok(call);
  assert.deepEqual([call.failed, call.state], [true, 'error · exit 1']);
  assert.deepEqual(call.output, { text: 'long', leftOut: '4,985 more', tail: 'Error: last' });
});

test('shows threads, and control characters of the transcript as text', () => {
  const thread = {
    id: 't1',
    sessionId: 'session-1',
    number: 0,
    match: 'id' as const,
    anchoredNumber: 0,
    quote: '',
    resolved: true,
    comments: [{ id: 'c1', author: 'ann', body: '**Look**', created: 0, edited: null }],
  };
  const { messages } = viewOf([person('a\u202eb')], 0, { threads: [thread] });
  assert.deepEqual(messages[0]?.parts, [
    { kind: 'text', nodes: [{ tag: 'p', children: ['a\\u{202e}b'] }], leftOut: null, tail: [] },
  ]);
  const [shown] = messages.flatMap(({ threads }) => threads);
  assert.deepEqual([shown?.resolved, shown?.comments[0]?.author], [true, 'ann']);
});

test('neither side takes what it does not know', () => {
  for (const bad of [
    null,
    'ready',
    { kind: 'run', command: 'workbench.action.quit' },
    { kind: 'select', number: -1 },
    { kind: 'select', number: 1.5 },
    { kind: 'saveWhole' },
    { kind: 'saveWhole', number: '1' },
    { kind: 'go', to: 'workbench.action.quit' },
    { kind: 'openLink', href: 'command:x' },
    { kind: 'openLink', href: 'javascript:alert(1)' },
  ]) {
    assert.equal(fromPanel.safeParse(bad).success, false, JSON.stringify(bad));
  }
  const view = viewOf(silence, 2);
  const script = { tag: 'script', children: ['x'] };
  const [message] = view.messages;
  assert.ok(message);
  const parts = [{ kind: 'text', nodes: [script], leftOut: null, tail: [] }];
  assert.equal(toPanel.safeParse({ ...view, messages: [{ ...message, parts }] }).success, false);
});

test('says in characters what it leaves out, wherever that is', () => {
  const long = 'word '.repeat(10_000);
  const parts = [
    text(long),
    text(' '.repeat(5000)),
    reasoning(long),
    tool('bash', { input: excerpt(JSON.stringify({ command: long })), output: excerpt(long) }),
    { kind: 'marker' as const, label: 'note', detail: excerpt(long) },
  ];
  const failed = { error: { name: 'APIError', message: long } };
  const [message] = viewOf([assistant(parts, failed)], 0).messages;
  const [words, blank, thoughts, call, note] = message?.parts ?? [];
  assert.ok(words?.kind === 'text' && blank?.kind === 'literal' && thoughts?.kind === 'reasoning');
  assert.ok(call?.kind === 'tool' && note?.kind === 'line');
  assert.ok(words.tail.length > 0);
  assert.deepEqual(
    [words, blank, thoughts.body, call.input[0]?.body, call.output, note, message?.error].map(
      (one) => one?.leftOut,
    ),
    ['30,000 more', '4,600 more', ...Array<string>(5).fill('30,000 more')],
  );
});

test('says how many files it does not list', () => {
  const files = Array.from({ length: 130 }, (_, at) => `src/${at}.ts`);
  const [message] = viewOf([assistant([{ kind: 'patch', files }])], 0).messages;
  const [list] = message?.parts ?? [];
  assert.ok(list?.kind === 'files');
  assert.deepEqual([list.files.length, list.files.at(-1)], [101, '30 more files']);
});
