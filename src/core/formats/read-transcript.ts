import { errorWords } from '../error-words';
import type { Message, Place } from '../model/message';
import type { Transcript } from '../model/session';
import type { ByteSource } from '../source/byte-source';
import { decode, parseJson } from '../source/json';
import type { ReadControl } from '../source/rows';
import { asUtf8 } from '../source/utf8';
import type { Format } from './format';
import { createSessionBuilder, type SessionDraft } from './session-builder';
import { formats } from './table';
import { TranscriptError } from './transcript-error';
import { startRun, type Run } from './transcript-run';

/**
 * Reads a whole transcript, one row at a time, into its index.
 * @throws TranscriptError with one sentence for people: the file is empty, no transcript that we
 *   know, cannot be read, or the reading was cancelled
 */
export async function readTranscript(
  source: ByteSource,
  control: ReadControl = {},
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
  read(source: ByteSource, control: ReadControl, expectsMore: Expects): Promise<Transcript>;
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

/**
 * A message with its whole bodies, read again from the rows it was built from.
 * @param sessionIndex index in `transcript.sessions`
 * @param number the message's number in that session
 * @throws TranscriptError when the file cannot be read or no longer holds those rows
 */
export async function readMessage(
  source: ByteSource,
  transcript: Transcript,
  sessionIndex: number,
  number: number,
): Promise<Message> {
  const messages = transcript.sessions[sessionIndex]?.messages ?? [];
  const message = messages[number];
  const format = formats.find(({ id }) => id === transcript.format);
  if (message === undefined || format === undefined) {
    throw new TranscriptError('changed', `${source.name} has no message ${number}.`);
  }
  const { start } = message.places[0];
  const earlier = messages.slice(0, number).filter(({ places }) => places[0].start === start);
  const utf8 = await asUtf8(source).catch((error: unknown) => {
    throw new TranscriptError('unreadable', `${source.name} cannot be read: ${errorWords(error)}`);
  });
  const whole = (await readRows(utf8, format, message.places))[earlier.length];
  if (whole === undefined) throw changed(source, message.places[0]);
  return { ...message, parts: whole.parts, error: whole.error };
}

/**
 * What the messages that start at the first of these rows hold, with their whole bodies, in order.
 * @param source in UTF-8 (see `asUtf8`)
 * @throws TranscriptError when the file no longer holds those rows
 */
async function readRows(
  source: ByteSource,
  format: Format,
  places: Message['places'],
): Promise<readonly Pick<Message, 'parts' | 'error'>[]> {
  const builder = createSessionBuilder('whole');
  const reader = format.createReader(builder);
  for (const place of places) {
    const bytes = await source.read(place.start, place.end);
    const row = format.text === undefined ? parseJson(decode(bytes)) : rowOfText(bytes);
    if (!row.ok) throw changed(source, place);
    reader.accept({ value: row.value, place });
  }
  reader.finish(null);
  return builder
    .build('')
    .flatMap((session) => session.messages)
    .filter((message) => message.places[0].start === places[0].start);
}

/** As `scanText` gives it. */
const rowOfText = (bytes: Uint8Array) => ({
  ok: true as const,
  value: decode(bytes).replaceAll('\r\n', '\n').trimEnd(),
});

function changed(source: ByteSource, { line }: Place): TranscriptError {
  const where = line === null ? '' : ` at line ${line}`;
  return new TranscriptError(
    'changed',
    `${source.name} has changed${where} since it was read; it is being read again.`,
  );
}
