import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Part } from '../../../src/core/model/message';
import { messageText } from '../../../src/core/reading/message-text';
import { englishWords } from '../../../src/core/reading/words';
import { matchOf, type Hit } from '../../../src/core/search/hit';
import { patternOf } from '../../../src/core/search/query';
import { searchMessage } from '../../../src/core/search/search-message';
import { excerpt, reasoning, text, tool } from '../../support/build';

const messageOf = (parts: readonly Part[], error: string | null = null) =>
  ({
    number: 7,
    author: 'assistant',
    parts,
    error: error === null ? null : { name: 'APIError', message: error },
  }) as const;

const search = (message: ReturnType<typeof messageOf>, words: string, room = 100) =>
  searchMessage(
    message,
    2,
    patternOf({ text: words, matchCase: true, wholeWord: false, isRegex: false }),
    room,
  );

const bash = tool('needle_run', {
  input: excerpt('{"command":"grep needle"}'),
  output: excerpt('1: needle\n2: needle'),
});

test('finds bodies of every kind, in the order in which they are written', () => {
  const parts: Part[] = [
    text('a needle'),
    reasoning('one needle, two needles'),
    bash,
    { kind: 'file', name: 'needle.png', mime: null, image: true, bytes: null },
    { kind: 'patch', files: ['a.ts', 'needle.ts'] },
    { kind: 'marker', label: 'retry', detail: excerpt('no needle') },
  ];
  const { hits, count } = search(messageOf(parts, 'the needle broke'), 'needle');
  assert.deepEqual(
    hits.map(({ part, body, at }) => [part, body, at]),
    [
      [0, 'text', 2],
      [1, 'reasoning', 4],
      [1, 'reasoning', 16],
      [2, 'tool', 0],
      [2, 'input', 17],
      [2, 'output', 3],
      [2, 'output', 13],
      [3, 'file', 0],
      [4, 'patch', 6],
      [5, 'marker', 3],
      [null, 'error', 4],
    ],
  );
  assert.equal(count, hits.length);
  assert.ok(hits.every(({ session, number }) => session === 2 && number === 7));
});

test('words of ours are not found', () => {
  assert.equal(search(messageOf([bash]), 'Tool').count, 0);
  assert.equal(search(messageOf([reasoning('')]), 'hidden').count, 0);
});

test('a snippet is one safe line around the match', () => {
  const [hit] = search(
    messageOf([
      text(`above\n${'x'.repeat(300)} \u001b[31mthe\u202e needle\tis ${'y'.repeat(300)}`),
    ]),
    'needle',
  ).hits;
  assert.ok(hit);
  assert.equal(matchOf(hit), 'needle');
  assert.match(hit.snippet, /^…the\\u\{202e\} needle is y+$/);
  assert.ok(hit.snippet.length < 200);
  assert.equal(hit.isShortened, false);
});

test('a match of many lines is shortened to a part of one', () => {
  const pattern = patternOf({ text: 'a[^]*z', matchCase: true, wholeWord: false, isRegex: true });
  const { hits } = searchMessage(messageOf([text(`a\n${'b'.repeat(500)}z`)]), 0, pattern, 9);
  const [hit] = hits;
  assert.ok(hit);
  assert.equal(hit.length, 503);
  assert.match(matchOf(hit), /^a b{198}$/);
  assert.ok(hit.isShortened);
});

test('counts what there is no room for, and takes an empty match for none', () => {
  const message = messageOf([text('abababab'), bash]);
  const { hits, count } = search(message, 'a', 2);
  assert.equal(hits.length, 2);
  assert.equal(count, 4 + 1);
  const empty = patternOf({ text: 'x*', matchCase: true, wholeWord: false, isRegex: true });
  assert.deepEqual(searchMessage(message, 0, empty, 9), { hits: [], count: 0 });
});

/** Texts in which much is found, with what makes places differ from what is shown. */
const body = fc
  .array(fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', '\t', '🎈', '\u202e', '\u001b[1m', ' '))
  .map((pieces) => pieces.join(''));

const partOf = fc.oneof(
  body.map((words): Part => text(words)),
  body.map((words): Part => reasoning(words)),
  fc
    .tuple(body, body)
    .map(([input, output]): Part => tool('t', { input: excerpt(input), output: excerpt(output) })),
);

const placesOf = (words: string, needle: string) => {
  const places: number[] = [];
  for (let at = words.indexOf(needle); at >= 0; at = words.indexOf(needle, at + needle.length)) {
    places.push(at);
  }
  return places;
};

test('finds what a plain search finds, where the document shows it (property)', () => {
  fc.assert(
    fc.property(fc.array(partOf), fc.constantFrom('a', 'ab', 'b\n', '🎈'), (parts, needle) => {
      const message = messageOf(parts);
      const { hits, count } = search(message, needle, Infinity);
      const expected = parts.flatMap((part, index) => {
        const bodies =
          part.kind === 'tool'
            ? [part.input.text, part.output?.text ?? '']
            : [part.kind === 'text' || part.kind === 'reasoning' ? part.body.text : ''];
        return bodies.flatMap((words) => placesOf(words, needle).map((at) => [index, at]));
      });
      assert.deepEqual(
        hits.map(({ part, at }: Hit) => [part, at]),
        expected,
      );
      assert.equal(count, expected.length);
      const lines = messageText(message, englishWords).split(/\r\n|\r|\n/);
      for (const { line, column } of hits) {
        assert.ok(lines[line]?.startsWith(needle.trim(), column));
      }
    }),
  );
});
