import {
  EventEmitter,
  FileSystemError,
  FileType,
  l10n,
  Uri,
  window,
  workspace,
  type Event,
  type LogOutputChannel,
} from 'vscode';
import { errorWords } from '../../core/error-words';
import { eventLine, type ReviewEvent } from '../../core/review/events';
import { reviewFileName, reviewFilesOf } from '../../core/review/file-names';
import { parseLog } from '../../core/review/log';
import { problemWords } from '../../core/review/problem-words';
import { appendLine } from '../../node/append-log';
import { errorCode } from '../../node/error-code';
import { disposables, type Disposable } from '../lifecycle';
import { literally, watchFiles } from '../watch';
import { reviewPlaces, type ReviewPlace } from './review-places';

/** Codes of a folder that can't be written; the next place is tried. */
const ELSEWHERE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
/** A review file above this size in bytes is not ours: reading it would stall the editor. */
const MAX_SIZE = 100_000_000;

/** The review files of one transcript. */
export interface FileReviewStore extends Disposable {
  /** Fires when a review file may have changed on disk. */
  readonly onDidChange: Event<void>;
  /** The events of every review file, by the file's URI. Files that can't be read are told, not thrown. */
  read(): Promise<ReadonlyMap<string, readonly ReviewEvent[]>>;
  /**
   * Appends an event to the reviewer's own file, which is on disk when the promise resolves to its
   * URI. Rejects with a sentence. Never call it twice at a time.
   */
  append(event: ReviewEvent, reviewer: string): Promise<string>;
}

export interface FileReviewStoreServices {
  readonly storage: Uri;
  readonly log: LogOutputChannel;
}

/** Watches every place where reviews of the transcript may be, until it is disposed. */
export function createFileReviewStore(
  transcript: Uri,
  { storage, log }: FileReviewStoreServices,
): FileReviewStore {
  const own = disposables();
  const changed = own.add(new EventEmitter<void>());
  let watchers = disposables();
  own.add({
    dispose() {
      watchers.dispose();
    },
  });
  const told = new Map<string, string>();
  let last: ReadonlyMap<string, readonly ReviewEvent[]> = new Map();

  const tellChange = () => {
    changed.fire();
  };
  const watchPlaces = () => {
    watchers.dispose();
    watchers = disposables();
    for (const { folder, base } of reviewPlaces(transcript, storage).read) {
      watchers.add(watchFiles(folder, `${literally(base)}.*.review.jsonl`, tellChange));
    }
  };
  /** Says something about a file, once for as long as it stays the same. */
  const tell = (file: Uri, sentence: string, say: (sentence: string) => void) => {
    if (told.get(file.toString()) === sentence) return;
    told.set(file.toString(), sentence);
    if (sentence !== '') say(sentence);
  };

  const readFile = async (file: Uri): Promise<readonly ReviewEvent[]> => {
    try {
      const { size, type } = await workspace.fs.stat(file);
      if ((type & FileType.File) === 0) return [];
      if (size > MAX_SIZE) throw new Error(l10n.t('It is larger than 100 MB.'));
      const { events, problems } = parseLog(await workspace.fs.readFile(file));
      tell(file, problemWords(shown(file), problems) ?? '', (sentence) => {
        log.warn(sentence);
      });
      return events;
    } catch (error) {
      if (isMissing(error)) return [];
      tell(file, unreadableWords(file, error), (sentence) => {
        log.error(sentence);
        void window.showWarningMessage(sentence);
      });
      // What was read before is better than nothing.
      return last.get(file.toString()) ?? [];
    }
  };

  own.add(
    workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('agentSessionReview')) return;
      watchPlaces();
      changed.fire();
    }),
  );
  own.add(workspace.onDidChangeWorkspaceFolders(watchPlaces));
  watchPlaces();

  return {
    onDidChange: changed.event,
    async read() {
      const places = reviewPlaces(transcript, storage).read;
      const found = (await Promise.all(places.map((place) => filesIn(place, log)))).flat();
      const files = new Map(found.map((file) => [file.toString(), file]));
      last = new Map(
        await Promise.all(
          [...files].map(async ([key, file]) => [key, await readFile(file)] as const),
        ),
      );
      return last;
    },
    async append(event, reviewer) {
      const places = reviewPlaces(transcript, storage).write;
      for (const [index, { folder, base }] of places.entries()) {
        const file = Uri.joinPath(folder, reviewFileName(base, reviewer));
        try {
          await appendTo(file, eventLine(event));
          return file.toString();
        } catch (error) {
          const elsewhere = index < places.length - 1 && ELSEWHERE.has(errorCode(error) ?? '');
          if (!elsewhere) throw new Error(unwritableWords(file, error), { cause: error });
          log.info(
            `${shown(file)} can't be written (${errorWords(error)}); trying the next place.`,
          );
        }
      }
      throw new Error(
        l10n.t('There is no place for reviews. Check the settings of this extension.'),
      );
    },
    dispose: own.dispose,
  };
}

async function filesIn({ folder, base }: ReviewPlace, log: LogOutputChannel): Promise<Uri[]> {
  let entries: readonly (readonly [string, FileType])[];
  try {
    // VS Code logs a failure to list a folder, but not one to look at it.
    await workspace.fs.stat(folder);
    entries = await workspace.fs.readDirectory(folder);
  } catch (error) {
    if (!isMissing(error)) log.warn(`${shown(folder)} can't be listed: ${errorWords(error)}`);
    return [];
  }
  // Pipes and devices would keep the reader waiting for ever.
  const names = entries.flatMap(([name, type]) => ((type & FileType.File) === 0 ? [] : [name]));
  return reviewFilesOf(base, names).map((name) => Uri.joinPath(folder, name));
}

async function appendTo(file: Uri, line: string): Promise<void> {
  if (file.scheme !== 'file') return rewrite(file, line);
  try {
    await appendLine(file.fsPath, line);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await workspace.fs.createDirectory(Uri.joinPath(file, '..'));
    await appendLine(file.fsPath, line);
  }
}

/** For file systems that can't append: the whole file is written again, with the line at its end. */
async function rewrite(file: Uri, line: string): Promise<void> {
  let before: Uint8Array;
  try {
    before = await workspace.fs.readFile(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    before = new Uint8Array();
  }
  const isTorn = before.length > 0 && before.at(-1) !== 0x0a;
  await workspace.fs.writeFile(
    file,
    Buffer.concat([before, Buffer.from(isTorn ? `\n${line}` : line, 'utf8')]),
  );
}

const isMissing = (error: unknown) =>
  error instanceof FileSystemError && error.code === 'FileNotFound';
const shown = (uri: Uri) => (uri.scheme === 'file' ? uri.fsPath : uri.toString());

function unreadableWords(file: Uri, error: unknown): string {
  return l10n.t(
    'The review file {0} can’t be read, so its comments are not shown. {1} Check its permissions, then open the transcript again.',
    shown(file),
    errorWords(error),
  );
}

function unwritableWords(file: Uri, error: unknown): string {
  return errorCode(error) === 'ENOSPC'
    ? l10n.t(
        '{0} can’t be written: the disk is full. Free some space, then save again.',
        shown(file),
      )
    : l10n.t(
        '{0} can’t be written ({1}). Check its permissions or choose another place in the setting “agentSessionReview.reviewLocation”, then save again.',
        shown(file),
        errorWords(error),
      );
}
