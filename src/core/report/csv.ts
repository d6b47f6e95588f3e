import type { Exporter } from './exporters';
import type { CitedMessage, IncidentReview, ReviewReport, SessionReview } from './review-report';
import { guarded } from './csv-guard';
import { iso } from './times';

/**
 * One row a flag and one a comment, by message, for a spreadsheet. `docs/exports.md` lists the
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
    const rows = [...flagRows(session), ...commentRows(session)];
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
  }));
}

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
