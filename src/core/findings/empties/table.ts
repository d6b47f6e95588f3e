import type { EmptyKind } from '../findings';
import { wordsOf } from '../content';
import { asksForNothing } from '../phrases/phrases';
import { isTurnStep, markAfter, type Step } from '../steps';
import type { EmptyRule } from './empty-rule';
import { error } from './error';
import { interrupted } from './interrupted';
import { missing } from './missing';
import { isFillerNobodyWaitedFor, placeholder } from './placeholder';
import { reasoningOnly } from './reasoning-only';
import { voidResponse } from './void';

/** In the order of how much they say: an error explains an interruption, an interruption a silence. */
const RULES: readonly EmptyRule[] = [
  missing,
  error,
  interrupted,
  placeholder,
  reasoningOnly,
  voidResponse,
];

/**
 * The kind of empty response at this step; null when the step is none.
 * @param request the person's message that is being answered
 */
export function emptyKindAt(
  steps: readonly Step[],
  at: number,
  request: Step | null,
): EmptyKind | null {
  const step = steps[at];
  if (step === undefined) return null;
  if (step.kind === 'blank' && !isJudged(steps, at, step)) return null;
  const rule = RULES.find((one) => one.judges === step.kind && one.matches(steps, at));
  if (rule === undefined) return null;
  return isIntended(rule.kind, steps, at, request) ? null : rule.kind;
}

function isJudged(steps: readonly Step[], at: number, step: Step): boolean {
  if (step.message.closed === false && !goesOn(steps, at)) return false;
  return !isFillerNobodyWaitedFor(steps, at);
}

/** A response that seems to be still being written was not, once somebody writes after it. */
function goesOn(steps: readonly Step[], at: number): boolean {
  return steps.slice(at + 1).some(isTurnStep);
}

/** The person asked for silence, and nothing says that the silence was a failure (R20). */
function isIntended(
  kind: EmptyKind,
  steps: readonly Step[],
  at: number,
  request: Step | null,
): boolean {
  if (kind === 'error' || kind === 'interrupted' || kind === 'missing' || request === null)
    return false;
  if (markAfter(steps, at, 'proof') !== null) return false;
  const { finish } = steps[at]?.message ?? { finish: null };
  return (finish === null || finish === 'stop') && asksForNothing(wordsOf(request.message).text);
}
