import { markAfter } from '../steps';
import type { CauseRule } from './cause-rule';

/** Stopped before any output: by the person, or by the program without being asked (R11). */
export const stoppedByPerson: CauseRule = {
  code: 'stopped-by-person',
  label: 'Stopped before any output',
  find({ kind, at, message }, { steps }) {
    if (kind !== 'interrupted' && kind !== 'missing') return null;
    const mark = markAfter(steps, at, 'interrupt')?.message ?? null;
    if (mark !== null) {
      const text = 'The program noted that the request was interrupted.';
      return { confidence: 'certain', text, messages: [message.number, mark.number] };
    }
    if (kind === 'missing') return null;
    const text = 'The response is recorded as aborted; whether the person did it is not.';
    return { confidence: 'likely', text, messages: [message.number] };
  },
};
