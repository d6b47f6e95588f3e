import type { TranscriptReader } from '../../node/read-in-thread';
import type { RawFile } from './raw-files';

/** Unpacks the transcript before each reading, so that what was added to its container is read, too. */
export function createUnpackingReader(
  unpack: NonNullable<RawFile['unpack']>,
  inner: TranscriptReader,
): TranscriptReader {
  return {
    async read(hasGrown, control) {
      const { onProgress, signal } = control;
      // Unpacking is the first half of the work, reading the second.
      await unpack({
        ...(signal === undefined ? {} : { signal }),
        onProgress: (done, total) => onProgress?.(done, 2 * total),
      });
      return inner.read(hasGrown, {
        ...control,
        onProgress: (done, total) => onProgress?.(total + done, 2 * total),
      });
    },
    rest: () => inner.rest(),
    dispose: inner.dispose,
  };
}
