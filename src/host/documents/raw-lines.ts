import type { Transcript } from '../../core/model/session';

/** Where a row of a transcript starts in its raw file, and the message it belongs to. */
interface RawRow {
  /** 0-based line. */
  readonly line: number;
  readonly session: number;
  readonly number: number;
}

/** Finds messages by raw line and raw lines by message. */
export interface RawLines {
  /** The message whose rows hold this 0-based line; null above the first one or where there are no lines. */
  at(line: number): { readonly session: number; readonly number: number } | null;
  /** 0-based lines `[first, last]` of a message's first row; null where the source has no lines. */
  rowOf(session: number, number: number): readonly [number, number] | null;
}

/** An index of one reading of a transcript. */
export function rawLines(transcript: Transcript): RawLines {
  const rows = collect(transcript);
  return {
    at(line) {
      const row = rows.findLast((one) => one.line <= line);
      return row === undefined ? null : { session: row.session, number: row.number };
    },
    rowOf(session, number) {
      const message = transcript.sessions[session]?.messages[number];
      const { line = null, endLine = line } = message?.places[0] ?? {};
      return line === null || endLine === null ? null : [line - 1, endLine - 1];
    },
  };
}

function collect(transcript: Transcript): readonly RawRow[] {
  const rows: RawRow[] = [];
  transcript.sessions.forEach((session, index) => {
    for (const message of session.messages) {
      for (const { line } of message.places) {
        if (line !== null) rows.push({ line: line - 1, session: index, number: message.number });
      }
    }
  });
  return rows.sort((a, b) => a.line - b.line);
}
