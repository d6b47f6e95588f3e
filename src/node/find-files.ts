import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { everything, wantedIn, type SessionPlace, type Wanted } from '../core/agents/places';
import { isReviewFile } from '../core/review/file-names';
import { errorCode } from './error-code';

/** A file that may hold a transcript. */
export interface FoundFile {
  readonly kind: 'file';
  readonly path: string;
  /** The person named it, so it is an error when it is no transcript. */
  readonly named: boolean;
  /** Name of the folder that stands for its project; null when none is known to. */
  readonly project: string | null;
}

/** A path that could not be looked at; `error` is what the system said. */
export interface FindProblem {
  readonly kind: 'problem';
  readonly path: string;
  readonly error: unknown;
}

export type Found = FoundFile | FindProblem;

/** Never hold sessions, and can be large. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The files of one PATH: itself, or everything below it, sorted by name in code unit order, so that
 * the order is the same on every machine. Links to folders within a folder are not followed: they
 * could lead in circles.
 */
export async function* findFiles(named: string): AsyncGenerator<Found> {
  const info = await statOf(named);
  if ('kind' in info) {
    yield info;
    return;
  }
  if (!info.isDirectory()) {
    yield { kind: 'file', path: named, named: true, project: null };
    return;
  }
  yield* filesBelow(named, everything);
}

/** The files of a place, in the same order; nothing when its folder is not there. */
export async function* findInPlace(place: SessionPlace): AsyncGenerator<Found> {
  const folder = path.normalize(place.folder);
  for await (const found of filesBelow(folder, wantedIn(place))) {
    if (found.kind === 'problem' && found.path === folder && isMissing(found.error)) return;
    yield found;
  }
}

async function* filesBelow(folder: string, wanted: Wanted): AsyncGenerator<Found> {
  const entries = await entriesOf(folder);
  if ('kind' in entries) {
    yield entries;
    return;
  }
  for (const entry of entries) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = SKIPPED_FOLDERS.has(entry.name) ? null : wanted.folder(entry.name);
      if (below !== null) yield* filesBelow(inside, below);
      continue;
    }
    const match = wanted.file(entry.name);
    // Reviews are ours: they lie beside transcripts.
    if (match === null || isReviewFile(entry.name)) continue;
    if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(inside))))
      yield { kind: 'file', path: inside, named: false, project: match.project };
  }
}

async function statOf(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    return problem(file, error);
  }
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return problem(folder, error);
  }
}

async function leadsToFile(link: string): Promise<boolean> {
  const info = await statOf(link);
  return !('kind' in info) && info.isFile();
}

const problem = (file: string, error: unknown): FindProblem => ({
  kind: 'problem',
  path: file,
  error,
});

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
