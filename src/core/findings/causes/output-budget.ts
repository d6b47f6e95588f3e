import { hasReasoning } from '../content';
import { grouped } from '../../reading/quantities';
import type { CauseRule } from './cause-rule';

/** Limits that providers set on the output of one response, in tokens. */
const CAPS: readonly number[] = [4096, 8192, 16_384, 32_000, 32_768, 64_000, 65_536];
const NEAR_CAP = 2;

/** The output budget was used up, mostly by reasoning (R4). */
export const outputBudget: CauseRule = {
  code: 'output-budget',
  label: 'Output budget used up',
  find({ kind, message }) {
    if (kind === 'missing') return null;
    const spent = (message.tokens?.output ?? 0) + (message.tokens?.reasoning ?? 0);
    const by = hasReasoning(message) ? ' Reasoning used it up.' : '';
    if (message.finish === 'length') {
      const after = spent > 0 ? ` after ${grouped(spent)} output tokens` : '';
      const text = `The response reached its length limit${after}.${by}`;
      return { confidence: 'certain', text, messages: [message.number] };
    }
    const cap = CAPS.find((limit) =>
      [spent, message.tokens?.reasoning].some((count) => isAt(count, limit)),
    );
    if (cap === undefined) return null;
    const reasoning = message.tokens?.reasoning ?? 0;
    const text =
      reasoning > 0
        ? `${grouped(reasoning)} of ${grouped(cap)} output tokens, a usual limit, went to reasoning.`
        : `${grouped(spent)} output tokens are as many as a usual limit, ${grouped(cap)}, allows.${by}`;
    return { confidence: 'possible', text, messages: [message.number] };
  },
};

function isAt(count: number | null | undefined, limit: number): boolean {
  return count !== null && count !== undefined && count <= limit && count >= limit - NEAR_CAP;
}
