import * as z from 'zod';
import type { TranscriptErrorReason } from '../../core/formats/transcript-error';
import type { Entry } from './container';

/** What a thread is begun for: to tell what a file holds, or to unpack one transcript to a file. */
export const unpackTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entries'), path: z.string() }),
  z.object({ kind: z.literal('unpack'), path: z.string(), key: z.string(), file: z.string() }),
]);

export type UnpackTask = z.infer<typeof unpackTask>;

/** What that thread says. `done`: with the entries, none when it unpacked. */
export type UnpackAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly entries: readonly Entry[] }
  | { readonly kind: 'failed'; readonly reason: TranscriptErrorReason; readonly sentence: string };
