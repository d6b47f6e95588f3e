import type { Measured } from '../findings';
import type { Step } from '../steps';
import { callInText } from './call-in-text';
import type { LookAlikeRule } from './look-alike-rule';
import { promisedNotDone } from './promised-not-done';
import { silentEnd } from './silent-end';
import { stoppedAfterTools } from './stopped-after-tools';

const RULES: readonly LookAlikeRule[] = [silentEnd, stoppedAfterTools, promisedNotDone, callInText];

/** The look-alikes of a session, in order. */
export function lookAlikesOf(steps: readonly Step[]): readonly Measured[] {
  return steps.flatMap(({ message }, at) =>
    RULES.filter((rule) => rule.matches(steps, at)).map(({ kind }) => ({
      kind,
      number: message.number,
    })),
  );
}
