import { CONTEXT_WINDOWS, type ContextWindow } from '../core/findings/causes/context-windows';
import { findSilence } from '../core/findings/find-silence';
import { findSilenceSoFar, isLive, type Timed } from '../core/findings/live';
import { createGrowingReader } from '../core/formats/read-transcript';
import type { RunControl } from '../core/formats/transcript-run';
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

/** The first part is given when this many bytes have been read, and not before this many ms. */
const FIRST_PART_BYTES = 4_000_000;
const FIRST_PART_MS = 250;
/** Each further part is this many times as long: all of them together cost little more than the last one. */
const PART_FACTOR = 3;

export interface LiveControl extends ReadControl {
  /** Given what was read so far, now and then while a long transcript is read; awaited. */
  readonly onPart?: (part: Reading) => Promise<void>;
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
    control: LiveControl,
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
    async read(source, state, hasGrown, { onPart, ...control }) {
      if (isReplaced(state, await source.size())) growing.forget();
      const { modified } = state;
      const goesOn = (sessions: Timed) => isLive(sessions, { modified, hasGrown, now: now() });
      const isDue = nowAndThen(now);
      const parts: Pick<RunControl, 'onPart'> =
        onPart === undefined
          ? {}
          : {
              async onPart(soFar, done) {
                // What follows is not known: a response at the end is judged as one still being written.
                if (isDue(done)) await onPart(judged(soFar(), true, windows));
              },
            };
      const transcript = await growing.read(source, { ...control, ...parts }, goesOn);
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

/** Whether a part is due when so many bytes have been read. */
function nowAndThen(now: () => number): (done: number) => boolean {
  const begun = now();
  let next = FIRST_PART_BYTES;
  return (done) => {
    if (done < next || now() - begun < FIRST_PART_MS) return false;
    next = done * PART_FACTOR;
    return true;
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
