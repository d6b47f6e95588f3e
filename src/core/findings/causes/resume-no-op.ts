import { isTurnStep } from '../steps';
import type { CauseRule } from './cause-rule';

/** The session had just been resumed (R19). */
export const resumeNoOp: CauseRule = {
  code: 'resume-no-op',
  label: 'Resumed without going on',
  find({ kind, at, message }, { steps }) {
    if (kind === 'missing' || kind === 'error') return null;
    for (let before = at - 1; before >= 0; before -= 1) {
      const step = steps[before];
      if (step === undefined || isTurnStep(step)) return null;
      if (step.message.harness !== 'continue-after-resume') continue;
      const text = 'It follows the program’s own request to go on after the session was resumed.';
      return { confidence: 'likely', text, messages: [step.message.number, message.number] };
    }
    return null;
  },
};
