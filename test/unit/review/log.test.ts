import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventLine, type ReviewEvent, type ThreadEvent } from '../../../src/core/review/events';
import { foldEvents, parseLog } from '../../../src/core/review/log';
import { eventLists } from './arbitrary-events';

const anchor = {
  session: 'session-1',
  messageId: 'message-4',
  number: 4,
  part: null,
  hash: 'h',
  quote: 'Sort the list.',
};
const common = { v: 1, author: 'ada', thread: 't' };
type Added = Extract<ThreadEvent, { readonly event: 'comment-added' }>;
const added = (id: string, time: number, values: Partial<Added> = {}): Added => ({
  ...common,
  id,
  time,
  event: 'comment-added',
  comment: `c-${id}`,
  body: `body of ${id}`,
  anchor,
  ...values,
});

const bytesOf = (events: readonly ReviewEvent[]) =>
  Buffer.from(events.map(eventLine).join(''), 'utf8');

describe('folding events', () => {
  it('adds, edits and deletes comments, and removes a thread with its last comment', () => {
    const events: ReviewEvent[] = [
      added('1', 10),
      added('2', 20, { author: 'ben' }),
      { ...common, id: '3', time: 30, event: 'comment-edited', comment: 'c-1', body: 'better' },
    ];
    const [thread] = foldEvents(events).threads;
    assert.ok(thread);
    assert.equal(thread.anchor.number, 4);
    assert.deepEqual(thread.comments, [
      { id: 'c-1', author: 'ada', body: 'better', created: 10, edited: 30 },
      { id: 'c-2', author: 'ben', body: 'body of 2', created: 20, edited: null },
    ]);
    const gone: ReviewEvent[] = [
      { ...common, id: '4', time: 40, event: 'comment-deleted', comment: 'c-1' },
      { ...common, id: '5', time: 41, event: 'comment-deleted', comment: 'c-2', author: 'ben' },
    ];
    assert.deepEqual(foldEvents([...events, ...gone]).threads, []);
  });

  it('brings a deleted comment back, and moves a thread to another message', () => {
    const events: ReviewEvent[] = [
      added('1', 10),
      { ...common, id: '2', time: 20, event: 'comment-deleted', comment: 'c-1' },
      { ...common, id: '3', time: 30, event: 'comment-restored', comment: 'c-1' },
      { ...common, id: '4', time: 40, event: 'thread-moved', anchor: { ...anchor, number: 9 } },
    ];
    assert.deepEqual(foldEvents(events.slice(0, 2)).threads, []);
    const [thread] = foldEvents(events).threads;
    assert.equal(thread?.comments[0]?.body, 'body of 1');
    assert.equal(thread.anchor.number, 9);
  });

  it('takes the last resolution', () => {
    const events: ReviewEvent[] = [
      added('1', 10),
      { ...common, id: '2', time: 20, event: 'thread-resolved' },
      { ...common, id: '3', time: 30, event: 'thread-reopened' },
    ];
    assert.equal(foldEvents(events.slice(0, 2)).threads[0]?.resolved, true);
    assert.equal(foldEvents(events).threads[0]?.resolved, false);
  });

  it('ignores and counts what has nothing to act on', () => {
    const { threads, ignored } = foldEvents([
      { ...common, id: '1', time: 1, event: 'comment-edited', comment: 'nowhere', body: 'x' },
      { ...common, id: '2', time: 2, event: 'comment-deleted', comment: 'nowhere' },
      { ...common, id: '3', time: 3, event: 'thread-resolved', thread: 'nowhere' },
    ]);
    assert.deepEqual(threads, []);
    assert.deepEqual(ignored, { orphaned: 3, foreign: 0, repeated: 0, anchorless: 0 });
  });

  it('lets nobody change another author’s comment', () => {
    const by = { ...common, author: 'ben' };
    const { threads, ignored } = foldEvents([
      added('1', 10),
      { ...by, id: '2', time: 20, event: 'comment-edited', comment: 'c-1', body: 'forged' },
      { ...by, id: '3', time: 30, event: 'comment-deleted', comment: 'c-1' },
    ]);
    assert.equal(threads[0]?.comments[0]?.body, 'body of 1');
    assert.equal(ignored.foreign, 2);
  });

  it('shows a reply whose first comment is in a file that is not there', () => {
    const [thread] = foldEvents([added('2', 20, { author: 'ben' })]).threads;
    assert.equal(thread?.comments[0]?.author, 'ben');
  });

  it('comes to the same in any order and with every event twice', () => {
    fc.assert(
      fc.property(
        eventLists.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], {
              minLength: events.length * 2,
              maxLength: events.length * 2,
            }),
          ),
        ),
        ([events, shuffled]) => {
          assert.deepEqual(foldEvents(shuffled), foldEvents(events));
        },
      ),
    );
  });
});

describe('reading a review file', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(eventLists, (events) => {
        const parsed = parseLog(bytesOf(events));
        assert.deepEqual(parsed.problems, []);
        assert.deepEqual(foldEvents(parsed.events), foldEvents(events));
      }),
    );
  });

  it('cut at any byte, gives the events before the cut', () => {
    fc.assert(
      fc.property(eventLists, fc.nat(), (events, at) => {
        const bytes = bytesOf(events);
        const cut = bytes.length === 0 ? 0 : at % bytes.length;
        const { events: left, problems } = parseLog(bytes.subarray(0, cut));
        const ends = events.map((_event, index) => bytesOf(events.slice(0, index + 1)).length - 1);
        const complete = ends.filter((end) => end <= cut).length;
        assert.equal(left.length, complete);
        assert.deepEqual(foldEvents(left), foldEvents(events.slice(0, complete)));
        assert.ok(problems.every(({ kind }) => kind === 'torn'));
      }),
    );
  });

  it('joined with other files in any order, gives the same threads', () => {
    fc.assert(
      fc.property(eventLists, eventLists, (one, other) => {
        const [a, b] = [bytesOf(one), bytesOf(other)];
        const threads = (bytes: Buffer) => foldEvents(parseLog(bytes).events).threads;
        assert.deepEqual(threads(Buffer.concat([a, b])), threads(Buffer.concat([b, a])));
      }),
    );
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const { events } = parseLog(bytes);
        assert.deepEqual(foldEvents(events).threads, []);
      }),
    );
  });

  it('skips a torn line in the middle, and counts events of newer versions', () => {
    const first = eventLine(added('1', 10));
    const newer = JSON.stringify({ ...added('2', 20), v: 7, event: 'verdict-given' });
    const text = `${first}${first.slice(0, 40)}\n${newer}\n\r\n${eventLine(added('3', 30))}`;
    const { events, problems } = parseLog(Buffer.from(text));
    assert.deepEqual(
      events.map(({ id }) => id),
      ['1', '3'],
    );
    assert.deepEqual(problems, [
      { line: 2, kind: 'malformed' },
      { line: 3, kind: 'unknown' },
    ]);
  });

  it('keeps fields it does not know', () => {
    const { events } = parseLog(Buffer.from(JSON.stringify({ ...added('1', 10), mood: 'glad' })));
    assert.equal(events[0]?.['mood'], 'glad');
  });
});
