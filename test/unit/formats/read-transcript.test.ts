import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { looksLikeTranscript } from '../../../src/core/formats/detect';
import { readTranscript } from '../../../src/core/formats/read-transcript';
import { TranscriptError } from '../../../src/core/formats/transcript-error';
import { memorySource } from '../../../src/core/source/memory-source';
import { lines, readMessage, readText } from '../../support/read';
import { bytesOf, sourceOf } from '../../support/rows';

const chat = [
  { role: 'user', content: 'Grüße 🎈' },
  { role: 'assistant', content: 'Hello' },
];

async function failure(reading: Promise<unknown>): Promise<TranscriptError> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof TranscriptError) return error;
  }
  return assert.fail('no TranscriptError');
}

test('an empty file, a file of another kind and text that is no JSON each get one sentence', async () => {
  const cases = [
    ['', 'empty', /is empty/],
    ['\n \n', 'not-a-transcript', /found only white space/],
    ['{"name":"x","version":"1"}', 'not-a-transcript', /found JSON with the keys name, version\./],
    ['# Title\n\nText', 'not-a-transcript', /found text that is not JSON/],
    ['[1, 2, 3]', 'not-a-transcript', /found/],
    ['[]', 'not-a-transcript', /JSON without messages/],
    ['{"a":1}\n{"a":2}\n', 'not-a-transcript', /keys a\./],
    ['SQLite format 3\0\u0001', 'not-a-transcript', /a SQLite database/],
    ['PK\u0003\u0004', 'not-a-transcript', /a ZIP archive/],
  ] as const;
  for (const [text, reason, sentence] of cases) {
    const error = await failure(readText(text, 'folder/some.json'));
    assert.equal(error.reason, reason, text);
    assert.match(error.message, sentence);
    assert.match(error.message, /^folder\/some\.json .*\.$/s);
    assert.equal(await looksLikeTranscript(sourceOf(text)), false);
  }
});

test('a file that cannot be read says so, with the reason', async () => {
  const broken = { ...sourceOf('x'), read: () => Promise.reject(new Error('EACCES: denied')) };
  const error = await failure(readTranscript(broken));
  assert.equal(error.reason, 'unreadable');
  assert.match(error.message, /session\.jsonl cannot be read: EACCES: denied/);
});

test('reading can be cancelled', async () => {
  const abort = new AbortController();
  const source = sourceOf(lines(...chat).repeat(20_000));
  const reading = readTranscript(source, {
    signal: abort.signal,
    onProgress: () => {
      abort.abort();
    },
  });
  assert.equal((await failure(reading)).reason, 'cancelled');
});

test('byte order marks, CRLF and UTF-16 change nothing', async () => {
  const plain = lines(...chat);
  const utf16 = (littleEndian: boolean) => {
    const bytes = new Uint8Array(2 + plain.length * 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, littleEndian);
    for (let at = 0; at < plain.length; at += 1) {
      view.setUint16(2 + at * 2, plain.charCodeAt(at), littleEndian);
    }
    return bytes;
  };
  const variants = [
    bytesOf(plain),
    bytesOf(`\ufeff${plain}`),
    bytesOf(plain.replaceAll('\n', '\r\n')),
    utf16(true),
    utf16(false),
  ];
  for (const bytes of variants) {
    const source = memorySource('x.jsonl', bytes);
    const transcript = await readTranscript(source);
    const [session] = transcript.sessions;
    assert.deepEqual(
      session.messages.map(({ places }) => places[0].line),
      [1, 2],
    );
    const whole = await readMessage(source, transcript, 0, 0);
    const [part] = whole.parts;
    assert.equal(part?.kind === 'text' && part.body.text, 'Grüße 🎈');
  }
});

test('a transcript of one huge line is read', async () => {
  const huge = 'x'.repeat(50_000_000);
  const text = JSON.stringify({ messages: [...chat, { role: 'assistant', content: huge }] });
  const transcript = await readText(text);
  const last = transcript.sessions[0].messages[2];
  const [part] = last?.parts ?? [];
  assert.ok(part?.kind === 'text');
  assert.equal(part.body.length, huge.length);
  assert.ok(part.body.text.length <= 4000);
  assert.equal(transcript.rows.read, 3);
});

test('a file that changed under us is noticed', async () => {
  const transcript = await readText(lines(...chat));
  const error = await failure(readMessage(sourceOf('something else'), transcript, 0, 1));
  assert.equal(error.reason, 'changed');
});

test('a session without an id is named like its file', async () => {
  const { sessions } = await readText(lines(...chat), '/home/dev/logs/monday.chat.jsonl');
  assert.equal(sessions[0].id, 'monday.chat');
});

test('every row is accounted for, wherever the file is cut', async () => {
  const rows = fc.array(
    fc.oneof(
      fc.record({
        role: fc.constantFrom('user', 'assistant', 'tool', 'x'),
        content: fc.jsonValue(),
      }),
      fc.jsonValue(),
    ),
    { maxLength: 12 },
  );
  // Enough of them that whatever follows leaves no doubt about the format.
  const sure = Array.from({ length: 7 }, () => chat).flat();
  const layouts = [
    (values: readonly unknown[]) => lines(...sure, ...values),
    (values: readonly unknown[]) => JSON.stringify({ messages: [...sure, ...values] }, null, 1),
  ];
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(...layouts),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (values, layout, cut) => {
        const bytes = bytesOf(layout(values));
        const least = bytesOf(layout([])).length;
        const end = Math.max(least, Math.floor(bytes.length * cut));
        const source = memorySource('x', bytes.subarray(0, end));
        const { rows: counts, sessions, problems } = await readTranscript(source);
        assert.equal(counts.read, counts.understood + counts.unknown + counts.malformed);
        assert.ok(counts.read >= sure.length && counts.read <= values.length + sure.length);
        assert.ok(problems.length >= counts.unknown);
        sessions[0].messages.forEach((message, at) => {
          assert.equal(message.number, at);
        });
        if (end === bytes.length) assert.equal(counts.read, values.length + sure.length);
      },
    ),
  );
});

test('a long document on one line is recognised by its first rows', async () => {
  const rows = Array.from({ length: 30_000 }, () => chat).flat();
  const whole = JSON.stringify({ messages: rows });
  assert.ok(whole.length > 2_000_000);
  assert.equal(await looksLikeTranscript(sourceOf(whole)), true);
  assert.equal(await looksLikeTranscript(sourceOf(JSON.stringify({ names: rows }))), false);
});
