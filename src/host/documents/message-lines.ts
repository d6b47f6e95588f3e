import type { Event, Range, TextDocument } from 'vscode';
import type { Location, OpenTranscript } from '../sessions/open-transcript';

/** The transcript behind a document, and the sessions whose messages stand in it. */
export interface Shown {
  readonly open: OpenTranscript;
  /** Index of the session, for a raw file of the main one. */
  readonly session: number;
  /** Indexes of all sessions in it: a reading document shows one, a raw file all of them. */
  readonly sessions: readonly number[];
}

/** Where messages stand in the text documents that show them: reading documents and raw transcripts. */
export interface MessageLines {
  /** Fires when lines may have moved (a transcript was opened, read again or closed). */
  readonly onDidChange: Event<void>;
  /** The message on a 0-based line of a document; null outside of messages and in other documents. */
  locate(document: TextDocument, line: number): Location | null;
  /** Ranges on which comments can be made, one a message; empty for documents that are none of ours. */
  ranges(document: TextDocument): readonly Range[];
  /** Range of a message in this document; null when it does not show that message. */
  rangeOf(document: TextDocument, session: number, number: number): Range | null;
  /** What this document shows; null for documents that are none of ours. */
  openFor(document: TextDocument): Shown | null;
}
