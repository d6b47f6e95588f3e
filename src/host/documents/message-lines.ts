import type { Event, Range, TextDocument } from 'vscode';
import type { Location, OpenTranscript } from '../sessions/open-transcript';

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
  /** The session this document shows; null for documents that are none of ours. For raw files: session 0. */
  openFor(
    document: TextDocument,
  ): { readonly open: OpenTranscript; readonly session: number } | null;
}
