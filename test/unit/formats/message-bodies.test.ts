import assert from 'node:assert/strict';
import test from 'node:test';
import { bytesOfRows, readBodies, rowsOfMessage } from '../../../src/core/formats/message-bodies';
import { PREVIEW } from '../../../src/core/formats/session-builder';
import { lines, readMessage, readText } from '../../support/read';
import { bytesOf, sourceOf } from '../../support/rows';

const long = `${'a'.repeat(30_000)}${'b'.repeat(40_000)}${'c'.repeat(30_000)}`;

const preview = async (text: string, number: number) =>
  readMessage(sourceOf(text), await readText(text), 0, number, 'preview');

test('a preview has the beginning and the end of each body, and its length', async () => {
  const message = await preview(lines({ role: 'user', content: long }), 0);
  const [part] = message.parts;
  assert.ok(part?.kind === 'text');
  assert.deepEqual(part.body, {
    text: 'a'.repeat(PREVIEW),
    length: long.length,
    blank: false,
    tail: 'c'.repeat(PREVIEW),
  });
});

test('a preview of a body that is little too long shows no character twice', async () => {
  const body = `${'a'.repeat(PREVIEW)}bc`;
  const [part] = (await preview(lines({ role: 'user', content: body }), 0)).parts;
  assert.ok(part?.kind === 'text');
  assert.equal(part.body.text + (part.body.tail ?? ''), body);
});

test('a preview of a message of very many bodies is not much larger than that of a few', async () => {
  const content = Array.from({ length: 200 }, () => ({ type: 'text', text: long }));
  const { parts } = await preview(lines({ role: 'user', content }), 0);
  const kept = parts.map((part) =>
    part.kind === 'text' ? part.body.text.length + (part.body.tail?.length ?? 0) : 0,
  );
  assert.equal(kept.length, 200);
  assert.equal(kept[0], 2 * PREVIEW);
  assert.ok(Math.min(...kept) > 0);
  assert.ok(kept.reduce((sum, one) => sum + one, 0) < 2_500_000);
  assert.ok(parts.every((part) => part.kind === 'text' && part.body.length === long.length));
});

test('a row that is no JSON is shown as it stands', async () => {
  const broken = '{"role":"user","content":"torn';
  const text = `${lines({ role: 'user', content: 'Sort.' })}${broken}\n${lines({ role: 'assistant', content: 'Done.' })}`;
  const message = await readMessage(sourceOf(text), await readText(text), 0, 1);
  const [part] = message.parts;
  assert.ok(part?.kind === 'marker');
  assert.equal(part.detail?.text, broken);
});

test('of several messages of one row each has its own bodies', async () => {
  const text = JSON.stringify([
    { role: 'user', content: 'one' },
    { role: 'user', content: 'two' },
  ]);
  for (const [number, words] of ['one', 'two'].entries()) {
    const [part] = (await readMessage(sourceOf(text), await readText(text), 0, number)).parts;
    assert.ok(part?.kind === 'text' && part.body.text === words);
  }
});

test('a row that no string can hold is refused with a sentence', async () => {
  const text = lines({ role: 'user', content: 'Sort.' });
  const transcript = await readText(text);
  const [message] = transcript.sessions[0].messages;
  assert.ok(message);
  const rows = rowsOfMessage(transcript, 0, message);
  assert.equal(bytesOfRows(rows), bytesOf(text).length - 1);
  const places = [{ start: 0, end: 500_000_000, line: 1 }] as const;
  await assert.rejects(readBodies(sourceOf(text), { ...rows, places }, 'whole'), {
    reason: 'unreadable',
    message: 'A row of 500 MB at line 1 in session.jsonl is too long to read.',
  });
});
