import type { Cause, Change } from '../findings/findings';
import type { ReviewComment } from '../review/thread';
import type { Block } from './blocks';
import type {
  CitedMessage,
  FlagReview,
  IncidentReview,
  MarkReview,
  ReviewReport,
  Scene,
  SessionReview,
  ThreadReview,
} from './review-report';

/** Gives another text for one that stands at a place, such as `message 8132`. */
export type MapText = (text: string, place: string) => string;

/**
 * A report in which every text that may come from a transcript or a person is another one. What the
 * report is made of by this program alone (kinds, codes, notes) stays.
 */
export function mapTexts(report: ReviewReport, map: MapText): ReviewReport {
  const [main, ...others] = report.sessions;
  return {
    ...report,
    file: map(report.file, 'name of the transcript'),
    sessions: [sessionOf(main, map), ...others.map((session) => sessionOf(session, map))],
    remarks: report.remarks.map((remark) => map(remark, 'notes')),
  };
}

function sessionOf(session: SessionReview, map: MapText): SessionReview {
  const { id, parent, title, agentVersion, models, flags, incidents, threads, marks } = session;
  const about = (text: string) => map(text, 'about the session');
  return {
    ...session,
    id: about(id),
    parent: parent === null ? null : about(parent),
    title: title === null ? null : about(title),
    agentVersion: agentVersion === null ? null : about(agentVersion),
    models: models.map(about),
    flags: flags.map((flag) => flagOf(flag, map)),
    incidents: incidents.map((incident) => incidentOf(incident, map)),
    threads: threads.map((thread) => threadOf(thread, map)),
    marks: marks.map((mark) => markOf(mark, map)),
  };
}

const flagOf = (flag: FlagReview, map: MapText): FlagReview => ({
  ...flag,
  message: messageOf(flag.message, map),
});

function messageOf(message: CitedMessage, map: MapText): CitedMessage {
  const { number, id, summary } = message;
  const place = `message ${number}`;
  return {
    ...message,
    id: id === null ? null : map(id, place),
    summary: map(summary, place),
  };
}

function incidentOf(incident: IncidentReview, map: MapText): IncidentReview {
  const { index, changes, causes, scenes } = incident;
  return {
    ...incident,
    changes: changes.map((change) => changeOf(change, map)),
    causes: causes.map((cause) => causeOf(cause, index, map)),
    scenes: scenes.map((scene) => (scene === null ? null : sceneOf(scene, map))),
  };
}

const changeOf = (change: Change, map: MapText): Change => ({
  ...change,
  to: change.to === null ? null : map(change.to, `message ${change.number}`),
});

const causeOf = (cause: Cause, index: number, map: MapText): Cause => ({
  ...cause,
  evidence: cause.evidence.map(({ text, messages }) => ({
    text: map(text, `evidence of incident ${index}`),
    messages,
  })),
});

const sceneOf = (scene: Scene, map: MapText): Scene => ({
  ...scene,
  message: messageOf(scene.message, map),
  blocks: scene.blocks.map((block) => blockOf(block, scene.message.number, map)),
});

function blockOf(block: Block, number: number, map: MapText): Block {
  const place = `message ${number}`;
  return {
    ...block,
    name: block.name === null ? null : map(block.name, place),
    text: map(block.text, place),
  };
}

function threadOf(thread: ThreadReview, map: MapText): ThreadReview {
  const { sessionId, message, anchoredNumber, quote, comments } = thread;
  const on = message?.number ?? anchoredNumber;
  return {
    ...thread,
    sessionId: map(sessionId, 'about the session'),
    message: message === null ? null : messageOf(message, map),
    quote: map(quote, `message ${anchoredNumber}`),
    comments: comments.map((comment) => commentOf(comment, on, map)),
  };
}

const commentOf = (comment: ReviewComment, number: number, map: MapText): ReviewComment => ({
  ...comment,
  author: map(comment.author, `comment on message ${number}`),
  body: map(comment.body, `comment on message ${number}`),
});

function markOf(mark: MarkReview, map: MapText): MarkReview {
  const place = `marks on message ${mark.message.number}`;
  return {
    message: messageOf(mark.message, map),
    verdicts: mark.verdicts.map((one) => ({ ...one, author: map(one.author, place) })),
    labels: mark.labels.map((one) => ({
      ...one,
      author: map(one.author, place),
      label: map(one.label, place),
    })),
    reviewed: mark.reviewed.map((author) => map(author, place)),
  };
}
