import {
  Disposable as VscodeDisposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  MarkdownString,
  workspace,
  l10n,
  type FileChangeEvent,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { errorWords } from '../../core/error-words';
import type { Words } from '../../core/reading/words';
import { disposables, type Disposable } from '../lifecycle';
import type { SessionRegistry } from '../sessions/session-registry';
import type { ReadingDocuments } from './reading-documents';
import { fromReadingUri, READING_SCHEME, type ReadingTarget } from './reading-uri';

export interface ReadingFiles extends Disposable {
  /** Reads what a document of ours will show, so that opening it does not wait. Rejects with a sentence. */
  prepare(uri: Uri, signal: AbortSignal): Promise<void>;
}

/**
 * Serves reading documents as read-only files. A file system rather than a content provider:
 * it is restored after a reload, shows the lock, and tells VS Code when a text changed.
 */
export function registerReadingFileSystem(
  registry: SessionRegistry,
  documents: ReadingDocuments,
  words: Words,
): ReadingFiles {
  const own = disposables();
  const changed = own.add(new EventEmitter<FileChangeEvent[]>());
  /** Modification times by document: VS Code asks again only for a time that is newer. */
  const times = new Map<string, { mtime: number; size: number }>();

  /** A message that was read and not yet asked for: VS Code asks for the size first, then for the bytes. */
  let ready: { readonly uri: string; readonly bytes: Promise<Uint8Array> } | null = null;

  const textOf = async (target: ReadingTarget, signal?: AbortSignal): Promise<string> => {
    const { session, message } = target;
    if (message === null) return (await documents.load(target)).reading.text;
    const open = await registry.open(target.transcript);
    return open.messages.text({ session, number: message }, words, signal);
  };

  const bytesOf = async (uri: Uri, signal?: AbortSignal): Promise<Uint8Array> => {
    const target = fromReadingUri(uri);
    if (target === null) throw FileSystemError.FileNotFound(uri);
    try {
      return Buffer.from(await textOf(target, signal), 'utf8');
    } catch (error) {
      throw FileSystemError.Unavailable(errorWords(error));
    }
  };

  const prepared = (uri: Uri, signal?: AbortSignal): Promise<Uint8Array> => {
    if (ready?.uri === uri.toString()) return ready.bytes;
    const bytes = bytesOf(uri, signal);
    const own = { uri: uri.toString(), bytes };
    ready = own;
    bytes.catch(() => {
      if (ready === own) ready = null;
    });
    return bytes;
  };

  const provider: FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new VscodeDisposable(() => undefined),
    async stat(uri) {
      const known = times.get(uri.toString());
      const entry = known ?? { mtime: Date.now(), size: (await prepared(uri)).byteLength };
      times.set(uri.toString(), entry);
      return {
        type: FileType.File,
        ctime: 0,
        mtime: entry.mtime,
        size: entry.size,
        permissions: FilePermission.Readonly,
      };
    },
    async readFile(uri) {
      const bytes = await prepared(uri);
      ready = null;
      times.set(uri.toString(), {
        mtime: times.get(uri.toString())?.mtime ?? Date.now(),
        size: bytes.byteLength,
      });
      return bytes;
    },
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };

  own.add(
    documents.onDidChange((open) => {
      const outdated = workspace.textDocuments.filter(
        (document) => fromReadingUri(document.uri)?.transcript.toString() === open.uri.toString(),
      );
      ready = null;
      for (const document of outdated) times.delete(document.uri.toString());
      changed.fire(outdated.map(({ uri }) => ({ type: FileChangeType.Changed, uri })));
    }),
  );
  own.add(workspace.onDidCloseTextDocument(({ uri }) => times.delete(uri.toString())));
  own.add(
    workspace.registerFileSystemProvider(READING_SCHEME, provider, {
      isCaseSensitive: true,
      isReadonly: new MarkdownString(
        l10n.t(
          'A reading document is a view of a transcript and cannot be changed. Comments can be added to any message.',
        ),
      ),
    }),
  );
  return {
    async prepare(uri, signal) {
      await prepared(uri, signal);
    },
    dispose: own.dispose,
  };
}

function refuse(): never {
  throw FileSystemError.NoPermissions(l10n.t('Transcripts are never changed.'));
}
