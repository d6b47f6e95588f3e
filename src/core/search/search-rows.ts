import { readMessages, type StartRows } from '../formats/message-bodies';
import { TranscriptError, type TranscriptErrorReason } from '../formats/transcript-error';
import type { ByteSource } from '../source/byte-source';
import { asUtf8 } from '../source/utf8';
import type { Hit } from './hit';
import { patternOf, type SearchQuery } from './query';
import { searchMessage } from './search-message';

/** The messages that start in one row: they follow each other in one session. */
export interface SearchedRows extends StartRows {
  /** Index in `transcript.sessions`. */
  readonly session: number;
  readonly first: number;
  readonly count: number;
}

/** A stretch of a transcript to be searched. Plain data: it crosses threads. */
export interface RowsToSearch {
  readonly query: SearchQuery;
  readonly rows: readonly SearchedRows[];
  /** How many hits are wanted at most; those beyond are counted. */
  readonly room: number;
}

export interface FoundInRows {
  readonly hits: readonly Hit[];
  /** All there are. */
  readonly count: number;
  /** Which of the rows could not be searched, by their index, and why. */
  readonly failed: readonly { readonly index: number; readonly reason: TranscriptErrorReason }[];
}

/**
 * Searches whole bodies, which are read again one row after the other and forgotten.
 * @throws SyntaxError when the query is no regular expression; whatever the source rejects with
 */
export async function searchRows(
  source: ByteSource,
  { query, rows, room }: RowsToSearch,
): Promise<FoundInRows> {
  const pattern = patternOf(query);
  const utf8 = await asUtf8(source);
  const hits: Hit[] = [];
  const failed: { index: number; reason: TranscriptErrorReason }[] = [];
  let count = 0;
  for (const [index, { session, first, count: messages, ...start }] of rows.entries()) {
    try {
      const found = await readMessages(utf8, start, messages);
      for (const [nth, bodies] of found.entries()) {
        const message = { number: first + nth, author: 'program', ...bodies } as const;
        const inMessage = searchMessage(message, session, pattern, room - hits.length);
        hits.push(...inMessage.hits);
        count += inMessage.count;
      }
    } catch (error) {
      if (!(error instanceof TranscriptError)) throw error;
      failed.push({ index, reason: error.reason });
    }
  }
  return { hits, count, failed };
}
