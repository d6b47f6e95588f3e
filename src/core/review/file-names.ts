import { contentHash } from '../model/text';

const ENDING = '.review.jsonl';
const MAX_REVIEWER = 40;
const MAX_BASE = 80;

/** A reviewer's name as it stands in file names: letters, digits, `-` and `_`; never empty, no dots. */
export function reviewerInFileName(name: string): string {
  const plain = name.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const cut = firstOf(plain, MAX_REVIEWER).replace(/^-+|-+$/g, '');
  return cut === '' ? 'reviewer' : cut;
}

/** Name of a reviewer's file for a transcript, or for its name in a common folder (see `commonName`). */
export function reviewFileName(transcript: string, reviewer: string): string {
  return `${transcript}.${reviewerInFileName(reviewer)}${ENDING}`;
}

/** Whether a file of this name holds somebody's review, of whatever transcript. */
export const isReviewFile = (name: string): boolean => name.endsWith(ENDING);

/**
 * Name of a transcript in a folder that holds the reviews of many: its own name for people, and a
 * hash of where it is, because many transcripts have the same name.
 */
export function commonName(transcript: string, where: string): string {
  const plain = transcript.replace(/[<>:"/\\|?*\0-\x1f]/g, '_');
  return `${firstOf(plain, MAX_BASE)}-${contentHash(where)}`;
}

/**
 * The review files of a transcript among the names of its folder. `a.b.ada.review.jsonl` belongs to
 * `a.b` when there is such a file, otherwise to `a`.
 */
export function reviewFilesOf(transcript: string, names: readonly string[]): readonly string[] {
  const all = new Set(names);
  const start = `${transcript}.`;
  return names.filter((name) => {
    if (!name.startsWith(start) || !isReviewFile(name)) return false;
    const reviewer = name.slice(start.length, -ENDING.length);
    if (reviewer === '') return false;
    const pieces = reviewer.split('.');
    return !pieces.some(
      (_piece, index) => index > 0 && all.has(start + pieces.slice(0, index).join('.')),
    );
  });
}

/** At most so many UTF-16 units of a text, and no half of a character. */
function firstOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
