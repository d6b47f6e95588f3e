import type { Event, Uri } from 'vscode';
import type { Findings } from '../../core/findings/findings';
import type { Transcript } from '../../core/model/session';
import type { MessageReader } from './message-reader';

/** A transcript that some view of ours shows: read once, shared by all of them. */
export interface OpenTranscript {
  /** What was opened: its file, with the key of the transcript as fragment where the file holds several. */
  readonly uri: Uri;
  /** The file of its rows: the same, or what was unpacked from it. */
  readonly raw: Uri;
  /** Replaced as a whole when the file changed on disk; never mutated. */
  readonly transcript: Transcript;
  /** Fires after `transcript` was replaced. */
  readonly onDidChange: Event<void>;
  /** Findings of the session at this index of `transcript.sessions`. */
  findings(session: number): Findings;
  /** Reads messages again from the file. */
  readonly messages: MessageReader;
}

/** One message of one session of an open transcript. */
export interface Location {
  readonly open: OpenTranscript;
  /** Index in `transcript.sessions`. */
  readonly session: number;
  /** Message number. */
  readonly number: number;
}

/** The one selected message that every view follows. */
export interface Selection {
  readonly current: Location | null;
  /** Fires with what is selected now. Selecting what is selected already tells nobody. */
  readonly onDidChange: Event<Location | null>;
  select(location: Location | null): void;
}
