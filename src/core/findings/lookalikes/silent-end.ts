import type { Message, Part } from '../../model/message';
import { endOfTurn } from './ends-turn';
import type { LookAlikeRule } from './look-alike-rule';

/** A turn ends on the results of its calls, without a word after them (R9). */
export const silentEnd: LookAlikeRule = {
  kind: 'silent-end',
  matches(steps, at) {
    const message = endOfTurn(steps, at);
    return message !== null && endsOnResult(message);
  },
};

const says = (part: Part) => part.kind === 'tool' || (part.kind === 'text' && !part.body.blank);

/** The last thing that a response holds is a call that has its result. */
export function endsOnResult({ parts }: Message): boolean {
  const last = parts.findLast(says);
  if (last?.kind !== 'tool' || last.interrupted) return false;
  return last.status === 'completed' || last.status === 'error';
}
