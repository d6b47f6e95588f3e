import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { languages } from '../../../src/core/findings/phrases/table';
import { assistant, harness, person, session, text, tool, type Values } from '../../support/build';

const ask = person('Rename the module.');
const next = person('What does the weather service return?');
const call = assistant([text('I rename it.'), tool('edit')], { finish: 'tool-calls' });
const answer = assistant([text('Done.')], { finish: 'stop' });
const stopped = harness('interrupt-marker', '[Request interrupted by user]');

function measured(...messages: readonly Values[]) {
  const found = findSilence(session(messages));
  assert.deepEqual(found.flags, [], 'Look-alikes are never flagged.');
  return found.measured.map(({ kind, number }) => `${kind} ${number}`);
}

test('a turn that ends on the result of a call is a silent end', () => {
  assert.deepEqual(measured(ask, call, next, answer), ['silent-end 1']);
  assert.deepEqual(measured(ask, call), ['silent-end 1']);
  assert.deepEqual(measured(ask, call, answer), []);
  assert.deepEqual(measured(ask, assistant([tool('edit'), text('Renamed.')])), []);
  assert.deepEqual(
    measured(ask, assistant([tool('edit', { status: 'pending' })]), next, answer),
    [],
  );
  assert.deepEqual(measured(ask, { ...call, closed: false }), []);
});

test('stopped right after a tool result is counted at the mark', () => {
  assert.deepEqual(measured(ask, call, stopped, next, answer), ['stopped-after-tools 2']);
  assert.deepEqual(measured(ask, call, stopped, stopped), ['stopped-after-tools 2']);
  assert.deepEqual(measured(ask, answer, stopped, next, answer), []);
  assert.deepEqual(
    measured(ask, assistant([tool('edit', { interrupted: true })]), stopped, next, answer),
    [],
  );
});

/** The end of a response in each language: an announcement, and words that are none. */
const ENDS: Readonly<Record<string, readonly [string, string]>> = {
  en: ["All is clear. Now I'll update the tests.", 'I updated the tests.'],
  zh: ['明白了。让我检查测试。', '测试已经检查过了。'],
  ja: ['わかりました。テストを修正します', 'テストを修正しました'],
  ko: ['알겠습니다. 테스트를 수정하겠습니다', '테스트를 수정했습니다'],
  ru: ['Понятно. Сейчас проверю тесты.', 'Я проверил тесты.'],
  es: ['Entendido. Voy a revisar las pruebas.', 'He revisado las pruebas.'],
  pt: ['Entendi. Vou verificar os testes.', 'Verifiquei os testes.'],
  fr: ["D'accord. Je vais vérifier les tests.", "J'ai vérifié les tests."],
  de: ['Verstanden. Ich werde jetzt die Tests prüfen.', 'Ich habe die Tests geprüft.'],
  it: ['Capito. Sto per verificare i test.', 'Ho verificato i test.'],
  pl: ['Rozumiem. Teraz sprawdzę testy.', 'Sprawdziłem testy.'],
  tr: ['Anladım. Şimdi testleri kontrol edeceğim.', 'Testleri kontrol ettim.'],
  ar: ['فهمت. سأتحقق من الاختبارات.', 'تحققت من الاختبارات.'],
  hi: ['समझ गया। अब मैं टेस्ट देखूंगा', 'मैंने टेस्ट देखे'],
};

for (const { tag } of languages) {
  test(`${tag}: an announcement at the end of a turn, with no call after it, is a promise not kept`, () => {
    const [promise, report] = ENDS[tag] ?? ['', ''];
    assert.deepEqual(measured(ask, assistant([text(promise)]), next, answer), [
      'promised-not-done 1',
    ]);
    assert.deepEqual(measured(ask, assistant([text(report)]), next, answer), []);
  });
}

test('what a call follows, what asks for leave and what comes earlier are no broken promises', () => {
  const promise = assistant([text("Now I'll update the tests.")], { finish: 'tool-calls' });
  assert.deepEqual(measured(ask, promise, call, answer), []);
  assert.deepEqual(
    measured(ask, assistant([text("Shall I? Then I'll update the tests, ok?")])),
    [],
  );
  assert.deepEqual(measured(ask, assistant([text("I'll update the tests. Done: all pass.")])), []);
});

test('a call that stands in the words of a response is told from words about calls', () => {
  for (const leaked of [
    'I look.\n<function_calls>\n<invoke name="read">',
    '<tool_call>\n{"name": "read"}\n</tool_call>',
    '<function=read>\n<parameter=path>a</parameter>',
    '<|tool_calls_section_begin|>',
    '[TOOL_CALLS] [{"name": "read"}]',
    'analysis<|channel|>commentary to=functions.read',
    '```tool_code\nread()\n```',
  ]) {
    assert.deepEqual(measured(ask, assistant([text(leaked)])), ['call-in-text 1'], leaked);
    assert.deepEqual(measured(ask, assistant([text(leaked), tool('read')]), answer), [], leaked);
  }
  for (const words of ['The tag `<tool_call>` opens a call.', 'Use <function=NAME> inline.']) {
    assert.deepEqual(measured(ask, assistant([text(words)])), [], words);
  }
});
