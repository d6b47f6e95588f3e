import { EventEmitter, type Event, type Uri } from 'vscode';
import {
  readingText,
  writeReadingText,
  type ReadingText,
  type ReadingTextOf,
} from '../../core/reading/reading-text';
import type { Words } from '../../core/reading/words';
import { disposables, inPieces, type Disposable } from '../lifecycle';
import type { OpenTranscript } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';
import { transcriptName } from '../sessions/transcript-uri';
import { fromReadingUri, type ReadingTarget } from './reading-uri';

/** A whole session as text, as one of our documents shows it. */
export interface ReadingDocument {
  readonly open: OpenTranscript;
  readonly session: number;
  readonly reading: ReadingText;
}

/** The texts of reading documents, written once for each reading of a transcript. */
export interface ReadingDocuments extends Disposable {
  /** Fires when texts of this transcript are out of date. */
  readonly onDidChange: Event<OpenTranscript>;
  /** The document's text, reading the transcript when it is not open yet. Rejects with a sentence. */
  load(target: ReadingTarget): Promise<ReadingDocument>;
  /** The document behind a URI of ours if its transcript is open; null for single messages. */
  known(uri: Uri): ReadingDocument | null;
}

/** Texts are written when they are asked for, and forgotten when their transcript is read again. */
export function createReadingDocuments(registry: SessionRegistry, words: Words): ReadingDocuments {
  const own = disposables();
  const changed = own.add(new EventEmitter<OpenTranscript>());
  const texts = new WeakMap<OpenTranscript, Map<number, ReadingText>>();
  own.add(
    registry.onDidChange((open) => {
      texts.delete(open);
      changed.fire(open);
    }),
  );

  const textsOf = (open: OpenTranscript) => {
    const sessions = texts.get(open) ?? new Map<number, ReadingText>();
    texts.set(open, sessions);
    return sessions;
  };
  const written = (open: OpenTranscript, session: number): ReadingTextOf => {
    const name = transcriptName(open.uri);
    return [open.transcript, session, open.findings(session), words, name];
  };
  const document = (open: OpenTranscript, session: number): ReadingDocument => {
    const sessions = textsOf(open);
    const reading = sessions.get(session) ?? readingText(...written(open, session));
    sessions.set(session, reading);
    return { open, session, reading };
  };
  /** As `document`, with pauses; a text that went out of date meanwhile is written again. */
  const documentInPieces = async (open: OpenTranscript, session: number) => {
    for (;;) {
      const sessions = textsOf(open);
      const reading =
        sessions.get(session) ?? (await inPieces(writeReadingText(...written(open, session))));
      if (texts.get(open) !== sessions) continue;
      sessions.set(session, reading);
      return { open, session, reading };
    }
  };

  return {
    onDidChange: changed.event,
    async load(target) {
      return documentInPieces(await registry.open(target.transcript), target.session);
    },
    known(uri) {
      const target = fromReadingUri(uri);
      if (target?.message !== null) return null;
      const open = registry.get(target.transcript);
      return open === null ? null : document(open, target.session);
    },
    dispose: own.dispose,
  };
}
