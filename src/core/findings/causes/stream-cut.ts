import { duration } from '../../reading/quantities';
import type { Empty } from '../incidents';
import { thresholds } from '../thresholds';
import { nextRow, type CauseContext, type CauseRule } from './cause-rule';

/** The stream broke off: neither a stop reason nor a time of completion, where the session has them (R10). */
export const streamCut: CauseRule = {
  code: 'stream-cut',
  label: 'Stream cut off',
  find(empty, context) {
    const { kind, message } = empty;
    const { profile } = context;
    if (kind === 'missing' || kind === 'error' || kind === 'interrupted') return null;
    const messages = [message.number];
    const isReasoningOpen = message.parts.some(
      (part) => part.kind === 'reasoning' && part.closed === false,
    );
    if (isReasoningOpen) {
      return {
        confidence: 'likely',
        text: `The reasoning was cut while it was being written.${gapAfter(empty, context)}`,
        messages,
      };
    }
    if (message.closed === false) {
      return {
        confidence: 'likely',
        text: `The response was never closed, and the session went on.${gapAfter(empty, context)}`,
        messages,
      };
    }
    if (message.finish !== null || message.rawFinish !== null || !profile.hasFinishes) return null;
    const isUncompleted = message.completed === null && profile.hasCompletions;
    const also = isUncompleted ? ' and no time of completion' : '';
    const text = `It has no stop reason${also}; other responses of the session have one.${gapAfter(empty, context)}`;
    return { confidence: isUncompleted ? 'likely' : 'possible', text, messages };
  },
};

/** How long nothing came, when that was long. */
function gapAfter(empty: Empty, context: CauseContext): string {
  const next = nextRow(empty, context)?.time ?? null;
  const from = empty.message.completed ?? empty.message.time;
  if (next === null || from === null || next - from < thresholds.gapMs) return '';
  return ` The next row came ${duration(next - from)} later.`;
}
