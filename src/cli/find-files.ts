import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isReviewFile } from '../core/review/file-names';

/** A file to scan. `named`: the person named it, so it is an error when it is no transcript. */
export interface FoundFile {
  readonly kind: 'file';
  readonly path: string;
  readonly named: boolean;
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
    yield { kind: 'file', path: named, named: true };
    return;
  }
  yield* filesBelow(named);
}

async function* filesBelow(folder: string): AsyncGenerator<Found> {
  const entries = await entriesOf(folder);
  if ('kind' in entries) {
    yield entries;
    return;
  }
  for (const entry of entries) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* filesBelow(inside);
      continue;
    }
    // Ours: reviews lie beside transcripts.
    if (isReviewFile(entry.name)) continue;
    if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(inside))))
      yield { kind: 'file', path: inside, named: false };
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
