import type { Exporter } from './exporters';
import {
  labelList,
  marksElsewhere,
  marksOfIncident,
  marksOn,
  verdictList,
  type CitedMessage,
  type IncidentReview,
  type ReviewReport,
  type SessionReview,
} from './review-report';
import { guarded } from './csv-guard';
import { iso } from './times';

/**
 * One row a flag, one a comment and one a message with other marks, by message, for a spreadsheet. `docs/exports.md` lists the
 * columns. UTF-8 with a byte order mark, without which Excel does not know it, and RFC 4180's line ends.
 */
export const csv: Exporter = {
  id: 'csv',
  label: 'CSV',
  ending: '.review.csv',
  write: (report) =>
    `\ufeff${[COLUMNS.map((name) => name), ...rowsOf(report).map(cells)].map(line).join('')}`,
};

/** Names and order are a contract. */
const COLUMNS = [
  'session',
  'message',
  'line',
  'type',
  'kind',
  'note',
  'role',
  'time',
  'incident',
  'outcome',
  'recovery',
  'attempts',
  'elapsed_ms',
  'tokens_respent',
  'causes',
  'verdicts',
  'labels',
  'reviewed_by',
  'text',
  'author',
  'comment',
  'resolved',
  'thread',
] as const;

type Column = (typeof COLUMNS)[number];
type Row = Partial<Readonly<Record<Column, string | number | boolean | null>>>;

function rowsOf(report: ReviewReport): readonly Row[] {
  return report.sessions.flatMap((session) => {
    const rows = [...flagRows(session), ...markRows(session), ...commentRows(session)];
    return rows.sort((a, b) => Number(a.message) - Number(b.message));
  });
}

function flagRows(session: SessionReview): readonly Row[] {
  const incidents = new Map(session.incidents.map((one) => [one.id, one]));
  return session.flags.map(({ message, kind, note, incident }) => ({
    session: session.id,
    type: 'flag',
    kind,
    note,
    time: iso(message.time),
    ...messageCells(message),
    ...incidentCells(incidents.get(incident)),
    ...flagMarks(message, kind, incidents.get(incident), session),
  }));
}

/** Verdicts on the flag, labels of its message and of its incident, and who reviewed the incident. */
function flagMarks(
  { number }: CitedMessage,
  kind: string,
  incident: IncidentReview | undefined,
  session: SessionReview,
): Row {
  const { verdicts, labels } = marksOn(session, number);
  const own = labels.filter(({ scope }) => scope === 'message');
  const ofIncident =
    incident === undefined ? { labels: [], reviewed: [] } : marksOfIncident(session, incident);
  return {
    verdicts: verdictList(verdicts.filter(({ flag }) => flag === kind)),
    labels: labelList([...own, ...ofIncident.labels]),
    reviewed_by: ofIncident.reviewed.join(', '),
  };
}

const markRows = (session: SessionReview): readonly Row[] =>
  marksElsewhere(session).map(({ message, verdicts, labels, reviewed }) => ({
    session: session.id,
    type: 'mark',
    time: iso(message.time),
    ...messageCells(message),
    verdicts: verdictList(verdicts),
    labels: labelList(labels),
    reviewed_by: reviewed.join(', '),
  }));

const messageCells = ({ number, place, role, summary }: CitedMessage): Row => ({
  message: number,
  line: place.line,
  role,
  text: summary,
});

function incidentCells(incident: IncidentReview | undefined): Row {
  if (incident === undefined) return {};
  return {
    incident: incident.index,
    outcome: incident.outcome,
    recovery: incident.recovery,
    attempts: incident.attempts,
    elapsed_ms: incident.elapsedMs,
    tokens_respent: incident.tokensRespent,
    causes: incident.causes.map(({ code, confidence }) => `${code} (${confidence})`).join(', '),
  };
}

function commentRows(session: SessionReview): readonly Row[] {
  return session.threads.flatMap(({ id, message, anchoredNumber, quote, resolved, comments }) =>
    comments.map(({ author, body, created }) => ({
      session: session.id,
      ...(message === null ? { message: anchoredNumber, text: quote } : messageCells(message)),
      type: message === null ? 'stale comment' : 'comment',
      time: iso(created),
      author,
      comment: body,
      resolved,
      thread: id,
    })),
  );
}

const cells = (row: Row): readonly string[] =>
  COLUMNS.map((name) => {
    const value = row[name] ?? '';
    return typeof value === 'string' ? guarded(value) : String(value);
  });

/** Every cell in quotes, so that none depends on what it holds. */
const line = (values: readonly string[]) =>
  `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\r\n`;
