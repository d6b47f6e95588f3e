import { markAfter } from '../steps';
import type { EmptyRule } from './empty-rule';

/** The person or the program stopped it before any output (R11). */
export const interrupted: EmptyRule = {
  kind: 'interrupted',
  judges: 'blank',
  matches: (steps, at) =>
    steps[at]?.message.finish === 'aborted' || markAfter(steps, at, 'interrupt') !== null,
};
