import { quoted, type CauseRule } from './cause-rule';

/** A content filter or a refusal ended it (R6). */
export const contentFilter: CauseRule = {
  code: 'content-filter',
  label: 'Content filter or refusal',
  find({ message }) {
    if (message.finish !== 'content-filter') return null;
    const text = `The stop reason is ${quoted(message.rawFinish ?? 'content-filter')}.`;
    return { confidence: 'certain', text, messages: [message.number] };
  },
};
