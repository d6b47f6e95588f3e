import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { markdown } from '../../../src/core/report/markdown';
import { reviewReport } from '../../../src/core/report/review-report';
import {
  cellCode,
  codeBlock,
  codeSpan,
  commentMarkdown,
  quotingSentence,
} from '../../../src/core/report/safe-markdown';
import type { Thread } from '../../../src/core/review/thread';
import {
  assistant,
  findings,
  flag,
  incident,
  person,
  session,
  text,
  tool,
  transcript,
} from '../../support/build';

/** As generous as a renderer can be: HTML, and links made of every address it sees. */
const generous = new MarkdownIt({ html: true, linkify: true, breaks: false });

function tokensOf(source: string): readonly Token[] {
  return generous.parse(source, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** What a renderer would do with a text beyond showing it. */
function deeds(source: string): readonly string[] {
  return tokensOf(source).flatMap((token) => {
    if (token.type === 'image' || token.type.startsWith('html')) return [token.type];
    if (token.type !== 'link_open') return [];
    const href = String(token.attrGet('href'));
    return /^#incident-\d+$/.test(href) ? [] : [`link ${href}`];
  });
}

const codeOf = (source: string) =>
  tokensOf(source)
    .filter(({ type }) => type === 'code_inline' || type === 'fence')
    .map(({ content }) => content);

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '![a](https://evil.example/a.png)',
  '[click](command:workbench.action.quit)',
  'https://evil.example www.evil.example evil@evil.example evil.example',
  '```\n# not code any more\n````\n<b>bold</b>',
  '`` ` ``` <b>x</b>',
  '| a | b |\n|---|---|\n| ![c](d) | <i> |',
  '[msg 1]: https://evil.example\n\n[msg 1]',
  'ends here”<b>and goes on</b> “again',
  '\u202emoc.live\u202c \u001b[31mred',
  '~~~\n<b>\n~~~',
  '    <b>',
  '&lt;b&gt; &#60;b&#62;',
];

const pieces = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '`',
      '~',
      '<',
      '>',
      '!',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '|',
      '\n',
      '“',
      '”',
      '*',
      '_',
      '#',
      ':',
      '/',
      '@',
      '.',
      'a',
      ' ',
      '&',
    ),
  }),
);
const hostile = fc.array(pieces, { maxLength: 4 }).map((all) => all.join(''));

function reportOf(words: string): string {
  const one = session(
    [
      person(words),
      assistant(
        [
          text(words),
          tool(words, {
            title: words,
            status: 'error',
            outputTail: words,
            output: { text: words, length: 9999, blank: false },
          }),
        ],
        { model: words, error: { name: words, message: words } },
      ),
      assistant([text(words)]),
    ],
    { id: words, title: words, agentVersion: words, parent: words },
  );
  const thread: Thread = {
    id: 't',
    sessionId: words,
    number: 2,
    match: 'id',
    anchoredNumber: 2,
    quote: words,
    resolved: false,
    comments: [{ id: 'c', author: words, body: 'Fine.', created: 0, edited: null }],
  };
  const stale = { ...thread, id: 'u', number: null };
  return markdown.write(
    reviewReport({
      file: words,
      version: '1.2.3',
      transcript: transcript(one),
      findings: [
        {
          ...findings(one, [flag(1, 'void')]),
          incidents: [
            incident({
              empties: [1],
              changes: [{ kind: 'model-switch', number: 2, to: words }],
              causes: [
                {
                  code: 'x',
                  label: 'Some cause',
                  confidence: 'likely',
                  evidence: [{ text: `It ends in “${words}” (exit code 1).`, messages: [0] }],
                },
              ],
            }),
          ],
        },
      ],
      threads: [[thread, stale]],
      marks: [],
      labelName: (id) => id,
      remarks: [words],
    }),
  );
}

describe('a report of a hostile transcript', () => {
  it('holds no HTML, no image and no link but its own', () => {
    for (const words of HOSTILE) assert.deepEqual(deeds(reportOf(words)), [], words);
    fc.assert(
      fc.property(hostile, (words) => {
        assert.deepEqual(deeds(reportOf(words)), []);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its own headings and tables', () => {
    const outline = (words: string) =>
      tokensOf(reportOf(words))
        .filter(({ type }) => /^(?:heading|tr|t[hd])_open$/.test(type))
        .map(({ tag }) => tag);
    const harmless = outline('Some words.');
    fc.assert(
      fc.property(hostile, (words) => {
        // What has nothing to show leaves out rows, and so do texts of several lines.
        fc.pre(/[\w.]/.test(words));
        assert.deepEqual(outline(`a${words}`), harmless);
      }),
      { numRuns: 200 },
    );
  });
});

describe('transcript text in code', () => {
  it('is all there', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '|', '\\', ' ', '<') }), (words) => {
        const line = words.trim().replace(/ +/g, ' ');
        fc.pre(line !== '');
        assert.deepEqual(codeOf(`x ${codeSpan(words)} y`), [line]);
        assert.deepEqual(codeOf(codeBlock(words)), [`${words.trimEnd()}\n`]);
      }),
    );
  });

  it('keeps a table’s cells apart', () => {
    assert.equal(cellCode('a | b'), '`a ¦ b`');
  });

  it('stands out of a sentence of ours', () => {
    const sentence = quotingSentence('The result of “a`b” in message 3 ends in “<i>x</i>” *here*.');
    assert.deepEqual(codeOf(sentence), ['a`b', '<i>x</i>']);
    assert.match(sentence, /\\\*here\\\*\.$/);
  });
});

describe('a comment in a report', () => {
  it('keeps what Markdown is for', () => {
    const body = [
      '# Head',
      '',
      'Some **strong**, *soft* and `code`, see [the run](https://example.org/a?b=1).',
      '',
      '1. one',
      '2. two',
      '   - inner',
      '',
      '> said',
      '',
      '```js',
      'run()',
      '```',
      '',
      '| a | b |',
      '| --- | --- |',
      '| 1 | 2 |',
    ].join('\n');
    const kinds = tokensOf(commentMarkdown(body)).map(({ type }) => type);
    for (const kind of [
      'strong_open',
      'em_open',
      'code_inline',
      'link_open',
      'ordered_list_open',
      'bullet_list_open',
      'blockquote_open',
      'fence',
      'table_open',
    ])
      assert.ok(kinds.includes(kind), `${kind} is lost`);
    assert.ok(!kinds.includes('heading_open'), 'a heading would get into the outline');
  });

  it('does nothing that its author could mean to do to a reader', () => {
    const harmful = (body: string) =>
      deeds(commentMarkdown(body)).filter((deed) => !/^link (?:https?:|mailto:)/i.test(deed));
    for (const words of HOSTILE) assert.deepEqual(harmful(words), [], words);
    fc.assert(
      fc.property(hostile, (words) => {
        assert.deepEqual(harmful(words), []);
      }),
      { numRuns: 300 },
    );
  });

  it('means the same when it is written again', () => {
    const words = (source: string) =>
      tokensOf(source)
        .filter(({ type }) => type === 'text' || type === 'text_special')
        .map(({ content }) => content)
        .join('')
        .replaceAll('\u2060', '');
    for (const body of ['1. a', '- b', '+1 from me', '# c', '= d', 'a_b_c', '2) e', '*', 'x > y'])
      assert.equal(words(commentMarkdown(body)).trim(), words(body).trim(), body);
  });
});
