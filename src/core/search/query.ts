/** What a person looks for, and how. Plain data: it crosses threads. */
export interface SearchQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** `text` is a regular expression; otherwise it is looked for as it stands. */
  readonly isRegex: boolean;
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]';
const BEGINS_WITH_WORD = new RegExp(`^${WORD}`, 'u');
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');

/**
 * The query as a pattern that finds every match. A person's own expression may take for ever on some
 * texts: it belongs on a thread that can be ended.
 * @throws SyntaxError when the text is no regular expression
 */
export function patternOf({ text, matchCase, wholeWord, isRegex }: SearchQuery): RegExp {
  const flags = matchCase ? 'gmu' : 'gimu';
  // By itself first: brackets of ours could make a whole of halves.
  if (isRegex) new RegExp(text, flags);
  const source = isRegex ? `(?:${text})` : escaped(text);
  if (!wholeWord) return new RegExp(source, flags);
  // What begins with a bracket is a whole word wherever it stands, as in VS Code's own Find.
  const before = isRegex || BEGINS_WITH_WORD.test(text) ? `(?<!${WORD})` : '';
  const after = isRegex || ENDS_WITH_WORD.test(text) ? `(?!${WORD})` : '';
  return new RegExp(`${before}${source}${after}`, flags);
}

/** What is wrong with a query, in the words of the engine; null when it can be looked for. */
export function problemOf(query: SearchQuery): string | null {
  try {
    patternOf(query);
    return null;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return words.slice(words.lastIndexOf(': ') + 1).trim();
  }
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
