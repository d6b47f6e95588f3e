import { ownText, toolParts } from '../content';
import type { LookAlikeRule } from './look-alike-rule';

/** Markup of calls as models were taught it; one row per way of writing, `source` says whose it is. */
const CALLS: readonly { readonly pattern: RegExp; readonly source: string }[] = [
  { pattern: /^\s*<(?:antml:)?(?:function_calls|invoke name="[^"\n]{1,80}")>/m, source: 'Claude' },
  { pattern: /^\s*<tool_call>\s*(?:\{|<|\w)/m, source: 'Hermes, Qwen, GLM' },
  { pattern: /^\s*<function=[\w.-]{1,80}>/m, source: 'Llama, Qwen Coder' },
  {
    pattern: /<\|tool_calls?(?:_section)?_begin\|>|<｜tool▁calls?▁begin｜>/,
    source: 'Kimi, DeepSeek',
  },
  { pattern: /^\s*\[TOOL_CALLS?\]\s*(?:\[|\{|\w)/m, source: 'Mistral' },
  { pattern: /<\|channel\|>commentary to=functions\./, source: 'gpt-oss' },
  { pattern: /^\s*```tool_(?:code|call)\s*$/m, source: 'Gemini' },
];

/** A call stands in the words of the response instead of being made (R8). */
export const callInText: LookAlikeRule = {
  kind: 'call-in-text',
  matches(steps, at) {
    const step = steps[at];
    if (step?.kind !== 'output' || toolParts(step.message).length > 0) return false;
    const text = ownText(step.message);
    return CALLS.some(({ pattern }) => pattern.test(text));
  },
};
