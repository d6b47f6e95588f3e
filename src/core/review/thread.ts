/** What reviewers said about a message, folded from the review log. */

export interface ReviewComment {
  readonly id: string;
  readonly author: string;
  /** Markdown as typed. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly edited: number | null;
}

/** How a thread's anchor was found again: by message id, by content hash, or by its quote. */
export type AnchorMatch = 'id' | 'hash' | 'quote';

export interface Thread {
  readonly id: string;
  readonly sessionId: string;
  /** Number of the message it stands on now; null: stale, the message can't be found. */
  readonly number: number | null;
  readonly match: AnchorMatch | null;
  /** The number and a short quote of the message when the thread was begun. */
  readonly anchoredNumber: number;
  readonly quote: string;
  readonly resolved: boolean;
  readonly comments: readonly ReviewComment[];
}
