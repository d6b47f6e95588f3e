/**
 * Makes control characters, bidirectional overrides and escape sequences visible instead of obeyed:
 * a transcript is hostile text, and one `\u202e` can turn a line's meaning around.
 */
export function visible(text: string): string {
  return text
    .replace(ANSI, '')
    .replace(CONTROL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const CONTROL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The first line that is not blank, at most `limit` characters, for one-line summaries. */
export function firstLine(text: string, limit: number): string {
  // Of a text of megabytes only the beginning is looked at; escape sequences in it take room.
  const line =
    visible(text.trimStart().slice(0, limit * ROOM))
      .trim()
      .split(/\r\n|\r|\n/, 1)[0] ?? '';
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Characters looked at for each that is shown. */
const ROOM = 20;
