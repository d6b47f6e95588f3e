import { holdsPlaceholder, toolParts } from '../content';
import { isTurnStep, type Step } from '../steps';
import type { EmptyRule } from './empty-rule';

/** A known stand-in such as "(no content)" is stored instead of words (R14, R3). */
export const placeholder: EmptyRule = {
  kind: 'placeholder',
  judges: 'blank',
  matches(steps, at) {
    const message = steps[at]?.message;
    return message !== undefined && holdsPlaceholder(message);
  },
};

/**
 * After a resume, Claude Code answers its own "Continue from where you left off." with "No response
 * requested.". When the turn had ended with words before, no answer was due and nothing is missing.
 */
export function isFillerNobodyWaitedFor(steps: readonly Step[], at: number): boolean {
  const message = steps[at]?.message;
  if (message === undefined || !holdsPlaceholder(message)) return false;
  let resumed = message.author === 'program';
  for (let before = at - 1; before >= 0; before -= 1) {
    const step = steps[before];
    if (step === undefined) break;
    if (step.message.harness === 'continue-after-resume') resumed = true;
    if (!isTurnStep(step)) continue;
    return resumed && step.kind === 'output' && toolParts(step.message).length === 0;
  }
  // Nobody has asked anything yet.
  return resumed;
}
