import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import {
  changesOf,
  comparedText,
  noReading,
  readingOf,
  type Reading,
} from '../../../src/core/quality/compare-readings';
import { contentHash } from '../../../src/core/model/text';
import { lines, readText } from '../../support/read';

const person = { role: 'user', content: 'Sort the list.' };
const response = (content: string) => ({ role: 'assistant', content, finish_reason: 'stop' });

async function readingFrom(text: string): Promise<Reading> {
  const transcript = await readText(text);
  return readingOf(
    'a.jsonl',
    transcript,
    (session) => {
      const own = transcript.sessions[session];
      return own === undefined ? [] : findSilence(own).flags;
    },
    contentHash,
  );
}

test('readings that agree have no changes', async () => {
  const text = lines(person, response(''));
  assert.deepEqual(changesOf(await readingFrom(text), await readingFrom(text)), []);
});

test('a changed message is named with its place and its fields, and so are flags that went', async () => {
  const before = await readingFrom(lines(person, response('')));
  const after = await readingFrom(lines(person, response('Sorted.')));
  assert.deepEqual(changesOf(before, after), [
    '~ message #1 (line 2): parts, places',
    'flags: 1 → 0',
    '- flag void #1 (line 2)',
  ]);
});

test('rows and messages that came are told, and no content is', async () => {
  const before = await readingFrom(lines(person));
  const after = await readingFrom(lines(person, response('secret words')));
  const changes = changesOf(before, after);
  assert.deepEqual(changes.slice(0, 4), [
    'rows read: 1 → 2',
    'rows understood: 1 → 2',
    'messages: 1 → 2',
    '+ message #1 (line 2)',
  ]);
  assert.ok(!JSON.stringify([changes, after]).includes('secret'));
});

test('a message that comes first changes none of those after it', async () => {
  const [first, ...rest] = (await readingFrom(lines(person, person, response('a')))).messages;
  const whole: Reading = {
    ...noReading('a', ''),
    messages: first === undefined ? [] : [first, ...rest],
  };
  assert.deepEqual(changesOf({ ...whole, messages: rest }, whole), [
    'messages: 2 → 3',
    '+ message #0 (line 1)',
  ]);
});

test('many changes are cut short with their count', async () => {
  const none = await readingFrom(lines(person));
  const many = await readingFrom(lines(person, ...Array.from({ length: 30 }, () => response('a'))));
  assert.equal(changesOf(none, many).filter((change) => change === '… and 10 more').length, 1);
});

test('files that are read no more, or by one revision only, are changed', () => {
  const failed = noReading('a', 'unreadable');
  assert.deepEqual(comparedText([failed], [failed]), {
    text: '1 files compared, 0 changed\n',
    changed: 0,
  });
  assert.deepEqual(comparedText([failed], []).text.split('\n'), [
    'a',
    '  failure: unreadable → not there',
    '1 files compared, 1 changed',
    '',
  ]);
});
