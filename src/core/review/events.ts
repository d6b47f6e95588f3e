import * as z from 'zod';
import { parseJson } from '../source/json';

/** Version of the event schema that this program writes. */
export const EVENT_VERSION = 1;

/** The last moment that a `Date` can tell, in milliseconds since the epoch. */
export const MAX_TIME = 8.64e15;

/** What a thread stands on, in enough words to find its message again. */
const anchor = z.looseObject({
  /** Id of the session. */
  session: z.string(),
  /** Id of the message; null when it had none, or shared it with others. */
  messageId: z.string().nullable(),
  /** Number of the message when the thread was begun. */
  number: z.int().nonnegative(),
  /** Index of the part it is about; null: the whole message. */
  part: z.int().nonnegative().nullable(),
  /** Hash of the message's content. */
  hash: z.string(),
  /** The message's first words. */
  quote: z.string(),
});
export type Anchor = Readonly<z.infer<typeof anchor>>;

const common = {
  v: z.int().positive(),
  id: z.string().min(1),
  /** Milliseconds since the epoch. */
  time: z.number().min(0).max(MAX_TIME),
  author: z.string(),
  thread: z.string().min(1),
};
const commentId = z.string().min(1);

/** One event a kind; a later version adds its kinds here (labels, verdicts, states). */
const known = z.discriminatedUnion('event', [
  z.looseObject({
    ...common,
    event: z.literal('comment-added'),
    comment: commentId,
    body: z.string(),
    /** Also on replies: each file can be read without the others. */
    anchor: anchor.optional(),
  }),
  z.looseObject({
    ...common,
    event: z.literal('comment-edited'),
    comment: commentId,
    body: z.string(),
  }),
  z.looseObject({ ...common, event: z.literal('comment-deleted'), comment: commentId }),
  z.looseObject({ ...common, event: z.literal('thread-resolved') }),
  z.looseObject({ ...common, event: z.literal('thread-reopened') }),
]);

/** What a reviewer did. Events are never changed once written. */
export type ReviewEvent = Readonly<z.infer<typeof known>>;

/** An event of a kind that this program does not know: kept in the file, left out of threads. */
const newer = z.looseObject({
  v: z.int().positive(),
  id: z.string().min(1),
  event: z.string().min(1),
});

const kinds: ReadonlySet<string> = new Set(
  known.options.flatMap((option) => [...option.shape.event.values]),
);

export type ParsedLine =
  | { readonly kind: 'event'; readonly event: ReviewEvent }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'malformed' };

/** One line of a review file, without its line break. */
export function parseEventLine(line: string): ParsedLine {
  const parsed = parseJson(line);
  if (!parsed.ok) return { kind: 'malformed' };
  const event = known.safeParse(parsed.value);
  if (event.success) return { kind: 'event', event: event.data };
  const other = newer.safeParse(parsed.value);
  const isNewer = other.success && (other.data.v > EVENT_VERSION || !kinds.has(other.data.event));
  return isNewer ? { kind: 'unknown', name: other.data.event } : { kind: 'malformed' };
}

/** An event as one line with its line break. */
export function eventLine(event: ReviewEvent): string {
  return `${JSON.stringify(event)}\n`;
}
