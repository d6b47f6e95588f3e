import { ownText } from '../content';
import { quoted, type CauseRule } from './cause-rule';

/** The program stored a stand-in where words should be (R14, R19). */
export const placeholderRow: CauseRule = {
  code: 'placeholder-row',
  label: 'Stand-in stored by the program',
  find({ kind, message }) {
    if (kind !== 'placeholder') return null;
    const words = ownText(message);
    const text =
      words === ''
        ? 'The response holds only a stand-in that the program wrote.'
        : `The response holds only the stand-in ${quoted(words)}.`;
    return { confidence: 'certain', text, messages: [message.number] };
  },
};
