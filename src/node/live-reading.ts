import { CONTEXT_WINDOWS, type ContextWindow } from '../core/findings/causes/context-windows';
import { findSilence } from '../core/findings/find-silence';
import { findSilenceSoFar, isLive, type Timed } from '../core/findings/live';
import { createGrowingReader } from '../core/formats/read-transcript';
import type { Transcript } from '../core/model/session';
import type { ByteSource } from '../core/source/byte-source';
import type { ReadControl } from '../core/source/rows';
import type { Reading } from './reader-messages';

/** A file as the file system describes it. */
export interface FileState {
  /** Differs for another file at the same path; '' where that cannot be told. */
  readonly identity: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** Reads and judges one transcript again and again, each time only what was added. */
export interface LiveReading {
  /**
   * Messages that have not changed are the same objects as in the reading before.
   * @param hasGrown the transcript was seen to change since it was opened
   * @throws TranscriptError as `readTranscript` does
   */
  read(
    source: ByteSource,
    state: FileState,
    hasGrown: boolean,
    control: ReadControl,
  ): Promise<Reading>;
  /** The last reading, judged as a transcript that nobody writes any more; null before the first. */
  atRest(): Reading | null;
}

/** @param now milliseconds since the epoch */
export function createLiveReading(
  now: () => number = Date.now,
  windows: readonly ContextWindow[] = CONTEXT_WINDOWS,
): LiveReading {
  const growing = createGrowingReader();
  let before: { readonly reading: Reading; readonly state: FileState } | null = null;

  /** Whether the file holds something else although it has not become longer. */
  const isReplaced = (state: FileState, size: number) =>
    before !== null &&
    (before.state.identity !== state.identity ||
      (before.state.modified !== state.modified && before.reading.transcript.size === size));

  return {
    async read(source, state, hasGrown, control) {
      if (isReplaced(state, await source.size())) growing.forget();
      const { modified } = state;
      const goesOn = (sessions: Timed) => isLive(sessions, { modified, hasGrown, now: now() });
      const transcript = await growing.read(source, control, goesOn);
      const reading = judged(transcript, goesOn(transcript.sessions), windows);
      before = { reading, state };
      return reading;
    },
    atRest() {
      if (before === null) return null;
      const reading = judged(before.reading.transcript, false, windows);
      before = { ...before, reading };
      return reading;
    },
  };
}

const judged = (
  transcript: Transcript,
  live: boolean,
  windows: readonly ContextWindow[],
): Reading => ({
  transcript,
  findings: transcript.sessions.map((session) =>
    live ? findSilenceSoFar(session, windows) : findSilence(session, windows),
  ),
  isLive: live,
});
