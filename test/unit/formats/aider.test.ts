import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { mainSession, outline, readText, wholeMessage } from '../../support/read';

const run = (...blocks: readonly string[]) =>
  `\n# aider chat started at 2026-04-02 08:00:00\n\n${blocks.join('\n\n')}\n`;
const prompt = (...lines: readonly string[]) => lines.map((line) => `#### ${line}  `).join('\n');
const console = (...lines: readonly string[]) => lines.map((line) => `> ${line}  `).join('\n');

const start = console('Aider v0.80.0', 'Main model: large-coder with diff edit format');
const counts = console('Tokens: 2.1k sent, 345 received. Cost: $0.01 message, $0.02 session.');

async function flagsOf(text: string) {
  return findSilence(await mainSession(text)).flags.map(({ number, kind }) => [number, kind]);
}

test('Aider: prompts, answers and console output', async () => {
  const text = run(
    start,
    prompt('Add a retry', '', 'to the loader.'),
    'I add one.\n\n#### Step 1\n\n```md\n#### not a prompt  \n> not console\n```',
    console('Applied edit to src/loader.ts') + '\n' + counts,
  );
  const session = await mainSession(text);
  assert.deepEqual(
    outline(session).map((line) => line.split('`')[0]),
    [
      '0 notice | <console>',
      '1 person | Add a retry\n\nto the loader.',
      '2 assistant | I add one.\n\n#### Step 1\n\n',
    ],
  );
  const answer = session.messages[2];
  assert.deepEqual(answer?.tokens, {
    input: 2100,
    output: 345,
    reasoning: null,
    cacheRead: null,
    cacheWrite: null,
  });
  assert.equal(answer.model, 'large-coder');
  assert.match(JSON.stringify((await wholeMessage(text, 2)).parts), /Applied edit/);
});

test('Aider: files whose prompts were trimmed', async () => {
  const session = await mainSession(
    run('#### Add a retry\nI do.\n\n#### Step 1\nWrap it.', console('Applied edit to a.ts')),
  );
  assert.deepEqual(
    session.messages.map(({ author }) => author),
    ['person', 'assistant'],
  );
});

test('Aider: each run is a session', async () => {
  const { sessions, rows } = await readText(
    run(prompt('One'), 'Yes.') + run(prompt('Two'), 'Yes.') + run(),
  );
  assert.deepEqual(
    sessions.map(({ id, messages }) => [id, messages.length]),
    [
      ['2026-04-02T08:00:00#1', 2],
      ['2026-04-02T08:00:00#2', 2],
      ['2026-04-02T08:00:00#3', 0],
    ],
  );
  assert.deepEqual(rows, { read: 7, understood: 7, unknown: 0, malformed: 0 });
});

test('Aider: nothing received is an empty response', async () => {
  const empty = console(
    'Empty response received from LLM. Check your provider account?',
    'Tokens: 2.1k sent, 0 received.',
  );
  const text = run(start, prompt('Add a retry to the loader'), empty, prompt('continue'), 'Done.');
  assert.deepEqual(await flagsOf(text), [
    [2, 'void'],
    [3, 'nudge'],
  ]);
});

test('Aider: an interrupt comes before the words that had been written', async () => {
  const stop = '>\n>\n> ^C again to exit  ';
  const silent = run(start, prompt('Add a retry to the loader'), stop, prompt('continue'), 'Done.');
  assert.deepEqual((await flagsOf(silent))[0], [2, 'interrupted']);
  const partial = run(start, prompt('Add a retry'), stop, 'I will ad', prompt('Use two'), 'Done.');
  assert.deepEqual(await flagsOf(partial), []);
});

test('Aider: an error in the place of an answer', async () => {
  const failed = console('litellm.AuthenticationError: no key', 'Check your API key.');
  const session = await mainSession(run(start, prompt('Add a retry'), failed, prompt('/exit')));
  assert.deepEqual(
    session.messages.map(({ author, error }) => [author, error?.name ?? null]),
    [
      ['program', null],
      ['person', null],
      ['assistant', 'litellm.AuthenticationError'],
      ['harness', null],
    ],
  );
});

test('Aider: thinking without an answer, and a prompt without a response', async () => {
  const tag = 'thinking-content-7bbeb8e1441453ad999a0bbba8a46d4b';
  const thought = run(start, prompt('Add a retry'), `<${tag}>\nThey want a retry.`, counts);
  assert.deepEqual(await flagsOf(thought), [[2, 'reasoning-only']]);
  const whole = run(start, prompt('Add a retry'), `<${tag}>\nHm.\n</${tag}>\n\nDone.`, counts);
  assert.deepEqual(await flagsOf(whole), []);
  assert.deepEqual(await flagsOf(run(start, prompt('Add a retry to the loader'))), [
    [1, 'missing'],
  ]);
});
