import type { Message } from '../../model/message';
import { isTurnStep } from '../steps';
import { grouped } from '../../reading/quantities';
import { nextRow, quoted, type CauseContext, type CauseRule, type Sign } from './cause-rule';
import type { Empty } from '../incidents';
import { thresholds } from '../thresholds';
import { windowOf, type ContextWindow } from './context-windows';

const OVERFLOW =
  /context (?:length|window|limit|overflow)|contextoverflow|prompt is too long|too many (?:input )?tokens|maximum (?:context|prompt)|exceeds? the (?:context|model)/i;

/** The context was full, or was about to be compacted (R5). */
export const contextNearLimit: CauseRule = {
  code: 'context-near-limit',
  label: 'Context full or nearly full',
  find: (empty, context) =>
    overflowError(empty) ?? nearWindow(empty, context.windows) ?? compacted(empty, context),
};

function overflowError({ message }: Empty): Sign | null {
  const words = message.error === null ? '' : `${message.error.name} ${message.error.message}`;
  if (!OVERFLOW.test(words)) return null;
  const text = `The error says that the context is full: ${quoted(words)}.`;
  return { confidence: 'certain', text, messages: [message.number] };
}

function nearWindow({ kind, message }: Empty, windows: readonly ContextWindow[]): Sign | null {
  if (kind === 'missing' || message.model === null) return null;
  const window = windowOf(message.model, windows);
  const prompt = promptTokens(message);
  if (window === null) return null;
  const share = prompt / window;
  if (share < thresholds.fullContext || share > thresholds.beyondContext) return null;
  const text = `The context was at ${Math.min(100, Math.round(share * 100))} % of ${grouped(window)} tokens.`;
  const isRefused = message.tokens?.output === 0 || message.finish === 'length';
  return { confidence: isRefused ? 'likely' : 'possible', text, messages: [message.number] };
}

const promptTokens = ({ tokens }: Message) =>
  (tokens?.input ?? 0) + (tokens?.cacheRead ?? 0) + (tokens?.cacheWrite ?? 0);

/** The program compacted the context right before or after. */
function compacted(empty: Empty, context: CauseContext): Sign | null {
  if (empty.kind === 'interrupted' || empty.kind === 'error') return null;
  const next = nextRow(empty, context);
  if (next !== null && isCompaction(next)) {
    const text = 'The context was compacted right after.';
    return { confidence: 'possible', text, messages: [empty.message.number, next.number] };
  }
  for (let at = empty.at - 1; at >= 0; at -= 1) {
    const step = context.steps[at];
    if (step === undefined || isTurnStep(step)) return null;
    if (!isCompaction(step.message)) continue;
    const text = 'It is the first response after the context was compacted.';
    return { confidence: 'possible', text, messages: [step.message.number, empty.message.number] };
  }
  return null;
}

const isCompaction = ({ harness }: Message) =>
  harness === 'compaction-boundary' ||
  harness === 'compaction-summary' ||
  harness === 'compaction-request';
