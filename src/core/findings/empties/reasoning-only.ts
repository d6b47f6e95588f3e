import { hasReasoning } from '../content';
import type { EmptyRule } from './empty-rule';

/** The model reasoned, and nothing else is recorded (R1). */
export const reasoningOnly: EmptyRule = {
  kind: 'reasoning-only',
  judges: 'blank',
  matches(steps, at) {
    const message = steps[at]?.message;
    return message !== undefined && hasReasoning(message);
  },
};
