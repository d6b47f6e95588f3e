import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

const row = (role: string, ...content: readonly object[]) => ({ role, message: { content } });
const words = (text: string) => ({ type: 'text', text });
const asks = (text: string) => row('user', words(`<user_query>\n${text}\n</user_query>`));
const calls = (name: string, input: object) => ({ type: 'tool_use', name, input });
const result = (id: string, text: string) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [words(text)],
});

test('Cursor: a row is a message, results stand with their calls in order', async () => {
  const text = lines(
    row(
      'user',
      words('<attached_files>\na\n</attached_files>\n<user_query>\nSort it.\n</user_query>'),
    ),
    row(
      'assistant',
      { type: 'thinking', thinking: 'Look first.' },
      words('I look.'),
      calls('Read', { path: 'a' }),
      calls('Shell', { command: 'ls' }),
    ),
    row('user', result('t1', 'b a'), result('t2', 'a.txt')),
    row('assistant', words('**Planning the sort**')),
    row('assistant', words('Sorted.')),
    row('user', words('Thanks.'), result('t3', 'lost')),
    row('assistant', words('You are welcome.')),
  );
  const { format, sessions, rows } = await readText(text);
  assert.equal(format, 'cursor');
  assert.deepEqual(rows, { read: 7, understood: 7, unknown: 0, malformed: 0 });
  const [session] = sessions;
  assert.deepEqual(outline(session), [
    '0 person | (<attached_files>\na\n</attached_files>\n) | Sort it.',
    '1 assistant | ~Look first. | I look. | Read: completed | Shell: completed',
    '2 assistant | ~**Planning the sort**',
    '3 assistant | Sorted.',
    '4 person | Thanks.',
    '5 other | <result without a call>',
    '6 assistant | You are welcome.',
  ]);
  assert.deepEqual(
    session.messages.map(({ continues }) => continues),
    [false, false, true, false, false, false, false],
  );
  assert.deepEqual(findSilence(session).flags, []);
  for (const { number, parts } of session.messages) {
    assert.deepEqual((await wholeMessage(text, number)).parts, parts);
  }
});

test('Cursor: headings alone are reasoning, and a prompt sent again had no response', async () => {
  const session = await mainSession(
    lines(
      asks('Sort it.'),
      row('assistant', words('**Reading the file**')),
      row('assistant', words('**Planning the sort**')),
      asks('continue'),
      asks('continue'),
      row('assistant', calls('Shell', { command: 'sort a' })),
    ),
  );
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [2, 'reasoning-only'],
      [3, 'nudge'],
      [3, 'missing'],
      [4, 'nudge'],
    ],
  );
});

test('Cursor: rows that are not known or torn are counted, other agents’ rows are left to them', async () => {
  const text = lines(asks('Go.'), row('moon', words('x')), row('assistant', words('Done.')));
  const { format, rows, problems } = await readText(`${text}{"role":"ass`);
  assert.equal(format, 'cursor');
  assert.deepEqual(rows, { read: 3, understood: 2, unknown: 1, malformed: 0 });
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'incomplete'],
  );
  const claude = lines({
    type: 'user',
    uuid: 'u',
    sessionId: 's',
    message: { role: 'user', content: [words('Go.')] },
  });
  assert.equal((await readText(claude)).format, 'claude-code');
});
