import { CAUSES } from '../findings/causes/table';
import type { CorrectiveKind, EmptyKind, Evidence } from '../findings/findings';
import { contentHash } from '../model/text';
import { englishWords } from '../reading/words';
import { visible } from '../reading/visible';
import type { MessageMarks } from '../review/marks';
import type { Exporter } from './exporters';
import {
  labelList,
  marksElsewhere,
  marksOn,
  verdictList,
  type CitedMessage,
  type FlagReview,
  type IncidentReview,
  type ReviewReport,
  type SessionReview,
  type ThreadReview,
} from './review-report';
import { iso } from './times';

/** Names the tool in a log, and tells our own logs from others when comments are read from one. */
const TOOL_NAME = 'Agent Session Review';
/** The rules of comments and of other marks on messages without a flag. */
const COMMENT_RULE = 'review/comment';
const MARK_RULE = 'review/mark';

/**
 * SARIF 2.1.0: one result a flag, a cause and a comment on a message without a flag. Comments on a
 * flagged message are properties and related locations of its result. `docs/exports.md` has more.
 */
export const sarif: Exporter = {
  id: 'sarif',
  label: 'SARIF',
  ending: '.review.sarif',
  write: (report) => `${JSON.stringify(logOf(report), null, 2)}\n`,
};

function logOf(report: ReviewReport): object {
  const uri = uriOf(report.file);
  const { rows, format, remarks, replaced, quietSessions } = report;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: TOOL_NAME, version: report.version, rules: RULES.map(ruleObject) },
        },
        columnKind: 'utf16CodeUnits',
        artifacts: [{ location: { uri }, roles: ['analysisTarget'] }],
        results: report.sessions.flatMap((session) => resultsOf(session, uri)),
        properties: { format, rows, quietSessions, remarks, replaced },
      },
    ],
  };
}

/** The transcript's own name, which a viewer looks for beside the log. */
const uriOf = (file: string) => encodeURIComponent(file.split(/[/\\]/).at(-1) ?? file);

type Level = 'warning' | 'note';

interface Rule {
  readonly id: string;
  readonly level: Level;
  readonly short: string;
  readonly full: string;
}

const EMPTY: Readonly<Record<EmptyKind, string>> = {
  void: 'The response holds no content at all, or an envelope with nothing inside.',
  'reasoning-only': 'The model thought and said nothing.',
  placeholder: 'A known stand-in takes the place of a response.',
  interrupted: 'The response was stopped before any output.',
  error: 'The request failed.',
  missing: 'No response was recorded for this message.',
};

const CORRECTIVE: Readonly<Record<CorrectiveKind, string>> = {
  resend: 'The person repeats a message after an empty response.',
  nudge: 'The person asks the agent to go on after an empty response.',
  complaint: 'The person says that nothing came.',
  redirect: 'The person says what to do instead, after an empty response.',
};

const RULES: readonly Rule[] = [
  ...entriesOf(EMPTY).map(([kind, full]) => ({
    id: flagRule(kind),
    level: 'warning' as const,
    short: `Empty response: ${englishWords.empty[kind]}`,
    full,
  })),
  ...entriesOf(CORRECTIVE).map(([kind, full]) => ({
    id: flagRule(kind),
    level: 'note' as const,
    short: `Corrective message: ${englishWords.corrective[kind]}`,
    full,
  })),
  ...CAUSES.map(({ code, label }) => ({
    id: causeRule(code),
    level: 'note' as const,
    short: `Cause: ${label}`,
    full: `What the transcript shows about why a response is empty: ${label}.`,
  })),
  {
    id: COMMENT_RULE,
    level: 'note',
    short: 'Review comment',
    full: 'What a reviewer wrote about a message.',
  },
  {
    id: MARK_RULE,
    level: 'note',
    short: 'Review mark',
    full: 'A verdict or a label of a reviewer on a message that is not flagged.',
  },
];

function entriesOf<K extends string>(record: Readonly<Record<K, string>>): readonly [K, string][] {
  const isKey = (key: string): key is K => key in record;
  return Object.entries<string>(record).flatMap(([key, value]): [K, string][] =>
    isKey(key) ? [[key, value]] : [],
  );
}

function flagRule(kind: EmptyKind | CorrectiveKind): string {
  return kind in EMPTY ? `empty/${kind}` : `corrective/${kind}`;
}

function causeRule(code: string): string {
  return `cause/${code}`;
}

const ruleObject = ({ id, level, short, full }: Rule) => ({
  id,
  name: id
    .split(/[/-]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(''),
  shortDescription: { text: short.endsWith('.') ? short : `${short}.` },
  fullDescription: { text: full },
  defaultConfiguration: { level },
});

function resultsOf(session: SessionReview, uri: string): readonly object[] {
  const flagged = new Set(session.flags.map(({ message }) => message.number));
  const seen = new Set<number>();
  return [
    ...session.flags.map((flag) => {
      // A message with two flags tells its comments once.
      const isFirst = !seen.has(flag.message.number);
      seen.add(flag.message.number);
      const threads = isFirst
        ? session.threads.filter(({ message }) => message?.number === flag.message.number)
        : [];
      return flagResult(flag, threads, session, uri);
    }),
    ...session.incidents.flatMap((incident) => causeResults(incident, session, uri)),
    ...session.threads
      .filter(({ message }) => message === null || !flagged.has(message.number))
      .map((thread) => commentResult(thread, session, uri)),
    ...marksElsewhere(session).map(({ message, ...marks }) => {
      const said = [verdictList(marks.verdicts), labelList(marks.labels)];
      const words = said.filter((piece) => piece !== '').join('; ');
      return {
        ...resultHead(MARK_RULE, `Message ${message.number}: ${words}.`, message, session, uri),
        properties: { ...messageProperties(message, session), ...marks },
      };
    }),
  ];
}

function flagResult(
  flag: FlagReview,
  threads: readonly ThreadReview[],
  session: SessionReview,
  uri: string,
): object {
  const { kind, message, note, incident, answers, refersTo, similarity } = flag;
  const related = [
    ...[
      [answers, 'The empty response that it answers.'] as const,
      [
        refersTo,
        kind === 'resend' ? 'The message that it repeats.' : 'What it speaks against.',
      ] as const,
    ].flatMap(([number, text]) => relatedTo(number, text, session, uri)),
    ...threads.flatMap((thread) => commentLocations(thread, session, uri)),
  ];
  const { verdicts, labels, reviewed } = marksOn(session, message.number);
  const own = verdicts.filter((verdict) => verdict.flag === kind);
  return {
    ...resultHead(flagRule(kind), `Message ${message.number}: ${note}.`, message, session, uri),
    ...suppressed(own),
    ...withRelated(related),
    properties: {
      ...messageProperties(message, session),
      incident,
      ...(similarity === null ? {} : { similarity }),
      ...(own.length === 0 ? {} : { verdicts: own }),
      ...(labels.length === 0 ? {} : { labels }),
      ...(reviewed.length === 0 ? {} : { reviewed }),
      ...(threads.length === 0 ? {} : { comments: threads.flatMap(commentProperties) }),
    },
  };
}

/** A flag that somebody judged wrong and nobody right is shown as suppressed. */
function suppressed(verdicts: MessageMarks['verdicts']): object {
  const wrong = verdicts.filter(({ verdict }) => verdict === 'wrong');
  if (wrong.length === 0 || wrong.length < verdicts.length) return {};
  const justification = `Judged wrong by ${wrong.map(({ author }) => author).join(', ')}.`;
  return { suppressions: [{ kind: 'external', status: 'accepted', justification }] };
}

/** A cause stands on the first empty response of its incident. */
function causeResults(
  incident: IncidentReview,
  session: SessionReview,
  uri: string,
): readonly object[] {
  const message = messageAt(incident.empties[0] ?? -1, session);
  if (message === null) return [];
  return incident.causes.map(({ code, label, confidence, evidence }) => ({
    ...resultHead(
      causeRule(code),
      `Message ${message.number} is empty; ${confidence}: ${label}. ${evidence.map(({ text }) => text).join(' ')}`,
      message,
      session,
      uri,
    ),
    rank: RANKS[confidence],
    ...withRelated(evidence.flatMap((one) => evidenceLocations(one, session, uri))),
    properties: {
      ...messageProperties(message, session),
      incident: incident.id,
      confidence,
      evidence,
    },
  }));
}

const RANKS = { certain: 90, likely: 60, possible: 30 } as const;

function commentResult(thread: ThreadReview, session: SessionReview, uri: string): object {
  const { message, anchoredNumber, comments } = thread;
  const [first] = comments;
  const said = first === undefined ? '' : `${first.author}: ${first.body}`;
  const text =
    message === null
      ? `Was on message ${anchoredNumber}, which is not found any more. ${said}`
      : said;
  const head =
    message === null
      ? {
          ...ruleFields(COMMENT_RULE),
          message: textMessage(text),
          locations: [{ physicalLocation: { artifactLocation: { uri, index: 0 } } }],
          partialFingerprints: fingerprint(COMMENT_RULE, thread.id, session),
        }
      : {
          ...resultHead(COMMENT_RULE, text, message, session, uri),
          partialFingerprints: fingerprint(COMMENT_RULE, thread.id, session),
        };
  return {
    ...head,
    properties: {
      ...(message === null ? {} : messageProperties(message, session)),
      session: session.id,
      comments: commentProperties(thread),
    },
  };
}

const commentProperties = ({
  id,
  resolved,
  comments,
  message,
  anchoredNumber,
  quote,
}: ThreadReview) =>
  comments.map(({ author, body, created }) => ({
    message: message?.number ?? null,
    anchoredNumber,
    quote,
    thread: id,
    author,
    text: body,
    time: iso(created),
    resolved,
  }));

const commentLocations = (
  { message, comments }: ThreadReview,
  session: SessionReview,
  uri: string,
): readonly object[] =>
  message === null
    ? []
    : comments.map(({ author, body }) => ({
        ...locationOf(message, session, uri),
        message: textMessage(`${author}: ${body}`),
      }));

function resultHead(
  ruleId: string,
  text: string,
  message: CitedMessage,
  session: SessionReview,
  uri: string,
) {
  return {
    ...ruleFields(ruleId),
    message: textMessage(text),
    locations: [locationOf(message, session, uri)],
    partialFingerprints: fingerprint(ruleId, message.id ?? String(message.number), session),
  };
}

function ruleFields(ruleId: string) {
  const ruleIndex = RULES.findIndex(({ id }) => id === ruleId);
  return { ruleId, ruleIndex, level: RULES[ruleIndex]?.level ?? 'note' };
}

/** The same finding has the same fingerprint as long as its session and message have their ids. */
const fingerprint = (ruleId: string, what: string, session: SessionReview) => ({
  'sessionMessageRule/v1': contentHash([session.id, what, ruleId].join('\n')),
});

/** Viewers make links of `[text](1)`: brackets of others are not theirs. */
const textMessage = (text: string) => ({
  text: visible(text).replace(/[\\[\]]/g, '\\$&'),
});

function locationOf({ number, place }: CitedMessage, session: SessionReview, uri: string): object {
  const { line, endLine, start, end } = place;
  const region =
    line === null
      ? { byteOffset: start, byteLength: end - start }
      : { startLine: line, ...(endLine === undefined ? {} : { endLine }) };
  return {
    physicalLocation: { artifactLocation: { uri, index: 0 }, region },
    logicalLocations: [
      { name: `msg ${number}`, fullyQualifiedName: `${session.id}/${number}`, kind: 'message' },
    ],
  };
}

const messageProperties = ({ number, id, place }: CitedMessage, session: SessionReview) => ({
  session: session.id,
  messageNumber: number,
  messageId: id,
  bytes: { start: place.start, end: place.end },
});

function evidenceLocations(
  { text, messages }: Evidence,
  session: SessionReview,
  uri: string,
): readonly object[] {
  return messages.flatMap((number) => relatedTo(number, text, session, uri));
}

function relatedTo(
  number: number | null,
  text: string,
  session: SessionReview,
  uri: string,
): readonly object[] {
  const message = number === null ? null : messageAt(number, session);
  return message === null
    ? []
    : [{ ...locationOf(message, session, uri), message: textMessage(text) }];
}

function messageAt(number: number, { flags, incidents }: SessionReview): CitedMessage | null {
  const flag = flags.find(({ message }) => message.number === number);
  if (flag !== undefined) return flag.message;
  for (const { scenes } of incidents) {
    const scene = scenes.find((one) => one?.message.number === number);
    if (scene !== undefined && scene !== null) return scene.message;
  }
  return null;
}

const withRelated = (related: readonly object[]) =>
  related.length === 0
    ? {}
    : { relatedLocations: related.map((location, at) => ({ id: at + 1, ...location })) };
