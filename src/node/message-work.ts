import { open } from 'node:fs/promises';
import { readBodies, type MessageBodies, type MessageRows } from '../core/formats/message-bodies';
import type { TranscriptErrorReason } from '../core/formats/transcript-error';
import type { Message } from '../core/model/message';
import { beginning } from '../core/model/text';
import { messagePieces, messageText } from '../core/reading/message-text';
import type { Words } from '../core/reading/words';
import { searchRows, type FoundInRows, type RowsToSearch } from '../core/search/search-rows';
import type { ByteSource } from '../core/source/byte-source';
import type { ReadControl } from '../core/source/rows';

/** What can be done with whole bodies, where they do not hold anybody up. */
export type MessageWork =
  /** As much of each body as a view shows. */
  | { readonly kind: 'preview'; readonly rows: MessageRows }
  /** The message as a document of its own. */
  | ({ readonly kind: 'text'; readonly rows: MessageRows } & Heading)
  /** All of it written to a new file that only this person may read. */
  | ({ readonly kind: 'save'; readonly rows: MessageRows; readonly file: string } & Heading)
  /** A search through a stretch of the transcript. */
  | (RowsToSearch & {
      readonly kind: 'search';
      /** What those rows hold, where this thread cannot read the transcript; null: read it. */
      readonly stretches: readonly Stretch[] | null;
    });

/** Bytes of a source that begin at `start`. */
export interface Stretch {
  readonly start: number;
  readonly bytes: Uint8Array;
}

interface Heading extends Pick<Message, 'number' | 'author'> {
  readonly words: Words;
}

/** What comes of the work. */
export type MessageResult =
  | { readonly kind: 'preview'; readonly bodies: MessageBodies }
  | { readonly kind: 'text'; readonly text: string }
  /** Characters written, in UTF-16 units. */
  | { readonly kind: 'save'; readonly characters: number }
  | ({ readonly kind: 'search' } & FoundInRows);

/** What a thread that does such work says about it. */
export type MessageAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: MessageResult }
  | {
      readonly kind: 'failed';
      /** Null: the fault is not the transcript's. */
      readonly reason: TranscriptErrorReason | null;
      readonly sentence: string;
    };

/** How the work is watched and stopped. */
export type WorkControl = Pick<ReadControl, 'signal' | 'onProgress'>;

/** Characters written at once: between two writes the work can be stopped. */
const WRITTEN_AT_ONCE = 1_000_000;

/**
 * Does the work on this thread.
 * @throws TranscriptError when the message cannot be read any more, Node's error when a file cannot be
 *   written, the signal's reason when it is aborted. What was written of a file stays: who gave its
 *   name removes it.
 */
export async function doMessageWork(
  source: ByteSource,
  work: MessageWork,
  control: WorkControl,
): Promise<MessageResult> {
  if (work.kind === 'search') return { kind: 'search', ...(await searchRows(source, work)) };
  if (work.kind === 'preview') {
    return { kind: 'preview', bodies: await readBodies(source, work.rows, 'preview') };
  }
  const bodies = await readBodies(source, work.rows, 'whole');
  control.signal?.throwIfAborted();
  const message = { number: work.number, author: work.author, ...bodies };
  if (work.kind === 'text') return { kind: 'text', text: messageText(message, work.words) };
  const texts = [...messagePieces(message, work.words)].map(({ text }) => text);
  return { kind: 'save', characters: await writeTexts(work.file, [...texts, '\n'], control) };
}

/** @returns characters written, in UTF-16 units */
async function writeTexts(
  file: string,
  texts: readonly string[],
  { signal, onProgress }: WorkControl,
): Promise<number> {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const handle = await open(file, 'wx', 0o600);
  try {
    let done = 0;
    for (const text of texts) {
      for (let at = 0; at < text.length;) {
        signal?.throwIfAborted();
        // One more than is written: it tells whether a character would be torn.
        const piece = beginning(text.slice(at, at + WRITTEN_AT_ONCE + 1), WRITTEN_AT_ONCE);
        await handle.writeFile(piece, 'utf8');
        at += piece.length;
        done += piece.length;
        onProgress?.(done, total);
      }
    }
    return total;
  } finally {
    await handle.close();
  }
}
