import { LIVE_MS } from '../../core/findings/live';
import type { TranscriptReader } from '../../node/read-in-thread';
import type { Reading } from '../../node/reader-messages';
import { debounced, disposables, type Disposable } from '../lifecycle';

/** Changes come in bursts while an agent writes; this long after the last one the file is read again. */
const REREAD_DELAY_MS = 250;

/** Told of every reading after the first, and of every one that failed. */
export interface ReadingSink {
  read(reading: Reading): void;
  failed(error: unknown): void;
}

/**
 * Reads a transcript again after each change, one reading at a time: changes during a reading lead to
 * one more, not to many. Some time after the last change what is still open is judged, too.
 */
export function keepReading(
  reader: TranscriptReader,
  first: Reading,
  sink: ReadingSink,
): Disposable & { readonly changed: () => void } {
  const own = disposables();
  let isDisposed = false;
  let isBusy = false;
  let isWanted = false;

  const take = async (work: Promise<Reading | null>): Promise<void> => {
    try {
      const reading = await work;
      if (isDisposed || reading === null) return;
      sink.read(reading);
      if (reading.isLive) rest.trigger();
    } catch (error) {
      if (!isDisposed) sink.failed(error);
    }
  };
  const run = async (work: () => Promise<Reading | null>): Promise<void> => {
    isBusy = true;
    await take(work());
    while (isWanted && !isDisposed) {
      isWanted = false;
      await take(reader.read(true, {}));
    }
    isBusy = false;
  };
  const reread = own.add(
    debounced(REREAD_DELAY_MS, () => {
      isWanted = true;
      if (!isBusy) void run(() => Promise.resolve(null));
    }),
  );
  const rest = own.add(
    debounced(LIVE_MS, () => {
      if (!isBusy) void run(() => reader.rest());
    }),
  );
  if (first.isLive) rest.trigger();
  return {
    changed: reread.trigger,
    dispose() {
      isDisposed = true;
      own.dispose();
      reader.dispose();
    },
  };
}
