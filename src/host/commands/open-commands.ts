import {
  commands as vscodeCommands,
  l10n,
  ProgressLocation,
  Uri,
  window,
  workspace,
  Range,
  type TextDocument,
} from 'vscode';
import { errorWords } from '../../core/error-words';
import { TranscriptError } from '../../core/formats/transcript-error';
import { fromReadingUri } from '../documents/reading-uri';
import { disposables, type Disposable } from '../lifecycle';
import type { MessageLines } from '../documents/message-lines';
import type { OwnMoves } from '../navigation/own-moves';
import { showReading } from '../navigation/reveal';
import type { Location, OpenTranscript, Selection } from '../sessions/open-transcript';
import type { RawFiles } from '../sessions/raw-files';
import type { SessionRegistry } from '../sessions/session-registry';
import { transcriptName, uriOfEntry } from '../sessions/transcript-uri';
import { commands } from './ids';

/** Above this size in bytes reading takes long enough for a notification with Cancel. */
const LONG_READ = 8_000_000;

export interface OpenServices {
  readonly registry: SessionRegistry;
  readonly rawFiles: RawFiles;
  readonly selection: Selection;
  readonly lines: MessageLines;
  readonly moves: OwnMoves;
  /** Selects a message of a transcript that was just opened and shows the other views. */
  arrange(at: Location): Promise<void>;
}

/** Opens a transcript: reads it, shows its reading document, and says in one sentence why it can't. */
export async function openTranscript(given: Uri, services: OpenServices): Promise<boolean> {
  const { registry, rawFiles, selection, lines, moves } = services;
  try {
    const uri = await chooseTranscript(given, rawFiles);
    if (uri === null) return false;
    const open = await readWithProgress(uri, registry);
    const at = whereToBegin(open, selection);
    await showReading(at, lines, moves, false);
    await services.arrange(at);
    return true;
  } catch (error) {
    if (isCancelled(error)) return false;
    void window.showErrorMessage(
      l10n.t(
        '{0} can’t be opened as a session. {1}',
        transcriptName(given),
        // The sentence names the file by its whole path, which would push the reason out of sight.
        errorWords(error).replace(given.fsPath, l10n.t('It')),
      ),
    );
    return false;
  }
}

/** Which transcript of a file that holds several is meant; null when the person chose none. */
async function chooseTranscript(uri: Uri, rawFiles: RawFiles): Promise<Uri | null> {
  const entries = await window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Reading {0}', transcriptName(uri)) },
    () => rawFiles.entries(uri),
  );
  const [first, second] = entries ?? [];
  if (entries === null || first === undefined) return uri;
  if (second === undefined) return uriOfEntry(first);
  const items = entries.map((entry) => ({
    label: entry.label,
    description: entry.detail,
    entry,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('{0} holds {1} sessions', transcriptName(uri), entries.length),
    placeHolder: l10n.t('Choose the session to open'),
    matchOnDescription: true,
  });
  return chosen === undefined ? null : uriOfEntry(chosen.entry);
}

/** Opening again what is open already stays where it was. */
function whereToBegin(open: OpenTranscript, selection: Selection): Location {
  return selection.current?.open === open ? selection.current : { open, session: 0, number: 0 };
}

const isCancelled = (error: unknown) =>
  error instanceof TranscriptError && error.reason === 'cancelled';

async function readWithProgress(uri: Uri, registry: SessionRegistry): Promise<OpenTranscript> {
  const long = await isLong(uri);
  const title = l10n.t('Reading {0}', transcriptName(uri));
  const location = long ? ProgressLocation.Notification : ProgressLocation.Window;
  return window.withProgress({ location, title, cancellable: long }, (progress, token) => {
    let shown = 0;
    return registry.open(
      uri,
      (done, total) => {
        const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
        if (percent > shown)
          progress.report({ increment: percent - shown, message: `${percent} %` });
        shown = percent;
      },
      token,
    );
  });
}

async function isLong(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).size > LONG_READ;
  } catch {
    // Reading will say what is wrong, in words.
    return false;
  }
}

/** The commands that open something. */
export function registerOpenCommands(services: OpenServices): Disposable {
  const own = disposables();
  own.add(
    vscodeCommands.registerCommand(commands.open, async (given?: unknown) => {
      const uri = given instanceof Uri ? given : (activeFile() ?? (await askForFile()));
      return uri === null ? false : openTranscript(uri, services);
    }),
  );
  own.add(
    vscodeCommands.registerCommand(commands.openRaw, async () => {
      const open = services.selection.current?.open ?? services.registry.all.at(-1);
      if (open !== undefined) await showRaw(open, services);
    }),
  );
  return own;
}

/** Shows the raw file with the cursor on the selected message. */
async function showRaw(open: OpenTranscript, services: OpenServices): Promise<void> {
  const { selection, lines, moves } = services;
  const document = await readDocument(open.raw);
  if (document === null) {
    // VS Code shows files above 50 MB, but does not share them with extensions.
    await vscodeCommands.executeCommand('vscode.open', open.raw);
    return;
  }
  const at = selection.current;
  const start =
    at?.open === open ? lines.rangeOf(document, at.session, at.number)?.start : undefined;
  if (start !== undefined) moves.note(document, start.line);
  const options = start === undefined ? {} : { selection: new Range(start, start) };
  await window.showTextDocument(document, { preview: false, ...options });
}

async function readDocument(uri: Uri): Promise<TextDocument | null> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return null;
  }
}

/** The file in the active editor; null for our own documents and for editors without a file. */
function activeFile(): Uri | null {
  const uri = window.activeTextEditor?.document.uri ?? activeTabUri();
  return uri === null || fromReadingUri(uri) !== null || uri.scheme === 'untitled' ? null : uri;
}

/** Files above 50 MB have a tab but no text editor. */
function activeTabUri(): Uri | null {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  return typeof input === 'object' && input !== null && 'uri' in input && input.uri instanceof Uri
    ? input.uri
    : null;
}

async function askForFile(): Promise<Uri | null> {
  const chosen = await window.showOpenDialog({
    canSelectMany: false,
    openLabel: l10n.t('Open as Session'),
    title: l10n.t('Open the transcript of an agent’s session'),
  });
  return chosen?.[0] ?? null;
}
