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
};
const onThread = { ...common, thread: z.string().min(1) };
const onMessage = { ...common, anchor };
const commentId = z.string().min(1);

/** `missed`: the message has no flag and should have one; `withdrawn`: there is no verdict any more. */
const verdictWord = z.enum(['right', 'wrong', 'other-cause', 'missed', 'withdrawn']);
export type VerdictWord = z.infer<typeof verdictWord>;

/** One event a kind; a later version adds its kinds here. */
const known = z.discriminatedUnion('event', [
  z.looseObject({
    ...onThread,
    event: z.literal('comment-added'),
    comment: commentId,
    body: z.string(),
    /** Also on replies: each file can be read without the others. */
    anchor: anchor.optional(),
  }),
  z.looseObject({
    ...onThread,
    event: z.literal('comment-edited'),
    comment: commentId,
    body: z.string(),
  }),
  z.looseObject({ ...onThread, event: z.literal('comment-deleted'), comment: commentId }),
  z.looseObject({ ...onThread, event: z.literal('comment-restored'), comment: commentId }),
  z.looseObject({ ...onThread, event: z.literal('thread-resolved') }),
  z.looseObject({ ...onThread, event: z.literal('thread-reopened') }),
  /** A person attached the thread to another message. */
  z.looseObject({ ...onThread, event: z.literal('thread-moved'), anchor }),
  z.looseObject({
    ...onMessage,
    event: z.literal('verdict-given'),
    /** Kind of the flag that is judged; null: the message has none. */
    flag: z.string().nullable(),
    verdict: verdictWord,
  }),
  z.looseObject({
    ...onMessage,
    event: z.literal('label-set'),
    label: z.string().min(1),
    /** `incident`: of the incident that begins with the message. */
    scope: z.enum(['message', 'incident']),
    on: z.boolean(),
  }),
  /** Of the incident that begins with the message. */
  z.looseObject({ ...onMessage, event: z.literal('state-set'), reviewed: z.boolean() }),
]);

/** What a reviewer did. Events are never changed once written. */
export type ReviewEvent = Readonly<z.infer<typeof known>>;

/** A verdict, a label or a state; the other events are of threads. */
export type MarkEvent = Extract<
  ReviewEvent,
  { readonly event: 'verdict-given' | 'label-set' | 'state-set' }
>;

export type ThreadEvent = Exclude<ReviewEvent, MarkEvent>;

export const isMarkEvent = (event: ReviewEvent): event is MarkEvent =>
  event.event === 'verdict-given' || event.event === 'label-set' || event.event === 'state-set';

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

/** What is wrong with a malformed line, in one sentence. */
export function whyMalformed(line: string): string {
  const parsed = parseJson(line);
  if (!parsed.ok) return 'This line is no JSON.';
  const [issue] = known.safeParse(parsed.value).error?.issues ?? [];
  if (issue === undefined) return 'This line is no review event.';
  const where = issue.path.length === 0 ? 'The event' : `“${issue.path.join('.')}”`;
  return `${where}: ${issue.message}`;
}

/** JSON schema of one line of a review file, for editors; events of kinds that it does not name are kept as well. */
export const eventSchema = () => ({
  title: 'Review event',
  ...z.toJSONSchema(known, { target: 'draft-7' }),
});
