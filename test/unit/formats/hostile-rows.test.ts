import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSessionBuilder } from '../../../src/core/formats/session-builder';
import { lines, mainSession, outline, readText, wholeMessage } from '../../support/read';

/** Names that every object has, and that a careless look-up finds in every table. */
const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];

const user = (content: unknown, values: object = {}) => ({
  type: 'user',
  sessionId: 'session-1',
  message: { role: 'user', content },
  ...values,
});

const assistant = (content: readonly object[], message: object = {}) => ({
  type: 'assistant',
  sessionId: 'session-1',
  message: { id: 'msg_1', role: 'assistant', content, ...message },
});

const call = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'Bash', input });
const result = (id: string, content: unknown) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

/** Brackets around brackets; `JSON.stringify` itself could not write so many. */
const nest = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('words of a transcript that are names of JavaScript', () => {
  for (const name of INHERITED) {
    it(`${name} is no row type, stop reason or subtype of Claude Code`, async () => {
      const transcript = await readText(
        lines(
          user('Go'),
          assistant([{ type: 'text', text: 'Done' }], { stop_reason: name }),
          { type: 'system', subtype: name, uuid: 'u', sessionId: 'session-1', content: 'x' },
          { type: name, sessionId: 'session-1' },
        ),
      );
      assert.deepEqual(transcript.rows, { read: 4, understood: 3, unknown: 1, malformed: 0 });
      assert.match(transcript.problems[0]?.sentence ?? '', /^Rows of type /);
      const [, response, system] = transcript.sessions[0].messages;
      assert.equal(response?.finish, 'unknown');
      assert.equal(system?.harness, 'notice');
      // It crosses threads.
      assert.deepEqual(structuredClone(transcript), transcript);
    });

    it(`${name} is no finish of a chat message`, async () => {
      const response = { role: 'assistant', content: 'x', finish_reason: name };
      const { messages } = await mainSession(JSON.stringify([response]));
      assert.equal(messages[0]?.finish, 'unknown');
    });

    it(`${name} is neither finish nor status in an opencode export`, async () => {
      const info = { id: 'm', role: 'assistant', sessionID: 's', finish: name, time: {} };
      const parts = [{ type: 'tool', tool: name, state: { status: name } }];
      const session = await mainSession(
        JSON.stringify({ info: { id: 's' }, messages: [{ info, parts }] }),
      );
      assert.equal(session.messages[0]?.finish, 'unknown');
      assert.deepEqual(outline(session), [`0 assistant | ${name}: no-result`]);
    });
  }
});

describe('values nested without end', () => {
  const text = (depth: number) =>
    lines(user('Go')) +
    JSON.stringify(assistant([call('c1', { deep: 0 })])).replace(
      '"deep":0',
      `"deep":${'['.repeat(depth)}${']'.repeat(depth)}`,
    );

  it('keep their own size when they are shown', async () => {
    const { parts } = await wholeMessage(text(2000), 1);
    const [part] = parts;
    assert.ok(part?.kind === 'tool');
    assert.equal(part.input.text, JSON.stringify({ deep: nest(2000) }));
  });

  it('do not keep the rest of the transcript from being read', async () => {
    const { messages } = await mainSession(text(50_000));
    assert.equal(messages.length, 2);
    const [part] = messages[1]?.parts ?? [];
    assert.ok(part?.kind === 'tool');
    assert.match(part.input.text, /nested too deeply/);
  });

  it('are indented while they are not deep', async () => {
    const { parts } = await wholeMessage(lines(user('Go'), assistant([call('c1', { a: 1 })])), 1);
    const [part] = parts;
    assert.ok(part?.kind === 'tool');
    assert.equal(part.input.text, '{\n  "a": 1\n}');
  });
});

it('a number that no date can tell is no time', async () => {
  for (const timestamp of [1e300, 8.64e15 + 1, -1, 0, '+999999-01-01T00:00:00Z', 'yesterday']) {
    const { messages } = await mainSession(lines(user('Go', { timestamp, uuid: 'u' })));
    assert.equal(messages[0]?.time, null);
  }
  const { messages } = await mainSession(lines(user('Go', { timestamp: 8.64e15 })));
  assert.equal(messages[0]?.time, 8.64e15);
});

it('a message keeps each row of its results once', async () => {
  const { messages } = await mainSession(
    lines(
      assistant([call('c1'), call('c2'), call('c3')]),
      user([result('c1', 'a'), result('c2', 'b')]),
      user([result('c3', 'c')]),
    ),
  );
  assert.deepEqual(
    messages[0]?.places.map(({ line }) => line),
    [1, 2, 3],
  );
});

it('a message of very many parts is built, and built again', () => {
  const builder = createSessionBuilder('index');
  const draft = builder
    .session('')
    .add({ start: 0, end: 1, line: 1 }, { role: 'assistant', author: 'assistant' });
  for (let at = 0; at < 200_000; at += 1) draft.parts.push(builder.marker('step', null));
  const soFar = builder.buildSoFar(() => undefined, 'session');
  assert.equal(soFar[0]?.messages[0]?.parts.length, 200_000);
  assert.equal(builder.build('session')[0]?.messages[0]?.parts.length, 200_000);
});
