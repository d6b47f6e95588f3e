import type { Place } from '../model/message';
import type { FormatId } from '../model/session';
import type { Row } from '../source/rows';
import type { Splitter } from '../source/scan-text';
import type { SessionBuilder } from './session-builder';

/** What detection may look at: the first rows and the head of the document, never the file's name. */
export interface Sample {
  /** The first values found, in order: lines of a JSONL file, or the first elements of the document's list. */
  readonly rows: readonly unknown[];
  /** The document around the list (`{info, messages: []}`), null for JSONL and bare lists. */
  readonly head: Head;
  readonly shape: Shape;
}

/** `lines`: JSON Lines; `document`: one JSON value that holds the rows in a list. */
export type Shape = 'lines' | 'document';

export type Head = Readonly<Record<string, unknown>> | null;

/** Null when the row was understood, otherwise one sentence about why it was not. */
export type RowVerdict = string | null;

/** Folds rows into sessions, one row at a time, keeping nothing of a row but what it hands to the builder. */
export interface FormatReader {
  accept(row: Row): RowVerdict;
  /** Told of a row that is no JSON, so that formats which number by position keep their numbers. */
  broken(place: Place, sentence: string): void;
  /**
   * Called after the last row, with what stands around the list of rows. A transcript that grows goes
   * on afterwards, and this is called again: what it does to sessions and to the last message of each
   * is undone, messages it added are removed, and of all others it decides anew what it sets.
   */
  finish(head: Head): void;
}

/** How a file of text is known and split into rows. */
export interface TextRows {
  /** Whether a file that begins like this is of the format. */
  matches(beginning: string): boolean;
  createSplitter(beginning: string): Splitter;
}

/** One transcript format: a line in the table of `formats/table.ts`, a file of its own. */
export interface Format {
  readonly id: FormatId;
  /** Name for people, such as `opencode export`. */
  readonly label: string;
  /** 0: certainly not; 1: certainly. The highest wins, ties go to the table's order. */
  detect(sample: Sample): number;
  /** Present when its files are text and no JSON: a row's value is then a text. */
  readonly text?: TextRows;
  createReader(builder: SessionBuilder): FormatReader;
}
