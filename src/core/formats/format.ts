import type { FormatId } from '../model/session';
import type { Row } from '../source/rows';
import type { SessionBuilder } from './session-builder';

/** What detection may look at: the first rows or the head of the document, never the file's name. */
export interface Sample {
  /** The first decoded characters (at most 64 KiB). */
  readonly text: string;
  /** The first values found, in order: lines of a JSONL file, or the first elements of the document's array. */
  readonly rows: readonly unknown[];
  /** The document around the array (`{info, messages: …}` without the array), null for JSONL and bare arrays. */
  readonly head: Readonly<Record<string, unknown>> | null;
  readonly shape: 'lines' | 'document' | 'array';
}

export type RowVerdict =
  { readonly understood: true } | { readonly understood: false; readonly sentence: string };

/** Folds rows into sessions, one row at a time, keeping nothing of a row but what it hands to the builder. */
export interface FormatReader {
  accept(row: Row): RowVerdict;
  /** Called once after the last row. */
  finish(): void;
}

/** One transcript format: a line in the table of `formats/table.ts`, a file of its own. */
export interface Format {
  readonly id: FormatId;
  /** Name for people, such as `opencode export`. */
  readonly label: string;
  /** How messages are numbered, in one sentence for the README. */
  readonly numbering: string;
  /** 0: certainly not; 1: certainly. The highest wins, ties go to the table's order. */
  detect(sample: Sample): number;
  createReader(
    builder: SessionBuilder,
    head: Readonly<Record<string, unknown>> | null,
  ): FormatReader;
}
