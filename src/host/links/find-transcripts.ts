import * as path from 'node:path';
import { FileType, Uri, workspace } from 'vscode';
import { isReviewFile } from '../../core/review/file-names';
import { sessionNamed } from '../../core/review/message-links';
import { isTranscript } from '../sessions/source';
import type { SessionRegistry } from '../sessions/session-registry';

/** Transcripts that a write-up may be about, and the session in them that it names. */
export interface LinkTargets {
  readonly transcripts: readonly Uri[];
  /** Id of a session; null: the main one. */
  readonly session: string | null;
}

const MAY_BE_TRANSCRIPT = /\.(jsonl?|ndjson|traj)$/i;
/** Files of one folder that are looked into. */
const MAX_LOOKED_AT = 60;
/** Folders above the write-up that are looked into, outside of a workspace. */
const MAX_UP = 3;

/**
 * The transcript that a write-up's front matter names (by path, or by a session's id), else the nearest: of the
 * write-up's name, else in its folder, else in the folders above it. More than one: a person has to choose.
 */
export async function findTranscripts(
  writeUp: Uri,
  text: string,
  registry: SessionRegistry,
): Promise<LinkTargets> {
  const name = sessionNamed(text);
  if (name !== null) {
    const named = await byName(writeUp, name, registry);
    if (named !== null) return named;
  }
  for (const folder of foldersAbove(writeUp)) {
    const transcripts = await transcriptsIn(folder, stemOf(writeUp));
    if (transcripts.length > 0)
      return { transcripts: theOpenOne(transcripts, registry), session: null };
  }
  return { transcripts: [], session: null };
}

/** One that is open already is what the person is at work on. */
function theOpenOne(transcripts: readonly Uri[], registry: SessionRegistry): readonly Uri[] {
  const open = transcripts.filter((uri) => registry.get(uri) !== null);
  return open.length === 1 ? open : transcripts;
}

async function byName(
  writeUp: Uri,
  name: string,
  registry: SessionRegistry,
): Promise<LinkTargets | null> {
  const file = fileNamed(writeUp, name);
  if (file !== null && (await isFile(file))) return { transcripts: [file], session: null };
  const open = registry.all.filter(({ transcript }) =>
    transcript.sessions.some(({ id }) => id === name),
  );
  if (open.length > 0) return { transcripts: open.map(({ uri }) => uri), session: name };
  for (const folder of foldersAbove(writeUp)) {
    const names = (await filesIn(folder)).filter((one) => one.includes(name));
    if (names.length > 0) {
      return { transcripts: names.map((one) => Uri.joinPath(folder, one)), session: name };
    }
  }
  return null;
}

/** A write-up may come from anybody: no other machine than its own is asked for a file. */
function fileNamed(writeUp: Uri, name: string): Uri | null {
  const isAbsolute = path.posix.isAbsolute(name) || path.win32.isAbsolute(name);
  const uri = isAbsolute
    ? writeUp.with({ path: Uri.file(name).path })
    : Uri.joinPath(writeUp, '..', name);
  return uri.path.startsWith('//') ? null : uri;
}

async function isFile(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
  } catch {
    return false;
  }
}

function foldersAbove(file: Uri): readonly Uri[] {
  const root = workspace.getWorkspaceFolder(file)?.uri.path;
  const folders: Uri[] = [];
  for (let at = Uri.joinPath(file, '..'); ; at = Uri.joinPath(at, '..')) {
    folders.push(at);
    const isLast = root === undefined ? folders.length === MAX_UP : at.path === root;
    if (isLast || at.path === '/' || /^\/[a-z]:\/?$/i.test(at.path)) return folders;
  }
}

const stemOf = (uri: Uri) => path.posix.basename(uri.path).replace(/\..*$/, '');

async function filesIn(folder: Uri): Promise<readonly string[]> {
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries.flatMap(([name, type]) =>
      (type & FileType.File) !== 0 && MAY_BE_TRANSCRIPT.test(name) && !isReviewFile(name)
        ? [name]
        : [],
    );
  } catch {
    // A folder that can't be listed has no transcript for us.
    return [];
  }
}

async function transcriptsIn(folder: Uri, stem: string): Promise<readonly Uri[]> {
  const files = (await filesIn(folder)).map((name) => Uri.joinPath(folder, name));
  const same = files.filter((file) => stemOf(file) === stem);
  const ofSameName = await transcriptsAmong(same);
  return ofSameName.length > 0 ? ofSameName : transcriptsAmong(files.slice(0, MAX_LOOKED_AT));
}

async function transcriptsAmong(files: readonly Uri[]): Promise<readonly Uri[]> {
  const found: Uri[] = [];
  for (const file of files) {
    if (await isTranscript(file).catch(() => false)) found.push(file);
  }
  return found;
}
