import { hasReasoning } from '../content';
import { grouped } from '../../reading/quantities';
import { nextRow, type CauseRule } from './cause-rule';

/** Fewer output tokens than this may be marks of the format, not words. */
const WORDS = 20;

/** The agent wrote more than the transcript holds: a row is missing, or tokens were counted for no text (R16). */
export const textLostByWriter: CauseRule = {
  code: 'text-lost-by-writer',
  label: 'Text probably lost by the agent’s own writer',
  find(empty, context) {
    const { kind, message } = empty;
    if (kind !== 'void' && kind !== 'reasoning-only' && kind !== 'missing') return null;
    const next = nextRow(empty, context);
    if (next?.parentMissing === true) {
      const text = 'No text is recorded; the next row follows a row that is nowhere in the file.';
      return { confidence: 'likely', text, messages: [message.number, next.number] };
    }
    if (kind === 'missing' || hasReasoning(message)) return null;
    const output = message.tokens?.output ?? 0;
    if (output < WORDS || (message.tokens?.reasoning ?? 0) > 0 || message.finish === 'length')
      return null;
    const text = `No text is recorded, although ${grouped(output)} output tokens were counted.`;
    return { confidence: 'likely', text, messages: [message.number] };
  },
};
