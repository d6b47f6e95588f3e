import { quoted, type CauseRule } from './cause-rule';

/** The model wrote a tool call that could not be read (R7). */
export const malformedCall: CauseRule = {
  code: 'malformed-call',
  label: 'Malformed tool call',
  find({ kind, message }) {
    if (kind === 'missing') return null;
    const raw = message.rawFinish ?? '';
    if (/malformed|unexpected[_-]?tool/i.test(raw)) {
      const text = `The stop reason is ${quoted(raw)}.`;
      return { confidence: 'certain', text, messages: [message.number] };
    }
    if (message.finish !== 'tool-calls') return null;
    const text = 'The stop reason announces a tool call, but no call is recorded.';
    return { confidence: 'likely', text, messages: [message.number] };
  },
};
