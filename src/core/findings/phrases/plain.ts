/** Longer texts are judged by their beginning: phrases and vocabulary stand there, and work stays bounded. */
const JUDGED_LENGTH = 4000;

const NOT_ASCII = /[^\0-\x7f]/;
/** Letters that Unicode does not take apart, as people without such keys type them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ँ', 'ं'],
]);
/** Accents of Latin letters, vowel signs and the filler of Arabic, the dot of Hindi. */
const MARKS = /(?<=[a-z])[\u0300-\u036f]+|[\u0640\u064b-\u0652\u093c]/gu;

/** The text as phrases are compared: people leave accents and vowel signs out. Keeps other scripts whole. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[łıßøأإآ\u0901]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

/** Lower case, folded, straight apostrophes, everything that is no letter, digit or apostrophe as one space. */
export function plain(text: string): string {
  return fold(text.slice(0, JUDGED_LENGTH).toLowerCase())
    .replace(/[\u2018\u2019\u02bc`\u00b4]/gu, "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}']+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{M}\p{N}']|$)/gu;

/** Words of the plain text; in scripts without spaces each character is one. */
export function wordList(text: string): readonly string[] {
  return plain(text).match(WORD) ?? [];
}
