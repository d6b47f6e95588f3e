import { baseName } from '../base-name';
import { errorWords } from '../error-words';
import type { Message, Place } from '../model/message';
import { MAX_PROBLEMS, type RowProblem, type Session, type Transcript } from '../model/session';
import type { ByteSource } from '../source/byte-source';
import { decode, parseJson } from '../source/json';
import type { ReadControl, RowSink } from '../source/rows';
import { scanDocument } from '../source/scan-document';
import { scanLines } from '../source/scan-lines';
import { asUtf8 } from '../source/utf8';
import { detect, type Detected } from './detect';
import type { Format, FormatReader, Head } from './format';
import { createSessionBuilder } from './session-builder';
import { formats } from './table';
import { TranscriptError } from './transcript-error';

/**
 * Reads a whole transcript, one row at a time, into its index.
 * @throws TranscriptError with one sentence for people: the file is empty, no transcript that we
 *   know, cannot be read, or the reading was cancelled
 */
export async function readTranscript(
  source: ByteSource,
  control: ReadControl = {},
): Promise<Transcript> {
  try {
    return await read(source, control);
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

async function read(source: ByteSource, control: ReadControl): Promise<Transcript> {
  const utf8 = await asUtf8(source);
  const size = await utf8.size();
  if (size === 0) {
    throw new TranscriptError(
      'empty',
      `${source.name} is empty: the agent has not written anything yet.`,
    );
  }
  const detected = await detect(utf8, Infinity, control);
  if (!detected?.format) {
    throw new TranscriptError('not-a-transcript', await whatWasFound(utf8, detected));
  }
  const { format, layout } = detected;
  const builder = createSessionBuilder('index');
  const reader = format.createReader(builder);
  const counts = createCounts(reader);
  let head: Head = null;
  if (layout.shape === 'lines') await scanLines(utf8, layout, size, counts.sink, control);
  else ({ head } = await scanDocument(utf8, layout, size, counts.sink, control));
  reader.finish(head);
  const [first, ...others] = mainFirst(builder.build(baseName(source.name).replace(EXTENSION, '')));
  if (first === undefined) throw new Error('A reader made no session.');
  return {
    format: format.id,
    sessions: [first, ...others],
    rows: counts.rows(),
    problems: counts.problems,
    size,
  };
}

const EXTENSION = /(?<=.)\.[^.]*$/;

/** Rows of a subagent may stand before those of the session that started it. */
const mainFirst = (sessions: readonly Session[]) => [
  ...sessions.filter(({ parent }) => parent === null),
  ...sessions.filter(({ parent }) => parent !== null),
];

function createCounts(reader: FormatReader) {
  const problems: RowProblem[] = [];
  let understood = 0;
  let unknown = 0;
  let malformed = 0;
  const note = (kind: RowProblem['kind'], place: Place, sentence: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ kind, place, sentence });
  };
  const sink: RowSink = {
    row(row) {
      const sentence = reader.accept(row);
      if (sentence === null) {
        understood += 1;
        return;
      }
      unknown += 1;
      note('unknown', row.place, sentence);
    },
    broken({ kind, place, sentence }) {
      note(kind, place, sentence);
      if (kind === 'incomplete') return;
      malformed += 1;
      reader.broken(place, sentence);
    },
  };
  const rows = () => ({
    read: understood + unknown + malformed,
    understood,
    unknown,
    malformed,
  });
  return { sink, problems, rows };
}

/** Beginnings of files that are known not to be text (docs/formats.md, all 3). */
const MAGIC: readonly (readonly [string, string])[] = [
  ['SQLite format 3\0', 'a SQLite database'],
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['\u001f\ufffd', 'a compressed file'],
  ['(\ufffd/\ufffd', 'a compressed file'],
];

async function whatWasFound(source: ByteSource, detected: Detected | null): Promise<string> {
  const looked = `Looked for ${formats.map(({ label }) => label).join(', ')}`;
  const start = decode(await source.read(0, 4096));
  const magic = MAGIC.find(([mark]) => start.startsWith(mark))?.[1];
  const found = magic ?? foundInside(start, detected);
  return `${source.name} is not a transcript that can be read. ${looked}; found ${found}.`;
}

function foundInside(start: string, detected: Detected | null): string {
  if (start.trim() === '') return 'only white space';
  if (detected === null) return 'text that is not JSON';
  const { rows, head } = detected.sample;
  const [first] = rows;
  const keys = Object.keys(head ?? (typeof first === 'object' && first !== null ? first : {}));
  if (keys.length === 0) return 'JSON without messages';
  const names = keys.slice(0, 6).map((key) => (key.length > 40 ? `${key.slice(0, 39)}…` : key));
  return `JSON with the keys ${names.join(', ')}${keys.length > 6 ? ', …' : ''}`;
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
export async function readRows(
  source: ByteSource,
  format: Format,
  places: Message['places'],
): Promise<readonly Pick<Message, 'parts' | 'error'>[]> {
  const builder = createSessionBuilder('whole');
  const reader = format.createReader(builder);
  for (const place of places) {
    const row = parseJson(decode(await source.read(place.start, place.end)));
    if (!row.ok) throw changed(source, place);
    reader.accept({ value: row.value, place });
  }
  reader.finish(null);
  return builder
    .build('')
    .flatMap((session) => session.messages)
    .filter((message) => message.places[0].start === places[0].start);
}

function changed(source: ByteSource, { line }: Place): TranscriptError {
  const where = line === null ? '' : ` at line ${line}`;
  return new TranscriptError(
    'changed',
    `${source.name} has changed${where} since it was read; it is being read again.`,
  );
}
