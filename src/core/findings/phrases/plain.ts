/** Longer texts are judged by their beginning: phrases and vocabulary stand there, and work stays bounded. */
const JUDGED_LENGTH = 4000;

/** Lower case, straight apostrophes, everything that is no letter, digit or apostrophe as one space. */
export function plain(text: string): string {
  return text
    .slice(0, JUDGED_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
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
