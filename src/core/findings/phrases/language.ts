/**
 * What people say to a silent agent, in one language. Every pattern is tested on `plain` text, which is folded
 * as the pattern is (see `fold`): lower case, punctuation as single spaces, straight apostrophes, letters
 * without their accents. `\\b` stands at the borders of words of any script.
 */
export interface Language {
  /** BCP 47 tag. */
  readonly tag: string;
  /** Words that change nothing about a short message, such as "please". */
  readonly fillers: readonly string[];
  /** Words of agreement: a message of these and fillers only says "go on". */
  readonly assents: readonly string[];
  /** Whole messages, without fillers, that only ask to go on or to try again. */
  readonly nudges: readonly RegExp[];
  /** Whole messages, without fillers, that only ask whether anybody is there. */
  readonly pokes: readonly RegExp[];
  /** Beginnings of longer messages that ask to go on with the same work. */
  readonly resumes: readonly RegExp[];
  /** Mentions of the silence or the failure itself. */
  readonly complaints: readonly RegExp[];
  /** First words that hold somebody back, such as "no" or "wait": they say little by themselves. */
  readonly openers: readonly RegExp[];
  /** Wording that forbids, questions or restricts. It may be part of any task. */
  readonly corrections: readonly RegExp[];
  /** Wording that speaks against what is under way: takes it back, replaces it, puts something before it. */
  readonly retractions: readonly RegExp[];
  /** Wording that narrows or steers; says something only together with another sign. */
  readonly steering: readonly RegExp[];
  /** The assistant's own announcements of what it does next. */
  readonly promises: readonly RegExp[];
  /** Requests that no answer should come. */
  readonly silence: readonly RegExp[];
  /** Words too common to show that two messages are about the same thing. */
  readonly common: readonly string[];
}
