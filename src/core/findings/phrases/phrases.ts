import type { Language } from './language';
import { plain, wordList } from './plain';
import { languages } from './table';

/** Questions about the wording of a person's message, over all languages of the table. */

/** Longer messages say more than "go on". */
const LONGEST_NUDGE = 12;
const LONGEST_COMPLAINT = 40;
/** Characters that twelve and forty words never exceed: longer texts are not looked at at all. */
const NUDGE_LENGTH = 240;
const COMPLAINT_LENGTH = 1000;
/** Corrections stand at the beginning; what comes later is content. */
const CORRECTION_LENGTH = 1500;

const FILLERS = new Set(languages.flatMap(({ fillers }) => fillers));
const CORRECTIONS = languages.flatMap((language) => language.corrections);
const ASSENTS = new Set(languages.flatMap(({ assents }) => assents));
const COMMON = new Set(languages.flatMap(({ common, fillers }) => [...common, ...fillers]));

const some = (text: string, of: (language: Language) => readonly RegExp[]): boolean =>
  languages.some((language) => of(language).some((pattern) => pattern.test(text)));

/** A whole message that asks to go on or to try again, or only holds signs such as "?" or "...". */
export function isNudge(text: string): boolean {
  if (text.length > NUDGE_LENGTH) return false;
  const words = plain(text);
  if (words === '') return true;
  return isShort(words) && matches(words, ({ nudges }) => nudges);
}

/** A whole message that asks whether anybody is there. */
export function isPoke(text: string): boolean {
  if (text.length > NUDGE_LENGTH) return false;
  const words = plain(text);
  return words !== '' && isShort(words) && matches(words, ({ pokes }) => pokes);
}

/** A whole message that only agrees: "ok", "yes please". */
export function isAssent(text: string): boolean {
  if (text.length > NUDGE_LENGTH) return false;
  const words = plain(text);
  const agrees = words.split(' ').some((word) => ASSENTS.has(word));
  return agrees && isShort(words) && withoutFillers(words) === '';
}

/** A longer message that begins by asking to go on with the same work. */
export function asksToResume(text: string): boolean {
  return some(plain(text.slice(0, NUDGE_LENGTH)), ({ resumes }) => resumes);
}

/** A message that mentions the silence or the failure itself. */
export function isComplaint(text: string): boolean {
  if (isLong(text)) return false;
  return some(plain(text), ({ complaints }) => complaints);
}

/** How many different kinds of wording in the text forbid, negate or take something back. */
export function corrections(text: string): number {
  const words = plain(text.slice(0, CORRECTION_LENGTH));
  return CORRECTIONS.filter((pattern) => pattern.test(words)).length;
}

/** Wording that narrows or steers. */
export function isSteering(text: string): boolean {
  return some(plain(text.slice(0, CORRECTION_LENGTH)), ({ steering }) => steering);
}

/** The person asks that no answer comes; in longer messages such words are about something else. */
export function asksForNothing(text: string): boolean {
  if (isLong(text)) return false;
  return some(plain(text), ({ silence }) => silence);
}

/** Words that can show what a text is about. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = wordList(text);
  const kept = new Set<string>();
  words.forEach((word, at) => {
    if (isIdeograph(word)) {
      const next = words[at + 1];
      if (next !== undefined && isIdeograph(next)) kept.add(word + next);
    } else if (word.length > 2 && !COMMON.has(word)) kept.add(stem(word));
  });
  return kept;
}

const isIdeograph = (word: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u.test(word);

/** "tests" and "test" are about the same thing. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:'s|es|s|ing|ed)$/, '') : word);

const isLong = (text: string) =>
  text.length > COMPLAINT_LENGTH || wordList(text).length > LONGEST_COMPLAINT;

const isShort = (words: string) => wordList(words).length <= LONGEST_NUDGE;

function matches(words: string, of: (language: Language) => readonly RegExp[]): boolean {
  return some(words, of) || some(withoutFillers(words), of);
}

const withoutFillers = (words: string) =>
  words
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ');
