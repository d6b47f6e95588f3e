import {
  EventEmitter,
  type Uri,
  type CancellationToken,
  type Event,
  type LogOutputChannel,
} from 'vscode';
import type { Findings } from '../../core/findings/findings';
import { applyStages } from '../../core/findings/stages';
import type { Transcript } from '../../core/model/session';
import { createThreadReader, type TranscriptReader } from '../../node/read-in-thread';
import type { Reading } from '../../node/reader-messages';
import { disposables, type Disposable } from '../lifecycle';
import { literally, watchFiles } from '../watch';
import { contextWindows } from './context-windows';
import type { DetectorStages } from './detector-stages';
import { keepReading } from './keep-reading';
import { createLocalReader } from './local-reader';
import { createMessageReader } from './message-reader';
import type { OpenTranscript } from './open-transcript';
import type { RawFile, RawFiles } from './raw-files';
import { createUnpackingReader } from './unpacking-reader';

/** Told of the bytes read so far, and of the whole file. */
export type ReadProgress = (done: number, total: number) => void;

/** The transcripts that are open now, each read once and shared by all views. */
export interface SessionRegistry extends Disposable {
  readonly onDidOpen: Event<OpenTranscript>;
  readonly onDidChange: Event<OpenTranscript>;
  readonly onDidClose: Event<OpenTranscript>;
  readonly all: readonly OpenTranscript[];
  /** The open transcript of this file, if there is one. */
  get(uri: Uri): OpenTranscript | null;
  /** Reads the transcript, or gives the one already open. Rejects with a `TranscriptError`. */
  open(uri: Uri, progress?: ReadProgress, token?: CancellationToken): Promise<OpenTranscript>;
  /** Forgets a transcript that nobody looks at any more. */
  close(open: OpenTranscript): void;
}

/** Of a session that is not there. */
const NOTHING_FOUND: Findings = { flags: [], incidents: [], turns: [], measured: [] };

interface Entry extends Disposable {
  readonly open: OpenTranscript;
}

export interface RegistryServices {
  readonly log: LogOutputChannel;
  readonly stages: DetectorStages;
  readonly rawFiles: RawFiles;
  /** Path of the bundled reading thread. */
  readonly thread: string;
}

/** A registry in which nothing is open. */
export function createSessionRegistry(services: RegistryServices): SessionRegistry {
  const opened = new EventEmitter<OpenTranscript>();
  const changed = new EventEmitter<OpenTranscript>();
  const closed = new EventEmitter<OpenTranscript>();
  const entries = new Map<string, Entry>();
  const opening = new Map<string, Promise<OpenTranscript>>();

  const read = async (uri: Uri, progress?: ReadProgress, token?: CancellationToken) => {
    const raw = await services.rawFiles.of(uri);
    const reader = createReader(raw, services);
    const reading = await readFirst(reader, progress, token).catch((error: unknown) => {
      raw.dispose();
      throw error;
    });
    const entry = createEntry({ uri, raw, reader }, reading, services, (open) => {
      changed.fire(open);
    });
    entries.set(uri.toString(), entry);
    opened.fire(entry.open);
    return entry.open;
  };

  return {
    onDidOpen: opened.event,
    onDidChange: changed.event,
    onDidClose: closed.event,
    get all() {
      return [...entries.values()].map((entry) => entry.open);
    },
    get: (uri) => entries.get(uri.toString())?.open ?? null,
    open(uri, progress, token) {
      const key = uri.toString();
      const present = entries.get(key);
      if (present !== undefined) return Promise.resolve(present.open);
      const under = opening.get(key);
      if (under !== undefined) return under;
      const reading = read(uri, progress, token).finally(() => opening.delete(key));
      opening.set(key, reading);
      return reading;
    },
    close(open) {
      const key = open.uri.toString();
      entries.get(key)?.dispose();
      if (entries.delete(key)) closed.fire(open);
    },
    dispose() {
      for (const entry of entries.values()) entry.dispose();
      entries.clear();
      opened.dispose();
      changed.dispose();
      closed.dispose();
    },
  };
}

function createReader(
  { uri, name, unpack }: RawFile,
  { log, thread }: RegistryServices,
): TranscriptReader {
  const windows = contextWindows(log);
  if (uri.scheme !== 'file') return createLocalReader(uri, windows);
  const reader = createThreadReader(thread, uri.fsPath, windows, name);
  return unpack === null ? reader : createUnpackingReader(unpack, reader);
}

async function readFirst(
  reader: TranscriptReader,
  progress?: ReadProgress,
  token?: CancellationToken,
): Promise<Reading> {
  const abort = new AbortController();
  const cancelling = token?.onCancellationRequested(() => {
    abort.abort();
  });
  try {
    return await reader.read(false, {
      signal: abort.signal,
      ...(progress === undefined ? {} : { onProgress: progress }),
    });
  } catch (error) {
    reader.dispose();
    throw error;
  } finally {
    cancelling?.dispose();
  }
}

interface Opened {
  readonly uri: Uri;
  readonly raw: RawFile;
  readonly reader: TranscriptReader;
}

function createEntry(
  { uri, raw, reader }: Opened,
  first: Reading,
  { log, stages, thread }: RegistryServices,
  tell: (open: OpenTranscript) => void,
): Entry {
  const own = disposables();
  own.add(raw);
  const changed = own.add(new EventEmitter<void>());
  let reading = first;
  const staged = () => reading.findings.map((found) => applyStages(found, stages.current));
  let findings = staged();
  const replaced = () => {
    findings = staged();
    changed.fire();
    tell(open);
  };

  const open: OpenTranscript = {
    uri,
    raw: raw.uri,
    get transcript() {
      return reading.transcript;
    },
    onDidChange: changed.event,
    findings: (session) => findings[session] ?? NOTHING_FOUND,
    messages: own.add(createMessageReader(raw, thread, () => reading.transcript)),
  };

  own.add(stages.onDidChange(replaced));
  const keeping = own.add(
    keepReading(reader, first, {
      read(next) {
        reading = next;
        replaced();
      },
      failed(error) {
        // The old reading stays on screen: a file that is being replaced is unreadable for a moment.
        log.warn(`${uri.toString()} could not be read again: ${String(error)}`);
      },
    }),
  );
  for (const { folder, name } of raw.watched) {
    own.add(watchFiles(folder, name === '*' ? name : literally(name), keeping.changed));
  }
  return { open, dispose: own.dispose };
}

/** The session at an index of `transcript.sessions`; the main one when there is none. */
export function sessionAt(transcript: Transcript, index: number) {
  return transcript.sessions[index] ?? transcript.sessions[0];
}
