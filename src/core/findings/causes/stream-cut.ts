import { grouped } from '../../reading/quantities';
import type { CauseRule } from './cause-rule';

/** The stream broke off: neither a stop reason nor a time of completion, where the session has them (R10). */
export const streamCut: CauseRule = {
  code: 'stream-cut',
  label: 'Stream cut off',
  find({ kind, message }, { profile }) {
    if (kind === 'missing' || kind === 'error' || kind === 'interrupted') return null;
    const messages = [message.number];
    const isReasoningOpen = message.parts.some(
      (part) => part.kind === 'reasoning' && part.closed === false,
    );
    if (isReasoningOpen) {
      return {
        confidence: 'likely',
        text: 'The reasoning was cut while it was being written.',
        messages,
      };
    }
    if (message.closed === false) {
      return {
        confidence: 'likely',
        text: 'The response was never closed, and the session went on.',
        messages,
      };
    }
    if (message.finish !== null || message.rawFinish !== null || !profile.hasFinishes) return null;
    const isUncompleted = message.completed === null && profile.hasCompletions;
    const ms =
      isUncompleted || message.time === null ? null : (message.completed ?? 0) - message.time;
    const also = isUncompleted ? ' and no time of completion' : '';
    const after =
      ms !== null && ms > 60_000 ? ` It was open for ${grouped(Math.round(ms / 1000))} s.` : '';
    const text = `It has no stop reason${also}; other responses of the session have one.${after}`;
    return { confidence: isUncompleted ? 'likely' : 'possible', text, messages };
  },
};
