import { beginning, detached, ending } from '../model/text';
import { messagePieces, type Origin, type WrittenMessage } from '../reading/message-text';
import { visible } from '../reading/visible';
import { englishWords } from '../reading/words';
import type { Hit } from './hit';

/** Characters of a snippet: of the match, and on each side of it. */
const MATCH = 200;
const BEFORE = 20;
const AFTER = 120;
/** Characters looked at for each that is shown: escape sequences are not. */
const ROOM = 2;

export interface FoundInMessage {
  /** As many as there was room for. */
  readonly hits: readonly Hit[];
  /** All there are. */
  readonly count: number;
}

/**
 * Looks through all that is written of a message: its bodies, and the names of tools and files.
 * @param message with its whole bodies
 * @param pattern finds every match (flag `g`); an empty match is none
 * @param room how many hits are wanted at most
 */
export function searchMessage(
  message: WrittenMessage,
  session: number,
  pattern: RegExp,
  room: number,
): FoundInMessage {
  const hits: Hit[] = [];
  const position = createPosition();
  let count = 0;
  // The words are not looked at; no language has one with a line break.
  for (const { text, origin } of messagePieces(message, englishWords)) {
    let passed = 0;
    for (const match of origin === null ? [] : origin.text.matchAll(pattern)) {
      if (origin === null || match[0] === '') continue;
      count += 1;
      if (hits.length >= room) continue;
      if (origin.text === text) position.pass(text.slice(passed, match.index));
      passed = match.index;
      hits.push({
        session,
        number: message.number,
        ...hitIn(origin, match.index, match[0]),
        ...position.now(),
      });
    }
    if (hits.length < room) position.pass(origin?.text === text ? text.slice(passed) : text);
  }
  return { hits, count };
}

function hitIn({ part, body, text }: Origin, at: number, match: string) {
  const end = at + match.length;
  const shown = beginning(oneLine(beginning(match, ROOM * MATCH)), MATCH);
  const line = lastLine(ending(text.slice(0, at), ROOM * BEFORE));
  const rest = firstLine(beginning(text.slice(end), ROOM * AFTER));
  const before = cutBefore(oneLine(line).trimStart());
  const after = beginning(oneLine(rest).trimEnd(), AFTER);
  return {
    part,
    body,
    at,
    length: match.length,
    snippet: detached(`${before}${shown}${after}`),
    marked: [before.length, before.length + shown.length] as const,
    isShortened: shown !== visible(match),
  };
}

/** In a narrow view the match must be in sight: little stands before it, from the beginning of a word on. */
function cutBefore(text: string): string {
  const kept = ending(text, BEFORE);
  return kept === text ? kept : `…${kept.replace(/^\S{0,10}\s+/, '')}`;
}

const LINE_BREAK = /\r\n|\r|\n/;
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g');

const firstLine = (text: string) => text.split(LINE_BREAK, 1)[0] ?? '';
const lastLine = (text: string) => text.split(LINE_BREAK).at(-1) ?? '';
const oneLine = (text: string) => visible(text).replace(/\s/g, ' ');

/** Line and column of where one is in the document of a message; looks at what was passed only when asked. */
function createPosition() {
  let unseen: string[] = [];
  let line = 0;
  let column = 0;
  return {
    pass(text: string) {
      unseen.push(text);
    },
    now() {
      for (const text of unseen) {
        let last = 0;
        for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAKS)) {
          line += 1;
          column = 0;
          last = index + lineBreak.length;
        }
        column += visible(text.slice(last)).length;
      }
      unseen = [];
      return { line, column };
    },
  };
}
