import { holdsBlankText } from '../content';
import { quoted, type CauseRule } from './cause-rule';

/** Text without anything to see was stored as the answer (R3). */
export const blankText: CauseRule = {
  code: 'blank-text',
  label: 'Blank text stored as the response',
  find({ kind, message }) {
    if (kind === 'missing' || !holdsBlankText(message)) return null;
    const shown = message.parts
      .map((part) => (part.kind === 'text' ? part.body.text : ''))
      .join('');
    const text =
      shown.trim() === ''
        ? 'Its text holds white space or invisible characters only.'
        : `Its text holds only ${quoted(shown)}, with nothing inside.`;
    return { confidence: 'certain', text, messages: [message.number] };
  },
};
