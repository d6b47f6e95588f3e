import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewEvent } from '../core/review/events';
import { reviewFilesOf } from '../core/review/file-names';
import { parseLog, type LogProblem } from '../core/review/log';

/** A review file above this size in bytes is not ours. */
const MAX_SIZE = 100_000_000;

/**
 * The review files that lie beside a transcript, by name.
 * @throws Node's error when the folder can't be listed
 */
export async function reviewFilesBeside(transcript: string): Promise<readonly string[]> {
  const folder = path.dirname(transcript);
  const entries = await readdir(folder, { withFileTypes: true });
  // Pipes and devices would keep the reader waiting for ever.
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return [...reviewFilesOf(path.basename(transcript), names)]
    .sort()
    .map((name) => path.join(folder, name));
}

export interface ReviewFile {
  readonly events: readonly ReviewEvent[];
  readonly problems: readonly LogProblem[];
}

/**
 * What a review file holds.
 * @throws Node's error, or one with a sentence
 */
export async function readReviewFile(file: string): Promise<ReviewFile> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error('It is not a file.');
  if (found.size > MAX_SIZE) throw new Error('It is larger than 100 MB.');
  return parseLog(await readFile(file));
}
