/** What the detectors find in one session. Pure data; every part keeps the numbers of the messages it rests on. */

export type EmptyKind =
  'void' | 'reasoning-only' | 'placeholder' | 'interrupted' | 'error' | 'missing';

export type CorrectiveKind = 'resend' | 'nudge' | 'complaint' | 'redirect';

export type Recovery = CorrectiveKind | 'new-task' | 'auto' | 'none';

export type Outcome = 'recovered' | 'gave-up' | 'open';

export type Confidence = 'certain' | 'likely' | 'possible';

/** One sentence a reviewer can check, with the numbers of the messages it rests on. */
export interface Evidence {
  readonly text: string;
  readonly messages: readonly number[];
}

export interface Cause {
  /** Stable code from the table of causes. */
  readonly code: string;
  /** A few words for people. */
  readonly label: string;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
}

export interface Flag {
  /** The message that is flagged; for `missing` the person's message that got no response. */
  readonly number: number;
  readonly kind: EmptyKind | CorrectiveKind;
  /** Id of the incident it belongs to. */
  readonly incident: string;
  /** For a corrective: the empty response (its flagged number) that it answers. */
  readonly answers: number | null;
  /** For a `resend`: 0..1, 1 is word for word. */
  readonly similarity: number | null;
  /** For a `resend`: the number of the message it repeats. For a `redirect`: the message it contradicts. */
  readonly refersTo: number | null;
  /**
   * For a `redirect`: the announced action it speaks against, in the assistant's own last words and calls
   * (`refersTo` says where); null when nothing was announced.
   */
  readonly announced: string | null;
  /** The harness itself says that the reply was empty. */
  readonly certain: boolean;
}

/** What only looks like an empty response. */
export type LookAlike = 'silent-end' | 'stopped-after-tools' | 'promised-not-done' | 'call-in-text';

/** Something that is counted, not flagged. */
export interface Measured {
  readonly kind: LookAlike | EmptyKind | CorrectiveKind;
  /** Number of the message. */
  readonly number: number;
}

/** Something that happened between the first empty response of an incident and its end. */
export interface Change {
  /** `left`: the person cleared or left the session with a command. */
  readonly kind: 'model-switch' | 'compaction' | 'left';
  readonly number: number;
  /** The model's name after a switch, the command with which the session was left; null for compactions. */
  readonly to: string | null;
}

export interface Incident {
  readonly id: string;
  /** Flagged numbers, in order. */
  readonly empties: readonly number[];
  readonly correctives: readonly number[];
  readonly recovery: Recovery;
  /** The message with which the session went on (first response with text or a call); null when it did not. */
  readonly recoveredBy: number | null;
  readonly outcome: Outcome;
  /** Corrective messages it took; 0 when the agent went on by itself or nobody tried. */
  readonly attempts: number;
  /**
   * Milliseconds from the first empty response (for `missing`: the unanswered message) to the message it was
   * recovered by; given up: to the new task; open: to its last message. Null when a time is not recorded, the
   * times run backwards, or nothing came after the first empty response.
   */
  readonly elapsedMs: number | null;
  /**
   * Tokens that the empty responses took and that had to be spent again: the sum of all their recorded counts
   * (input, output, reasoning, cache reads and writes). Null when none of them records any.
   */
  readonly tokensRespent: number | null;
  /** Model switches, compactions and leaving the session, in order. */
  readonly changes: readonly Change[];
  readonly causes: readonly Cause[];
  /** What the format does not record, in words, such as `stop reason`. */
  readonly notRecorded: readonly string[];
}

/** A person's message and everything up to the person's next message. Numbers are inclusive. */
export interface Turn {
  /** 0-based index of the turn. */
  readonly index: number;
  /** The person's message that begins it; null for what comes before the first one. */
  readonly person: number | null;
  readonly first: number;
  readonly last: number;
}

export interface Findings {
  readonly flags: readonly Flag[];
  readonly incidents: readonly Incident[];
  readonly turns: readonly Turn[];
  /** What is counted only, by number. */
  readonly measured: readonly Measured[];
}
