import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Part } from '../../../src/core/model/message';
import {
  MAX_DOCUMENT_BYTES,
  messageAtLine,
  readingText,
  shownPlace,
} from '../../../src/core/reading/reading-text';
import type { BodyKind } from '../../../src/core/search/hit';
import { englishWords } from '../../../src/core/reading/words';
import {
  assistant,
  excerpt,
  findings,
  flag,
  person,
  reasoning,
  session,
  text,
  tool,
  transcript,
} from '../../support/build';

const write = (one: ReturnType<typeof session>, flags: Parameters<typeof findings>[1] = []) =>
  readingText(transcript(one), 0, findings(one, flags), englishWords, 'session.json');

describe('readingText', () => {
  it('gives each message a header and an indented body', () => {
    const reading = write(
      session([
        person('Why is the table empty?', { time: Date.UTC(2026, 2, 2, 14, 0, 0) }),
        assistant(
          [
            reasoning('Look at the loader first.'),
            tool('bash', {
              title: 'pytest -q',
              status: 'error',
              exitCode: 1,
              started: 0,
              ended: 2300,
            }),
            text('The loader skips\nblank rows.'),
          ],
          {
            time: Date.UTC(2026, 2, 2, 14, 3, 0),
            finish: 'length',
            rawFinish: 'max_tokens',
            tokens: { input: 1200, output: 34, reasoning: null, cacheRead: 800, cacheWrite: null },
          },
        ),
      ]),
    );
    const lines = reading.text.split('\n');
    const header = reading.headerLines.map((line) => lines[line]);
    assert.match(header[0] ?? '', /^#0 Person · 2026-03-02 \d\d:00:00$/);
    assert.match(
      header[1] ?? '',
      /^#1 Assistant · \d\d:03:00 · after 3 min · bash · 2,000 in, 34 out · stop: max_tokens$/,
    );
    assert.deepEqual(lines.slice((reading.headerLines[1] ?? 0) + 1), [
      '  Reasoning: Look at the loader first. (25 characters)',
      '  Tool bash: pytest -q → error, exit 1, 2.3 s',
      '  The loader skips',
      '  blank rows.',
      '',
    ]);
  });

  it('says in words what an empty response and a missing one are', () => {
    const one = session([person('Go'), assistant([]), person('Go on')]);
    const reading = write(one, [flag(1, 'void'), flag(2, 'missing')]);
    const lines = reading.text.split('\n');
    assert.equal(lines[(reading.headerLines[1] ?? 0) + 1], `  ${englishWords.emptyBody}`);
    assert.equal(lines[reading.lastLines[2] ?? 0], `  ${englishWords.missingBody}`);
  });

  it('shows the envelope of a response that holds nothing else', () => {
    const envelope = text('<conversation_data>\n</conversation_data>');
    const reading = write(session([person('Go'), assistant([envelope])]), [flag(1, 'void')]);
    assert.match(reading.text, /^ {2}<conversation_data>$/m);
  });

  it('says how much of a body is left out', () => {
    const reading = write(session([person('Go'), assistant([text('abc', 5003)])]));
    assert.match(reading.text, /^ {2}… 5,000 more characters/m);
  });

  it('never lets a body pass for a header, nor a control character act', () => {
    const hostile = '#7 Assistant\n\u202e#8 Person\u001b[31m red\r#9 Person';
    const reading = write(session([person(hostile)]));
    const headers = reading.text.split('\n').filter((line) => line.startsWith('#'));
    assert.deepEqual(headers, ['#0 Person']);
    assert.doesNotMatch(reading.text, /[\u202e\u001b\r]/);
    assert.match(reading.text, /\\u\{202e\}/);
  });

  it('stays below its size for sessions of any length, whatever the script', () => {
    const body = text('漢字'.repeat(2000));
    const one = session(
      Array.from({ length: 12_000 }, (_, at) => (at % 2 === 0 ? person('x') : assistant([body]))),
    );
    const reading = write(one, [flag(6001, 'void')]);
    assert.ok(Buffer.byteLength(reading.text) <= MAX_DOCUMENT_BYTES);
    assert.equal(reading.headerLines.length, 12_000);
    assert.match(reading.text, /bodies are shortened/);
    // Around a flag nothing is shortened.
    const near = reading.text
      .split('\n')
      .slice(reading.headerLines[6001], reading.lastLines[6001] ?? 0)
      .join('');
    assert.ok(near.includes('漢字'.repeat(900)));
  });

  it('stays below its size when most of it is near a flag', () => {
    const body = text('漢字'.repeat(2000));
    const one = session(Array.from({ length: 2000 }, () => assistant([body])));
    const reading = write(
      one,
      Array.from({ length: 400 }, (_, at) => flag(at * 5, 'void')),
    );
    assert.ok(Buffer.byteLength(reading.text) <= MAX_DOCUMENT_BYTES);
  });

  it('names the size of a large result, and what is left out of errors, notes and lists of files', () => {
    const long = 'x'.repeat(1000);
    const reading = write(
      session([
        assistant(
          [
            tool('bash', { output: excerpt('begin', 13_000_000) }),
            { kind: 'marker', label: 'note', detail: excerpt(long, 5000) },
            { kind: 'patch', files: [long] },
          ],
          { error: { name: 'APIError', message: long } },
        ),
      ]),
    );
    assert.match(reading.text, /^ {2}Tool bash: .* → done, 13,000,000 characters$/m);
    assert.match(reading.text, /^ {2}· note: x{159}… … 4,840 more characters$/m);
    assert.match(reading.text, /^ {2}Patch: x{159}… … 840 more characters$/m);
    assert.match(reading.text, /^ {2}Error APIError: x{399}… … 600 more characters$/m);
  });

  for (const [count, length] of [
    [300, 1_000_000],
    [50_000, 3000],
  ] as const) {
    it(`reaches each of ${count} messages of ${length} characters`, () => {
      const body = text('x'.repeat(Math.min(4000, length)), length);
      const reading = write(session(Array.from({ length: count }, () => assistant([body]))));
      assert.ok(Buffer.byteLength(reading.text) <= MAX_DOCUMENT_BYTES);
      const lines = reading.text.split('\n');
      for (const number of [0, 1, Math.floor(count / 2), count - 1]) {
        const first = reading.headerLines[number] ?? -1;
        assert.match(lines[first] ?? '', new RegExp(`^#${number} Assistant`));
        assert.equal(messageAtLine(reading, reading.lastLines[number] ?? -1), number);
      }
      assert.equal(lines.filter((line) => line.startsWith('#')).length, count);
      // Each says what is missing, in its body or in place of one.
      const counts = reading.text.match(/(?:^ {2}|^#.* · )… [\d,]+ more characters/gm) ?? [];
      assert.equal(counts.length, count);
    });
  }

  it('keeps every message when only headers fit', () => {
    const body = text('x'.repeat(300));
    const one = session(Array.from({ length: 120_000 }, () => assistant([body], { time: 1 })));
    const reading = write(one);
    assert.ok(Buffer.byteLength(reading.text) <= MAX_DOCUMENT_BYTES);
    assert.equal(reading.headerLines.length, 120_000);
  });

  it('finds the message of every line (property)', () => {
    const part = fc.oneof(
      fc.string().map((words) => text(words)),
      fc.string().map((words) => reasoning(words)),
      fc.string().map((words) => tool(words, { output: excerpt(words) })),
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 4 }), { maxLength: 12 }), (bodies) => {
        const one = session(bodies.map((parts) => assistant(parts)));
        const reading = write(one);
        const lines = reading.text.split('\n');
        reading.headerLines.forEach((header, number) => {
          assert.match(lines[header] ?? '', new RegExp(`^#${number} Assistant`));
          const last = reading.lastLines[number] ?? 0;
          for (let line = header; line <= last; line += 1) {
            assert.equal(messageAtLine(reading, line), number);
            if (line > header) assert.match(lines[line] ?? '', /^( {2}|$)/);
          }
        });
        assert.equal(messageAtLine(reading, 0), null);
      }),
    );
  });

  it('keeps a title on its line, so that it cannot pass for a header', () => {
    const one = session([person('Go')], { title: 'Fix it\n#0 Person · 09:00:00\u001b[31m\n' });
    const reading = write(one);
    const lines = reading.text.split('\n');
    assert.equal(lines[0], 'Fix it');
    assert.deepEqual(
      lines.flatMap((line, at) => (line.startsWith('#0 Person') ? [at] : [])),
      reading.headerLines,
    );
  });

  it('indents a title that looks like a header', () => {
    const reading = write(session([person('Go')], { title: '#0 Person · 09:00:00' }));
    assert.equal(reading.text.split('\n')[0], '  #0 Person · 09:00:00');
  });

  it('writes a message of very many parts', () => {
    const parts = Array.from({ length: 200_000 }, () => tool('bash'));
    const reading = write(session([assistant(parts)]));
    assert.ok(Buffer.byteLength(reading.text) <= MAX_DOCUMENT_BYTES);
  });
});

describe('shownPlace', () => {
  const long = 'é '.repeat(3000);
  const parts: readonly Part[] = [
    reasoning('Look at the needle first.\nThen at the other needle.'),
    tool('needle_run', { title: 'make', output: excerpt('a needle') }),
    text(`one\n\r\n needle two\n${long}needle`),
    text('three needle'),
  ];
  const message = assistant(parts, {
    error: { name: 'APIError', message: 'No needle here' },
  });
  const one = session([person('Go'), message]);
  const place = (part: number | null, body: BodyKind, at: number, of = one) => {
    const reading = write(of);
    const own = of.messages[1];
    assert.ok(own);
    const { line, column } = shownPlace(reading, own, { part, body, at }, englishWords);
    const header = reading.headerLines[1] ?? 0;
    const shown = reading.text.split('\n')[line] ?? '';
    return { line: line - header, shown: column === null ? null : shown.slice(column) };
  };

  it('finds the line of a text that is shown, and the match on it', () => {
    const at = `one\n\r\n `.length;
    assert.deepEqual(place(2, 'text', at), { line: 5, shown: 'needle two' });
  });

  it('finds wrapped lines of long texts', () => {
    const wide = session([person('Go'), assistant([text(`ab\n${'x'.repeat(3000)}needle`)])]);
    assert.deepEqual(place(0, 'text', 3003, wide), { line: 3, shown: 'needle' });
  });

  it('gives the line of the part where the place itself is not shown', () => {
    assert.deepEqual(place(2, 'text', `one\n\r\n needle two\n${long}`.length), {
      line: 8,
      shown: null,
    });
    assert.deepEqual(place(0, 'reasoning', 37), { line: 1, shown: null });
    assert.deepEqual(place(1, 'output', 2), { line: 2, shown: null });
    assert.deepEqual(place(1, 'input', 0), { line: 2, shown: null });
    // The first text uses the budget of all.
    assert.deepEqual(place(3, 'text', 6), { line: 10, shown: null });
  });

  it('finds names, beginnings of reasoning and errors in lines of ours', () => {
    for (const [part, body] of [
      [0, 'reasoning'],
      [1, 'tool'],
      [null, 'error'],
    ] as const) {
      assert.match(place(part, body, 3).shown ?? '', /needle/);
    }
  });

  it('gives the header where a long session shows no bodies', () => {
    const headers = { near: new Set<number>(), budget: -1 };
    const reading = { ...write(one), limits: headers };
    const own = one.messages[1];
    assert.ok(own);
    assert.deepEqual(shownPlace(reading, own, { part: 2, body: 'text', at: 9 }, englishWords), {
      line: reading.headerLines[1],
      column: null,
    });
  });

  it('finds every place of a text that is shown (property)', () => {
    const words = fc
      .array(fc.constantFrom('a', 'needle', '\n', '\r\n', ' ', '\t', '\u202e', '\u001b[1m', '🎈'))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(words, (body) => {
        const of = session([person('Go'), assistant([text(body)])]);
        for (const { index } of body.matchAll(/needle/g)) {
          assert.match(place(0, 'text', index, of).shown ?? '', /^needle/);
        }
      }),
    );
  });
});
