import { isTurnStep, type Step } from '../steps';
import type { EmptyRule } from './empty-rule';

/** The person or the program stopped it before any output (R11). */
export const interrupted: EmptyRule = {
  kind: 'interrupted',
  judges: 'blank',
  matches: (steps, at) =>
    steps[at]?.message.finish === 'aborted' || markAfter(steps, at, 'interrupt') !== null,
};

/** The first mark of this kind after `at`, before anybody else writes; null when there is none. */
export function markAfter(
  steps: readonly Step[],
  at: number,
  kind: 'interrupt' | 'retry' | 'proof',
): Step | null {
  for (let next = at + 1; next < steps.length; next += 1) {
    const step = steps[next];
    if (step === undefined || isTurnStep(step)) return null;
    if (step.kind === kind) return step;
  }
  return null;
}
