import { complaint } from './complaint';
import { bareNudge, wordyNudge } from './nudge';
import type { Attempt, Corrective, RecoveryRule } from './recovery-rule';
import { redirect } from './redirect';
import { resend } from './resend';

/**
 * In the order of how sure each is. "continue" after "continue" is a nudge, so bare nudges come before
 * resends; everything that matches no rule is a new task.
 */
const RULES: readonly RecoveryRule[] = [bareNudge, resend, complaint, wordyNudge, redirect];

/** What a person's message after an empty response is; null: a new task. */
export function correctiveOf(attempt: Attempt): Corrective | null {
  for (const rule of RULES) {
    const corrective = rule(attempt);
    if (corrective !== null) return corrective;
  }
  return null;
}
