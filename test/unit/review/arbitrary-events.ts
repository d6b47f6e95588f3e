import fc from 'fast-check';
import type { ReviewEvent } from '../../../src/core/review/events';

const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true });

const ids = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5');
const threads = fc.constantFrom('t1', 't2', 't3');
const authors = fc.constantFrom('ada', 'ben');
const anchor = record({
  session: fc.constant('session-1'),
  messageId: fc.constantFrom(null, 'message-1', 'message-2'),
  number: fc.nat(20),
  part: fc.constant(null),
  hash: fc.string(),
  quote: fc.string({ unit: 'binary' }),
});
const common = {
  v: fc.constant(1),
  id: fc.uuid(),
  time: fc.nat(50),
  author: authors,
  thread: threads,
};
const marked = { v: common.v, id: common.id, time: common.time, author: authors, anchor };

const event: fc.Arbitrary<ReviewEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: record({
      ...common,
      event: fc.constant('comment-added' as const),
      comment: ids,
      body: fc.string({ unit: 'binary' }),
      anchor,
    }),
  },
  record({
    ...common,
    event: fc.constant('comment-edited' as const),
    comment: ids,
    body: fc.string({ unit: 'grapheme' }),
  }),
  record({ ...common, event: fc.constant('comment-deleted' as const), comment: ids }),
  record({ ...common, event: fc.constant('comment-restored' as const), comment: ids }),
  record({ ...common, event: fc.constant('thread-moved' as const), anchor }),
  record({ ...common, event: fc.constant('thread-resolved' as const) }),
  record({ ...common, event: fc.constant('thread-reopened' as const) }),
  record({
    ...marked,
    event: fc.constant('verdict-given' as const),
    flag: fc.constantFrom(null, 'void', 'resend'),
    verdict: fc.constantFrom(
      'right' as const,
      'wrong' as const,
      'other-cause' as const,
      'missed' as const,
      'withdrawn' as const,
    ),
  }),
  record({
    ...marked,
    event: fc.constant('label-set' as const),
    label: fc.constantFrom('crash', 'context'),
    scope: fc.constantFrom('message' as const, 'incident' as const),
    on: fc.boolean(),
  }),
  record({ ...marked, event: fc.constant('state-set' as const), reviewed: fc.boolean() }),
);

/** Any events on few comments and threads at few times, so that they meet. */
export const eventLists = fc.array(event, { maxLength: 30 });
