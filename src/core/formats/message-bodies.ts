import { errorWords } from '../error-words';
import type { Message, Place } from '../model/message';
import type { FormatId, Transcript } from '../model/session';
import type { ByteSource } from '../source/byte-source';
import { decode, MAX_ROW_BYTES, parseJson } from '../source/json';
import { asUtf8 } from '../source/utf8';
import { createSessionBuilder, NOT_UNDERSTOOD, type Keep } from './session-builder';
import { formats } from './table';
import { TranscriptError } from './transcript-error';

/** Where the bodies of messages are that start in one row. Plain data: it crosses threads. */
export interface StartRows {
  readonly format: FormatId;
  readonly places: Message['places'];
  /** The row could not be parsed when the transcript was read. */
  readonly isBroken: boolean;
}

/** Where the bodies of one message are. */
export interface MessageRows extends StartRows {
  /** Which of the messages that start at the first of these rows, 0-based. */
  readonly nth: number;
}

/** What the index keeps the beginnings of. */
export type MessageBodies = Pick<Message, 'parts' | 'error'>;

/**
 * A message as the index has it.
 * @param sessionIndex index in `transcript.sessions`
 * @param name the transcript's, for the sentence
 * @throws TranscriptError when there is no such message
 */
export function indexedMessage(
  transcript: Transcript,
  sessionIndex: number,
  number: number,
  name: string,
): Message {
  const message = transcript.sessions[sessionIndex]?.messages[number];
  if (message !== undefined) return message;
  throw new TranscriptError('changed', `${name} has no message ${number}.`);
}

/** Where the bodies of a message of this session are. */
export function rowsOfMessage(
  { format, sessions }: Transcript,
  sessionIndex: number,
  { number, places, parts }: Message,
): MessageRows {
  const { start } = places[0];
  const before = sessions[sessionIndex]?.messages.slice(0, number) ?? [];
  return {
    format,
    places,
    nth: before.filter((one) => one.places[0].start === start).length,
    isBroken: isBroken({ parts }),
  };
}

/** Where the bodies of all these messages are, which start in the same row. */
export function startRows(format: FormatId, messages: readonly [Message, ...Message[]]): StartRows {
  const [{ places }, ...others] = messages;
  const known = new Set(places.map(({ start }) => start));
  const more = others
    .flatMap((message) => message.places)
    .filter(({ start }) => !known.has(start) && known.add(start));
  const [first, ...rest] = places;
  const ordered = more.length === 0 ? rest : [...rest, ...more].sort((a, b) => a.start - b.start);
  return { format, places: [first, ...ordered], isBroken: messages.some(isBroken) };
}

const isBroken = ({ parts }: Pick<Message, 'parts'>) =>
  parts.some((part) => part.kind === 'marker' && part.label === NOT_UNDERSTOOD);

/** Bytes of these rows. */
export const bytesOfRows = ({ places }: MessageRows): number =>
  places.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * The bodies of a message, read again from the rows it was built from.
 * @throws TranscriptError when the file cannot be read or no longer holds those rows
 */
export async function readBodies(
  source: ByteSource,
  rows: MessageRows,
  keep: Exclude<Keep, 'index'>,
): Promise<MessageBodies> {
  const utf8 = await asUtf8(source).catch((error: unknown) => {
    throw new TranscriptError('unreadable', `${source.name} cannot be read: ${errorWords(error)}`);
  });
  const found = (await readRows(utf8, rows, keep))[rows.nth];
  if (found === undefined) throw changed(source, rows.places[0]);
  return { parts: found.parts, error: found.error };
}

/**
 * The whole bodies of all messages that start in the first of these rows, in order.
 * @param source in UTF-8
 * @param count how many they were when the transcript was read
 * @throws TranscriptError when the file no longer holds those rows; whatever the source rejects with
 */
export async function readMessages(
  source: ByteSource,
  rows: StartRows,
  count: number,
): Promise<readonly MessageBodies[]> {
  const found = await readRows(source, rows, 'whole');
  if (found.length < count) throw changed(source, rows.places[0]);
  return found.slice(0, count).map(({ parts, error }) => ({ parts, error }));
}

/** What the messages that start at the first of these rows hold, in order. `source`: in UTF-8. */
async function readRows(
  source: ByteSource,
  { places, isBroken, format: id }: StartRows,
  keep: Keep,
): Promise<readonly MessageBodies[]> {
  const format = formats.find((one) => one.id === id);
  if (format === undefined) throw changed(source, places[0]);
  const builder = createSessionBuilder(keep);
  const reader = format.createReader(builder);
  for (const place of places) {
    const text = await readRow(source, place);
    const row = format.text === undefined ? parseJson(text) : rowOfText(text);
    if (row.ok) reader.accept({ value: row.value, place });
    // What could not be parsed is shown as it stands.
    else if (isBroken) reader.broken(place, text);
    else throw changed(source, place);
  }
  reader.finish(null);
  return builder
    .build('')
    .flatMap((session) => session.messages)
    .filter((message) => message.places[0].start === places[0].start);
}

async function readRow(source: ByteSource, place: Place): Promise<string> {
  const bytes = place.end - place.start;
  if (bytes > MAX_ROW_BYTES) {
    const size = Math.round(bytes / 1_000_000);
    const sentence = `A row of ${size} MB${atLine(place)} in ${source.name} is too long to read.`;
    throw new TranscriptError('unreadable', sentence);
  }
  return decode(await source.read(place.start, place.end));
}

/** As `scanText` gives it. */
const rowOfText = (text: string) => ({
  ok: true as const,
  value: text.replaceAll('\r\n', '\n').trimEnd(),
});

const atLine = ({ line }: Place) => (line === null ? '' : ` at line ${line}`);

function changed(source: ByteSource, place: Place): TranscriptError {
  return new TranscriptError(
    'changed',
    `${source.name} has changed${atLine(place)} since it was read; it is being read again.`,
  );
}
