import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { eventLine, type ReviewEvent } from '../../../src/core/review/events';
import { chat, folderWith, run } from './support';

const silent = chat(
  ['user', 'How large is the data set?'],
  ['assistant', ''],
  ['user', 'How large is the data set?'],
  ['assistant', 'It has four thousand rows in three files.'],
);

const comment = (author: string, body: string): ReviewEvent => ({
  v: 1,
  id: `event of ${author}`,
  time: 1_773_651_600_000,
  author,
  thread: `thread of ${author}`,
  event: 'comment-added',
  comment: `comment of ${author}`,
  body,
  anchor: {
    session: 'a',
    messageId: null,
    number: 3,
    part: null,
    hash: '',
    quote: 'It has four thousand rows in three files.',
  },
});

const folder = () =>
  folderWith({
    'a.jsonl': silent,
    'a.jsonl.ada.review.jsonl': eventLine(comment('ada', 'This answer came late.')),
    'elsewhere/ben.review.jsonl': `${eventLine(comment('ben', 'Agreed.'))}{"torn`,
    'cleo.jsonl': eventLine(comment('cleo', 'Me too.')),
  });

test('prints each format, with the comments that lie beside the transcript', async () => {
  const files = folder();
  for (const [format, start] of [
    ['markdown', /^# Session review: /],
    ['csv', /^\ufeff"session",/],
    ['jsonl', /^\{"type":"transcript",/],
    ['sarif', /^\{\n {2}"\$schema"/],
  ] as const) {
    const { status, stdout, stderr } = await run(files, 'export', 'a.jsonl', '--format', format);
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.match(stdout, start);
    assert.match(stdout, /This answer came late\./);
    assert.doesNotMatch(stdout, /Agreed/);
  }
  assert.equal(readFileSync(path.join(files, 'a.jsonl'), 'utf8'), silent);
});

test('merges review files that are named, each once, and tells what was passed over', async () => {
  const { status, stdout, stderr } = await run(
    folder(),
    ...['export', 'a.jsonl', '--review', 'elsewhere/ben.review.jsonl', 'cleo.jsonl'],
    ...['--review', 'a.jsonl.ada.review.jsonl', '--format', 'markdown'],
  );
  assert.equal(status, 0);
  for (const words of ['This answer came late.', 'Agreed.', 'Me too.'])
    assert.equal(stdout.split(words).length, 2, `${words} is not there once`);
  assert.match(stdout, /\*\*Comments\*\* \| ada 1, ben 1, cleo 1 \|/);
  assert.match(
    stderr,
    /^ben\.review\.jsonl: 1 line gives no event and is passed over: 2 \(torn\)\.\n$/,
  );
  assert.match(stdout, /Note: ben\.review\.jsonl: 1 line/);
});

test('ends with 3 when a path cannot be read, and prints what it can', async () => {
  const files = folder();
  const missing = await run(files, 'export', 'b.jsonl', '--format', 'csv');
  assert.equal(missing.status, 3);
  assert.equal(missing.stdout, '');
  assert.match(missing.stderr, /^b\.jsonl: there is no such file or folder\.\n$/);
  const noReview = await run(files, 'export', 'a.jsonl', '--format', 'csv', '--review', 'none');
  assert.equal(noReview.status, 3);
  assert.match(noReview.stdout, /This answer came late\./);
  assert.match(noReview.stderr, /^none: there is no such file or folder\.\n$/);
});

test('ends with 2 and says what is wrong with the arguments', async () => {
  const files = folder();
  for (const [args, sentence] of [
    [['a.jsonl'], /--format is missing: markdown\|csv\|jsonl\|sarif\./],
    [['a.jsonl', '--format', 'pdf'], /There is no format 'pdf'/],
    [['--format', 'csv'], /A PATH is missing/],
    [['a.jsonl', 'b.jsonl', '--format', 'csv'], /Only one PATH/],
    [['a.jsonl', '--format', 'csv', '--json'], /'export' has no option --json/],
  ] as const) {
    const { status, stdout, stderr } = await run(files, 'export', ...args);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, sentence);
  }
  const scan = await run(files, 'scan', 'a.jsonl', '--format', 'csv');
  assert.equal(scan.status, 2);
});

test('redacts, counts what was replaced, and shows it before', async () => {
  const files = folderWith({
    'a.jsonl': chat(
      ['user', 'Write to ada@mail.example about Falcon-7 in /home/lovelace/a.'],
      ['assistant', ''],
      ['user', 'Write to ada@mail.example about Falcon-7 in /home/lovelace/a.'],
      ['assistant', 'Done.'],
    ),
  });
  const args = ['export', 'a.jsonl', '--format', 'markdown'];
  const redacted = await run(files, ...args, '--redact', '--redact-pattern', 'Falcon-\\d');
  assert.equal(redacted.status, 0);
  assert.doesNotMatch(redacted.stdout, /ada@|Falcon|lovelace/);
  assert.match(redacted.stderr, /^Replaced: .*e-mail address \d+/);
  const preview = await run(files, ...args, '--redact-preview');
  assert.equal(preview.status, 0);
  assert.match(preview.stdout, /^e-mail address\tmessage 0\tada@… \(16 characters\)$/m);
  assert.match(preview.stdout, /\nReplaced: /);
  assert.doesNotMatch(preview.stdout, /^#/m);
  const wrong = await run(files, ...args, '--redact-pattern', '(');
  assert.equal(wrong.status, 3);
  assert.equal(wrong.stdout, '');
  assert.match(wrong.stderr, /^The pattern \( is no regular expression/);
});
