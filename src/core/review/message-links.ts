/** `[msg 8132]` in a write-up, as UTF-16 offsets `[start, end)` of its text. */
export interface MessageLink {
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/** What is followed by `(` is a link to somewhere else already. */
const LINK = /\[msg[ \t]{1,8}#?(\d{1,9})\](?!\()/gi;

/** All references to messages in a text, in order. */
export function messageLinks(text: string): readonly MessageLink[] {
  return [...text.matchAll(LINK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    number: Number(match[1]),
  }));
}

/** A reference to a message, as write-ups have it. */
export const messageReference = (number: number): string => `[msg ${number}]`;

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const SESSION =
  /^(?:session|transcript)[ \t]*:[ \t]*(?:"([^"\r\n]+)"|'([^'\r\n]+)'|([^\s#][^\r\n]*))/im;

/** The session that a write-up's front matter names: the path of a transcript or a session's id; null: none. */
export function sessionNamed(text: string): string | null {
  const matter = FRONT_MATTER.exec(text)?.[1];
  const found = matter === undefined ? null : SESSION.exec(matter);
  const name = found?.[1] ?? found?.[2] ?? found?.[3]?.replace(/[ \t]#.*$/, '').trim();
  return name === undefined || name === '' ? null : name;
}
