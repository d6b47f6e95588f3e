import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

const turn = (from: string, value: unknown) => ({ from, value });

const turns = [
  turn('system', 'You help.'),
  turn('human', 'What is in here?'),
  turn('function_call', '{"name":"ls","arguments":{"path":"."}}'),
  turn('observation', 'a.txt'),
  turn('gpt', 'A text file.'),
  turn('human', 'Read it.'),
  turn('gpt', ''),
  turn('human', 'continue'),
  turn('gpt', 'It says hello.'),
];

const expected = [
  '0 other | You help.',
  '1 person | What is in here?',
  '2 assistant | ls: completed',
  '3 other | <tool result>',
  '4 assistant | A text file.',
  '5 person | Read it.',
  '6 assistant | ',
  '7 person | continue',
  '8 assistant | It says hello.',
];

test('ShareGPT: reads a document, a list of one and turns alike, and finds what is empty', async () => {
  for (const text of [
    JSON.stringify({ id: 'talk-1', conversations: turns }, null, 2),
    JSON.stringify({ id: 'talk-1', conversations: turns }),
    JSON.stringify([{ id: 'talk-1', conversations: turns }]),
    JSON.stringify([{ id: 'talk-1', items: turns }]),
    JSON.stringify(turns),
    lines(...turns),
  ]) {
    const { format, sessions, rows } = await readText(text);
    assert.equal(format, 'sharegpt');
    assert.deepEqual(outline(sessions[0]), expected);
    assert.equal(rows.read, rows.understood);
    const flags = findSilence(sessions[0]).flags.map(({ number, kind }) => [number, kind]);
    assert.deepEqual(flags, [
      [6, 'void'],
      [7, 'nudge'],
    ]);
    for (const { number, parts } of sessions[0].messages) {
      assert.deepEqual((await wholeMessage(text, number)).parts, parts);
    }
  }
});

test('ShareGPT: each line is a session of its own, and a torn last one is no row', async () => {
  const text = lines({ conversations: turns }, { id: 'second', conversations: turns.slice(0, 2) });
  const { sessions, rows, problems } = await readText(`${text}{"conversations":[{"from":"hu`);
  assert.deepEqual(
    sessions.map(({ id, messages }) => [id, messages.length]),
    [
      ['conversation-1', 9],
      ['second', 2],
    ],
  );
  assert.deepEqual(rows, { read: 2, understood: 2, unknown: 0, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['incomplete'],
  );
});

test('ShareGPT: a call that is no JSON is shown as it stands, and unknown turns are counted', async () => {
  const session = await mainSession(
    lines(turn('human', 'Go'), turn('function_call', 'ls .'), turn('observation', 'a.txt')),
  );
  const [, call] = session.messages;
  const [part] = call?.parts ?? [];
  assert.ok(part?.kind === 'tool');
  assert.equal(part.input.text, 'ls .');
  assert.equal(part.output?.text, 'a.txt');

  const { rows, sessions, problems } = await readText(
    lines(turn('human', 'Go'), turn('judge', 'Hm'), turn('gpt', null), turn('human', 'And?'), 7),
  );
  assert.deepEqual(rows, { read: 5, understood: 3, unknown: 2, malformed: 0 });
  assert.deepEqual(outline(sessions[0]), [
    '0 person | Go',
    '1 other | <row not understood>',
    '2 assistant',
    '3 person | And?',
    '4 other | <row not understood>',
  ]);
  assert.match(problems[0]?.sentence ?? '', /from “judge” is not known/);
});

test('ShareGPT: what is from somebody without a part in a conversation is none', async () => {
  await assert.rejects(
    readText(lines(turn('ann@example.com', 'Hi'), turn('bob@example.com', 'Ho'))),
  );
});
