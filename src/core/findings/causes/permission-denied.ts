import { toolParts } from '../content';
import { quoted, type CauseRule } from './cause-rule';
import { lastToolMessage } from './tool-failure-before';

/** What agents' programs put into the result of a call that they did not allow (docs/causes.md, R18). */
const DENIED =
  /permission to use .{1,80} (?:has been |was )?denied|requires? (?:approval|permission)|(?:auto|automatically)[- ](?:denied|rejected)|the user (?:has )?(?:rejected|denied|specified a rule which prevents)|tool (?:call|use) (?:was )?(?:denied|rejected)|not (?:allowed|permitted) (?:by|in|under) .{0,40}(?:policy|mode|rule|sandbox)/i;

/** The last call needed a permission that nobody gave, and nothing was said after it (R18). */
export const permissionDenied: CauseRule = {
  code: 'permission-denied',
  label: 'A call was not permitted',
  find(empty, context) {
    if (empty.kind === 'missing' || empty.kind === 'error') return null;
    const last = lastToolMessage(empty, context);
    if (last === null) return null;
    const denied = toolParts(last).findLast(
      ({ status, output }) => status === 'error' && DENIED.test(output?.text ?? ''),
    );
    if (denied === undefined) return null;
    const text = `The call of ${quoted(denied.name)} in message ${last.number} was not permitted: ${quoted(denied.output?.text ?? '')}.`;
    return { confidence: 'likely', text, messages: [last.number, empty.message.number] };
  },
};
