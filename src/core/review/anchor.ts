import { groupBy } from '../group-by';
import type { Message, Part } from '../model/message';
import type { Session, Transcript } from '../model/session';
import { contentHash } from '../model/text';
import type { Anchor } from './events';
import type { AnchorMatch } from './thread';

/** Shorter quotes stand on too many messages to tell one. */
const MIN_QUOTE = 12;
const MAX_QUOTE = 120;
/** Characters of a body that count; fewer than any format keeps, so that keeping more changes no hash. */
const HASHED = 200;

/** Where an anchor stands now. */
export interface Resolved {
  readonly number: number;
  readonly match: AnchorMatch;
}

/** An anchor on a message of a session; null when it has no message with this number. */
export function anchorOf(session: Session, number: number): Anchor | null {
  const message = session.messages[number];
  if (message === undefined) return null;
  const { uniqueIds, hashes } = indexOf(session);
  const id = message.id !== null && uniqueIds.has(message.id) ? message.id : null;
  return {
    session: session.id,
    messageId: id,
    number,
    part: null,
    hash: hashes[number] ?? '',
    quote: quoteOf(message),
  };
}

/**
 * Finds an anchor's message again: by its id where that is unique, else by its content (the nearest
 * to the old number when several are equal and ids don't tell), else by its quote where one message alone has it.
 * Null when the message can't be told: nothing is guessed.
 */
export function resolveAnchor(session: Session, anchor: Anchor): Resolved | null {
  const index = indexOf(session);
  const byId = anchor.messageId === null ? undefined : index.uniqueIds.get(anchor.messageId);
  if (byId !== undefined) return { number: byId, match: 'id' };
  const byHash = equal(session, index, anchor);
  if (byHash !== null) return { number: byHash, match: 'hash' };
  const byQuote = quoted(index, anchor);
  return byQuote === null ? null : { number: byQuote, match: 'quote' };
}

/**
 * The session of a transcript that an anchor belongs to, and its message there (null: stale).
 * Session ids may be shared or have changed; then the session that has the message is taken, and
 * the main one when none has.
 */
export function placeAnchor(
  transcript: Transcript,
  anchor: Anchor,
): { readonly session: number; readonly at: Resolved | null } {
  const all = transcript.sessions.map((one, session) => ({ one, session }));
  const named = all.filter(({ one }) => one.id === anchor.session);
  const candidates = named.length === 0 ? all : named;
  const found = candidates.flatMap(({ one, session }) => {
    const at = resolveAnchor(one, anchor);
    return at === null ? [] : [{ session, at }];
  });
  for (const match of ['id', 'hash', 'quote'] as const) {
    const [first, ...more] = found.filter(({ at }) => at.match === match);
    if (first === undefined) continue;
    if (more.length === 0) return first;
    break;
  }
  return { session: named[0]?.session ?? 0, at: null };
}

interface SessionIndex {
  /** Numbers of messages by ids that no other message has. */
  readonly uniqueIds: ReadonlyMap<string, number>;
  /** Content hashes by number. */
  readonly hashes: readonly string[];
  readonly byHash: ReadonlyMap<string, readonly number[]>;
  readonly byQuote: ReadonlyMap<string, readonly Message[]>;
}

/** Sessions are replaced as a whole, never mutated: one index for each is enough. */
const indexes = new WeakMap<Session, SessionIndex>();

function indexOf(session: Session): SessionIndex {
  const present = indexes.get(session);
  if (present !== undefined) return present;
  const { messages } = session;
  const hashes = contentHashes(messages);
  const ids = groupBy(
    messages.filter(({ id }) => id !== null && id !== ''),
    ({ id }) => id ?? '',
  );
  const made: SessionIndex = {
    uniqueIds: new Map(
      [...ids].flatMap(([id, [only, ...more]]) =>
        only === undefined || more.length > 0 ? [] : [[id, only.number]],
      ),
    ),
    hashes,
    byHash: groupBy(
      messages.map(({ number }) => number),
      (number) => hashes[number] ?? '',
    ),
    byQuote: groupBy(messages, quoteOf),
  };
  indexes.set(session, made);
  return made;
}

/** Whether a message's id shows that it is not the anchored one, however alike the two are. */
function isOther({ uniqueIds }: SessionIndex, anchor: Anchor, message: Message): boolean {
  return anchor.messageId !== null && message.id !== null && uniqueIds.has(message.id);
}

/** The message with the anchor's content. Among several only those count whose ids don't speak against it. */
function equal(session: Session, index: SessionIndex, anchor: Anchor): number | null {
  const numbers = index.byHash.get(anchor.hash) ?? [];
  if (numbers.length <= 1) return numbers[0] ?? null;
  const possible = numbers.filter((number) => {
    const message = session.messages[number];
    return message !== undefined && !isOther(index, anchor, message);
  });
  return nearest(possible, anchor.number);
}

/** The number nearest to `wanted`; null when there is none, or two are equally near. */
function nearest(numbers: readonly number[], wanted: number): number | null {
  const distance = (number: number) => Math.abs(number - wanted);
  const [first, second] = [...numbers].sort((a, b) => distance(a) - distance(b));
  if (first === undefined) return null;
  return second !== undefined && distance(first) === distance(second) ? null : first;
}

function quoted(index: SessionIndex, anchor: Anchor): number | null {
  if (anchor.quote.length < MIN_QUOTE) return null;
  const [only, ...more] = index.byQuote.get(anchor.quote) ?? [];
  return only === undefined || more.length > 0 || isOther(index, anchor, only) ? null : only.number;
}

/** First visible words of a message, on one line; '' when it has none. */
function quoteOf(message: Message): string {
  const bodies = (kind: 'text' | 'reasoning') =>
    message.parts.flatMap((part) => (part.kind === kind && !part.body.blank ? [part.body] : []));
  const [body] = [...bodies('text'), ...bodies('reasoning')];
  if (body === undefined) return '';
  const line = body.text
    .slice(0, MAX_QUOTE * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line
    .slice(0, MAX_QUOTE)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/**
 * A hash of every message's content. One without content has nothing of its own that could tell it
 * from the others, so it is known by the message with content that stands before it, and how far.
 */
function contentHashes(messages: readonly Message[]): readonly string[] {
  let before = '';
  let steps = 0;
  return messages.map((message) => {
    const content = message.parts.map(contentOf).filter((piece) => piece !== '');
    if (content.length === 0) {
      steps += 1;
      return contentHash([message.role, 'empty', steps, before].join('\n'));
    }
    steps = 0;
    before = contentHash([message.role, ...content].join('\n'));
    return before;
  });
}

/** What stays the same of a part while its response goes on: no outputs, no states, no markers. */
function contentOf(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.body.blank ? '' : `text ${part.hash}`;
    case 'reasoning':
      return part.body.blank ? '' : `reasoning ${part.body.text.slice(0, HASHED)}`;
    case 'tool':
      return `tool ${part.name} ${part.input.text.slice(0, HASHED)}`;
    case 'file':
      return `file ${part.name ?? ''} ${part.mime ?? ''}`;
    case 'patch':
      return `patch ${part.files.join(' ')}`;
    case 'marker':
      return '';
  }
}
