import type { Event, Uri } from 'vscode';
import type { Thread } from '../../core/review/thread';
import type { Location, OpenTranscript } from '../sessions/open-transcript';

/**
 * The reviews of open transcripts. Every promise resolves only when the event is on disk;
 * it rejects with a sentence that says what happened and what to do, and nothing typed is lost.
 */
export interface ReviewService {
  /** Fires with the transcript's URI when its threads changed (here, in another window, on disk). */
  readonly onDidChange: Event<Uri>;
  /** Threads of one session, by message, stale ones included; reads the logs on first use. */
  threads(open: OpenTranscript, session: number): Promise<readonly Thread[]>;
  /** Threads already read (empty before `threads` resolved once). */
  known(open: OpenTranscript, session: number): readonly Thread[];
  begin(at: Location, body: string): Promise<Thread>;
  reply(open: OpenTranscript, threadId: string, body: string): Promise<void>;
  edit(open: OpenTranscript, commentId: string, body: string): Promise<void>;
  remove(open: OpenTranscript, commentId: string): Promise<void>;
  setResolved(open: OpenTranscript, threadId: string, resolved: boolean): Promise<void>;
}
