import { baseName } from '../base-name';
import type { Place } from '../model/message';
import {
  MAX_PROBLEMS,
  type FormatId,
  type RowProblem,
  type Session,
  type Transcript,
} from '../model/session';
import type { ByteSource } from '../source/byte-source';
import { decode } from '../source/json';
import type { ReadControl, RowSink } from '../source/rows';
import { scanDocument } from '../source/scan-document';
import { scanLines, type LineStart } from '../source/scan-lines';
import { scanText } from '../source/scan-text';
import { asUtf8 } from '../source/utf8';
import { detect, MAX_SAMPLE_ROWS, type Detected } from './detect';
import type { FormatReader, Head } from './format';
import { marksOf, stillStand, type Marks } from './marks';
import { createSessionBuilder, type SessionBuilder, type SessionDraft } from './session-builder';
import { TranscriptError } from './transcript-error';
import { whatWasFound } from './what-was-found';

/** How a reading is watched and stopped, and what it gives before it is at its end. */
export interface RunControl extends ReadControl {
  /**
   * Offered between pieces of work, once there are messages and while there is more to read; awaited.
   * @param soFar gives the transcript as far as it was read
   * @param done bytes read
   */
  readonly onPart?: (soFar: () => Transcript, done: number) => Promise<void>;
}

/** A reading from the first row of a source to its last one, which may go on when rows are added. */
export interface Run {
  /** The transcript, when nothing is to follow. */
  end(): Transcript;
  /** The transcript as it is now; the run can go on. */
  soFar(): Transcript;
  /** The sessions as far as they have been read. */
  drafts(): readonly SessionDraft[];
  /**
   * Reads what was added since. Null: the layout does not allow it.
   * @returns false when what was read is not what stands there now: start over then
   * @throws whatever the source rejects with; the run is then of no use any more
   */
  readonly goOn: ((source: ByteSource, control: ReadControl) => Promise<boolean>) | null;
}

/** Of a compressed file both are taken off. */
const EXTENSION = /(?<=.)\.[^.]*(?:\.(?:gz|zst))?$/;
const NEWLINE = 10;
/** What a splitter is shown of a file of text, in bytes. */
const BEGINNING = 1024 * 1024;

/**
 * Reads all that is there.
 * @throws TranscriptError when that is no transcript; whatever the source rejects with
 */
export async function startRun(source: ByteSource, control: RunControl): Promise<Run> {
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
  const builder = createSessionBuilder('index');
  const reader = detected.format.createReader(builder);
  const counts = createCounts(reader);
  let head: Head = null;
  const sink: RowSink = {
    ...counts.sink,
    head(before) {
      head = before;
    },
  };
  const results = createResults({
    format: detected.format.id,
    fallbackId: baseName(source.name).replace(EXTENSION, ''),
    builder,
    counts,
    finish() {
      reader.finish(head);
    },
  });
  const watched = withParts(control, results);
  const { layout } = detected;
  const { text } = detected.format;
  if (text !== undefined) {
    const beginning = decode(await utf8.read(0, Math.min(size, BEGINNING)));
    const splitter = text.createSplitter(beginning);
    await scanText(utf8, layout, size, splitter, sink, watched);
    return runOf(results, () => size, null);
  }
  if (layout.shape === 'document') {
    ({ head } = await scanDocument(utf8, layout, size, sink, watched));
    return runOf(results, () => size, null);
  }
  const open = await scanLines(utf8, layout, size, sink, watched);
  // Decoded text has byte offsets of its own, which more text would not go on.
  if (utf8 !== source) return runOf(results, () => size, null);
  const marks = await marksOf(source, size);
  const end = createEnd(detected, counts, { size, open, marks });
  return runOf(results, end.size, end.goOn);
}

/** @param size bytes read, which grow when the run goes on */
function runOf(results: Results, size: () => number, goOn: Run['goOn']): Run {
  return {
    end: () => results.end(size()),
    soFar: () => results.soFar(size(), 0),
    drafts: results.drafts,
    goOn,
  };
}

/** The parts of a reading are given where it pauses. */
function withParts(control: RunControl, results: Results): ReadControl {
  const { onPart } = control;
  if (onPart === undefined) return control;
  let done = 0;
  let size = 0;
  return {
    ...control,
    onProgress(read, total) {
      [done, size] = [read, total];
      control.onProgress?.(read, total);
    },
    async pause() {
      await control.pause?.();
      const hasMessages = results.drafts().some(({ messages }) => messages.length > 0);
      if (hasMessages && done < size) await onPart(() => results.soFar(done, size - done), done);
    },
  };
}

interface Frame {
  readonly format: FormatId;
  /** Names a session without an id. */
  readonly fallbackId: string;
  readonly builder: SessionBuilder;
  readonly counts: Counts;
  /** Tells the reader that the transcript ends here. */
  readonly finish: () => void;
}

type Results = ReturnType<typeof createResults>;

/** What was read as a transcript. */
function createResults({ format, fallbackId, builder, counts, finish }: Frame) {
  let isGiven = false;
  const transcriptOf = (sessions: readonly Session[], size: number, unread: number): Transcript => {
    const [first, ...others] = mainFirst(sessions);
    if (first === undefined) throw new Error('A reader made no session.');
    return {
      format,
      sessions: [first, ...others],
      rows: counts.rows(),
      problems: counts.problems(),
      size,
      unread,
    };
  };
  const soFar = (size: number, unread: number) => {
    isGiven = true;
    return transcriptOf(builder.buildSoFar(finish, fallbackId), size, unread);
  };
  return {
    soFar,
    end(size: number) {
      // Whoever was given messages before knows by them what has not changed since.
      if (isGiven) return soFar(size, 0);
      finish();
      return transcriptOf(builder.build(fallbackId), size, 0);
    },
    drafts: () => builder.drafts(),
  };
}

/** Rows of a subagent may stand before those of the session that started it. */
const mainFirst = (sessions: readonly Session[]) => [
  ...sessions.filter(({ parent }) => parent === null),
  ...sessions.filter(({ parent }) => parent !== null),
];

/** How far lines were read. */
interface Reached {
  readonly size: number;
  /** Where the last line begins when it has no newline yet, else the end. */
  readonly open: LineStart;
  readonly marks: Marks;
}

/** The end of a file of lines, which moves on as the file grows. */
function createEnd(detected: Detected, counts: Counts, first: Reached) {
  const kind = kindOf(detected);
  let isSettled = detected.sample.rows.length >= MAX_SAMPLE_ROWS;
  let reached = first;

  /** Where unread rows begin; null when the last line, which was read as a row, goes on. */
  const unread = async (source: ByteSource): Promise<LineStart | null> => {
    const { size, open } = reached;
    if (!counts.hasRowSince(open.start)) return open;
    const [next] = await source.read(size, size + 1);
    return next === NEWLINE ? { start: size + 1, line: open.line + 1 } : null;
  };
  /** A few first rows may have looked like another format. */
  const isStillOfItsKind = async (source: ByteSource, control: ReadControl) => {
    if (isSettled) return true;
    const again = await detect(source, Infinity, control);
    isSettled = (again?.sample.rows.length ?? 0) >= MAX_SAMPLE_ROWS;
    return again !== null && kindOf(again) === kind;
  };

  return {
    size: () => reached.size,
    goOn: async (source: ByteSource, control: ReadControl): Promise<boolean> => {
      const size = await source.size();
      if (size < reached.size || !(await stillStand(reached.marks, source))) return false;
      if (size === reached.size) return true;
      const start = await unread(source);
      if (start === null || !(await isStillOfItsKind(source, control))) return false;
      counts.dropIncomplete();
      const open = await scanLines(source, start, size, counts.sink, control);
      reached = { size, open, marks: await marksOf(source, size) };
      return true;
    },
  };
}

const kindOf = ({ format, layout }: Detected) =>
  `${format?.id ?? ''} ${layout.shape} ${layout.start} ${layout.line}`;

type Counts = ReturnType<typeof createCounts>;

function createCounts(reader: FormatReader) {
  const problems: RowProblem[] = [];
  let incomplete: RowProblem | null = null;
  let understood = 0;
  let unknown = 0;
  let malformed = 0;
  /** Where the last row begins that was read. */
  let lastStart = -1;
  const note = (kind: RowProblem['kind'], place: Place, sentence: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ kind, place, sentence });
  };
  const sink: RowSink = {
    row(row) {
      lastStart = row.place.start;
      const sentence = reader.accept(row);
      if (sentence === null) {
        understood += 1;
        return;
      }
      unknown += 1;
      note('unknown', row.place, sentence);
    },
    broken({ kind, place, sentence }) {
      if (kind === 'incomplete') {
        incomplete = { kind, place, sentence };
        return;
      }
      lastStart = place.start;
      note(kind, place, sentence);
      malformed += 1;
      reader.broken(place, sentence);
    },
  };
  return {
    sink,
    rows: () => ({
      read: understood + unknown + malformed,
      understood,
      unknown,
      malformed,
    }),
    problems: (): readonly RowProblem[] =>
      incomplete === null ? [...problems] : [...problems, incomplete].slice(0, MAX_PROBLEMS),
    /** The last line is read again, from its beginning. */
    dropIncomplete() {
      incomplete = null;
    },
    hasRowSince: (start: number) => lastStart >= start,
  };
}
