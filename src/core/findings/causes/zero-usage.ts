import type { Tokens } from '../../model/message';
import type { CauseRule } from './cause-rule';

/** The model seems not to have run at all: all counts are zero (R2). */
export const zeroUsage: CauseRule = {
  code: 'zero-usage',
  label: 'Zero tokens used',
  find({ kind, message }, { profile }) {
    if (kind === 'missing' || kind === 'error' || kind === 'interrupted') return null;
    const { tokens } = message;
    if (message.synthetic || tokens === null || !isZero(tokens)) return null;
    const text = 'All recorded token counts are zero.';
    // Some proxies count nothing at all.
    return {
      confidence: profile.hasTokens ? 'likely' : 'possible',
      text,
      messages: [message.number],
    };
  },
};

function isZero({ input, output, reasoning, cacheRead, cacheWrite }: Tokens): boolean {
  const counts = [input, output, reasoning, cacheRead, cacheWrite].filter(
    (count) => count !== null,
  );
  return counts.length > 0 && counts.every((count) => count === 0);
}
