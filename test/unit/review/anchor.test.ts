import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Message, Part } from '../../../src/core/model/message';
import type { Session } from '../../../src/core/model/session';
import { anchorOf, placeAnchor, resolveAnchor } from '../../../src/core/review/anchor';
import { assistant, person, session, text, tool, transcript } from '../../support/build';

const anchored = (one: Session, number: number) => {
  const anchor = anchorOf(one, number);
  assert.ok(anchor);
  return anchor;
};

describe('an anchor', () => {
  it('is found by a unique id, whatever else changed', () => {
    const anchor = anchored(session([person('one'), person('two', { id: 'x' })]), 1);
    const later = session([person('other'), person('new'), person('two and more', { id: 'x' })]);
    assert.deepEqual(resolveAnchor(later, anchor), { number: 2, match: 'id' });
  });

  it('takes no id that several messages share', () => {
    const id = 'REDACTED';
    const anchor = anchored(session([person('one', { id }), person('two', { id })]), 1);
    assert.equal(anchor.messageId, null);
    const later = session([person('two', { id }), person('one', { id })]);
    assert.deepEqual(resolveAnchor(later, anchor), { number: 0, match: 'hash' });
    const alone = session([person('quite another text', { id })]);
    assert.equal(resolveAnchor(alone, anchor), null);
  });

  it('is found by its content after ids were redacted', () => {
    const anchor = anchored(session([person('one'), assistant([tool('Bash')])]), 1);
    const id = 'REDACTED';
    const later = session([
      person('zero', { id }),
      person('one', { id }),
      assistant([tool('Bash')], { id }),
    ]);
    assert.deepEqual(resolveAnchor(later, anchor), { number: 2, match: 'hash' });
  });

  it('prefers the nearest of equal contents, and takes none of two equally near', () => {
    const same = person('continue', { id: null });
    const other = person('something', { id: null });
    const anchor = anchored(session([other, other, same]), 2);
    assert.equal(resolveAnchor(session([same, other, other, same]), anchor)?.number, 3);
    assert.equal(resolveAnchor(session([other, same, other, same]), anchor), null);
  });

  it('is found by its quote when the message went on, and never by a short one', () => {
    const words = 'Read all the documents first. ';
    const anchor = anchored(session([person(words.repeat(5), { id: null })]), 0);
    const later = session([
      person('Hello.', { id: null }),
      person(words.repeat(9), { id: null }),
      person('Bye.', { id: null }),
    ]);
    assert.deepEqual(resolveAnchor(later, anchor), { number: 1, match: 'quote' });
    const growing = (...calls: readonly Part[]) =>
      session([assistant([text('Go on.'), ...calls], { id: null })]);
    assert.equal(resolveAnchor(growing(tool('Bash')), anchored(growing(), 0)), null);
  });

  it('tells one empty response from another by what stands before it', () => {
    const empty = assistant([], { id: null });
    const before = session([
      person('one', { id: null }),
      empty,
      person('two', { id: null }),
      empty,
    ]);
    const anchor = anchored(before, 3);
    const later = session([
      person('zero', { id: null }),
      empty,
      person('one', { id: null }),
      empty,
      person('two', { id: null }),
      empty,
    ]);
    assert.deepEqual(resolveAnchor(later, anchor), { number: 5, match: 'hash' });
    assert.equal(resolveAnchor(session([person('one', { id: null }), empty]), anchor), null);
  });

  it('is stale when its message is gone, not on another with the same beginning', () => {
    const words = 'Sort the list by date and '.repeat(6);
    const anchor = anchored(session([person(`${words}print it`, { id: 'a' })]), 0);
    assert.equal(resolveAnchor(session([person(`${words}save it`, { id: 'b' })]), anchor), null);
  });

  it('stays on its message while its response goes on', () => {
    const call = tool('Bash', { status: 'running' });
    const anchor = anchored(session([assistant([call], { id: null })]), 0);
    const done = tool('Bash', { status: 'completed', exitCode: 1 });
    assert.equal(resolveAnchor(session([assistant([done], { id: null })]), anchor)?.match, 'hash');
  });

  it('is null for a number without a message', () => {
    assert.equal(anchorOf(session([]), 0), null);
  });
});

describe('the session of an anchor', () => {
  const main = session([person('one', { id: 'a' })]);
  const child = session([person('two', { id: 'b' })], { id: 'session-2', parent: 'session-1' });

  it('is the one with its id', () => {
    const at = { number: 0, match: 'id' };
    const whole = transcript(main, child);
    assert.deepEqual(placeAnchor(whole, anchored(child, 0)), { session: 1, at });
    assert.deepEqual(placeAnchor(whole, anchored(main, 0)), { session: 0, at });
  });

  it('is the one with its message when the id is nowhere, and the main one when none has it', () => {
    const whole = transcript(main, child);
    const lost = { ...anchored(child, 0), session: 'session-9' };
    assert.deepEqual(placeAnchor(whole, lost), { session: 1, at: { number: 0, match: 'id' } });
    const gone = { ...lost, messageId: 'z', hash: 'z', quote: '' };
    assert.deepEqual(placeAnchor(whole, gone), { session: 0, at: null });
  });
});

describe('anchors in sessions that change', () => {
  const message = fc.record({
    words: fc.constantFrom('continue', 'a longer text that can be quoted', 'x', 'another one', ''),
    id: fc.constantFrom(null, 'REDACTED', 'a', 'b', 'c', 'd'),
  });
  const messages = fc.array(message, { minLength: 1, maxLength: 12 });
  const build = (list: readonly { words: string; id: string | null }[]) =>
    session(list.map(({ words, id }) => person(words, { id, parts: words ? [text(words)] : [] })));
  const content = ({ parts }: Message) => JSON.stringify(parts);

  it('follow a message with a unique id through any insertion and removal', () => {
    fc.assert(
      fc.property(messages, messages, messages, fc.nat(), (before, front, back, at) => {
        const number = at % before.length;
        const target = { words: before[number]?.words ?? '', id: 'unique' };
        const old = build(before.map((one, index) => (index === number ? target : one)));
        const later = build([...front, target, ...back]);
        const found = resolveAnchor(later, anchored(old, number));
        assert.deepEqual(found, { number: front.length, match: 'id' });
      }),
    );
  });

  it('follow a message with unique content, without any ids', () => {
    fc.assert(
      fc.property(messages, messages, messages, fc.nat(), (before, front, back, at) => {
        const bare = (list: typeof before) => list.map((one) => ({ ...one, id: null }));
        const number = at % before.length;
        const target = { words: 'the only one of its kind', id: null };
        const old = build(bare(before).map((one, index) => (index === number ? target : one)));
        const later = build([...bare(front), target, ...bare(back)]);
        const found = resolveAnchor(later, anchored(old, number));
        assert.deepEqual(found, { number: front.length, match: 'hash' });
      }),
    );
  });

  it('never come to a message with another id and other content', () => {
    fc.assert(
      fc.property(messages, messages, fc.nat(), (before, after, at) => {
        const old = build(before);
        const later = build(after);
        const anchor = anchored(old, at % before.length);
        const was = old.messages[anchor.number];
        const found = resolveAnchor(later, anchor);
        if (found === null) return;
        const is = later.messages[found.number];
        assert.ok(was && is);
        const sameId = anchor.messageId !== null && anchor.messageId === is.id;
        assert.ok(sameId || content(was) === content(is));
      }),
    );
  });
});
