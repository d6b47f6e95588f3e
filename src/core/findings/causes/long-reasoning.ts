import { grouped, duration } from '../../reading/quantities';
import { thresholds } from '../thresholds';
import type { CauseRule } from './cause-rule';

/** The model reasoned for very long before nothing came (R1, R4). */
export const longReasoning: CauseRule = {
  code: 'long-reasoning',
  label: 'Long reasoning before the silence',
  find({ kind, message }) {
    if (kind !== 'reasoning-only' && kind !== 'interrupted') return null;
    const characters = message.parts.reduce(
      (sum, part) => sum + (part.kind === 'reasoning' ? part.body.length : 0),
      0,
    );
    const tokens = message.tokens?.reasoning ?? 0;
    if (characters < thresholds.longReasoning && tokens < thresholds.longReasoningTokens)
      return null;
    const { time, completed } = message;
    const took =
      time === null || completed === null || completed < time
        ? ''
        : ` in ${duration(completed - time)}`;
    const much =
      tokens >= thresholds.longReasoningTokens
        ? `${grouped(tokens)} reasoning tokens`
        : `${grouped(characters)} characters of reasoning`;
    return {
      confidence: 'possible',
      text: `It wrote ${much}${took} and then nothing.`,
      messages: [message.number],
    };
  },
};
