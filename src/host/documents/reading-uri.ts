import { Uri } from 'vscode';
import * as z from 'zod';
import { parseJson } from '../../core/source/json';
import { transcriptName } from '../sessions/transcript-uri';

/** Scheme and language id of our read-only documents. Both are public: never rename them. */
export const READING_SCHEME = 'agent-session';
const EXTENSION = '.agent-session';

const query = z.object({
  /** The transcript. */
  transcript: z.string().min(1),
  /** Index in its sessions. */
  session: z.int().nonnegative(),
  /** A single message with its whole body; absent for the whole session. */
  message: z.int().nonnegative().optional(),
});

/** What one of our documents shows. */
export interface ReadingTarget {
  readonly transcript: Uri;
  readonly session: number;
  /** Message number, or null for the whole session. */
  readonly message: number | null;
}

/** The URI of a reading document. Its path is for people (tab, breadcrumbs); its query says what it shows. */
export function toReadingUri(target: ReadingTarget): Uri {
  // A key may hold anything; a slash would begin a folder.
  const base = transcriptName(target.transcript).replaceAll('/', '∕');
  const session = target.session === 0 ? '' : ` (session ${target.session})`;
  const message = target.message === null ? '' : ` #${target.message}`;
  return Uri.from({
    scheme: READING_SCHEME,
    path: `/${base}${session}${message}${EXTENSION}`,
    query: JSON.stringify({
      transcript: target.transcript.toString(),
      session: target.session,
      ...(target.message === null ? {} : { message: target.message }),
    }),
  });
}

/** What a URI of ours shows; null when it is not ours or its query is damaged. */
export function fromReadingUri(uri: Uri): ReadingTarget | null {
  if (uri.scheme !== READING_SCHEME) return null;
  const json = parseJson(uri.query);
  const shown = json.ok ? query.safeParse(json.value).data : undefined;
  if (shown === undefined) return null;
  const { session, message } = shown;
  const transcript = parsed(shown.transcript);
  return transcript === null ? null : { transcript, session, message: message ?? null };
}

function parsed(uri: string): Uri | null {
  try {
    return Uri.parse(uri, true);
  } catch {
    return null;
  }
}
