import { quoted, type CauseRule } from './cause-rule';

/** The prompt was counted, but nothing came back (R2). */
export const zeroOutput: CauseRule = {
  code: 'zero-output',
  label: 'No output tokens',
  find({ kind, message }) {
    if (kind !== 'void' && kind !== 'placeholder') return null;
    const { tokens, finish, rawFinish } = message;
    const wasRead = (tokens?.input ?? 0) + (tokens?.cacheRead ?? 0) > 0;
    if (tokens?.output !== 0 || (tokens.reasoning ?? 0) > 0 || !wasRead) return null;
    const reason = rawFinish ?? finish;
    const end = reason === null ? '' : `; the stop reason is ${quoted(reason)}`;
    const text = `The prompt was read, but no output tokens are recorded${end}.`;
    return { confidence: 'possible', text, messages: [message.number] };
  },
};
