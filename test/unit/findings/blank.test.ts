import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBlank } from '../../../src/core/findings/blank';
import { isErrorText } from '../../../src/core/findings/error-texts';
import { isPlaceholder } from '../../../src/core/findings/placeholders';

const BLANK = [
  '',
  ' \n\t',
  '\n\n',
  '\u200b\ufeff\u2060',
  '\u00a0\u3000\u2800',
  '<conversation_data>\n \n</conversation_data>',
  '\n<conversation_data>\n\n</conversation_data>\n',
  '<conversation_data source="a">\u200b</conversation_data>',
  '<response/>',
  '<outer_data> <inner_data/> <inner_data> </inner_data> </outer_data>',
  '<answer></answer> <answer></answer>',
  '<thinking>\n</thinking>',
  '<a_b><a_b></a_b></a_b>',
];

const VISIBLE = [
  '.',
  '<div></div>',
  '<br/>',
  '<App />',
  'Use <conversation_data></conversation_data> here',
  '<conversation_data></conversation_data> done',
  '<conversation_data>hello</conversation_data>',
  '<outer_data><div></div></outer_data>',
  '<conversation_data>',
  '</conversation_data>',
  '<',
  '< >',
  'a < b > c',
  '`<x></x>`',
];

test('white space, invisible characters and empty envelopes are blank', () => {
  for (const text of BLANK) assert.equal(isBlank(text), true, JSON.stringify(text));
});

test('anything a reader sees is not blank, code included', () => {
  for (const text of VISIBLE) assert.equal(isBlank(text), false, JSON.stringify(text));
});

test('blank text stays blank in an envelope, visible text stays visible', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('conversation_data', 'x', 'reply'), (text, tag) => {
      const wrapped = `<${tag}>${text.replaceAll('<', '(')}</${tag}>`;
      assert.equal(isBlank(wrapped), isBlank(text.replaceAll('<', '(')));
    }),
  );
});

test('hostile nests and rows of tags end', () => {
  assert.equal(isBlank('<x>'.repeat(50_000) + '</x>'.repeat(50_000)), false);
  assert.equal(isBlank('<x></x>'.repeat(50_000)), true);
  assert.equal(
    isBlank(Array.from({ length: 20_000 }, (_, at) => `<x${at}></x${at}>`).join('') + 'a'),
    false,
  );
  assert.equal(isBlank('<x '.repeat(50_000)), false);
});

test('stand-ins are known only as whole texts', () => {
  for (const text of [
    '(no content)',
    ' (no content)\n',
    'No response requested.',
    'no response requested',
  ]) {
    assert.equal(isPlaceholder(text), true, text);
  }
  for (const text of ['', 'content', 'It printed "(no content)".', '(no content) in the file']) {
    assert.equal(isPlaceholder(text), false, text);
  }
});

test('reports of failed requests are known only as whole texts', () => {
  assert.equal(isErrorText('API Error: 500 {"type":"error"}'), true);
  assert.equal(isErrorText("You've hit your limit · resets 3pm (Europe/Vienna)"), true);
  assert.equal(isErrorText('The log says: API Error: 500'), false);
  assert.equal(isErrorText('API Error handling is missing in client.ts'), false);
});
