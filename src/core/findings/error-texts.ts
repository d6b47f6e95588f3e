/**
 * Texts that agents' programs store in the model's name when a request failed. Compared whole;
 * one row per pattern, `source` says whose it is.
 */
const ERROR_TEXTS: readonly { readonly pattern: RegExp; readonly source: string }[] = [
  {
    pattern: /^API Error(?:: |\s*\()(?:\d{3}\b|Request|Connection|Unable|Cannot)[^]*$/,
    source: 'Claude Code',
  },
  { pattern: /^You['’]ve hit your (?:[\w-]+ )?limit\b[^\n]*$/, source: 'Claude Code' },
  { pattern: /^You['’]re out of extra usage\b[^\n]*$/, source: 'Claude Code' },
  { pattern: /^Claude (?:AI )?usage limit reached\b[^\n]*$/, source: 'Claude Code' },
  { pattern: /^Credit balance is too low\.?$/, source: 'Claude Code' },
  { pattern: /^Prompt is too long\.?$/, source: 'Claude Code' },
  { pattern: /^Invalid API key · [^\n]*$/, source: 'Claude Code' },
  { pattern: /^Request timed out\.?$/, source: 'Claude Code' },
];

const LONGEST = 4000;

/** True when the whole text is a program's report of a failed request, not words of the model. */
export function isErrorText(text: string): boolean {
  const plain = text.trim();
  return plain.length <= LONGEST && ERROR_TEXTS.some(({ pattern }) => pattern.test(plain));
}
