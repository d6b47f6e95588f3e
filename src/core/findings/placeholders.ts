/**
 * Texts that agents' programs store where a response should stand. Compared whole, trimmed, without
 * regard to case; `source` says who writes it.
 */
const PLACEHOLDERS: readonly { readonly text: string; readonly source: string }[] = [
  { text: '(no content)', source: 'Claude Code, for content []' },
  { text: '[no content]', source: 'proxies in front of Claude Code' },
  { text: '(empty)', source: 'bridges between agents' },
  { text: '(empty response)', source: 'bridges between agents' },
  { text: '[empty response]', source: 'bridges between agents' },
  { text: 'No response requested.', source: 'Claude Code, filler after a resume' },
  { text: 'Failure: I did not provide a response.', source: 'Cline and Roo Code' },
  { text: 'Sorry, no response was returned.', source: 'Copilot Chat in VS Code' },
  { text: 'Empty response received from LLM', source: 'agents built on LiteLLM' },
  { text: '(no response)', source: 'chat clients' },
  { text: '[no response]', source: 'chat clients' },
];

const TEXTS = new Set(PLACEHOLDERS.map(({ text }) => plain(text)));
const LONGEST = Math.max(...PLACEHOLDERS.map(({ text }) => text.length));

/** True when the whole text is a known stand-in for a response, such as "(no content)". */
export function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST + 200) return false;
  return TEXTS.has(plain(text));
}

/** Some writers leave the final stop out. */
function plain(text: string): string {
  return text.trim().replace(/\.$/, '').toLowerCase();
}
