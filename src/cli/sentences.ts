import { baseName } from '../core/base-name';
import { TranscriptError } from '../core/formats/transcript-error';
import { grouped } from '../core/reading/quantities';
import { visible } from '../core/reading/visible';
import { errorCode } from '../node/error-code';

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'there is no such file or folder.',
  EACCES: 'permission to read it is denied.',
  EPERM: 'permission to read it is denied.',
  ELOOP: 'its links lead in circles.',
  EMFILE: 'too many files are open.',
};

const WITHOUT_CONTENT: Readonly<Record<TranscriptError['reason'], string>> = {
  empty: 'it is empty.',
  'not-a-transcript': 'it is not a transcript that can be read.',
  unreadable: 'it could not be read.',
  changed: 'it changed while it was being read.',
  cancelled: 'it was not read to the end.',
};

/**
 * One line about a path that could not be scanned.
 * @param redact leaves out the path's folders and everything the file holds
 */
export function errorLine(path: string, error: unknown, redact: boolean): string {
  // A transcript error's own sentence names the path.
  if (error instanceof TranscriptError && !redact) return oneLine(error.message);
  return oneLine(`${redact ? baseName(path) : path}: ${reasonOf(error, redact)}`);
}

/** The line about a folder in which no file is a transcript. */
export function noTranscriptLine(folder: string, redact: boolean): string {
  return oneLine(`${redact ? baseName(folder) : folder}: no file in this folder is a transcript.`);
}

/** The line about how many paths there were lines about. */
export const failedLine = (count: number) => `${grouped(count)} paths could not be scanned.`;

/** The line about a machine without sessions. */
export const noSessionsLine = () =>
  'No session was found in the folders of known agents on this machine.';

function reasonOf(error: unknown, redact: boolean): string {
  if (error instanceof TranscriptError) return WITHOUT_CONTENT[error.reason];
  if (!(error instanceof Error)) return WITHOUT_CONTENT.unreadable;
  const known = SYSTEM_ERRORS[errorCode(error) ?? ''];
  return known ?? (redact ? WITHOUT_CONTENT.unreadable : error.message);
}

/** Makes text fit for one line of a terminal: nothing in it is obeyed. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim());
}
