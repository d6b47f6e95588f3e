import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import {
  asksForNothing,
  contradiction,
  isComplaint,
  isNudge,
  promises,
} from '../../../src/core/findings/phrases/phrases';
import { resendSimilarity } from '../../../src/core/findings/recovery/resend';
import {
  assistant,
  excerpt,
  person,
  reasoning,
  session,
  text,
  tokens,
  tool,
} from '../../support/build';

/** Each figure from both sides: a test here fails when one is moved or dropped. */

const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, at) => `${word}${String.fromCharCode(97 + (at % 26))}`).join(
    ' ',
  );
const wordsOf = (said: string) => ({ text: said, length: said.length, hash: said });
const resent = (one: string, two: string) => resendSimilarity(wordsOf(one), wordsOf(two));

/** What this message is after a plan about "alpha" and "beta", and a silence. */
function kindOf(said: string, finish: 'stop' | 'aborted' = 'stop') {
  const { flags } = findSilence(
    session([
      person('Compare alpha with beta.'),
      assistant([text('I plot alpha and beta.'), tool('plot')]),
      assistant([], { finish }),
      person(said),
      assistant([text('Here.')]),
    ]),
  );
  return flags[1]?.kind ?? null;
}

test('nudges have at most 12 words and 240 characters', () => {
  assert.ok(isNudge(`${'please '.repeat(11)}continue`));
  assert.ok(!isNudge(`${'please '.repeat(12)}continue`));
  assert.ok(isNudge(`continue${'.'.repeat(232)}`));
  assert.ok(!isNudge(`continue${'.'.repeat(233)}`));
});

test('complaints and requests for silence have at most 40 words and 1000 characters', () => {
  assert.ok(isComplaint(`no answer again ${words(37)}`));
  assert.ok(!isComplaint(`no answer again ${words(38)}`));
  assert.ok(isComplaint(`no answer${'.'.repeat(991)}`));
  assert.ok(!isComplaint(`no answer${'.'.repeat(992)}`));
  assert.ok(asksForNothing(`${words(36)} no answer is needed`));
  assert.ok(!asksForNothing(`${words(37)} no answer is needed`));
});

test('a complaint of more than 12 words that also contradicts is a redirect', () => {
  assert.equal(kindOf(`no, you stopped again, revert that, ${words(6)}`), 'complaint');
  assert.equal(kindOf(`no, you stopped again, revert that, ${words(7)}`), 'redirect');
});

test('a contradiction stands in the first 1500 characters', () => {
  assert.equal(contradiction(`${' '.repeat(1490)}revert it`).retractions, 1);
  assert.equal(contradiction(`${' '.repeat(1497)}revert it`).retractions, 0);
});

test('requests of five words and more are resends from a share of 0.85 on', () => {
  const base = words(20);
  const changed = (count: number) => [
    ...base.split(' ').slice(count),
    ...words(count, 'xyzzy').split(' '),
  ];
  assert.ok(resent(base, changed(3).join(' ')) !== null);
  assert.equal(resent(base, changed(4).join(' ')), null);
  assert.equal(resent('one two three four', 'one two three four more'), null);
  assert.ok(resent('one two three four five', 'one two three four five more') !== null);
});

test('a request with something added is a resend while it is half of the message and nearly whole', () => {
  const base = words(20);
  assert.ok(resent(base, `${words(20, 'more')} ${base}`) !== null);
  assert.equal(resent(base, `${words(22, 'more')} ${base}`), null);
  const lacking = base.split(' ').slice(2).join(' ');
  assert.equal(resent(base, `${lacking} ${words(14, 'more')}`), null);
});

test('a message that begins with 80 % of a request is a resend, whatever follows', () => {
  const base = words(10);
  const kept = (count: number) => base.split(' ').slice(0, count).join(' ');
  assert.ok(resent(base, `${base} ${words(60, 'more')}`) !== null);
  assert.ok(resent(base, `${kept(8)} ${words(60, 'more')}`) !== null);
  assert.equal(resent(base, `${kept(7)} ${words(60, 'more')}`), null);
  assert.equal(resent(kept(4), `${kept(4)} ${words(60, 'more')}`), null);
  assert.ok(resent(`${base} ${words(60, 'more')}`, base) !== null, 'with its end left out');
});

test('a slip is told in words of five letters on, and in at most 12 of them', () => {
  const three = (word: string) => `${words(7)} ${word}abc ${word}def ${word}ghi`;
  assert.ok(resent(three('le'), three('lx').replace('abc', 'abc')) !== null);
  const short = (end: string) => `${words(7)} ab${end} cd${end} ef${end}`;
  assert.equal(resent(short('g'), short('h')), null);
  const many = (count: number, end: string) =>
    `${words(8)} ${Array.from({ length: count }, (_, at) => `${'bcdfghjklmnpq'.charAt(at).repeat(5)}${end}`).join(' ')}`;
  assert.ok(resent(many(12, 'x'), many(12, 'y')) !== null);
  assert.equal(resent(many(13, 'x'), many(13, 'y')), null);
});

test('a contradiction is a redirect in up to 30 words, in longer ones when a fifth is about the same work', () => {
  assert.equal(kindOf(`revert that ${words(28)}`), 'redirect');
  assert.equal(kindOf(`revert that ${words(29)}`), null);
  const fifth = (others: number) =>
    `revert that ${'and so on '.repeat(10)} alpha beta ${words(others, 'other')}`;
  assert.equal(kindOf(fifth(6)), 'redirect');
  assert.equal(kindOf(fifth(12)), null);
});

test('other words for half of the request are a redirect when two of them are the same', () => {
  assert.equal(kindOf('alpha beta sideways upside'), 'redirect');
  assert.equal(kindOf('alpha beta sideways upside aslant'), null);
  assert.equal(kindOf('alpha sideways'), null);
});

test('after an interruption steering is about what was done in up to 60 words', () => {
  assert.equal(kindOf(`how about ${words(58)}`, 'aborted'), 'redirect');
  assert.equal(kindOf(`how about ${words(59)}`, 'aborted'), null);
});

test('a promise stands in the last 300 characters', () => {
  assert.ok(promises(`I'll check it ${'x'.repeat(280)}`));
  assert.ok(!promises(`I'll check it ${'x'.repeat(300)}`));
});

test('what is compared and kept of other messages is bounded', () => {
  const announced = (plan: string, calls: number) =>
    findSilence(
      session([
        person('Compare alpha with beta.'),
        assistant([text(plan), ...Array.from({ length: calls }, () => tool('plot'))]),
        assistant([]),
        person('no, revert that'),
        assistant([text('Here.')]),
      ]),
    ).flags[1]?.announced;
  assert.equal(announced('x'.repeat(500), 0)?.length, 400);
  assert.equal(announced('I plot.', 9)?.split('\n').length, 6);
  const far = (filling: number) =>
    findSilence(
      session([
        person(`${'.'.repeat(filling)} gamma delta`),
        assistant([]),
        person('gamma delta sideways upside'),
        assistant([text('Here.')]),
      ]),
    ).flags[1]?.kind ?? null;
  assert.equal(far(900), 'redirect');
  assert.equal(far(1000), null);
});

test('six requests wait; two equal messages within five seconds are one', () => {
  const last = (between: number) =>
    findSilence(
      session([
        person('Compare alpha with beta in one figure.'),
        assistant([]),
        ...Array.from({ length: between }, (_, at) => [
          person(`?${'!'.repeat(at)}`),
          assistant([]),
        ]).flat(),
        person('Compare alpha with beta in one figure.'),
        assistant([text('Here.')]),
      ]),
    ).flags.at(-1)?.kind;
  assert.equal(last(5), 'resend');
  assert.notEqual(last(6), 'resend');
  const twice = (gap: number) =>
    findSilence(
      session([
        person('Compare them.', { time: 0 }),
        person('Compare them.', { time: gap }),
        assistant([text('Here.')]),
      ]),
    ).flags.length;
  assert.equal(twice(4999), 0);
  assert.equal(twice(5000), 2);
});

const codes = (...messages: Parameters<typeof session>[0]) =>
  (findSilence(session([person('Run it.'), ...messages])).incidents[0]?.causes ?? []).map(
    ({ code }) => code,
  );
const shell = (output: string) => assistant([tool('bash', { output: excerpt(output) })]);

test('a failure stands in the last 15 lines of an output that are not blank', () => {
  const lines = (after: number) => `Killed\n${'\nstep\n'.repeat(after)}`;
  assert.ok(codes(shell(lines(14)), assistant([])).includes('tool-failure-before'));
  assert.ok(!codes(shell(lines(15)), assistant([])).includes('tool-failure-before'));
});

test('the tool result that counts is at most 20 messages back', () => {
  const between = (count: number) =>
    Array.from({ length: count }, () => assistant([], { superseded: true }));
  assert.ok(codes(shell('Killed'), ...between(19), assistant([])).includes('tool-failure-before'));
  assert.ok(!codes(shell('Killed'), ...between(20), assistant([])).includes('tool-failure-before'));
});

test('reasoning of 400 characters on is asked for its end', () => {
  const thought = (length: number) => assistant([reasoning('a'.repeat(length))]);
  assert.ok(codes(thought(400)).includes('cut-mid-thought'));
  assert.ok(!codes(thought(399)).includes('cut-mid-thought'));
});

test('reasoning is long from 20,000 characters or 6000 tokens on', () => {
  const thought = (length: number) => assistant([reasoning('a.'.repeat(length / 2))]);
  assert.ok(codes(thought(20_000)).includes('long-reasoning'));
  assert.ok(!codes(thought(19_998)).includes('long-reasoning'));
  const counted = (count: number) =>
    assistant([reasoning('Hm.')], { tokens: tokens({ reasoning: count }) });
  assert.ok(codes(counted(6000)).includes('long-reasoning'));
  assert.ok(!codes(counted(5999)).includes('long-reasoning'));
});

test('a context is nearly full from 95 % on, and of another size beyond 102 %', () => {
  const at = (input: number) =>
    codes(assistant([], { model: 'claude-x', tokens: tokens({ input }) })).includes(
      'context-near-limit',
    );
  assert.deepEqual([189_999, 190_000, 204_000, 204_001].map(at), [false, true, true, false]);
});

test('a gap after a cut response is told from a minute on', () => {
  const text = (gap: number) =>
    findSilence(
      session([
        person('Run it.'),
        assistant([], { closed: false, time: 1000 }),
        person('continue', { time: 1000 + gap }),
      ]),
    ).incidents[0]?.causes[0]?.evidence[0]?.text ?? '';
  assert.match(text(60_000), /The next row came 1 min later/);
  assert.doesNotMatch(text(59_999), /The next row/);
});
