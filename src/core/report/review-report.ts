import type { Change, Findings, Flag, Incident } from '../findings/findings';
import { groupBy } from '../group-by';
import type { Author, Message, Place, Role } from '../model/message';
import {
  isSchemaVerified,
  type FormatId,
  type RowCounts,
  type Session,
  type Transcript,
} from '../model/session';
import { flagNote, flagsByNumber } from '../reading/flag-note';
import { gapWords, summaryOf } from '../reading/message-facts';
import { englishWords } from '../reading/words';
import { NO_MARKS, type Marks, type MessageMarks } from '../review/marks';
import { incidentNumber } from '../review/progress';
import type { Thread } from '../review/thread';
import { blocksOf, type Block } from './blocks';

/**
 * All that a report of a review tells, as plain data: what exporters write, each in its own form.
 * Every text of the transcript stands in it unchanged; making it harmless is the exporters' task.
 */
export interface ReviewReport {
  /** The transcript, as the person named it. */
  readonly file: string;
  readonly format: FormatId;
  /** Version of this program. */
  readonly version: string;
  /** Rows of the whole file. */
  readonly rows: RowCounts;
  readonly isVerified: boolean;
  /** The main session, then the others that have flags or comments. */
  readonly sessions: readonly [SessionReview, ...SessionReview[]];
  /** Sessions of the file that have neither and are left out. */
  readonly quietSessions: number;
  /** Sentences about what could not be read, such as lines of a review file. */
  readonly remarks: readonly string[];
  /** What was replaced, by rule; null: the report was not redacted. */
  readonly replaced: readonly Replaced[] | null;
}

/** How many pieces of text a rule of the redaction replaced. */
export interface Replaced {
  readonly rule: string;
  readonly count: number;
}

export interface SessionReview {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string | null;
  readonly agentVersion: string | null;
  readonly models: readonly string[];
  readonly messages: number;
  readonly turns: number;
  /** Times of the first and the last message that have one. */
  readonly from: number | null;
  readonly to: number | null;
  readonly flags: readonly FlagReview[];
  readonly incidents: readonly IncidentReview[];
  /** By message; those whose message can't be found come last. */
  readonly threads: readonly ThreadReview[];
  /** Verdicts, labels and states, by message. */
  readonly marks: readonly MarkReview[];
}

/** What reviewers marked on a message. */
export interface MarkReview extends MessageMarks {
  readonly message: CitedMessage;
}

/** A message that is cited. */
export interface CitedMessage {
  readonly number: number;
  readonly id: string | null;
  readonly role: Role;
  readonly author: Author;
  readonly time: number | null;
  readonly place: Place;
  /** What it holds in a few words. */
  readonly summary: string;
}

export interface FlagReview extends Pick<
  Flag,
  'kind' | 'incident' | 'answers' | 'refersTo' | 'similarity'
> {
  readonly message: CitedMessage;
  /** Such as `empty · reasoning only · 0 out`. */
  readonly note: string;
}

export interface IncidentReview extends Incident {
  /** Its number in the report, from 1 through all sessions. */
  readonly index: number;
  /** The messages around it in order; null where some are left out. */
  readonly scenes: readonly (Scene | null)[];
}

/** A message as it is shown in an incident. */
export interface Scene {
  readonly message: CitedMessage;
  /** Such as `after 3 min`. */
  readonly gap: string | null;
  readonly notes: readonly string[];
  /** The number of the message that it repeats word for word and that is shown as well; then it has no blocks. */
  readonly sameAs: number | null;
  readonly blocks: readonly Block[];
}

export interface ThreadReview extends Thread {
  /** Null: its message can't be found any more. */
  readonly message: CitedMessage | null;
}

/** What a report is made of. `findings`, `threads` and `marks` are those of each of the transcript's sessions. */
export interface ReviewReportOf {
  readonly file: string;
  readonly version: string;
  readonly transcript: Transcript;
  readonly findings: readonly Findings[];
  readonly threads: readonly (readonly Thread[])[];
  readonly marks: readonly Marks[];
  /** What a label of the log is called now. */
  readonly labelName: (id: string) => string;
  readonly remarks: readonly string[];
}

/** The report of everything that was found and said about a transcript. */
export function reviewReport(of: ReviewReportOf): ReviewReport {
  const { file, version, transcript, remarks } = of;
  const { format, rows } = transcript;
  let incidents = 0;
  const all = transcript.sessions.map((session, index) => {
    const review = sessionReview(session, of.findings[index] ?? NOTHING, incidents);
    incidents += review.incidents.length;
    return {
      ...review,
      threads: threadReviews(session, of.threads[index] ?? []),
      marks: markReviews(session, of.marks[index] ?? new Map(), of.labelName),
    };
  });
  const [main, ...others] = all;
  if (main === undefined) throw new Error(`${file} holds no session.`);
  const spoken = others.filter(
    ({ flags, threads, marks }) => flags.length + threads.length + marks.length > 0,
  );
  return {
    file,
    format,
    version,
    rows,
    isVerified: isSchemaVerified(transcript),
    sessions: [main, ...spoken],
    quietSessions: others.length - spoken.length,
    remarks,
    replaced: null,
  };
}

const NOTHING: Findings = { flags: [], incidents: [], turns: [], measured: [] };

function sessionReview(
  session: Session,
  findings: Findings,
  incidentsBefore: number,
): Omit<SessionReview, 'threads' | 'marks'> {
  const { messages } = session;
  const times = messages.flatMap(({ time }) => (time === null ? [] : [time]));
  const models = new Set(messages.flatMap(({ model }) => (model === null ? [] : [model])));
  return {
    id: session.id,
    parent: session.parent,
    title: session.title,
    agentVersion: session.agentVersion,
    models: [...models],
    messages: messages.length,
    turns: findings.turns.length,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    flags: findings.flags.flatMap((flag) => flagReview(flag, messages)),
    incidents: findings.incidents.map((incident, at) => ({
      ...incident,
      index: incidentsBefore + at + 1,
      scenes: scenesOf(incident, session, findings),
    })),
  };
}

const threadReviews = (
  { messages }: Session,
  threads: readonly Thread[],
): readonly ThreadReview[] =>
  threads.map((thread) => ({
    ...thread,
    message: thread.number === null ? null : cited(messages[thread.number]),
  }));

/** By message; those without anything left on them are no marks. */
function markReviews(
  { messages }: Session,
  marks: Marks,
  labelName: (id: string) => string,
): readonly MarkReview[] {
  return [...marks]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, { verdicts, labels, reviewed }]) => {
      const message = cited(messages[number]);
      if (message === null || verdicts.length + labels.length + reviewed.length === 0) return [];
      const named = labels.map((label) => ({ ...label, label: labelName(label.label) }));
      return [{ message, verdicts, labels: named, reviewed }];
    });
}

/** What reviewers marked on the message with this number. */
export const marksOn = ({ marks }: SessionReview, number: number): MessageMarks =>
  marks.find(({ message }) => message.number === number) ?? NO_MARKS;

/** What they marked on an incident: its labels, and who has reviewed it. */
export function marksOfIncident(session: SessionReview, incident: IncidentReview) {
  const { labels, reviewed } = marksOn(session, incidentNumber(incident));
  return { labels: labels.filter(({ scope }) => scope === 'incident'), reviewed };
}

/** Marks on messages without a flag. */
export function marksElsewhere({ marks, flags }: SessionReview): readonly MarkReview[] {
  const flagged = new Set(flags.map(({ message }) => message.number));
  return marks.filter(({ message }) => !flagged.has(message.number));
}

/** Such as `right (Ada), other cause (Ben)`. */
export const verdictList = (verdicts: MessageMarks['verdicts']): string =>
  verdicts.map(({ verdict, author }) => `${verdict.replace('-', ' ')} (${author})`).join(', ');

/** Such as `Provider fault (Ada, Ben), Cost (Ada)`. */
export function labelList(labels: MessageMarks['labels']): string {
  const authors = groupBy(labels, ({ label }) => label);
  return [...authors]
    .map(([label, all]) => `${label} (${all.map(({ author }) => author).join(', ')})`)
    .join(', ');
}

function flagReview(flag: Flag, messages: readonly Message[]): readonly FlagReview[] {
  const message = cited(messages[flag.number]);
  if (message === null) return [];
  const { kind, incident, answers, refersTo, similarity } = flag;
  const note = flagNote(flag, messages, englishWords);
  return [{ kind, incident, answers, refersTo, similarity, message, note }];
}

function cited(message: Message | undefined): CitedMessage | null {
  if (message === undefined) return null;
  const { number, id, role, author, time, places } = message;
  return { number, id, role, author, time, place: places[0], summary: summaryOf(message) };
}

/** An incident shows at most this many messages at its beginning, and as many at its end. */
const MOST_SCENES = 8;

function scenesOf(
  incident: Incident,
  session: Session,
  findings: Findings,
): readonly (Scene | null)[] {
  const flags = flagsByNumber(findings);
  const numbers = sceneNumbers(incident, session.messages);
  const isLong = numbers.length > 2 * MOST_SCENES;
  const shown = isLong
    ? [...numbers.slice(0, MOST_SCENES), ...numbers.slice(-MOST_SCENES)]
    : numbers;
  return shown.flatMap((number, at) => {
    const before = shown[at - 1];
    const isGap = before !== undefined && number > before + 1;
    const scene = sceneOf(number, shown, incident, session, flags);
    return scene === null ? [] : isGap ? [null, scene] : [scene];
  });
}

/** The messages before it, its own, those its evidence rests on, and those with which it changed and ended. */
function sceneNumbers(
  { empties, correctives, recoveredBy, outcome, changes, causes }: Incident,
  messages: readonly Message[],
): readonly number[] {
  const first = empties[0] ?? 0;
  const last = Math.max(first, ...empties, ...correctives);
  const newTask = messages.find(({ number, author }) => number > last && author === 'person');
  const evidence = causes.flatMap((cause) => cause.evidence.flatMap((one) => one.messages));
  const numbers = new Set([
    first - 2,
    first - 1,
    ...empties,
    ...correctives,
    ...changes.map(({ number }) => number),
    ...evidence,
    ...(recoveredBy === null ? [] : [recoveredBy]),
    ...(outcome === 'gave-up' && newTask !== undefined ? [newTask.number] : []),
  ]);
  return [...numbers].filter((number) => number in messages).sort((a, b) => a - b);
}

function sceneOf(
  number: number,
  shown: readonly number[],
  incident: Incident,
  { messages }: Session,
  flags: ReadonlyMap<number, readonly Flag[]>,
): Scene | null {
  const message = messages[number];
  const citation = cited(message);
  if (message === undefined || citation === null) return null;
  const own = flags.get(number) ?? [];
  const repeated = own.find(({ similarity }) => similarity === 1)?.refersTo ?? null;
  const sameAs = repeated !== null && shown.includes(repeated) ? repeated : null;
  return {
    message: citation,
    gap: gapWords(message, messages[number - 1], englishWords),
    notes: [
      ...own.map((flag) => flagNote(flag, messages, englishWords)),
      ...incident.changes.filter((change) => change.number === number).map(changeWords),
      ...(number === incident.recoveredBy ? ['the session goes on'] : []),
    ],
    sameAs,
    blocks: sameAs === null ? blocksOf(message) : [],
  };
}

/** What changed, in a few words. What is switched to stands in the message itself. */
export function changeWords({ kind }: Change): string {
  switch (kind) {
    case 'model-switch':
      return 'model switched';
    case 'compaction':
      return 'history compacted';
    case 'left':
      return 'session left';
  }
}

/** Threads on messages that an incident shows as its own: empty responses, correctives, the recovery. */
export function threadsOf(
  { empties, correctives, recoveredBy }: Incident,
  threads: readonly ThreadReview[],
): readonly ThreadReview[] {
  const own = new Set([...empties, ...correctives, recoveredBy]);
  return threads.filter(({ message }) => message !== null && own.has(message.number));
}
