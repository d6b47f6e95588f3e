import { env, Uri } from 'vscode';
import * as z from 'zod';
import type { Location } from '../sessions/open-transcript';
import { sessionAt } from '../sessions/session-registry';

/** Path of our URIs. Public: it stands in people's documents. */
const PATH = '/message';

const query = z.object({
  transcript: z.string().min(1),
  session: z.string().nullable(),
  number: z.coerce.number().int().nonnegative(),
});

/** What a link leads to. */
export interface LinkedMessage {
  readonly transcript: Uri;
  /** Id of the session; null: the main one. */
  readonly session: string | null;
  readonly number: number;
}

/** A link that opens a session at a message: `vscode://publisher.name/message?transcript=…&session=…&number=…`. */
export function toLink({ open, session, number }: Location, extension: string): Uri {
  const { id } = sessionAt(open.transcript, session);
  const values = new URLSearchParams({
    transcript: open.uri.toString(),
    ...(session === 0 ? {} : { session: id }),
    number: String(number),
  });
  return Uri.from({
    scheme: env.uriScheme,
    authority: extension,
    path: PATH,
    query: values.toString(),
  });
}

/** What a link of ours leads to; null when it is none, or damaged. */
export function fromLink(uri: Uri): LinkedMessage | null {
  if (uri.path !== PATH) return null;
  const values = new URLSearchParams(uri.query);
  const named = query.safeParse({
    transcript: values.get('transcript'),
    session: values.get('session'),
    number: values.get('number'),
  }).data;
  if (named === undefined) return null;
  try {
    return { ...named, transcript: Uri.parse(named.transcript, true) };
  } catch {
    return null;
  }
}
