import * as z from 'zod';
import type { Findings } from '../core/findings/findings';
import type { TranscriptErrorReason } from '../core/formats/transcript-error';
import type { Message } from '../core/model/message';
import type { Session, Transcript } from '../core/model/session';

/** A transcript and what was found in each of its sessions, by their index. */
export interface Reading {
  readonly transcript: Transcript;
  readonly findings: readonly Findings[];
  /** The agent is still writing: what it has not finished is not judged. */
  readonly isLive: boolean;
}

/** A session as the thread hands it over: its messages come in batches. */
export interface SessionHead extends Omit<Session, 'messages'> {
  readonly count: number;
}

/**
 * What the reading thread says. It sends only what differs from its last reading. Messages come in
 * batches, so that receiving them never takes long.
 */
export type ReaderMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'batch';
      /** Index of the session. */
      readonly session: number;
      /** Number of the first of these messages, which follow each other. */
      readonly at: number;
      readonly messages: readonly Message[];
    }
  | {
      /** `part`: the reading goes on. */
      readonly kind: 'done' | 'part';
      readonly transcript: Omit<Transcript, 'sessions'>;
      readonly sessions: readonly SessionHead[];
      /** By session; null: as in the last reading. */
      readonly findings: readonly (Findings | null)[];
      readonly isLive: boolean;
    }
  | { readonly kind: 'failed'; readonly reason: TranscriptErrorReason; readonly sentence: string };

/** What a reading thread begins with: the transcript's path, its name for people, and the context windows of models. */
export const readerTask = z.object({
  path: z.string(),
  name: z.string(),
  windows: z.array(z.object({ model: z.string(), tokens: z.number() })),
});

export type ReaderTask = z.infer<typeof readerTask>;

/** What the reading thread is told. `next`: the next batch is wanted. `rest`: judge as at rest. */
export type ReaderRequest =
  | { readonly kind: 'next' }
  | { readonly kind: 'rest' }
  | {
      readonly kind: 'read';
      /** The transcript was seen to change since it was opened. */
      readonly hasGrown: boolean;
      /** What was read so far is wanted now and then. */
      readonly parts: boolean;
    };
