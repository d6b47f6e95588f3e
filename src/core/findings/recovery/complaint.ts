import { corrections, isComplaint } from '../phrases/phrases';
import { wordList } from '../phrases/plain';
import type { RecoveryRule } from './recovery-rule';

/** Longer complaints that also correct are corrections. */
const SHORT = 12;

/** The person mentions the silence or the failure: "you stopped again", "no answer?". */
export const complaint: RecoveryRule = ({ words: { text } }) => {
  if (!isComplaint(text)) return null;
  if (corrections(text) > 0 && wordList(text).length > SHORT) return null;
  return { kind: 'complaint', similarity: null, refersTo: null };
};
