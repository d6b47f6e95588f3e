import type { Exporter } from './exporters';
import type { CitedMessage, IncidentReview, ReviewReport, SessionReview } from './review-report';
import { iso } from './times';

/**
 * One object a line, each with its `type`: `transcript`, then for each session `session`, its
 * `incident`s, `flag`s, `mark`s and `comment`s. `docs/exports.md` lists the fields.
 */
export const jsonLines: Exporter = {
  id: 'jsonl',
  label: 'JSON lines',
  ending: '.review-report.jsonl',
  write: (report) =>
    objectsOf(report)
      .map((object) => `${JSON.stringify(object)}\n`)
      .join(''),
};

function objectsOf(report: ReviewReport): readonly object[] {
  const { file, format, version, rows, sessions, quietSessions, remarks, replaced } = report;
  return [
    { type: 'transcript', path: file, format, version, rows, quietSessions, remarks, replaced },
    ...sessions.flatMap(sessionObjects),
  ];
}

function sessionObjects(session: SessionReview): readonly object[] {
  const { id, parent, title, agentVersion, models, messages, turns, from, to } = session;
  const own = { sessionId: id };
  return [
    {
      type: 'session',
      ...own,
      parent,
      title,
      agentVersion,
      models,
      messages,
      turns,
      from: iso(from),
      to: iso(to),
    },
    ...session.incidents.map((incident) => ({ type: 'incident', ...own, ...fieldsOf(incident) })),
    ...session.flags.map(({ message, ...flag }) => ({
      type: 'flag',
      ...own,
      ...messageFields(message),
      ...flag,
    })),
    ...session.marks.map(({ message, ...marks }) => ({
      type: 'mark',
      ...own,
      ...messageFields(message),
      ...marks,
    })),
    ...session.threads.flatMap(
      ({ id: thread, message, anchoredNumber, quote, resolved, comments }) =>
        comments.map(({ id: comment, author, body, created, edited }) => ({
          type: 'comment',
          ...own,
          ...(message === null ? { number: null } : messageFields(message)),
          thread,
          comment,
          author,
          body,
          created: iso(created),
          edited: iso(edited),
          resolved,
          anchoredNumber,
          quote,
        })),
    ),
  ];
}

function fieldsOf(incident: IncidentReview): object {
  const { index, id, empties, correctives, recovery, recoveredBy, outcome } = incident;
  const { attempts, elapsedMs, tokensRespent, changes, causes, notRecorded } = incident;
  return {
    index,
    id,
    empties,
    correctives,
    recovery,
    recoveredBy,
    outcome,
    attempts,
    elapsedMs,
    tokensRespent,
    changes,
    causes,
    notRecorded,
  };
}

const messageFields = ({ number, id, role, author, time, place, summary }: CitedMessage) => ({
  number,
  id,
  line: place.line,
  role,
  messageAuthor: author,
  time: iso(time),
  text: summary,
});
