import { thresholds } from '../thresholds';
import { fold, plain, wordList } from './plain';
import { languages } from './table';

/** Questions about the wording of a person's message, over all languages of the table. */

const { nudgeWords, nudgeLength, complaintWords, complaintLength, contradictionLength } =
  thresholds;

/** The borders of words in any script; `\\b` knows those of ASCII only. */
const BORDER =
  '(?:(?<=[\\p{L}\\p{M}\\p{N}])(?![\\p{L}\\p{M}\\p{N}])|(?<![\\p{L}\\p{M}\\p{N}])(?=[\\p{L}\\p{M}\\p{N}]))';

type Patterns =
  | 'nudges'
  | 'pokes'
  | 'resumes'
  | 'complaints'
  | 'openers'
  | 'corrections'
  | 'retractions'
  | 'steering'
  | 'promises'
  | 'silence';

const isLatin = (source: string) => /^[\0-\x7f]*$/.test(source);

/** A pattern as it is tested on `plain` text. */
function compiled(pattern: RegExp): RegExp {
  const source = fold(pattern.source);
  return isLatin(source) ? new RegExp(source) : new RegExp(source.replaceAll('\\b', BORDER), 'u');
}

const patternsOf = (name: Patterns) =>
  languages.flatMap((language) => language[name].map(compiled));

const PATTERNS: Readonly<Record<Patterns, readonly RegExp[]>> = {
  nudges: patternsOf('nudges'),
  pokes: patternsOf('pokes'),
  resumes: patternsOf('resumes'),
  complaints: patternsOf('complaints'),
  openers: patternsOf('openers'),
  corrections: patternsOf('corrections'),
  retractions: patternsOf('retractions'),
  steering: patternsOf('steering'),
  promises: patternsOf('promises'),
  silence: patternsOf('silence'),
};

const wordsOf = (name: 'fillers' | 'assents' | 'common') =>
  languages.flatMap((language) => language[name].map(fold));

const FILLERS = new Set(wordsOf('fillers'));
const ASSENTS = new Set(wordsOf('assents'));
const COMMON = new Set([...wordsOf('common'), ...FILLERS]);

const count = (words: string, name: Patterns): number =>
  PATTERNS[name].filter((pattern) => pattern.test(words)).length;

const some = (words: string, name: Patterns): boolean =>
  PATTERNS[name].some((pattern) => pattern.test(words));

/** A whole message that asks to go on or to try again, or only holds signs such as "?" or "...". */
export function isNudge(text: string): boolean {
  if (text.length > nudgeLength) return false;
  const words = plain(text);
  if (words === '') return true;
  return isShort(words) && matches(words, 'nudges');
}

/** A whole message that asks whether anybody is there. */
export function isPoke(text: string): boolean {
  if (text.length > nudgeLength) return false;
  const words = plain(text);
  return words !== '' && isShort(words) && matches(words, 'pokes');
}

/** A whole message that only agrees: "ok", "yes please". */
export function isAssent(text: string): boolean {
  if (text.length > nudgeLength) return false;
  const words = plain(text);
  const agrees = words.split(' ').some((word) => ASSENTS.has(word));
  return agrees && isShort(words) && withoutFillers(words) === '';
}

/** A longer message that begins by asking to go on with the same work. */
export function asksToResume(text: string): boolean {
  return some(plain(text.slice(0, nudgeLength)), 'resumes');
}

/** A message that mentions the silence or the failure itself. */
export function isComplaint(text: string): boolean {
  if (isLong(text)) return false;
  return some(plain(text), 'complaints');
}

/** The signs in the wording of a message that it speaks against something. */
export interface Contradiction {
  /** It begins by holding somebody back ("no", "wait"): never enough alone. */
  readonly opens: boolean;
  /** How many kinds of wording forbid, question or restrict. */
  readonly corrections: number;
  /** How many kinds of wording speak against what is under way. */
  readonly retractions: number;
}

export function contradiction(text: string): Contradiction {
  const words = plain(text.slice(0, contradictionLength));
  return {
    opens: some(words, 'openers'),
    corrections: count(words, 'corrections'),
    retractions: count(words, 'retractions'),
  };
}

/** Whether anything in the wording speaks against something. */
export function contradicts(text: string): boolean {
  const { opens, corrections, retractions } = contradiction(text);
  return opens || corrections > 0 || retractions > 0;
}

/** Wording that narrows or steers. */
export function isSteering(text: string): boolean {
  return some(plain(text.slice(0, contradictionLength)), 'steering');
}

/** The person asks that no answer comes; in longer messages such words are about something else. */
export function asksForNothing(text: string): boolean {
  if (isLong(text)) return false;
  return some(plain(text), 'silence');
}

const SENTENCE_END = /[.!?。！？…:：\n]+\s*/u;

/** An assistant's text whose last sentence announces an action. A question asks for leave instead. */
export function promises(text: string): boolean {
  const end = text.trim().slice(-thresholds.promiseLength);
  if (/[?？؟]$/.test(end)) return false;
  const last = end.split(SENTENCE_END).findLast((sentence) => sentence.trim() !== '');
  return last !== undefined && some(plain(last), 'promises');
}

/** Words that can show what a text is about. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = wordList(text);
  const kept = new Set<string>();
  words.forEach((word, at) => {
    if (isIdeograph(word)) {
      const next = words[at + 1];
      if (next !== undefined && isIdeograph(next)) kept.add(word + next);
    } else if (isHangul(word)) {
      if (!COMMON.has(word)) kept.add(word.slice(0, HANGUL_STEM));
    } else if (word.length > 2 && !COMMON.has(word)) kept.add(stem(word));
  });
  return kept;
}

const isIdeograph = (word: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u.test(word);

const isHangul = (word: string) => /^\p{Script=Hangul}{2,}$/u.test(word);

/** Syllables: what follows are particles. */
const HANGUL_STEM = 2;

/** "tests" and "test" are about the same thing. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:'s|es|s|ing|ed)$/, '') : word);

const isLong = (text: string) =>
  text.length > complaintLength || wordList(text).length > complaintWords;

const isShort = (words: string) => wordList(words).length <= nudgeWords;

function matches(words: string, name: Patterns): boolean {
  return some(words, name) || some(withoutFillers(words), name);
}

const withoutFillers = (words: string) =>
  words
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ');
