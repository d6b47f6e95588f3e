import { quoted, type CauseRule } from './cause-rule';

const REJECTED =
  /(?:must (?:be|have|contain) non-?empty|non-whitespace|(?:content|text|message)\S* (?:blocks? )?(?:cannot|must not|can't) be empty|tool_use\S* .{0,80}without .{0,20}tool_result|tool_use ids were found without)/i;

/** A blank or torn message in the history makes every later request fail (R15). */
export const poisonedHistory: CauseRule = {
  code: 'poisoned-history',
  label: 'History is rejected by the provider',
  find({ message }) {
    const words = message.error?.message ?? '';
    if (!REJECTED.test(words)) return null;
    const text = `The provider rejects an earlier message: ${quoted(words)}.`;
    return { confidence: 'likely', text, messages: [message.number] };
  },
};
