import type {
  Cause,
  Confidence,
  CorrectiveKind,
  EmptyKind,
  Evidence,
  Findings,
  Flag,
  Incident,
  Outcome,
  Recovery,
} from '../findings/findings';
import type { Role } from '../model/message';
import type { FormatId, RowCounts, Session, Transcript } from '../model/session';

/** What `scan --json` prints for one session: names and order of the fields are a contract. */
export interface SessionReport {
  readonly path: string;
  readonly format: FormatId;
  readonly sessionId: string;
  /** Only a subagent's session has it: the id of the session that started it. */
  readonly parent?: string;
  readonly messages: number;
  readonly turns: number;
  /** Rows of the whole file, the same in the objects of all its sessions. */
  readonly rows: RowCounts;
  readonly flags: readonly FlagReport[];
  readonly incidents: readonly IncidentReport[];
}

export interface FlagReport {
  readonly number: number;
  readonly id: string | null;
  /** 1-based line on which the message starts; null where the source has no lines. */
  readonly line: number | null;
  readonly role: Role | null;
  readonly kind: EmptyKind | CorrectiveKind;
  readonly incident: string;
}

export interface IncidentReport {
  readonly id: string;
  readonly empties: readonly number[];
  readonly correctives: readonly number[];
  readonly recovery: Recovery;
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly elapsedMs: number | null;
  readonly tokensRespent: number | null;
  readonly causes: readonly CauseReport[];
}

export interface CauseReport {
  readonly code: string;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
}

/**
 * The report of one session of a transcript.
 * @param path the file, as the person named it
 */
export function sessionReport(
  path: string,
  { format, rows }: Transcript,
  session: Session,
  findings: Findings,
): SessionReport {
  const { read, understood, unknown, malformed } = rows;
  return {
    path,
    format,
    sessionId: session.id,
    ...(session.parent === null ? {} : { parent: session.parent }),
    messages: session.messages.length,
    turns: findings.turns.length,
    rows: { read, understood, unknown, malformed },
    flags: findings.flags.map((flag) => flagReport(flag, session)),
    incidents: findings.incidents.map(incidentReport),
  };
}

function flagReport({ number, kind, incident }: Flag, session: Session): FlagReport {
  const message = session.messages[number];
  return {
    number,
    id: message?.id ?? null,
    line: message?.places[0].line ?? null,
    role: message?.role ?? null,
    kind,
    incident,
  };
}

function incidentReport(incident: Incident): IncidentReport {
  const { id, empties, correctives, recovery, outcome, attempts, elapsedMs, tokensRespent } =
    incident;
  return {
    id,
    empties,
    correctives,
    recovery,
    outcome,
    attempts,
    elapsedMs,
    tokensRespent,
    causes: incident.causes.map(causeReport),
  };
}

function causeReport({ code, confidence, evidence }: Cause): CauseReport {
  return {
    code,
    confidence,
    evidence: evidence.map(({ text, messages }) => ({ text, messages })),
  };
}
