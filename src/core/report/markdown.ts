import type { Change, Outcome } from '../findings/findings';
import type { Author } from '../model/message';
import { isCorrective } from '../reading/flag-note';
import { duration, grouped } from '../reading/quantities';
import { beginning, ending } from '../model/text';
import { counted, englishWords } from '../reading/words';
import type { ReviewComment } from '../review/thread';
import type { Block } from './blocks';
import type { Exporter } from './exporters';
import {
  changeWords,
  labelList,
  marksElsewhere,
  marksOfIncident,
  marksOn,
  threadsOf,
  verdictList,
  type CitedMessage,
  type FlagReview,
  type IncidentReview,
  type ReviewReport,
  type Scene,
  type SessionReview,
  type ThreadReview,
} from './review-report';
import {
  cellCode,
  cellText,
  codeBlock,
  codeSpan,
  commentMarkdown,
  plainText,
  quotation,
  quotingSentence,
} from './safe-markdown';
import { utc } from './times';

/** A report for people: a table on top, then every incident, the comments, and what happened when. */
export const markdown: Exporter = {
  id: 'markdown',
  label: 'Markdown',
  ending: '.review.md',
  write: (report) => `${sections(report).join('\n\n')}\n`,
};

/** Characters shown of each kind of block. */
const MOST: Readonly<Record<Block['kind'], number>> = {
  text: 1200,
  reasoning: 600,
  call: 160,
  note: 160,
  result: 900,
  error: 600,
};

function sections(report: ReviewReport): readonly string[] {
  const { sessions } = report;
  const incidents = sessions.flatMap((session) =>
    session.incidents.map((incident) => ({ session, incident })),
  );
  const isOne = sessions.length === 1;
  return [
    `# Session review: ${titleOf(report)}`,
    factsTable(report),
    ...(incidents.length === 0
      ? ['No empty responses were found, and no corrective messages.']
      : ['## Incidents', incidentTable(incidents)]),
    ...sessions.flatMap((session) => [
      ...(isOne ? [] : [sessionHeading(session)]),
      ...session.incidents.flatMap((incident) => incidentSections(incident, session)),
      ...commentSections(session),
      ...markSections(session),
      ...timelineSections(session),
    ]),
    ...aboutSections(report),
  ];
}

const titleOf = ({ sessions: [main], file }: ReviewReport) =>
  main.title === null ? codeSpan(nameOf(file)) : codeSpan(beginning(main.title, 200));

const nameOf = (file: string) => file.split(/[/\\]/).at(-1) ?? file;

function factsTable(report: ReviewReport): string {
  const { sessions, quietSessions, rows } = report;
  const [main] = sessions;
  const comments = sessions.flatMap(({ threads }) => threads.flatMap((one) => one.comments));
  const notUnderstood = rows.unknown + rows.malformed;
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Transcript', cellCode(report.file)],
    ['Session', cellCode(main.id)],
    ['Agent', agentWords(main, report)],
    ['Recorded', recordedWords(main)],
    ['Size', sizeWords(sessions, quietSessions)],
    ['Found', foundWords(sessions)],
    ['Cost', costWords(sessions)],
    ['Reviewed', reviewedWords(sessions)],
    ['Comments', commentCounts(comments)],
    [
      'Rows',
      `${grouped(rows.read)} read, ${
        notUnderstood === 0
          ? 'all understood'
          : `${grouped(rows.unknown)} of unknown kinds, ${grouped(rows.malformed)} malformed`
      }${report.isVerified ? '' : ' (schema not verified)'}`,
    ],
  ];
  return table(
    ['', ''],
    facts.filter(([, value]) => value !== '').map(([name, value]) => [`**${name}**`, value]),
  );
}

function agentWords({ agentVersion, models }: SessionReview, { format }: ReviewReport): string {
  const shown = models.slice(0, 5).map(cellCode);
  const more = models.length > 5 ? ` and ${models.length - 5} more` : '';
  return [
    `${format}${agentVersion === null ? '' : ` ${cellCode(agentVersion)}`}`,
    ...(shown.length === 0 ? [] : [`${shown.join(', ')}${more}`]),
  ].join(' · ');
}

function recordedWords({ from, to }: SessionReview): string {
  if (from === null || to === null) return 'times are not recorded';
  return to > from ? `${utc(from)} to ${utc(to)} UTC (${duration(to - from)})` : `${utc(from)} UTC`;
}

function sizeWords(sessions: ReviewReport['sessions'], quiet: number): string {
  const [main, ...others] = sessions;
  return [
    counted(main.messages, englishWords.messages),
    counted(main.turns, englishWords.turns),
    ...(others.length > 0
      ? [`${plural(others.length, 'more session')} with flags or comments below`]
      : []),
    ...(quiet > 0 ? [`${plural(quiet, 'session')} of the file without any`] : []),
  ].join(' · ');
}

function foundWords(sessions: ReviewReport['sessions']): string {
  const flags = sessions.flatMap((session) => session.flags);
  const incidents = sessions.flatMap((session) => session.incidents);
  const correctives = flags.filter(({ kind }) => isCorrective(kind)).length;
  const outcomes = (['recovered', 'gave-up', 'open'] as const).flatMap((outcome) => {
    const count = incidents.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${grouped(count)} ${OUTCOMES[outcome]}`];
  });
  if (incidents.length === 0) return 'no flags';
  return [
    `${plural(incidents.length, 'incident')} (${outcomes.join(', ')})`,
    plural(flags.length - correctives, 'empty response'),
    plural(correctives, 'corrective message'),
  ].join(' · ');
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  recovered: 'recovered',
  'gave-up': 'given up',
  open: 'open',
};

function costWords(sessions: ReviewReport['sessions']): string {
  const incidents = sessions.flatMap((session) => session.incidents);
  if (incidents.length === 0) return '';
  const times = incidents.flatMap(({ elapsedMs }) => (elapsedMs === null ? [] : [elapsedMs]));
  const tokens = incidents.flatMap((one) =>
    one.tokensRespent === null ? [] : [one.tokensRespent],
  );
  return [
    times.length === 0
      ? 'time lost not recorded'
      : `${duration(sum(times))} from silence to recovery${partly(times, incidents)}`,
    tokens.length === 0
      ? 'tokens not recorded'
      : `${plural(sum(tokens), 'token')} spent again${partly(tokens, incidents)}`,
  ].join(' · ');
}

const partly = (some: readonly unknown[], all: readonly unknown[]) =>
  some.length < all.length ? ` (recorded for ${some.length} of ${all.length} incidents)` : '';

function reviewedWords(sessions: ReviewReport['sessions']): string {
  const all = sessions.flatMap((session) =>
    session.incidents.map((incident) => marksOfIncident(session, incident).reviewed),
  );
  const authors = new Set(all.flat());
  if (authors.size === 0) return '';
  const reviewed = all.filter((one) => one.length > 0).length;
  return `${reviewed} of ${plural(all.length, 'incident')} by ${[...authors].map(cellText).join(', ')}`;
}

function commentCounts(comments: readonly ReviewComment[]): string {
  if (comments.length === 0) return 'none';
  const authors = new Map<string, number>();
  for (const { author } of comments) authors.set(author, (authors.get(author) ?? 0) + 1);
  return [...authors].map(([author, count]) => `${cellText(author)} ${count}`).join(', ');
}

function incidentTable(
  incidents: readonly { readonly session: SessionReview; readonly incident: IncidentReview }[],
): string {
  const rows = incidents.map(({ session, incident }) => {
    const [cause] = incident.causes;
    return [
      `[${incident.index}](#incident-${incident.index})`,
      numbersOf(incident.empties),
      [...new Set(emptyNotes(incident, session))].slice(0, 3).map(cellText).join('; '),
      recoveryWords(incident),
      OUTCOMES[incident.outcome],
      incident.elapsedMs === null ? 'not recorded' : duration(incident.elapsedMs),
      cause === undefined ? 'unknown' : `${cellText(cause.label)} (${cause.confidence})`,
      reviewCell(incident, session),
    ];
  });
  const head = ['', 'empty', 'what', 'recovery', 'outcome', 'after', 'cause', 'review'];
  return table(head, rows);
}

/** Verdicts, labels and the number of comments, such as `right (Ada); Provider fault (Ada); 2 comments`. */
function reviewCell(incident: IncidentReview, session: SessionReview): string {
  const own = session.flags.filter((flag) => flag.incident === incident.id);
  const verdicts = own.map((flag) => verdictsOn(flag, session));
  const comments = threadsOf(incident, session.threads).flatMap((thread) => thread.comments).length;
  const { labels, reviewed } = marksOfIncident(session, incident);
  const pieces = [
    ...new Set(verdicts),
    labelList(labels),
    comments === 0 ? '' : plural(comments, 'comment'),
    reviewed.length === 0 ? '' : 'reviewed',
  ];
  return cellText(pieces.filter((piece) => piece !== '').join('; '));
}

const verdictsOn = ({ message, kind }: FlagReview, session: SessionReview) =>
  verdictList(marksOn(session, message.number).verdicts.filter(({ flag }) => flag === kind));

/** The notes of its empty responses, without the word that each begins with. */
const emptyNotes = ({ id }: IncidentReview, { flags }: SessionReview) =>
  flags
    .filter(({ incident, kind }) => incident === id && !isCorrective(kind))
    .map(({ note }) => note.replace(/^empty · /, ''));

function recoveryWords({ recovery, correctives }: IncidentReview): string {
  const by = correctives.length === 0 ? '' : ` ${numbersOf(correctives)}`;
  switch (recovery) {
    case 'auto':
      return 'by itself';
    case 'none':
      return 'none';
    case 'new-task':
      return 'new task';
    default:
      return `${englishWords.corrective[recovery]}${by}`;
  }
}

const MOST_NUMBERS = 6;

function numbersOf(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MOST_NUMBERS).map(cite).join(' ');
  const more = numbers.length - MOST_NUMBERS;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** As people cite a message; the brackets mean nothing to Markdown as long as nothing defines them. */
const cite = (number: number) => `[msg ${number}]`;

function sessionHeading({ id, parent, title, messages }: SessionReview): string {
  const facts = [
    ...(title === null ? [] : [codeSpan(beginning(title, 200))]),
    counted(messages, englishWords.messages),
    ...(parent === null ? [] : [`started by ${codeSpan(parent)}`]),
  ];
  return `## Session ${codeSpan(id)}\n\n${facts.join(' · ')}`;
}

function incidentSections(incident: IncidentReview, session: SessionReview): readonly string[] {
  const threads = threadsOf(incident, session.threads);
  return [
    `### Incident ${incident.index}`,
    incidentFacts(incident, session),
    ...causeSections(incident),
    ...incident.scenes.flatMap((scene) => (scene === null ? ['…'] : sceneSections(scene))),
    ...(threads.length === 0 ? [] : ['**Comments**', ...threads.flatMap(threadSections)]),
  ];
}

function incidentFacts(incident: IncidentReview, session: SessionReview): string {
  const own = session.flags.filter((flag) => flag.incident === incident.id);
  const lines = own.map((flag) => {
    const { kind, message, note } = flag;
    const name = isCorrective(kind) ? '**Corrective**' : '**Empty**';
    const verdicts = verdictsOn(flag, session);
    const judged = verdicts === '' ? '' : ` · judged ${plainText(verdicts)}`;
    return `${name}: ${cite(message.number)} ${plainText(note.replace(/^empty · /, ''))}${judged}`;
  });
  const { labels, reviewed } = marksOfIncident(session, incident);
  return list([
    ...lines,
    ...incident.changes.map(changeLine),
    `**Outcome**: ${outcomeWords(incident)}`,
    ...(labels.length === 0 ? [] : [`**Labels**: ${plainText(labelList(labels))}`]),
    ...(reviewed.length === 0 ? [] : [`**Reviewed** by ${reviewed.map(plainText).join(', ')}`]),
  ]);
}

function changeLine(change: Change): string {
  const by = change.kind === 'left' ? 'with' : 'to';
  const to = change.to === null ? '' : ` ${by} ${codeSpan(change.to)}`;
  return `**Changed**: ${changeWords(change)}${to} in ${cite(change.number)}`;
}

function outcomeWords(incident: IncidentReview): string {
  const { outcome, recoveredBy, attempts, elapsedMs, tokensRespent } = incident;
  const end = recoveredBy === null ? '' : ` with ${cite(recoveredBy)}`;
  return [
    `${OUTCOMES[outcome]}${end}`,
    attempts === 0 ? 'without a corrective message' : `after ${plural(attempts, 'attempt')}`,
    elapsedMs === null ? 'time not recorded' : duration(elapsedMs),
    tokensRespent === null
      ? 'tokens not recorded'
      : `${plural(tokensRespent, 'token')} spent again`,
  ].join(', ');
}

function causeSections({ causes, notRecorded }: IncidentReview): readonly string[] {
  const lines = causes.flatMap(({ label, confidence, evidence }) => [
    `- ${plainText(label)} (${confidence})`,
    ...evidence.map(({ text, messages }) =>
      `  - ${quotingSentence(text)} ${numbersOf(messages)}`.trimEnd(),
    ),
  ]);
  const missing =
    notRecorded.length === 0 ? [] : [`Not recorded: ${plainText(notRecorded.join(', '))}.`];
  return [
    '**What the transcript shows about why**',
    lines.length === 0 ? 'Nothing: the cause is unknown.' : lines.join('\n'),
    ...missing,
  ];
}

function sceneSections({ message, gap, notes, sameAs, blocks }: Scene): readonly string[] {
  const head = [
    `**${cite(message.number)}** ${who(message.author)}`,
    ...(message.time === null ? [] : [utc(message.time)]),
    ...(gap === null ? [] : [gap]),
    ...(notes.length === 0 ? [] : [`**${notes.map(plainText).join(' · ')}**`]),
  ].join(' · ');
  if (sameAs !== null) return [head, `*the same text as ${cite(sameAs)}*`];
  const shown = blocks.flatMap(blockSections);
  const nothing = message.author === 'assistant' ? ': no text, no tool call' : '';
  return [head, ...(shown.length === 0 ? [`*nothing${nothing}*`] : shown)];
}

const who = (author: Author) => englishWords.author[author];

function blockSections(block: Block): readonly string[] {
  const { kind, name, state, text, from, leftOut } = block;
  const most = MOST[kind];
  if (kind === 'call' || kind === 'note') {
    const what = [...(name === null ? [] : [codeSpan(name)]), ...(state === null ? [] : [state])];
    const title = codeSpan(text.length > most ? `${beginning(text, most)}…` : text);
    return [`${LABELS[kind]} ${what.join(' → ')}${title === '' ? '' : `: ${title}`}`];
  }
  const isProse = kind === 'text' || kind === 'reasoning';
  const shown = from === 'beginning' ? beginning(text, most) : ending(text, most);
  const lines = isProse ? wrapped(shown) : shown;
  const rest = leftOut + text.length - shown.length;
  const more = rest > 0 ? `… ${grouped(rest)} more characters …` : '';
  const code = codeBlock(from === 'beginning' ? joined(lines, more) : joined(more, lines));
  const label = LABELS[kind];
  const said = `${label}${name === null ? '' : ` ${codeSpan(name)}`}`;
  return label === '' ? [code] : [`${said}:`, code];
}

/** Code is not wrapped where a report is read: nobody scrolls along a paragraph. */
const MOST_COLUMNS = 100;

function wrapped(text: string): string {
  return text.replace(LONG_LINE, (line) => line.replace(COLUMNS, '$1\n').trimEnd());
}

const LONG_LINE = new RegExp(`^.{${MOST_COLUMNS + 1},}$`, 'gm');
const COLUMNS = new RegExp(`(.{1,${MOST_COLUMNS}})(?: +|$)`, 'g');

const joined = (...lines: readonly string[]) => lines.filter((line) => line !== '').join('\n');

const LABELS: Readonly<Record<Block['kind'], string>> = {
  text: '',
  call: 'Tool',
  note: '·',
  reasoning: 'Reasoning',
  result: 'Result',
  error: 'Error',
};

function commentSections(session: SessionReview): readonly string[] {
  const { threads, incidents } = session;
  const shown = new Set(incidents.flatMap((one) => threadsOf(one, threads)));
  const others = threads.filter((thread) => !shown.has(thread) && thread.message !== null);
  const stale = threads.filter(({ message }) => message === null);
  return [
    ...(others.length === 0
      ? []
      : [
          incidents.length === 0 ? '### Comments' : '### Other comments',
          ...others.flatMap(threadSections),
        ]),
    ...(stale.length === 0
      ? []
      : [
          '### Comments whose message is not found any more',
          'The transcript changed. Each comment stands with the number and the words that its message had.',
          ...stale.flatMap(threadSections),
        ]),
  ];
}

/** Verdicts and labels on messages without a flag, and labels of single messages. */
function markSections(session: SessionReview): readonly string[] {
  const elsewhere = new Set(marksElsewhere(session));
  const lines = session.marks.flatMap((mark) => {
    const labels = mark.labels.filter(({ scope }) => scope === 'message' || elsewhere.has(mark));
    const verdicts = mark.verdicts.filter(({ flag }) => flag === null || elsewhere.has(mark));
    const words = [verdictList(verdicts), labelList(labels)].filter((piece) => piece !== '');
    if (words.length === 0) return [];
    const { message } = mark;
    return [
      `${cite(message.number)} ${plainText(words.join('; '))} ${messageWords(message)}`.trimEnd(),
    ];
  });
  return lines.length === 0 ? [] : ['### Other marks', list(lines)];
}

function threadSections({ message, anchoredNumber, quote, resolved, comments }: ThreadReview) {
  const state = resolved ? ' · resolved' : '';
  const on =
    message === null
      ? `was on ${cite(anchoredNumber)}${quote === '' ? '' : ` ${codeSpan(quote)}`}`
      : `on ${cite(message.number)} ${messageWords(message)}`.trimEnd();
  return comments.map(({ author, body, created, edited }, at) => {
    const head = `**${plainText(author)}** ${at === 0 ? on : 'replied'} · ${utc(created)}${
      edited === null ? '' : ', edited'
    }${at === 0 ? state : ''}`;
    return quotation(`${head}\n\n${commentMarkdown(body)}`);
  });
}

const messageWords = ({ summary }: CitedMessage) => codeSpan(beginning(summary, 80));

interface Moment {
  readonly at: number;
  readonly message: CitedMessage | null;
  readonly time: number | null;
  readonly who: string;
  readonly what: string;
}

function timelineSections(session: SessionReview): readonly string[] {
  const moments = momentsOf(session);
  if (moments.length === 0) return [];
  const rows = moments.map(({ message, at, time, who: by, what }) => [
    cite(at),
    time === null ? '' : utc(time),
    by,
    what,
    message === null ? '' : cellCode(beginning(message.summary, 60)),
  ]);
  return ['### Timeline', table(['message', 'time (UTC)', 'who', 'what', 'first words'], rows)];
}

/** Flags, changes, recoveries and comments, by message and then in this order. */
function momentsOf({ flags, incidents, threads }: SessionReview): readonly Moment[] {
  const moments: readonly Moment[] = [
    ...flags.map(({ message, note, kind }) => ({
      at: message.number,
      message,
      time: message.time,
      who: kind === 'missing' ? '' : who(message.author),
      what: cellText(note),
    })),
    ...incidents.flatMap((incident) => endsOf(incident)),
    ...threads.flatMap(({ message, comments }) =>
      message === null
        ? []
        : comments.map(({ author, created }) => ({
            at: message.number,
            message: null,
            time: created,
            who: cellText(author),
            what: 'comment',
          })),
    ),
  ];
  return [...moments].sort((a, b) => a.at - b.at);
}

function endsOf({ index, changes, recoveredBy, scenes }: IncidentReview): readonly Moment[] {
  const messageAt = (number: number) =>
    scenes.find((scene) => scene?.message.number === number)?.message ?? null;
  const moment = (number: number, what: string): Moment => {
    const message = messageAt(number);
    const by = message === null ? '' : who(message.author);
    return { at: number, message, time: message?.time ?? null, who: by, what };
  };
  return [
    ...changes.map((change) => moment(change.number, changeWords(change))),
    ...(recoveredBy === null ? [] : [moment(recoveredBy, `incident ${index} recovered`)]),
  ];
}

function aboutSections({ version, remarks, replaced }: ReviewReport): readonly string[] {
  return [
    '## About this report',
    list([
      'A number such as `[msg 12]` counts the messages of the session from 0; “Agent Session Review: Go to Message…” opens it.',
      'Everything said about a cause rests on the messages named beside it. What the transcript does not record is “not recorded”, never “no”.',
      ...(replaced === null ? [] : [redactionWords(replaced)]),
      ...remarks.map((remark) => `Note: ${plainText(remark)}`),
      `Made by Agent Session Review ${plainText(version)}. Times are UTC.`,
    ]),
  ];
}

function redactionWords(replaced: readonly { readonly rule: string; readonly count: number }[]) {
  const counts = replaced.map(({ rule, count }) => `${plainText(rule)} ${grouped(count)}`);
  const what =
    counts.length === 0 ? 'nothing had to be replaced' : `replaced: ${counts.join(', ')}`;
  return `Redacted; ${what}.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const plural = (value: number, word: string) =>
  `${grouped(value)} ${word}${value === 1 ? '' : 's'}`;
