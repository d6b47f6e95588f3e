import type { Event, Uri } from 'vscode';
import type { VerdictWord } from '../../core/review/events';
import type { LabelMark, Marks } from '../../core/review/marks';
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
  /** Verdicts, labels and states of one session; reads the logs on first use. */
  marks(open: OpenTranscript, session: number): Promise<Marks>;
  /** Marks already read (empty before the logs were read once). */
  knownMarks(open: OpenTranscript, session: number): Marks;
  /** Events of marks whose message can't be found. */
  staleMarks(open: OpenTranscript): number;
  /** @param flag kind of the flag that is judged; null: the message has none */
  judge(at: Location, flag: string | null, verdict: VerdictWord): Promise<void>;
  label(at: Location, scope: LabelMark['scope'], label: string, on: boolean): Promise<void>;
  /** Of the incident that begins with this message. */
  setReviewed(at: Location, reviewed: boolean): Promise<void>;
  begin(at: Location, body: string): Promise<Thread>;
  reply(open: OpenTranscript, threadId: string, body: string): Promise<void>;
  edit(open: OpenTranscript, commentId: string, body: string): Promise<void>;
  remove(open: OpenTranscript, commentId: string): Promise<void>;
  /** Undoes `remove`. */
  restore(open: OpenTranscript, commentId: string): Promise<void>;
  /** Attaches a thread to another message. */
  move(threadId: string, to: Location): Promise<void>;
  setResolved(open: OpenTranscript, threadId: string, resolved: boolean): Promise<void>;
}
