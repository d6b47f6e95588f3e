import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import {
  commands as vscodeCommands,
  l10n,
  ProgressLocation,
  Uri,
  window,
  workspace,
  type CancellationToken,
  type Range,
  type TextDocument,
} from 'vscode';
import { errorWords } from '../../core/error-words';
import { grouped } from '../../core/reading/quantities';
import type { Words } from '../../core/reading/words';
import type { ReadingFiles } from '../documents/reading-file-system';
import { toReadingUri } from '../documents/reading-uri';
import { disposables, type Disposable } from '../lifecycle';
import type { Location, Selection } from '../sessions/open-transcript';
import { folderOf, transcriptName } from '../sessions/transcript-uri';
import { commands } from './ids';
import { messageOfNode } from './turns-node';

/** From this many bytes on reading takes long enough for a notification with Cancel. */
const LONG_READ = 8_000_000;

export interface WholeMessageServices {
  readonly selection: Selection;
  readonly files: ReadingFiles;
  readonly words: Words;
  /** Where to look in the document of a message; null: at its beginning. */
  readonly placeIn: (document: TextDocument) => Range | null;
}

/** Opens a whole message as a document of its own, and saves all of it to a file. */
export function registerWholeMessageCommands(services: WholeMessageServices): Disposable {
  const own = disposables();
  const register = (id: string, work: (at: Location) => Promise<void>) =>
    own.add(
      vscodeCommands.registerCommand(id, async (given?: unknown) => {
        const at = messageOfNode(given, services.selection.current);
        if (at !== null) await work(at);
      }),
    );
  register(commands.openWholeMessage, (at) => openWhole(at, services));
  register(commands.saveWholeMessage, (at) => saveWhole(at, services));
  return own;
}

async function openWhole(at: Location, { files, placeIn }: WholeMessageServices): Promise<void> {
  const { open, session, number } = at;
  const uri = toReadingUri({ transcript: open.uri, session, message: number });
  const read = await withProgress(at, l10n.t('Reading message {0}', number), (signal) =>
    files.prepare(uri, signal),
  );
  if (!read.done) return;
  const document = await workspace.openTextDocument(uri);
  const place = placeIn(document);
  await window.showTextDocument(document, {
    preview: true,
    ...(place === null ? {} : { selection: place }),
  });
}

async function saveWhole(at: Location, { words }: WholeMessageServices): Promise<void> {
  const target = await window.showSaveDialog({
    defaultUri: suggestedFile(at),
    filters: { [l10n.t('Text')]: ['txt'] },
    title: l10n.t('Save the whole message {0}', at.number),
  });
  if (target === undefined) return;
  const title = l10n.t('Saving message {0}', at.number);
  const saved = await withProgress(at, title, (signal, onProgress) =>
    writing(target, (file) => at.open.messages.save(at, words, file, { signal, onProgress })),
  );
  if (!saved.done) return;
  const where = target.scheme === 'file' ? target.fsPath : target.toString(true);
  const openIt = l10n.t('Open');
  const said = l10n.t('{0} characters were saved to {1}.', grouped(saved.value), where);
  // Not waited for: the command is done, whatever becomes of the notification.
  void window.showInformationMessage(said, openIt).then(async (answer) => {
    if (answer === openIt) await vscodeCommands.executeCommand('vscode.open', target);
  });
}

/** Beside the transcript where that is a folder of this machine, else where the person saved last. */
function suggestedFile({ open, session, number }: Location): Uri {
  const name = transcriptName(open.uri)
    .replaceAll('/', '_')
    .replace(/\.\w{1,8}$/, '');
  const which = session === 0 ? '' : `-session-${session}`;
  return Uri.joinPath(folderOf(open.uri), `${name}${which}-message-${number}.txt`);
}

/**
 * Writes a file under another name first: what was there before is replaced when all is written, and
 * nothing half written is left behind.
 * @param write writes a new file on disk at this path
 */
async function writing<T>(target: Uri, write: (file: string) => Promise<T>): Promise<T> {
  const isOnDisk = target.scheme === 'file';
  const folder = isOnDisk
    ? path.dirname(target.fsPath)
    : await mkdtemp(path.join(tmpdir(), 'agent-session-review-'));
  const file = path.join(folder, `.${randomUUID()}.partial`);
  try {
    const result = await write(file);
    if (isOnDisk) await rename(file, target.fsPath);
    else await workspace.fs.copy(Uri.file(file), target, { overwrite: true });
    return result;
  } finally {
    await rm(isOnDisk ? file : folder, { force: true, recursive: true });
  }
}

type Outcome<T> = { readonly done: true; readonly value: T } | { readonly done: false };

/** Long work can be cancelled; why it failed is said in one sentence. */
async function withProgress<T>(
  at: Location,
  title: string,
  work: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<Outcome<T>> {
  const abort = new AbortController();
  try {
    const isLong = at.open.messages.bytes(at) > LONG_READ;
    const location = isLong ? ProgressLocation.Notification : ProgressLocation.Window;
    const options = { location, title, cancellable: isLong };
    const value = await window.withProgress(options, async (progress, token) => {
      const cancelling = abortOn(token, abort);
      let shown = 0;
      try {
        return await work(abort.signal, (done, total) => {
          const percent = Math.floor((done / Math.max(1, total)) * 100);
          progress.report({ increment: percent - shown, message: `${percent} %` });
          shown = percent;
        });
      } finally {
        cancelling.dispose();
      }
    });
    return { done: true, value };
  } catch (error) {
    if (!abort.signal.aborted) void window.showErrorMessage(errorWords(error));
    return { done: false };
  }
}

const abortOn = (token: CancellationToken, abort: AbortController) =>
  token.onCancellationRequested(() => {
    abort.abort();
  });
