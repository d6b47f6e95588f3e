export type TranscriptErrorReason =
  'empty' | 'not-a-transcript' | 'unreadable' | 'changed' | 'cancelled';

/** Why a file could not be read, as one sentence for people. A class, so that it can be told from faults. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  constructor(
    readonly reason: TranscriptErrorReason,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(sentence, options);
  }
}
