import { errorWords } from '../error-words';
import type { Transcript } from '../model/session';
import type { ByteSource } from '../source/byte-source';
import type { ReadControl } from '../source/rows';
import type { SessionDraft } from './session-builder';
import { TranscriptError } from './transcript-error';
import { startRun, type Run, type RunControl } from './transcript-run';

/**
 * Reads a whole transcript, one row at a time, into its index.
 * @throws TranscriptError with one sentence for people: the file is empty, no transcript that we
 *   know, cannot be read, or the reading was cancelled
 */
export async function readTranscript(
  source: ByteSource,
  control: RunControl = {},
): Promise<Transcript> {
  return inWords(source, control, async () => (await startRun(source, control)).end());
}

/** What was read of the sessions shows whether more is to come: only then is the reading kept to go on. */
export type Expects = (sessions: readonly SessionDraft[]) => boolean;

/** Reads a transcript again and again while it grows, each time only what was added. */
export interface GrowingReader {
  /**
   * The whole transcript as `readTranscript` gives it. Messages that have not changed since the reading
   * that this one goes on from are the same objects.
   * @throws TranscriptError as `readTranscript` does; the next reading then starts over
   */
  read(source: ByteSource, control: RunControl, expectsMore: Expects): Promise<Transcript>;
  /** The next reading starts over: what was read before is known to have been replaced. */
  forget(): void;
}

/** Reading starts over by itself when what was read before is not there any more. */
export function createGrowingReader(): GrowingReader {
  let last: Run | null = null;
  return {
    read: (source, control, expectsMore) =>
      inWords(source, control, async () => {
        const run = last;
        // A reading that fails or is cancelled leaves the run in between.
        last = null;
        const goesOn = (await run?.goOn?.(source, control)) === true;
        const next = run !== null && goesOn ? run : await startRun(source, control);
        if (next.goOn === null || !expectsMore(next.drafts())) return next.end();
        last = next;
        return next.soFar();
      }),
    forget() {
      last = null;
    },
  };
}

async function inWords<T>(
  source: ByteSource,
  control: ReadControl,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TranscriptError) throw error;
    if (control.signal?.aborted === true) {
      throw new TranscriptError('cancelled', `Reading ${source.name} was cancelled.`);
    }
    throw new TranscriptError('unreadable', `${source.name} cannot be read: ${errorWords(error)}`, {
      cause: error,
    });
  }
}
