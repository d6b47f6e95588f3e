import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { spansOf, textRule, type LabelledPattern, type RedactionRule, type Span } from './rule';

/**
 * Keys and tokens that secretlint's recommended rules know. Its rule for comments is left out: with it
 * a transcript could switch the others off.
 */
const RULES = creator.rules
  .filter(({ meta }) => !meta.id.endsWith('-filter-comments'))
  .map((rule) => ({
    id: rule.meta.id,
    rule,
    options: rule.meta.id.endsWith('-aws') ? { enableIDScanRule: true } : {},
  }));

/** Between texts: no key holds it. */
const BORDER = '\n\u0000\n';

/** Keys and tokens by the known rules, for all texts at once: each run has its price. */
export const knownSecrets: RedactionRule = {
  async find(texts) {
    const { messages } = await lintSource({
      source: {
        content: texts.join(BORDER),
        filePath: 'text.txt',
        ext: '.txt',
        contentType: 'text',
      },
      options: { noPhysicFilePath: true, config: { rules: RULES } },
    });
    const found = messages
      .map(({ range: [start, end], ruleId }) => ({ start, end, label: labelOf(ruleId) }))
      .sort((a, b) => a.start - b.start);
    return perText(texts, found);
  },
};

/** `…-rule-github` as `github key`. */
function labelOf(ruleId: string): string {
  const name = ruleId.replace(/^.*secretlint-rule-/, '');
  return LABELS.get(name) ?? `${name} key`;
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['basicauth', 'password in an address'],
  ['database-connection-string', 'database address'],
  ['privatekey', 'private key'],
]);

interface Found {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** What is found in the joined texts, brought back to each; what goes over a border is none of ours. */
function perText(texts: readonly string[], found: readonly Found[]): readonly (readonly Span[])[] {
  let at = 0;
  let next = 0;
  return texts.map((text) => {
    const from = at;
    const to = from + text.length;
    at = to + BORDER.length;
    const spans: Span[] = [];
    for (let one = found[next]; one !== undefined && one.start < at; one = found[next]) {
      next += 1;
      const { start, end, label } = one;
      if (start >= from && end <= to)
        spans.push({ start: start - from, end: end - from, label, isEverywhere: true });
    }
    return spans;
  });
}

const secret = (
  label: string,
  pattern: RegExp,
  isRight?: (found: string) => boolean,
): LabelledPattern => ({
  label,
  pattern,
  isEverywhere: true,
  ...(isRight === undefined ? {} : { isRight }),
});

const hasDigitAndLetter = (found: string) => /\d/.test(found) && /[a-z]/i.test(found);

/** What those rules do not know. Every pattern is bounded: it takes linear time. */
const MORE: readonly LabelledPattern[] = [
  // Whole, or what is left of one that was cut.
  {
    label: 'private key',
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S])*(?:-----END [A-Z ]{0,40}-----|$)/dg,
    isEverywhere: false,
  },
  {
    label: 'private key',
    pattern: /^(?:(?!-----)[\s\S])*-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/dg,
    isEverywhere: false,
  },
  secret(
    'password in an address',
    /\b[a-z][\w+.-]{1,20}:\/\/[^\s:@/]{0,64}:[^\s@/]{1,200}@[\w.-]{1,200}/dgi,
  ),
  secret('JSON web token', /\beyJ[\w-]{6,}\.eyJ[\w-]{6,}\.[\w-]{6,}/dg),
  secret(
    'authorization header',
    /\b(?:Bearer|Basic)\s{1,3}([\w.~+/=-]{16,})/dgi,
    hasDigitAndLetter,
  ),
  secret('api key', /\bsk-[\w-]{16,}/dg, hasDigitAndLetter),
  secret('api key', /\bxai-\w{20,}/dg),
  secret('google key', /\bAIza[\w-]{30,}/dg),
  secret('google key', /\bya29\.[\w-]{20,}/dg),
  secret('stripe key', /\b[rs]k_(?:live|test)_\w{10,}/dg),
  secret('pypi key', /\bpypi-[\w-]{40,}/dg),
  secret('azure key', /\bAccountKey=([\w+/=]{20,})/dg),
  secret('slack webhook', /\bhooks\.slack\.com\/services\/([\w/]{20,})/dg),
  secret(
    'password',
    /(?:password|passwd|pwd)["']?\s{0,3}[=:]\s{0,3}["']?([^\s"'`,;<>()[\]{}]{6,})/dgi,
    (found) => /[\d!@#$%^&*]/.test(found) && !/^\$|^%\w/.test(found),
  ),
  secret(
    'key or token',
    /(?:secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)["']?\s{0,3}[=:]\s{0,3}["']?([\w+/=.~-]{16,})/dgi,
    hasDigitAndLetter,
  ),
];

/** Keys, tokens and passwords that the known rules leave. */
export const moreSecrets: RedactionRule = textRule((text) =>
  MORE.flatMap((pattern) => spansOf(pattern, text)),
);
