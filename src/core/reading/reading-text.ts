import type { Findings, Flag } from '../findings/findings';
import type { Excerpt, Message, Part, TextPart, ToolPart } from '../model/message';
import { isSchemaVerified, type Session, type Transcript } from '../model/session';
import { flagsByNumber, isSilent } from './flag-note';
import type { BodyKind } from '../search/hit';
import { gapWords, isStepBorder, tookMs } from './message-facts';
import { clock, day, duration, grouped } from './quantities';
import { firstLine, visible } from './visible';
import { counted, fill, type Words } from './words';

/** A reading document is never larger than this, in bytes of UTF-8. */
export const MAX_DOCUMENT_BYTES = 4_500_000;

/** Characters of visible text shown of one message when the session is short enough. */
const FULL_BUDGET = 4000;
/** Budgets without bodies: headers say how much is left out, or only who wrote a message. */
const NO_BODIES = -1;
const BARE = -2;
/** Messages this near to a flag keep the full budget in a long session. */
const NEAR_FLAG = 2;
const SUMMARY_WIDTH = 160;
/** Characters shown of an error. */
const MAX_ERROR = 400;
/** From this many characters on the size of a result is named. */
const LARGE = 100_000;
/** No line is longer: editors stop drawing and tokenising very long lines. */
const MAX_LINE = 2000;
/** Before every line of a body. */
const INDENT = '  ';
/** Characters of a body on one line. */
const WRAPPED = MAX_LINE - INDENT.length;
const LINE_BREAK = /\r\n|\r|\n/;

/** The text of a session's reading document and where each message stands in it. */
export interface ReadingText {
  readonly text: string;
  /** 0-based line of each message's header, by message number. */
  readonly headerLines: readonly number[];
  /** 0-based line of each message's last line, by message number. */
  readonly lastLines: readonly number[];
  /** How much of each body is in it. */
  readonly limits: Limits;
}

/** A place in a body of a message. */
export interface BodyPlace {
  /** Index of the part; null: the message's error. */
  readonly part: number | null;
  readonly body: BodyKind;
  /** In UTF-16 units. */
  readonly at: number;
}

/** Where a place in a body stands in a reading document. */
export interface ShownPlace {
  /** 0-based. The line of the part when the place itself is not shown. */
  readonly line: number;
  /** Column from which on it stands there; null: it is not shown. */
  readonly column: number | null;
}

/** The message whose lines hold this 0-based line; null above the first message. */
export function messageAtLine(reading: ReadingText, line: number): number | null {
  const number = reading.headerLines.findLastIndex((header) => header <= line);
  return number < 0 ? null : number;
}

/**
 * Writes the reading document of one session: a header, then each message with a header line at
 * column 0 and its body indented, so that no body can pass for a header. Bodies are shortened
 * until the whole is under `MAX_DOCUMENT_BYTES`.
 */
export function readingText(...of: ReadingTextOf): ReadingText {
  const work = writeReadingText(...of);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** @see readingText */
export type ReadingTextOf = readonly [
  transcript: Transcript,
  sessionIndex: number,
  findings: Findings,
  words: Words,
  name: string,
];

/** `readingText` in small pieces of work: whoever drives it can do other things in between. */
export function* writeReadingText(
  ...[transcript, sessionIndex, findings, words, name]: ReadingTextOf
): Generator<undefined, ReadingText> {
  const session = transcript.sessions[sessionIndex] ?? transcript.sessions[0];
  const flags = flagsByNumber(findings);
  const near = nearFlags(findings, session.messages.length);
  const of = { transcript, session, findings, flags, words, name };
  let limits: Limits = { near, budget: FULL_BUDGET };
  for (;;) {
    limits = fitting(of, limits);
    const reading = yield* write(of, limits);
    const size = utf8Length(reading.text);
    if (size <= MAX_DOCUMENT_BYTES || isLeast(limits)) return reading;
    limits = tighter(limits, size);
  }
}

interface Of {
  readonly transcript: Transcript;
  readonly session: Session;
  readonly findings: Findings;
  readonly flags: ReadonlyMap<number, readonly Flag[]>;
  readonly words: Words;
  readonly name: string;
}

/** How much of each body is shown. */
export interface Limits {
  /** Messages that keep the full budget. */
  readonly near: ReadonlySet<number>;
  /** Characters of every other message, or `NO_BODIES` or `BARE`. */
  readonly budget: number;
}

const isLeast = ({ budget }: Limits) => budget === BARE;

/** @param size bytes that the document has with these limits */
function tighter({ near, budget }: Limits, size: number): Limits {
  if (budget === NO_BODIES) {
    return near.size > 0 ? { near: new Set(), budget } : { near, budget: BARE };
  }
  const next = Math.floor(budget * Math.min(0.7, MAX_DOCUMENT_BYTES / size));
  // Below a few words a body says nothing: then only headers are kept.
  return { near, budget: next < 24 ? NO_BODIES : next };
}

/** Messages from which the size of the whole is guessed, before anything is written. */
const GUESSED_FROM = 500;

/** The first limits with which a long session probably fits: writing all of it several times takes seconds. */
function fitting(of: Of, first: Limits): Limits {
  const { messages } = of.session;
  const every = Math.floor(messages.length / GUESSED_FROM);
  if (every < 2) return first;
  const some = messages.filter((_, at) => at % every === 0);
  for (let limits = first; ;) {
    const bytes = some.reduce(
      (sum, message) => sum + utf8Length(messageLines(message, of, limits).join('\n')) + 1,
      0,
    );
    const size = (bytes * messages.length) / some.length;
    if (size <= MAX_DOCUMENT_BYTES || isLeast(limits)) return limits;
    limits = tighter(limits, size);
  }
}

function nearFlags(findings: Findings, count: number): ReadonlySet<number> {
  const near = new Set<number>();
  for (const flag of findings.flags.slice(0, 400)) {
    for (let at = flag.number - NEAR_FLAG; at <= flag.number + NEAR_FLAG; at += 1) {
      if (at >= 0 && at < count) near.add(at);
    }
  }
  return near;
}

/** Messages that are written without a pause: about a millisecond of work. */
const AT_ONCE = 100;

function* write(of: Of, limits: Limits): Generator<undefined, ReadingText> {
  const { transcript, session, findings, words, name } = of;
  const isShort = limits.budget < FULL_BUDGET;
  const lines = documentHeader(transcript, session, findings, isShort, words, name);
  const headerLines: number[] = [];
  const lastLines: number[] = [];
  for (const message of session.messages) {
    if (message.number % AT_ONCE === AT_ONCE - 1) yield;
    headerLines.push(lines.length);
    const own = messageLines(message, of, limits);
    for (const line of own) lines.push(line);
    lastLines.push(lines.length - (own.at(-1) === '' ? 2 : 1));
  }
  return { text: lines.join('\n'), headerLines, lastLines, limits };
}

const budgetOf = ({ near, budget }: Limits, number: number) =>
  near.has(number) ? FULL_BUDGET : budget;

/**
 * Finds a place of a message's body in its reading document.
 * @param message as the index has it
 */
export function shownPlace(
  { headerLines, limits }: ReadingText,
  message: Message,
  place: BodyPlace,
  words: Words,
): ShownPlace {
  const header = headerLines[message.number] ?? 0;
  let left = budgetOf(limits, message.number);
  if (left < 0) return { line: header, column: null };
  let line = header + 1;
  for (const [index, part] of message.parts.entries()) {
    const { lines, used } = partLines(part, left, words);
    if (index === place.part) {
      const at = part.kind === 'text' ? textPlace(part, left, place.at) : summaryPlace(part, place);
      // Of a part without a line the one above is the nearest.
      return { line: line + Math.min(at.line, lines.length - 1), column: at.column };
    }
    line += lines.length;
    left -= used;
  }
  // The error stands after all parts.
  return { line, column: isOnFirstLine(message.error?.message, place.at, MAX_ERROR) };
}

/** Line counted from the first one of the part. */
function textPlace({ body }: TextPart, budget: number, at: number): ShownPlace {
  const shown = body.text.slice(0, Math.max(0, budget));
  if (at >= shown.length) return { line: Infinity, column: null };
  const before = visible(shown.slice(0, at)).trimStart().split(LINE_BREAK);
  const column = before.at(-1)?.length ?? 0;
  const above = before.slice(0, -1).join('\n');
  const wraps = Math.floor(column / WRAPPED);
  const line = (before.length === 1 ? 0 : wrapped(above).length) + wraps;
  return { line, column: INDENT.length + column - wraps * WRAPPED };
}

function summaryPlace(part: Part, { body, at }: BodyPlace): ShownPlace {
  // Names stand in their line; inputs and results do not.
  if (body === 'tool' || body === 'file' || body === 'patch') return { line: 0, column: 0 };
  const text = part.kind === 'reasoning' ? part.body.text : undefined;
  return { line: 0, column: isOnFirstLine(text, at, SUMMARY_WIDTH) };
}

/** 0 when a place is in the first line of a text, as far as a summary shows it; else null. */
const isOnFirstLine = (text: string | undefined, at: number, width: number) => {
  const before = text?.slice(0, at).trimStart();
  return before === undefined || before.length >= width || LINE_BREAK.test(before) ? null : 0;
};

/** A message's header and body, and an empty line after them; only its header when there is no room for more. */
function messageLines(message: Message, of: Of, limits: Limits): readonly string[] {
  const { session, flags, words } = of;
  const own = budgetOf(limits, message.number);
  const ownFlags = flags.get(message.number) ?? [];
  const previous = session.messages[message.number - 1];
  const header = messageHeader(message, previous, ownFlags.length > 0, own, words);
  return own < 0 ? [header] : [header, ...messageBody(message, ownFlags, own, words), ''];
}

function documentHeader(
  transcript: Transcript,
  session: Session,
  findings: Findings,
  shortened: boolean,
  words: Words,
  name: string,
): string[] {
  const { rows } = transcript;
  const others = transcript.sessions.length - 1;
  const children = transcript.sessions.filter((one) => one.parent !== null).length;
  const lines = [
    titleLine(session.title ?? name),
    [
      transcript.format,
      counted(session.messages.length, words.messages),
      counted(findings.turns.length, words.turns),
      counted(findings.flags.length, words.flags),
      counted(findings.incidents.length, words.incidents),
    ].join(' · '),
    fill(
      words.rows,
      grouped(rows.read),
      grouped(rows.understood),
      grouped(rows.unknown),
      grouped(rows.malformed),
    ),
  ];
  if (!isSchemaVerified(transcript)) lines.push(words.notVerified);
  if (transcript.problems.some((problem) => problem.kind === 'incomplete')) {
    lines.push(words.rowProblems);
  }
  if (others > 0) {
    lines.push(fill(children > 0 ? words.subagents : words.otherSessions, grouped(others)));
  }
  if (session.messages.length === 0) lines.push(words.noMessages);
  if (shortened) lines.push(words.shortened);
  return [...lines.map((line) => clipped(line)), ''];
}

/** What agents and people call a session may hold anything: it stays on its line and passes for no header. */
function titleLine(title: string): string {
  const line = firstLine(title, MAX_LINE);
  return line.startsWith('#') ? `  ${line}` : line;
}

function messageHeader(
  message: Message,
  previous: Message | undefined,
  isFlagged: boolean,
  budget: number,
  words: Words,
): string {
  const who = `#${message.number} ${words.author[message.author]}`;
  if (budget === BARE) return who;
  if (budget === NO_BODIES) {
    const length = lengthOf(message);
    return length === 0 ? who : `${who} · ${fill(words.more, grouped(length))}`;
  }
  const pieces = [
    who,
    timeWords(message, previous),
    gapWords(message, previous, words),
    toolNames(message),
    // The note of a flag, which stands at the end of this line, has the tokens that matter.
    isFlagged ? null : tokenWords(message, words),
    notableFinish(message, words),
    message.superseded ? words.superseded : null,
  ];
  return clipped(pieces.filter((piece) => piece !== null && piece !== '').join(' · '));
}

/** Characters of all bodies. */
function lengthOf({ parts }: Message): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'text' || part.kind === 'reasoning') return sum + part.body.length;
    return part.kind === 'tool' ? sum + part.input.length + (part.output?.length ?? 0) : sum;
  }, 0);
}

function timeWords(message: Message, previous: Message | undefined): string | null {
  if (message.time === null) return null;
  const before = previous?.time ?? null;
  const sameDay = before !== null && day(before) === day(message.time);
  return sameDay ? clock(message.time) : `${day(message.time)} ${clock(message.time)}`;
}

function toolNames(message: Message): string | null {
  const names = new Set<string>();
  for (const part of message.parts) {
    if (part.kind === 'tool') names.add(firstLine(part.name, 40));
  }
  return names.size === 0 ? null : [...names].slice(0, 4).join(', ');
}

function tokenWords(message: Message, words: Words): string | null {
  const { tokens } = message;
  if (tokens === null || message.author !== 'assistant') return null;
  const input = (tokens.input ?? 0) + (tokens.cacheRead ?? 0) + (tokens.cacheWrite ?? 0);
  return fill(words.tokens, grouped(input), grouped(tokens.output ?? 0));
}

function notableFinish(message: Message, words: Words): string | null {
  if (message.finish === null || message.finish === 'stop' || message.finish === 'tool-calls') {
    return null;
  }
  return fill(words.stopped, firstLine(message.rawFinish ?? message.finish, 40));
}

function messageBody(
  message: Message,
  flags: readonly Flag[],
  budget: number,
  words: Words,
): string[] {
  const lines: string[] = [];
  let left = budget;
  for (const part of message.parts) {
    const shown = partLines(part, left, words);
    left -= shown.used;
    lines.push(...shown.lines);
  }
  if (message.error !== null) {
    const { name, message: text } = message.error;
    const said = counting(firstLine(text, MAX_ERROR), text.length, words);
    lines.push(`${fill(words.error, firstLine(name, 60))}: ${said}`);
  }
  for (const flag of flags) {
    if (flag.kind === 'missing') lines.push(words.missingBody);
    else if (isSilent(flag.kind)) lines.push(words.emptyBody);
  }
  return lines.map((line) => (line === '' ? '' : `${INDENT}${clipped(line)}`));
}

/** The lines of a part, and how many characters of the budget they use. */
function partLines(part: Part, budget: number, words: Words) {
  if (part.kind === 'text') return textLines(part, budget, words);
  const line = summaryLine(part, words);
  return { lines: line === null ? [] : [line], used: 0 };
}

function textLines(part: TextPart, budget: number, words: Words) {
  const { body } = part;
  // What is blank to a reader can still hold an envelope: showing it explains the flag.
  if (body.text.trim() === '') return { lines: [], used: 0 };
  const shown = body.text.slice(0, Math.max(0, budget));
  const lines = wrapped(visible(shown).trim());
  const leftOut = body.length - shown.length;
  if (leftOut > 0) lines.push(fill(words.leftOut, grouped(leftOut)));
  return { lines, used: shown.length };
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(LINE_BREAK)) {
    for (let at = 0; at === 0 || at < line.length; at += WRAPPED) {
      lines.push(line.slice(at, at + WRAPPED).trimEnd());
    }
  }
  return lines;
}

function summaryLine(part: Exclude<Part, TextPart>, words: Words): string | null {
  switch (part.kind) {
    case 'reasoning':
      if (part.body.length === 0 || part.body.blank)
        return part.sealed ? words.sealedReasoning : null;
      return fill(words.reasoning, excerptLine(part.body), grouped(part.body.length));
    case 'tool':
      return toolLine(part, words);
    case 'file':
      return fill(
        part.image ? words.image : words.file,
        firstLine(part.name ?? part.mime ?? '?', 120),
      );
    case 'patch': {
      const files = part.files.join(', ');
      return fill(words.patch, counting(firstLine(files, SUMMARY_WIDTH), files.length, words));
    }
    case 'marker':
      return markerLine(part.label, part.detail, words);
  }
}

function markerLine(label: string, detail: Excerpt | null, words: Words): string | null {
  if (isStepBorder(label)) return null;
  const text = detail === null ? '' : counting(excerptLine(detail), detail.length, words);
  return `· ${firstLine(label, 60)}${text === '' ? '' : `: ${text}`}`;
}

/** A line that stands for a text of this length, with how much of it is not there. */
function counting(line: string, length: number, words: Words): string {
  const rest = length - line.length;
  return line.endsWith('…') && rest > 0 ? `${line} ${fill(words.more, grouped(rest))}` : line;
}

const excerptLine = (body: Excerpt) => firstLine(body.text, SUMMARY_WIDTH);

function toolLine(part: ToolPart, words: Words): string {
  const title = part.title ?? excerptLine(part.input);
  const head = `${fill(words.tool, firstLine(part.name, 60))}: ${firstLine(title, SUMMARY_WIDTH)}`;
  const took = tookMs(part.started, part.ended);
  const state = [
    // A call that ended with an error code failed, whatever its status says.
    words.toolStatus[part.exitCode === null || part.exitCode === 0 ? part.status : 'error'],
    part.exitCode === null ? null : fill(words.exit, part.exitCode),
    took === null ? null : duration(took),
    // Nothing of a result is shown here; that it is a large one is worth a look.
    (part.output?.length ?? 0) < LARGE ? null : fill(words.size, grouped(part.output?.length ?? 0)),
  ];
  return `${head} → ${state.filter((piece) => piece !== null).join(', ')}`;
}

const clipped = (line: string) =>
  line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7ff) bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2;
    else if (unit > 0x7f) bytes += 1;
  }
  return bytes;
}
