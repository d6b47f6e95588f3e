import { holdsErrorText } from '../content';
import { isFailedRow } from '../steps';
import type { EmptyRule } from './empty-rule';

/** The request failed: nothing, or only the program's own error text, stands in its place (R12, R13). */
export const error: EmptyRule = {
  kind: 'error',
  judges: 'blank',
  matches(steps, at) {
    const message = steps[at]?.message;
    if (message === undefined) return false;
    return (
      message.error !== null ||
      message.finish === 'error' ||
      isFailedRow(message) ||
      holdsErrorText(message)
    );
  },
};
