import type { ReasoningPart } from '../../model/message';
import { grouped } from '../../reading/quantities';
import { thresholds } from '../thresholds';
import { quoted, type CauseRule } from './cause-rule';

/** Ends of sentences, lists, code and quotes in any script. */
const COMPLETE = /[.!?…:;。！？：；।؟)\]}>"'”’»`*_|\-—]$/u;

/** The reasoning breaks off in the middle of a sentence: not the end that a model chooses (R4, R10). */
export const cutMidThought: CauseRule = {
  code: 'cut-mid-thought',
  label: 'Reasoning breaks off',
  find({ kind, message }) {
    if (kind !== 'reasoning-only' && kind !== 'interrupted') return null;
    const last = message.parts.findLast((part) => part.kind === 'reasoning');
    if (last?.kind !== 'reasoning' || last.sealed || last.body.length < thresholds.thoughtLength)
      return null;
    const end = endOf(last);
    if (end === '' || COMPLETE.test(end)) return null;
    const text = `Its reasoning of ${grouped(last.body.length)} characters breaks off in the middle of a sentence: ${quoted(`…${end.slice(-60)}`)}.`;
    const isEnded = message.finish === 'stop';
    return { confidence: isEnded ? 'possible' : 'likely', text, messages: [message.number] };
  },
};

const endOf = ({ body, tail }: ReasoningPart) =>
  (tail === '' && body.text.length === body.length ? body.text : tail).trimEnd();
