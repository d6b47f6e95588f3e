import type { Message } from '../../model/message';
import type { Words } from '../content';
import { wordList } from '../phrases/plain';
import { thresholds } from '../thresholds';
import type { RecoveryRule } from './recovery-rule';

/** Only equal texts are word for word. */
const ALMOST = 0.99;

const {
  nearResend,
  nearWords,
  containedResend,
  smallestResend,
  sameBeginning,
  typoLength,
  typoWords,
} = thresholds;

/** The person sends a message again, word for word or nearly so. */
export const resend: RecoveryRule = ({ words, asked }) => {
  let best: { similarity: number; message: Message } | null = null;
  for (const { message, words: before } of asked) {
    const similarity = resendSimilarity(before, words);
    if (similarity !== null && similarity >= (best?.similarity ?? 0))
      best = { similarity, message };
  }
  if (best === null) return null;
  return {
    kind: 'resend',
    similarity: best.similarity,
    refersTo: best.message.number,
    announced: null,
  };
};

/**
 * How much of a message comes again, 0..1, as the share of words that both have (Dice); 1 only when the
 * whole texts are equal but for white space. Null when they are different messages.
 */
export function resendSimilarity(first: Words, second: Words): number | null {
  if (first.hash === '' || second.hash === '') return null;
  if (first.hash === second.hash) return 1;
  const one = listOf(first);
  const two = listOf(second);
  if (one.length === 0 || two.length === 0) return null;
  if (Math.min(one.length, two.length) < nearWords) {
    return one.join(' ') === two.join(' ') ? ALMOST : null;
  }
  const { shared, slipped } = sharedWords(one, two);
  const similarity =
    ((2 * (shared + slipped)) / (one.length + two.length)) * shareOfCut(first, second);
  const smaller = Math.min(one.length, two.length);
  const larger = Math.max(one.length, two.length);
  const isContained = shared / smaller >= containedResend && smaller / larger >= smallestResend;
  const isSame =
    similarity >= nearResend || isContained || beginsAlike(one, two) || beginsAlike(two, one);
  return isSame ? Math.min(similarity, ALMOST) : null;
}

/** The first text begins the second one, or nearly: sent again with more after it, or edited at its end. */
function beginsAlike(one: readonly string[], two: readonly string[]): boolean {
  const differing = one.findIndex((word, at) => two[at] !== word);
  const alike = differing < 0 ? one.length : differing;
  return alike >= nearWords && alike / one.length >= sameBeginning;
}

/** Counts each word as often as both texts have it, and those that are the same but for a slip of the keyboard. */
function sharedWords(one: readonly string[], two: readonly string[]) {
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  const others: string[] = [];
  for (const word of two) {
    const left = counts.get(word) ?? 0;
    if (left === 0) {
      others.push(word);
      continue;
    }
    counts.set(word, left - 1);
    shared += 1;
  }
  const rest = [...counts].flatMap(([word, left]) => (left > 0 ? [word] : []));
  return { shared, slipped: slips(rest, others) };
}

/** How many words are the same but for one slip. */
function slips(one: readonly string[], two: readonly string[]): number {
  if (one.length > typoWords || two.length > typoWords) return 0;
  const left = new Set(one);
  let found = 0;
  for (const word of two) {
    const twin = [...left].find((other) => isSlip(word, other));
    if (twin === undefined) continue;
    left.delete(twin);
    found += 1;
  }
  return found;
}

/** One letter more, less, other, or two changed about, in words long enough; figures have no slips. */
function isSlip(one: string, two: string): boolean {
  const [short, long] = one.length <= two.length ? [one, two] : [two, one];
  if (short.length < typoLength || long.length - short.length > 1 || /\p{N}/u.test(one + two))
    return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const differing = short.slice(start, short.length - end);
  if (differing.length <= 1) return true;
  const other = long.slice(start, long.length - end);
  return differing.length === 2 && other === differing.charAt(1) + differing.charAt(0);
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
