/** What a body is in its message: `tool` is the name of a tool that was called. */
export type BodyKind =
  'text' | 'reasoning' | 'tool' | 'input' | 'output' | 'file' | 'patch' | 'marker' | 'error';

/** A place in a transcript where what was looked for stands. Plain data: it crosses threads. */
export interface Hit {
  /** Index in `transcript.sessions`. */
  readonly session: number;
  /** Message number. */
  readonly number: number;
  /** Index of the part; null: the message's error. */
  readonly part: number | null;
  readonly body: BodyKind;
  /** Where it begins in its body, and how long it is, in UTF-16 units. */
  readonly at: number;
  readonly length: number;
  /** Where it stands in the document of the whole message (see `messageText`): 0-based line, and column. */
  readonly line: number;
  readonly column: number;
  /** The match with a little of what stands around it, on one line, safe to show. */
  readonly snippet: string;
  /** `[from, to)` of the match in `snippet`. */
  readonly marked: readonly [number, number];
  /** The match is longer than what of it is in `snippet`, or not on one line. */
  readonly isShortened: boolean;
}

/** At most this many are kept of one search; those beyond are counted. */
export const MAX_HITS = 10_000;

/** Tells hits of one search apart; the same for the same place in two searches. */
export const hitId = ({ session, number, part, body, at }: Hit): string =>
  `${session}/${number}/${part ?? '-'}/${body}/${at}`;

/** The match as `snippet` has it. */
export const matchOf = ({ snippet, marked }: Hit): string => snippet.slice(...marked);

/** Where stepping begins: a message, which need not have a hit. */
export interface HitAddress {
  readonly session: number;
  readonly number: number;
}

/** By session and number: what one reads first comes first. */
export const compareAddresses = (a: HitAddress, b: HitAddress): number =>
  a.session - b.session || a.number - b.number;

/** A step to another hit; `wrapped`: the end was passed. */
export interface HitStep {
  readonly index: number;
  readonly wrapped: boolean;
}

/**
 * The hit after (`1`) or before (`-1`) where one is.
 * @param hits in order
 * @param current index of the hit one is on; null: on none, only on a message
 */
export function stepHit(
  hits: readonly Hit[],
  at: HitAddress,
  current: number | null,
  direction: 1 | -1,
): HitStep | null {
  if (hits.length === 0) return null;
  const index = current === null ? from(hits, at, direction) : current + direction;
  const wrapped = index < 0 || index >= hits.length;
  return { index: (index + hits.length) % hits.length, wrapped };
}

function from(hits: readonly Hit[], at: HitAddress, direction: 1 | -1): number {
  if (direction === -1) return hits.findLastIndex((hit) => compareAddresses(hit, at) < 0);
  const index = hits.findIndex((hit) => compareAddresses(hit, at) > 0);
  return index < 0 ? hits.length : index;
}
