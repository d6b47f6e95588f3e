/** What one entry of a session is. Pure data: it crosses threads and is stored by nobody. */

/** Bytes `[start, end)` of one row of the transcript, and its 1-based line (null where there are no lines). */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number | null;
  /** 1-based line on which the row ends; absent when it is the line it starts on. */
  readonly endLine?: number;
}

/** Who wrote a message. `harness`: it has the user role but the agent's program wrote it. */
export type Author = 'person' | 'harness' | 'assistant' | 'program';

export type Role = 'user' | 'assistant' | 'system' | 'tool';

/**
 * Text of a part as the index keeps it: the first characters only.
 * `length` is the whole length in UTF-16 units; `text.length < length` means it was cut.
 * `blank` is judged over the whole text (see `isBlank`).
 */
export interface Excerpt {
  readonly text: string;
  readonly length: number;
  readonly blank: boolean;
  /** The last characters of a text that was cut, where they are kept with it. */
  readonly tail?: string;
}

export interface TextPart {
  readonly kind: 'text';
  readonly body: Excerpt;
  /** The agent's program put this text there, not the person or the model. */
  readonly synthetic: boolean;
  /** Hash of the whole normalised text (see `contentHash`): equal texts have equal hashes. */
  readonly hash: string;
}

export interface ReasoningPart {
  readonly kind: 'reasoning';
  readonly body: Excerpt;
  /** The last characters when the body was cut for the index; '' otherwise. */
  readonly tail: string;
  /** The provider hid the text (signature or encrypted content only). */
  readonly sealed: boolean;
  /** False when the format shows that it was cut while being written; null: not recorded. */
  readonly closed: boolean | null;
}

export type ToolStatus = 'pending' | 'running' | 'completed' | 'error' | 'no-result';

export interface ToolPart {
  readonly kind: 'tool';
  readonly callId: string | null;
  readonly name: string;
  /** Short title for one line, such as the command or the file; null when none can be told. */
  readonly title: string | null;
  readonly input: Excerpt;
  readonly status: ToolStatus;
  readonly output: Excerpt | null;
  /** The last characters of the output when it was cut (tracebacks end there); '' otherwise. */
  readonly outputTail: string;
  readonly exitCode: number | null;
  /** The person or the program stopped this call. */
  readonly interrupted: boolean;
  /** Milliseconds since the epoch. */
  readonly started: number | null;
  readonly ended: number | null;
  /** Id of the subagent's session this call started, where recorded. */
  readonly childSession: string | null;
}

export interface FilePart {
  readonly kind: 'file';
  readonly name: string | null;
  readonly mime: string | null;
  readonly image: boolean;
  /** Size of the embedded content in bytes; null when it is only a reference. */
  readonly bytes: number | null;
}

export interface PatchPart {
  readonly kind: 'patch';
  readonly files: readonly string[];
}

/** Anything the agent's program noted: step borders, compaction, retries, unknown parts. */
export interface MarkerPart {
  readonly kind: 'marker';
  readonly label: string;
  readonly detail: Excerpt | null;
}

export type Part = TextPart | ReasoningPart | ToolPart | FilePart | PatchPart | MarkerPart;

/** Token counts of one response as recorded; null: not recorded. */
export interface Tokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
}

export interface ResponseError {
  /** The format's own name or code, such as `APIError` or `429`. */
  readonly name: string;
  readonly message: string;
}

/**
 * Why a response ended, in the formats' own words brought to one vocabulary.
 * `null`: not recorded (which is not the same as cut off).
 */
export type Finish =
  'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'aborted' | 'unknown' | null;

/** What a harness or program message is; the findings read it instead of any text. */
export type HarnessKind =
  | 'interrupt-marker'
  | 'interrupt-marker-tool'
  | 'no-visible-output-nudge'
  | 'continue-after-resume'
  | 'continue-after-compaction'
  | 'compaction-request'
  | 'compaction-summary'
  | 'compaction-boundary'
  | 'local-command'
  | 'reminder'
  | 'notice'
  | 'request-failed'
  | 'other';

export interface Message {
  /** 0-based position in its session; the `N` of `[msg N]`. */
  readonly number: number;
  readonly id: string | null;
  readonly role: Role;
  readonly author: Author;
  /** Set when the author is `harness` or `program`. */
  readonly harness: HarnessKind | null;
  /** Milliseconds since the epoch. */
  readonly time: number | null;
  /** When the response was completed, where recorded. */
  readonly completed: number | null;
  readonly model: string | null;
  /** Id of the message this one answers or follows, where the format has it. */
  readonly parentId: string | null;
  /** `parentId` names a row that is nowhere in the file: a row before this one was lost. */
  readonly parentMissing: boolean;
  readonly finish: Finish;
  /** The stop reason in the format's own words. */
  readonly rawFinish: string | null;
  readonly error: ResponseError | null;
  readonly tokens: Tokens | null;
  readonly parts: readonly Part[];
  /** The format shows that the response is closed (true), still being written (false), or does not say (null). */
  readonly closed: boolean | null;
  /** The next message goes on with the same response, which is judged as a whole. */
  readonly continues: boolean;
  /** A copy of context or a superseded retry: shown, never judged. */
  readonly superseded: boolean;
  /** The program wrote this response itself (model `<synthetic>` and the like). */
  readonly synthetic: boolean;
  /** Every row this message was built from, in file order; the first is where it starts. */
  readonly places: readonly [Place, ...Place[]];
}
