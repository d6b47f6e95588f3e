import { searchBatches } from '../../src/core/search/search-batches';
import { searchRows } from '../../src/core/search/search-rows';
import type { Hit } from '../../src/core/search/hit';
import { sourceOf } from './rows';
import { readText } from './read';

/** A hit in the text of a message; nothing else of it is of interest. */
export const hitAt = (session: number, number: number, at = 0, words = 'needle'): Hit => ({
  session,
  number,
  part: 0,
  body: 'text',
  at,
  length: words.length,
  line: 2,
  column: at,
  snippet: words,
  marked: [0, words.length],
  isShortened: false,
});

/** Everything that a search of a whole transcript finds, in the order in which it is told. */
export async function searchText(text: string, words: string): Promise<readonly Hit[]> {
  const query = { text: words, matchCase: true, wholeWord: false, isRegex: false };
  const transcript = await readText(text);
  const hits: Hit[] = [];
  for (const { rows } of searchBatches(transcript, () => false)) {
    const found = await searchRows(sourceOf(text), { query, rows, room: Infinity });
    hits.push(...found.hits);
  }
  return hits;
}
