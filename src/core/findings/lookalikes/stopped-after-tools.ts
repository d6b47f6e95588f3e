import type { LookAlikeRule } from './look-alike-rule';
import { endsOnResult } from './silent-end';
import { isTurnStep } from '../steps';

/** The person stopped the assistant right after a tool result: what was stopped is not recorded. */
export const stoppedAfterTools: LookAlikeRule = {
  kind: 'stopped-after-tools',
  matches(steps, at) {
    if (steps[at]?.kind !== 'interrupt') return false;
    for (let before = at - 1; before >= 0; before -= 1) {
      const step = steps[before];
      if (step === undefined || step.kind === 'interrupt') return false;
      if (isTurnStep(step)) return step.kind === 'output' && endsOnResult(step.message);
    }
    return false;
  },
};
