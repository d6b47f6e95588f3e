import { duration, grouped } from '../core/reading/quantities';
import type { IncidentReport, SessionReport } from '../core/report/scan-report';
import { oneLine } from './sentences';

export interface Totals {
  readonly sessions: number;
  readonly flags: number;
  readonly incidents: number;
}

/** One session for people: what it is, a table of its flags, and its incidents with their causes. */
export function sessionText(report: SessionReport): string {
  const { flags, incidents } = report;
  const numbers = new Map(incidents.map(({ id }, index) => [id, String(index + 1)]));
  const rows = flags.map(({ number, line, role, kind, incident }) => [
    String(number),
    line === null ? '-' : String(line),
    role ?? '-',
    kind,
    numbers.get(incident) ?? '-',
  ]);
  const lines = [
    oneLine(report.path),
    `  ${headline(report)}`,
    ...(flags.length === 0
      ? []
      : aligned([['message', 'line', 'role', 'flag', 'incident'], ...rows])),
    ...incidents.flatMap((incident, index) => incidentLines(incident, index + 1)),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** The last line of a scan of several sessions. */
export function totalsText({ sessions, flags, incidents }: Totals): string {
  return `${count(sessions, 'session')}, ${count(flags, 'flag')}, ${count(incidents, 'incident')}\n`;
}

function headline(report: SessionReport): string {
  const { rows, parent } = report;
  const notUnderstood = rows.unknown + rows.malformed;
  return [
    report.format,
    `session ${oneLine(report.sessionId)}`,
    ...(parent === undefined ? [] : [`started by ${oneLine(parent)}`]),
    count(report.messages, 'message'),
    count(report.turns, 'turn'),
    report.flags.length === 0 ? 'no flags' : count(report.flags.length, 'flag'),
    ...(notUnderstood === 0
      ? []
      : [`${count(notUnderstood, 'row')} of ${grouped(rows.read)} not understood`]),
  ].join(', ');
}

function incidentLines(incident: IncidentReport, number: number): string[] {
  const facts = [
    incident.outcome,
    `recovery: ${incident.recovery}`,
    count(incident.attempts, 'attempt'),
    ...(incident.elapsedMs === null ? [] : [duration(incident.elapsedMs)]),
    ...(incident.tokensRespent === null
      ? []
      : [`${count(incident.tokensRespent, 'token')} spent again`]),
  ];
  return [
    `  incident ${number}: ${facts.join(', ')}`,
    ...incident.causes.flatMap(({ code, confidence, evidence }) => [
      `    ${confidence}: ${code}`,
      ...evidence.map(({ text, messages }) =>
        `      ${oneLine(text)} ${messages.map((one) => `[msg ${one}]`).join(' ')}`.trimEnd(),
      ),
    ]),
  ];
}

/** Lines with columns of equal width; the first two columns are numbers and end on the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column < 2 ? cell.padStart(width) : cell.padEnd(width);
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

const count = (value: number, word: string) => `${grouped(value)} ${word}${value === 1 ? '' : 's'}`;
