import { grouped } from '../../reading/quantities';
import { nextRow, quoted, type CauseRule } from './cause-rule';

/** The model reasoned and ended its turn without words (R1). */
export const reasoningOnlyStop: CauseRule = {
  code: 'reasoning-only-stop',
  label: 'Reasoned, then stopped',
  find(empty, context) {
    const { kind, message } = empty;
    if (kind !== 'reasoning-only') return null;
    const isEnded = message.finish === 'stop';
    if (!isEnded && message.finish !== null) return null;
    const end = isEnded ? ` and the stop reason ${quoted(message.rawFinish ?? 'stop')}` : '';
    const reasoning = message.tokens?.reasoning ?? 0;
    const tokens = reasoning > 0 ? ` (${grouped(reasoning)} reasoning tokens)` : '';
    const text = `Only reasoning is recorded${tokens}${end}; no text is recorded.`;
    const isRowLost = nextRow(empty, context)?.parentMissing === true;
    return {
      confidence: isRowLost ? 'possible' : isEnded ? 'certain' : 'likely',
      text,
      messages: [message.number],
    };
  },
};
