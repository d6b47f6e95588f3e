import { contradicts, isComplaint } from '../phrases/phrases';
import { wordList } from '../phrases/plain';
import { thresholds } from '../thresholds';
import type { RecoveryRule } from './recovery-rule';

/** The person mentions the silence or the failure: "you stopped again", "no answer?". */
export const complaint: RecoveryRule = ({ words: { text } }) => {
  if (!isComplaint(text)) return null;
  if (contradicts(text) && wordList(text).length > thresholds.pureComplaintWords) return null;
  return { kind: 'complaint', similarity: null, refersTo: null, announced: null };
};
