import type { Message } from '../../model/message';
import type { Asked, Words } from '../content';
import type { CorrectiveKind, EmptyKind } from '../findings';

/** A person's message after an empty response, and what it can be compared with. */
export interface Attempt {
  readonly message: Message;
  readonly words: Words;
  /** The person's messages that wait for a response, in order. */
  readonly asked: readonly Asked[];
  /** The last response with words or a call before the empty one; null when there is none. */
  readonly lastOutput: Message | null;
  readonly emptyKind: EmptyKind;
  /** The message that the empty response is flagged at. */
  readonly empty: Message;
}

export interface Corrective {
  readonly kind: CorrectiveKind;
  readonly similarity: number | null;
  readonly refersTo: number | null;
  /** For a `redirect`: what the message it speaks against announced; see `Flag`. */
  readonly announced: string | null;
}

/** One way of getting an agent going again. Null: this message is something else. */
export type RecoveryRule = (attempt: Attempt) => Corrective | null;
