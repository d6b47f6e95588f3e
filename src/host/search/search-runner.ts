import type { Uri } from 'vscode';
import type { SearchQuery } from '../../core/search/query';
import type { SearchBatch } from '../../core/search/search-batches';
import type { FoundInRows } from '../../core/search/search-rows';
import type { ByteSource } from '../../core/source/byte-source';
import { asUtf8 } from '../../core/source/utf8';
import { createMessageThreads } from '../../node/message-thread';
import type { Stretch } from '../../node/message-work';
import type { Disposable } from '../lifecycle';
import type { OpenTranscript } from '../sessions/open-transcript';
import { openSource } from '../sessions/source';

interface Task {
  readonly query: SearchQuery;
  readonly batches: Iterable<SearchBatch>;
  /** How many hits are wanted at most, asked before each batch. */
  readonly room: () => number;
  readonly signal: AbortSignal;
}

/** Searches batches of rows on a thread of its own, one after the other. */
export interface SearchRunner extends Disposable {
  /**
   * The next batch is searched when what was found in the one before has been taken.
   * @throws TranscriptError when it is given up, or the file cannot be read
   */
  run(task: Task, found: (batch: SearchBatch, found: FoundInRows) => void): Promise<void>;
}

/** A person's expression may take for ever on some text, so that it is never tried on this thread. */
export function createSearchRunner(
  { uri, raw }: Pick<OpenTranscript, 'uri' | 'raw'>,
  thread: string,
): SearchRunner {
  const isOnDisk = raw.scheme === 'file';
  const threads = createMessageThreads(thread, nameOf(raw), nameOf(uri));
  return {
    async run({ query, batches, room, signal }, found) {
      // Only this thread reaches other file systems: the other one is given the bytes.
      const source = isOnDisk ? null : await asUtf8(await openSource(raw));
      for (const batch of batches) {
        const stretches = source === null ? null : await stretchesOf(source, batch);
        const { rows } = batch;
        const work = { kind: 'search', query, rows, room: room(), stretches } as const;
        const result = await threads.run(work, { signal });
        if (result.kind === 'search') found(batch, result);
      }
      await source?.close();
    },
    dispose: threads.dispose,
  };
}

const nameOf = (uri: Uri) => (uri.scheme === 'file' ? uri.fsPath : uri.toString());

/** Copies: what is sent to a thread is copied whole, with all that a view of bytes is part of. */
async function stretchesOf(source: ByteSource, { rows }: SearchBatch): Promise<readonly Stretch[]> {
  const stretches: Stretch[] = [];
  for (const { start, end } of rows.flatMap(({ places }) => places)) {
    stretches.push({ start, bytes: (await source.read(start, end)).slice() });
  }
  return stretches;
}
