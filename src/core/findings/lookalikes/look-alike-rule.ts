import type { LookAlike } from '../findings';
import type { Step } from '../steps';

/** One class of what only looks like an empty response: counted, never flagged. */
export interface LookAlikeRule {
  readonly kind: LookAlike;
  matches(steps: readonly Step[], at: number): boolean;
}
