import type { Message } from '../../model/message';
import { isTurnStep, type Step } from '../steps';

/**
 * The response that ends a turn by itself: nobody stopped it, and a person writes next or the session ends.
 * Null when the step is something else.
 */
export function endOfTurn(steps: readonly Step[], at: number): Message | null {
  const step = steps[at];
  if (step?.kind !== 'output' || step.message.closed === false) return null;
  for (let next = at + 1; next < steps.length; next += 1) {
    const after = steps[next];
    if (after === undefined) break;
    if (after.kind === 'interrupt' || after.kind === 'retry' || after.kind === 'stand-in')
      return null;
    if (isTurnStep(after)) return after.kind === 'person' ? step.message : null;
  }
  return step.message;
}
