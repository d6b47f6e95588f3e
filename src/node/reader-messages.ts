import type { Findings } from '../core/findings/findings';
import type { TranscriptErrorReason } from '../core/formats/transcript-error';
import type { Message } from '../core/model/message';
import type { Session, Transcript } from '../core/model/session';

/** A transcript and what was found in each of its sessions, by their index. */
export interface Reading {
  readonly transcript: Transcript;
  readonly findings: readonly Findings[];
}

/** What the reading thread says. Messages come in batches, so that receiving them never takes long. */
export type ReaderMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'batch'; readonly session: number; readonly messages: readonly Message[] }
  | {
      readonly kind: 'done';
      readonly transcript: Omit<Transcript, 'sessions'>;
      /** Without their messages, which came before. */
      readonly sessions: readonly Session[];
      readonly findings: readonly Findings[];
    }
  | { readonly kind: 'failed'; readonly reason: TranscriptErrorReason; readonly sentence: string };

/** What the reading thread is told once it has sent a batch: the next one is wanted. */
export type ReaderRequest = 'next';
