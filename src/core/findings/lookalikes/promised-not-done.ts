import { ownText, toolParts } from '../content';
import { promises } from '../phrases/phrases';
import { endOfTurn } from './ends-turn';
import type { LookAlikeRule } from './look-alike-rule';

/** A response ends by announcing what it does next, and no call follows. */
export const promisedNotDone: LookAlikeRule = {
  kind: 'promised-not-done',
  matches(steps, at) {
    const message = endOfTurn(steps, at);
    if (message === null || toolParts(message).length > 0) return false;
    return promises(ownText(message));
  },
};
