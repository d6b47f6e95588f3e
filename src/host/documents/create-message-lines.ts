import { EventEmitter, Range, type TextDocument } from 'vscode';
import { messageAtLine } from '../../core/reading/reading-text';
import { disposables, type Disposable } from '../lifecycle';
import type { OpenTranscript } from '../sessions/open-transcript';
import { sessionAt, type SessionRegistry } from '../sessions/session-registry';
import type { MessageLines } from './message-lines';
import { rawLines, type RawLines } from './raw-lines';
import type { ReadingDocuments } from './reading-documents';
import { READING_SCHEME } from './reading-uri';

/** Columns are never of interest: a range reaches to the end of its last line. */
const LINE_END = Number.MAX_SAFE_INTEGER;

/** Looks lines up in the texts that were written; raw files are indexed once for each reading. */
export function createMessageLines(
  registry: SessionRegistry,
  documents: ReadingDocuments,
): MessageLines & Disposable {
  const own = disposables();
  const changed = own.add(new EventEmitter<void>());
  const raws = new WeakMap<OpenTranscript, RawLines>();

  const rawOf = (open: OpenTranscript): RawLines => {
    const lines = raws.get(open) ?? rawLines(open.transcript);
    raws.set(open, lines);
    return lines;
  };
  const tell = (open: OpenTranscript) => {
    raws.delete(open);
    changed.fire();
  };
  own.add(registry.onDidOpen(tell));
  own.add(registry.onDidChange(tell));
  own.add(registry.onDidClose(tell));

  const show = (document: TextDocument) => {
    if (document.uri.scheme !== READING_SCHEME) return raw(document);
    const shown = documents.known(document.uri);
    if (shown === null) return null;
    const { open, session, reading } = shown;
    return {
      open,
      session,
      sessions: [session],
      at: (line: number) => {
        const number = messageAtLine(reading, line);
        return number === null ? null : { session, number };
      },
      rowOf: (wanted: number, number: number): readonly [number, number] | null => {
        const first = reading.headerLines[number];
        const last = reading.lastLines[number];
        return wanted !== session || first === undefined || last === undefined
          ? null
          : [first, last];
      },
    };
  };
  const raw = (document: TextDocument) => {
    const uri = document.uri.toString();
    const open = registry.all.find(({ raw }) => raw.toString() === uri);
    if (open === undefined) return null;
    const sessions = [...open.transcript.sessions.keys()];
    return { open, session: 0, sessions, ...rawOf(open) };
  };
  const toRange = (document: TextDocument, rows: readonly [number, number] | null) =>
    rows === null || rows[0] >= document.lineCount
      ? null
      : document.validateRange(new Range(rows[0], 0, rows[1], LINE_END));

  return {
    onDidChange: changed.event,
    locate(document, line) {
      const shown = show(document);
      const at = shown?.at(line) ?? null;
      return shown === null || at === null ? null : { open: shown.open, ...at };
    },
    ranges(document) {
      const shown = show(document);
      if (shown === null) return [];
      const { transcript } = shown.open;
      return shown.sessions.flatMap((session) =>
        sessionAt(transcript, session).messages.flatMap(
          ({ number }) => toRange(document, shown.rowOf(session, number)) ?? [],
        ),
      );
    },
    rangeOf(document, session, number) {
      const shown = show(document);
      return shown === null ? null : toRange(document, shown.rowOf(session, number));
    },
    openFor(document) {
      const shown = show(document);
      if (shown === null) return null;
      const { open, session, sessions } = shown;
      return { open, session, sessions };
    },
    dispose: own.dispose,
  };
}
