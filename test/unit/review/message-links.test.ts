import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  messageLinks,
  messageReference,
  sessionNamed,
} from '../../../src/core/review/message-links';

describe('links to messages in write-ups', () => {
  it('finds references, not links that lead elsewhere', () => {
    const text =
      'At [msg 8132] it fell silent, see [MSG #7] and [msg 9](https://example.org), [msg x].';
    assert.deepEqual(
      messageLinks(text).map(({ start, end, number }) => [text.slice(start, end), number]),
      [
        ['[msg 8132]', 8132],
        ['[MSG #7]', 7],
      ],
    );
  });

  it('finds every reference that is copied, wherever it is pasted', () => {
    fc.assert(
      fc.property(fc.nat(), fc.stringMatching(/^[^[\]()]*$/), (number, words) => {
        const link = messageReference(number % 1_000_000_000);
        const text = `${words}${link} ${words}`;
        assert.deepEqual(messageLinks(text), [
          { start: words.length, end: words.length + link.length, number: number % 1_000_000_000 },
        ]);
      }),
    );
  });

  it('knows the session that the front matter names', () => {
    const named: readonly (readonly [string, string | null])[] = [
      [
        '---\ntitle: Silence\nsession: logs/a b.jsonl # the second run\n---\ntext',
        'logs/a b.jsonl',
      ],
      ['---\r\nSession: "ses_1"\r\n---\r\n', 'ses_1'],
      ["---\ntranscript: '../run.jsonl'\n...\n", '../run.jsonl'],
      ['---\nsession:\n---\n', null],
      ['text\n---\nsession: x\n---\n', null],
      ['---\ntitle: x\n---\nsession: y\n', null],
      ['---\nsession: never closed\n', null],
    ];
    for (const [text, name] of named) assert.equal(sessionNamed(text), name, text);
  });

  it('takes no long time over hostile text', () => {
    assert.equal(messageLinks('[msg '.repeat(200_000)).length, 0);
    assert.equal(sessionNamed(`---\n${'session : \n'.repeat(100_000)}`), null);
  });
});
