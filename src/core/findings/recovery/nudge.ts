import { asksToResume, contradicts, isAssent, isNudge, isPoke } from '../phrases/phrases';
import type { Corrective, RecoveryRule } from './recovery-rule';

const NUDGE: Corrective = { kind: 'nudge', similarity: null, refersTo: null, announced: null };

/** "continue", "retry", "?" and the like: nothing but a push. */
export const bareNudge: RecoveryRule = ({ message, words }) => {
  if (message.parts.some(({ kind }) => kind === 'file')) return null;
  return isNudge(words.text) ? NUDGE : null;
};

/** "hello?", "yes please", "continue with the second step": a push in more words, without a correction. */
export const wordyNudge: RecoveryRule = ({ words: { text } }) => {
  if (isPoke(text) || isAssent(text)) return NUDGE;
  return asksToResume(text) && !contradicts(text) ? NUDGE : null;
};
