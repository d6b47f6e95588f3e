import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bodyView, inputView } from '../../../src/host/panel/panel-bodies';
import { evidenceView } from '../../../src/host/panel/panel-evidence';
import { excerpt } from '../../support/build';
import { panelTexts as texts } from '../../support/panel-texts';

const input = (text: string, length?: number) =>
  inputView(excerpt(text, length), 1000, texts).input;

describe('the input of a call', () => {
  it('shows the values of a JSON object each by itself, texts with their line breaks', () => {
    const fields = input('{"command":"cd a\\nls","timeout":12,"env":{"A":"b"}}');
    assert.deepEqual(
      fields.map(({ name, body }) => [name, body.text]),
      [
        ['command', 'cd a\nls'],
        ['timeout', '12'],
        ['env', '{\n  "A": "b"\n}'],
      ],
    );
  });

  it('says how many values it leaves out', () => {
    const many = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`k${at}`, at]));
    const view = inputView(excerpt(JSON.stringify(many)), 1000, texts);
    assert.deepEqual([view.input.length, view.moreInput], [40, '5 more values']);
  });

  it('marks what an edit takes out and puts in', () => {
    const fields = input('{"file_path":"a.ts","old_string":"x","new_string":"y"}');
    assert.deepEqual(
      fields.map(({ change }) => change),
      [null, 'removed', 'added'],
    );
  });

  it('shows anything else as it stands', () => {
    for (const text of ['ls -la', '[1, 2]', '"word"', '{"cut": "off', '{not json}']) {
      assert.deepEqual(
        input(text).map(({ name, body }) => [name, body.text]),
        [['input', text]],
        text,
      );
    }
  });

  it('does not parse what the index has cut', () => {
    const [field] = input('{"a":1}', 500);
    assert.deepEqual([field?.name, field?.body.leftOut], ['input', '493 more']);
  });

  it('makes hidden characters visible in names and values', () => {
    const [field] = input('{"a\\u202eb":"c\\u0007d"}');
    assert.deepEqual([field?.name, field?.body.text], ['a\\u{202e}b', 'c\\u{7}d']);
  });

  it('shows nothing for a call without input', () => {
    assert.deepEqual(input('{}'), []);
    assert.deepEqual(input(' '), []);
  });
});

describe('a long body', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n');

  it('keeps its beginning and its end, from the start of a line', () => {
    const { text, leftOut, tail } = bodyView(excerpt(lines), 1000, texts);
    assert.match(text, /^line 0\n/);
    assert.match(tail, /^line \d+\n[^]*line 999$/);
    assert.equal(
      leftOut,
      `${(lines.length - text.length - tail.length).toLocaleString('en')} more`,
    );
  });

  it('has the end that the index keeps until the whole is read', () => {
    const view = bodyView(excerpt('begin', 5000), 1000, texts, 'Error: last');
    assert.deepEqual([view.text, view.tail], ['begin', 'Error: last']);
  });

  it('has the end that was read with it, and shows no character twice', () => {
    const body = { ...excerpt('0123', 8), tail: '456789'.slice(2) };
    assert.deepEqual(bodyView(body, 6, texts), { text: '0123', leftOut: '2 more', tail: '89' });
    assert.deepEqual(bodyView({ ...body, length: 5 }, 100, texts), {
      text: '0123',
      leftOut: null,
      tail: '9',
    });
  });

  it('shows every character or says how many are missing', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.integer({ min: 10, max: 300 }),
        (all, limit) => {
          // Plain letters only: others are written out, which changes their count.
          const plain = all.replace(/[^ -~\n]/g, 'x');
          const { text, leftOut, tail } = bodyView(excerpt(plain), limit, texts);
          assert.ok(plain.startsWith(text) && plain.endsWith(tail));
          const missing = plain.length - text.length - tail.length;
          assert.equal(leftOut, missing > 0 ? `${missing} more` : null);
        },
      ),
    );
  });
});

describe('a sentence of evidence', () => {
  it('links the messages where it mentions them, and the others after it', () => {
    const evidence = { text: 'The result in message 12 ends in “exit 3”.', messages: [12, 3] };
    assert.deepEqual(evidenceView(evidence, texts), [
      'The result in ',
      { number: 12, words: 'message 12' },
      ' ends in “exit 3”.',
      ' ',
      { number: 3, words: 'message 3' },
    ]);
  });

  it('links no message that it does not rest on', () => {
    const evidence = { text: 'It quotes “message 7”.', messages: [2] };
    assert.deepEqual(evidenceView(evidence, texts), [
      'It quotes “message 7”.',
      ' ',
      { number: 2, words: 'message 2' },
    ]);
  });
});
