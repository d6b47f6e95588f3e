import type { Message } from '../../model/message';
import { asksSomething, wordsOf } from '../content';
import { asksForNothing, asksToResume, isComplaint, isNudge, isPoke } from '../phrases/phrases';
import { resendSimilarity } from '../recovery/resend';
import { isResponseRow, type Step } from '../steps';
import { thresholds } from '../thresholds';
import type { EmptyRule } from './empty-rule';

/**
 * A person's message got no response row at all, and the session shows that one was begun and stopped or
 * failed, or the person resends, nudges or complains next, or the session ends there.
 */
export const missing: EmptyRule = {
  kind: 'missing',
  judges: 'person',
  matches(steps, at) {
    const asked = steps[at]?.message;
    if (asked === undefined || !asksSomething(asked)) return false;
    const gap = gapAfter(steps, at);
    if (gap.isAnswered || asksForNothing(wordsOf(asked).text)) return false;
    if (gap.wasBegun || gap.next === null) return true;
    return !isQueueArtefact(asked, gap.next) && showsThatNoneCame(asked, gap.next);
  },
};

interface Gap {
  readonly isAnswered: boolean;
  /** A mark of the program shows that a response was begun. */
  readonly wasBegun: boolean;
  /** The person's next message; null when the session ends. */
  readonly next: Message | null;
}

function gapAfter(steps: readonly Step[], at: number): Gap {
  let wasBegun = false;
  for (let next = at + 1; next < steps.length; next += 1) {
    const step = steps[next];
    if (step === undefined) break;
    if (isResponseRow(step)) return { isAnswered: true, wasBegun, next: null };
    if (step.kind === 'person') return { isAnswered: false, wasBegun, next: step.message };
    if (step.kind === 'interrupt' || step.kind === 'retry') wasBegun = true;
  }
  return { isAnswered: false, wasBegun, next: null };
}

/** The same message twice, put there by the program's queue: not a resend. */
export function isQueueArtefact(first: Message, second: Message): boolean {
  if (first.id !== null && first.id === second.id) return true;
  const words = wordsOf(first);
  if (words.hash === '' || words.hash !== wordsOf(second).hash) return false;
  if (first.time === null || second.time === null) return false;
  return Math.abs(second.time - first.time) < thresholds.queueArtefactMs;
}

function showsThatNoneCame(asked: Message, next: Message): boolean {
  const words = wordsOf(next);
  const isPush = [isNudge, isPoke, isComplaint, asksToResume].some((is) => is(words.text));
  return isPush || resendSimilarity(wordsOf(asked), words) !== null;
}
