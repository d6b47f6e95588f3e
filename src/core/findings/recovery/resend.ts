import type { Message } from '../../model/message';
import type { Words } from '../content';
import { wordList } from '../phrases/plain';
import type { RecoveryRule } from './recovery-rule';

/** Texts that share less than this are different requests. */
const NEAR = 0.85;
/** Near-equality of fewer words than this would be chance: "fix a.ts" is not "fix b.ts". */
const FEWEST_WORDS = 5;
/** Only equal texts are word for word. */
const ALMOST = 0.99;
/** A request that was sent again with something added or left out. */
const CONTAINED = 0.95;
const SMALLEST_SHARE = 0.5;

/** The person sends a message again, word for word or nearly so. */
export const resend: RecoveryRule = ({ words, asked }) => {
  let best: { similarity: number; message: Message } | null = null;
  for (const { message, words: before } of asked) {
    const similarity = resendSimilarity(before, words);
    if (similarity !== null && similarity >= (best?.similarity ?? 0))
      best = { similarity, message };
  }
  if (best === null) return null;
  return { kind: 'resend', similarity: best.similarity, refersTo: best.message.number };
};

/**
 * How much of a message comes again, 0..1, as the share of words that both have (Dice); 1 only when the
 * whole texts are equal but for white space. Null when they are different messages.
 */
export function resendSimilarity(first: Words, second: Words): number | null {
  if (first.hash === '' || second.hash === '') return null;
  if (first.hash === second.hash) return 1;
  if (lengthShare(first, second) < SMALLEST_SHARE / 2) return null;
  const one = listOf(first);
  const two = listOf(second);
  if (one.length === 0 || two.length === 0) return null;
  if (Math.min(one.length, two.length) < FEWEST_WORDS) {
    return one.join(' ') === two.join(' ') ? ALMOST : null;
  }
  const shared = sharedWords(one, two);
  const similarity = ((2 * shared) / (one.length + two.length)) * shareOfCut(first, second);
  const smaller = Math.min(one.length, two.length);
  const larger = Math.max(one.length, two.length);
  const isContained = shared / smaller >= CONTAINED && smaller / larger >= SMALLEST_SHARE;
  return similarity >= NEAR || isContained ? Math.min(similarity, ALMOST) : null;
}

/** Counts each word as often as both texts have it. */
function sharedWords(one: readonly string[], two: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of two) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  return shared;
}

const lists = new WeakMap<Words, readonly string[]>();

/** A request is compared with every message that follows it while it waits: its words are told once. */
function listOf(words: Words): readonly string[] {
  const known = lists.get(words);
  if (known !== undefined) return known;
  const list = wordList(words.text);
  lists.set(words, list);
  return list;
}

const lengthShare = (first: Words, second: Words) =>
  Math.min(first.length, second.length) / Math.max(first.length, second.length);

/** Texts that were cut are compared by their beginnings; their lengths tell about the rest. */
function shareOfCut(first: Words, second: Words): number {
  const isCut = [first, second].some(({ length, text }) => length > text.length);
  return isCut ? lengthShare(first, second) : 1;
}
