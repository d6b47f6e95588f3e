import { isResponseRow } from '../steps';
import { ownText } from '../content';
import { quoted, type CauseRule } from './cause-rule';

/** The provider or the connection answered with an error (R12, R13). */
export const requestFailed: CauseRule = {
  code: 'request-failed',
  label: 'The request failed',
  find(empty, { steps }) {
    if (empty.kind === 'error') {
      const { error, number } = empty.message;
      const words = error === null ? ownText(empty.message) : `${error.name}: ${error.message}`;
      const text = words === '' ? 'The request failed.' : `The request failed: ${quoted(words)}.`;
      return { confidence: 'certain', text, messages: [number] };
    }
    if (empty.kind !== 'missing') return null;
    const retries: number[] = [];
    for (let at = empty.at + 1; at < steps.length; at += 1) {
      const step = steps[at];
      if (step === undefined || step.kind === 'person' || isResponseRow(step)) break;
      if (step.kind === 'retry') retries.push(step.message.number);
    }
    const last = steps[retries.at(-1) ?? -1]?.message.error;
    if (last === undefined || last === null) return null;
    const times = retries.length === 1 ? 'once' : `${retries.length} times`;
    const text = `The request failed ${times} and no response followed: ${quoted(`${last.name}: ${last.message}`)}.`;
    return { confidence: 'certain', text, messages: [empty.message.number, ...retries] };
  },
};
