import { startRows } from '../formats/message-bodies';
import type { Message } from '../model/message';
import type { Transcript } from '../model/session';
import type { SearchedRows } from './search-rows';

/** A batch ends at this many messages, or bytes of rows, or this share of the transcript when that is more. */
const MESSAGES = 500;
const BYTES = 4_000_000;
const SHARE = 1 / 25;

/** Rows that are searched at once; what is found in them is told before the next ones are searched. */
export interface SearchBatch {
  readonly rows: readonly SearchedRows[];
  readonly bytes: number;
}

/**
 * The rows of a transcript in the order in which messages are numbered, those of one message together.
 * @param isSearched messages that need not be searched again
 */
export function* searchBatches(
  { format, sessions, size }: Transcript,
  isSearched: (message: Message) => boolean,
): Generator<SearchBatch> {
  const most = Math.max(BYTES, size * SHARE);
  let rows: SearchedRows[] = [];
  let messages = 0;
  let bytes = 0;
  for (const [session, { messages: all }] of sessions.entries()) {
    for (const together of startingTogether(all)) {
      const [{ number: first }] = together;
      if (together.every(isSearched)) continue;
      const start = startRows(format, together);
      rows.push({ ...start, session, first, count: together.length });
      messages += together.length;
      bytes += start.places.reduce((sum, place) => sum + place.end - place.start, 0);
      if (messages < MESSAGES && bytes < most) continue;
      yield { rows, bytes };
      [rows, messages, bytes] = [[], 0, 0];
    }
  }
  if (rows.length > 0) yield { rows, bytes };
}

/** Runs of messages that start in the same row. */
function* startingTogether(
  messages: readonly Message[],
): Generator<readonly [Message, ...Message[]]> {
  for (let at = 0; at < messages.length;) {
    const first = messages[at];
    if (first === undefined) return;
    const run: [Message, ...Message[]] = [first];
    for (at += 1; at < messages.length; at += 1) {
      const next = messages[at];
      if (next?.places[0].start !== first.places[0].start) break;
      run.push(next);
    }
    yield run;
  }
}
