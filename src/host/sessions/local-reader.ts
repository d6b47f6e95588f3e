import { workspace, type Uri } from 'vscode';
import type { ContextWindow } from '../../core/findings/causes/context-windows';
import { createLiveReading, type LiveReading } from '../../node/live-reading';
import type { TranscriptReader } from '../../node/read-in-thread';
import { openSource } from './source';

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Reads a transcript of a file system that only this thread can reach; the thread is given up between
 * pieces of work. The bytes come whole each time, but only rows that were added are parsed.
 */
export function createLocalReader(uri: Uri, windows: readonly ContextWindow[]): TranscriptReader {
  let live: LiveReading | null = null;
  return {
    async read(hasGrown, { onPart, ...control }) {
      const current = live ?? createLiveReading(Date.now, windows);
      const { mtime } = await workspace.fs.stat(uri);
      const source = await openSource(uri);
      try {
        const state = { identity: '', modified: mtime };
        const reading = await current.read(source, state, hasGrown, {
          ...control,
          pause,
          ...(onPart === undefined
            ? {}
            : {
                async onPart(part) {
                  onPart(part);
                  await pause();
                },
              }),
        });
        live = reading.isLive ? current : null;
        return reading;
      } finally {
        await source.close();
      }
    },
    rest() {
      const reading = live?.atRest() ?? null;
      live = null;
      return Promise.resolve(reading);
    },
    dispose() {
      live = null;
    },
  };
}
