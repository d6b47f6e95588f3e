import { wordsOf } from '../../core/findings/content';
import type { Findings, Flag, Incident } from '../../core/findings/findings';
import { markdownTree } from '../../core/markdown/markdown-tree';
import type { Message, Part, TextPart, ToolPart } from '../../core/model/message';
import type { Session } from '../../core/model/session';
import {
  flagNote,
  flagsByNumber,
  isCorrective,
  isSilent,
  lookOf,
} from '../../core/reading/flag-note';
import { PREVIEW } from '../../core/formats/session-builder';
import { gapWords, isStepBorder, tookMs } from '../../core/reading/message-facts';
import { clock, day, duration, grouped } from '../../core/reading/quantities';
import { firstLine, visible } from '../../core/reading/visible';
import { counted, fill } from '../../core/reading/words';
import type { Thread } from '../../core/review/thread';
import type { PanelIncident, PanelMessage, PanelPart, PanelView } from '../../shared/protocol';
import { bodyView, cut, inputView, leftOut } from './panel-bodies';
import { evidenceView } from './panel-evidence';
import type { PanelTexts } from './panel-texts';

/** Characters shown of a body that only surrounds the selected message. */
const MAX_NEIGHBOUR_BODY = 3000;
/** Files listed of one patch. */
const MAX_FILES = 100;
/** Changes of model and the like that are shown of one incident. */
const MAX_CHANGES = 6;
/** Characters shown of a text that shows nothing to a reader. */
const MAX_LITERAL = 400;
/** Characters quoted of a redirect. */
const MAX_QUOTE = 400;

export interface PanelInput {
  /** URI of the transcript. */
  readonly uri: string;
  readonly sessionIndex: number;
  readonly session: Session;
  readonly findings: Findings;
  /** Number of the selected message. */
  readonly selected: number;
  /** Messages with whole bodies, as far as they are read; the index's excerpts stand in for the others. */
  readonly whole: ReadonlyMap<number, Message>;
  /** How many messages before and after the selected one are shown. */
  readonly before: number;
  readonly after: number;
  readonly threads: readonly Thread[];
  readonly name: string;
  readonly problem: string | null;
}

/** Everything the panel shows, as plain data. It holds no HTML, and all text of the transcript is made visible. */
export function panelView(input: PanelInput, texts: PanelTexts): PanelView {
  const { session, findings, selected } = input;
  const last = session.messages.length - 1;
  const from = Math.max(0, selected - input.before);
  const to = Math.min(last, selected + input.after);
  const flags = flagsByNumber(findings);
  return {
    kind: 'view',
    state: { uri: input.uri, session: input.sessionIndex, number: selected },
    title: visible(session.title ?? input.name),
    position: positionWords(findings, selected, texts),
    selected: selectedWords(session.messages[selected], texts),
    incident: incidentView(incidentAt(findings, selected), input, texts),
    nearest: nearestIncident(findings, selected, texts),
    messages: session.messages
      .slice(from, to + 1)
      .map((message) => messageView(message, flags.get(message.number) ?? [], input, texts)),
    hasEarlier: from > 0,
    hasLater: to < last,
    problem: input.problem,
    words: texts.webview,
  };
}

function positionWords({ flags }: Findings, selected: number, texts: PanelTexts): string {
  const numbers = [...new Set(flags.map(({ number }) => number))];
  const at = numbers.indexOf(selected);
  if (numbers.length === 0) return texts.noFlags;
  return at < 0
    ? counted(numbers.length, texts.reading.flags)
    : fill(texts.flagOf, at + 1, numbers.length);
}

function selectedWords(message: Message | undefined, texts: PanelTexts): string {
  return message === undefined ? '' : `#${message.number} ${texts.reading.author[message.author]}`;
}

/** The incident of the message's flag, else the one that it stands within or that it ended. */
function incidentAt({ incidents, flags }: Findings, number: number): Incident | null {
  const flag = flags.find((one) => one.number === number);
  if (flag !== undefined) return incidents.find(({ id }) => id === flag.incident) ?? null;
  return incidents.find((one) => firstOf(one) <= number && number <= lastOf(one)) ?? null;
}

const numbersOf = ({ empties, correctives }: Incident) => [...empties, ...correctives];
const firstOf = (incident: Incident) => Math.min(...numbersOf(incident));
const lastOf = (incident: Incident) => incident.recoveredBy ?? Math.max(...numbersOf(incident));

/** Where a jump to an incident goes: the message's own, else the last one before it, else the first. */
function nearestIncident(findings: Findings, number: number, texts: PanelTexts) {
  const { incidents } = findings;
  const own = incidentAt(findings, number);
  const before = incidents.findLastIndex((one) => firstOf(one) <= number);
  const index = own === null ? Math.max(0, before) : incidents.indexOf(own);
  const incident = incidents[index];
  if (incident === undefined) return null;
  const words = fill(texts.incidentOf, index + 1, incidents.length);
  return { number: firstOf(incident), words };
}

function incidentView(
  incident: Incident | null,
  { findings, session }: PanelInput,
  texts: PanelTexts,
): PanelIncident | null {
  if (incident === null) return null;
  const { elapsedMs, tokensRespent, attempts, outcome, recovery } = incident;
  const own = findings.flags.filter((flag) => flag.incident === incident.id);
  const recoveredBy =
    incident.recoveredBy === null
      ? []
      : [
          {
            number: incident.recoveredBy,
            words: texts.outcome.recovered,
            look: 'recovered' as const,
          },
        ];
  return {
    title: fill(texts.incidentTitle, texts.outcome[outcome], texts.recovery[recovery]),
    facts: [
      fill(texts.attempts, attempts),
      elapsedMs === null ? texts.elapsedNotRecorded : fill(texts.elapsed, duration(elapsedMs)),
      tokensRespent === null
        ? texts.tokensNotRecorded
        : fill(texts.tokensRespent, grouped(tokensRespent)),
      ...incident.changes
        .slice(0, MAX_CHANGES)
        .map(({ kind, number, to }) =>
          fill(texts.changes[kind], firstLine(to ?? '', 60), String(number)),
        ),
    ],
    chain: [
      ...own.map((flag) => ({
        number: flag.number,
        words: flagNote(flag, session.messages, texts.reading),
        look: lookOf(flag),
      })),
      ...recoveredBy,
    ],
    contradicts: own.flatMap((flag) => contradicted(flag, session, texts)),
    causes: incident.causes.map((cause) => ({
      label: cause.label,
      confidence: texts.confidence[cause.confidence],
      evidence: cause.evidence.map((one) => evidenceView(one, texts)),
    })),
    unknown: incident.causes.length === 0 ? texts.unknownCause : null,
    notRecorded:
      incident.notRecorded.length === 0
        ? null
        : fill(texts.notRecorded, incident.notRecorded.join(', ')),
  };
}

/** What the assistant was about to do, in its own words and calls, beside the person's words against it. */
function contradicted(
  { kind, number, refersTo, announced }: Flag,
  { messages }: Session,
  texts: PanelTexts,
): PanelIncident['contradicts'] {
  if (kind !== 'redirect' || refersTo === null || announced === null) return [];
  const message = messages[number];
  const said = message === undefined ? '' : wordsOf(message).text;
  const correction = said.slice(0, MAX_QUOTE);
  const rest = leftOut(said.length - correction.length, texts);
  return [
    {
      words: fill(texts.contradicts, number, refersTo),
      announced: { number: refersTo, quote: visible(announced) },
      correction: { number, quote: visible(correction) + (rest === null ? '' : ` ${rest}`) },
    },
  ];
}

function messageView(
  index: Message,
  flags: readonly Flag[],
  input: PanelInput,
  texts: PanelTexts,
): PanelMessage {
  const { session, selected, threads } = input;
  const message = input.whole.get(index.number) ?? index;
  const isSelected = message.number === selected;
  const isEmpty = flags.some(({ kind }) => !isCorrective(kind) && kind !== 'missing');
  const limit = isSelected ? PREVIEW : MAX_NEIGHBOUR_BODY;
  // Around a silence the reasoning is what one has come to read.
  const isOpen = isSelected || isEmpty;
  return {
    number: message.number,
    author: message.author,
    name: texts.reading.author[message.author],
    by: isByProgram(message) ? texts.byProgram : null,
    facts: factsOf(message, texts),
    gap: gapWords(message, session.messages[message.number - 1], texts.reading),
    flags: flags.map((flag) => ({
      look: lookOf(flag),
      words: flagNote(flag, session.messages, texts.reading),
    })),
    selected: isSelected,
    parts: message.parts.flatMap((part) => partView(part, limit, isOpen, texts)),
    nothing: nothingWords(flags, texts),
    error:
      message.error === null
        ? null
        : {
            name: visible(message.error.name),
            text: visible(message.error.message.slice(0, limit)),
            leftOut: leftOut(message.error.message.length - limit, texts),
          },
    threads: threads
      .filter(({ number }) => number === message.number)
      .map(({ resolved, comments }) => ({
        resolved,
        comments: comments.map((comment) => ({
          author: visible(comment.author),
          time: `${day(comment.created)} ${clock(comment.created)}`,
          nodes: [...markdownTree(comment.body)],
        })),
      })),
  };
}

const isByProgram = ({ author, synthetic }: Message) =>
  author === 'harness' || author === 'program' || synthetic;

function nothingWords(flags: readonly Flag[], texts: PanelTexts): string | null {
  if (flags.some(({ kind }) => isSilent(kind))) return texts.nothing;
  return flags.some(({ kind }) => kind === 'missing') ? texts.noResponse : null;
}

function factsOf(message: Message, texts: PanelTexts): string[] {
  const { time, completed, tokens, model } = message;
  const took = tookMs(time, completed);
  const facts = [
    time === null ? null : `${day(time)} ${clock(time)}`,
    took === null ? null : fill(texts.took, duration(took)),
    model === null ? null : firstLine(model, 60),
    ...(tokens === null
      ? []
      : [
          fill(texts.tokens, recorded(tokens.input), recorded(tokens.output)),
          tokens.reasoning === null || tokens.reasoning === 0
            ? null
            : fill(texts.tokensReasoning, grouped(tokens.reasoning)),
          (tokens.cacheRead ?? 0) === 0
            ? null
            : fill(texts.tokensCached, grouped(tokens.cacheRead ?? 0)),
        ]),
    stopWords(message, texts),
    message.superseded ? texts.reading.superseded : null,
  ];
  return facts.filter((fact) => fact !== null);
}

const recorded = (count: number | null) => (count === null ? '?' : grouped(count));

function stopWords({ finish, rawFinish }: Message, texts: PanelTexts): string | null {
  const raw = rawFinish ?? finish;
  return raw === null ? null : fill(texts.stopped, firstLine(raw, 40));
}

function partView(
  part: Part,
  limit: number,
  isOpen: boolean,
  texts: PanelTexts,
): readonly PanelPart[] {
  switch (part.kind) {
    case 'text':
      return [textView(part, limit, texts)];
    case 'reasoning': {
      const hidden = part.sealed || part.body.length === 0;
      const summary = hidden
        ? texts.hidden
        : fill(texts.reasoning, grouped(part.body.length)) +
          (part.closed === false ? ` · ${texts.unfinished}` : '');
      const body = hidden ? null : bodyView(part.body, limit, texts);
      return [{ kind: 'reasoning', summary, body, open: isOpen }];
    }
    case 'tool':
      return [toolView(part, limit, isOpen, texts)];
    case 'file': {
      const name = visible(part.name ?? part.mime ?? '?').slice(0, 300);
      const bytes = part.bytes === null ? '' : ` · ${grouped(part.bytes)} B`;
      const words = part.image ? texts.reading.image : texts.reading.file;
      return [{ kind: 'line', text: fill(words, name) + bytes, leftOut: null }];
    }
    case 'patch':
      return [
        {
          kind: 'files',
          words: fill(texts.files, grouped(part.files.length)),
          files: [
            ...part.files.slice(0, MAX_FILES).map((file) => visible(file)),
            ...(part.files.length > MAX_FILES
              ? [fill(texts.moreFiles, grouped(part.files.length - MAX_FILES))]
              : []),
          ],
        },
      ];
    case 'marker': {
      if (isStepBorder(part.label)) return [];
      const label = visible(part.label);
      if (part.detail === null) return [{ kind: 'line', text: label, leftOut: null }];
      const detail = part.detail.text.slice(0, limit);
      const rest = leftOut(part.detail.length - detail.length, texts);
      return [{ kind: 'line', text: `${label}: ${visible(detail)}`, leftOut: rest }];
    }
  }
}

function textView({ body }: TextPart, limit: number, texts: PanelTexts): PanelPart {
  if (body.blank) {
    const text = body.text.slice(0, MAX_LITERAL);
    const rest = leftOut(body.length - text.length, texts);
    return { kind: 'literal', text: literal(text), note: texts.blank, leftOut: rest };
  }
  const shown = cut(body, limit, texts);
  return {
    kind: 'text',
    nodes: [...markdownTree(shown.text)],
    leftOut: shown.leftOut,
    tail: [...markdownTree(shown.tail)],
  };
}

/** White space and invisible characters as marks, so that one sees what a blank text is made of. */
function literal(text: string): string {
  return visible(text)
    .replace(/\r?\n/g, '↵\n')
    .replace(/ /g, '·')
    .replace(/\t/g, '→')
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u00a0\u3164]/gu, (character) => {
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    });
}

function toolView(part: ToolPart, limit: number, isOpen: boolean, texts: PanelTexts): PanelPart {
  const { started, ended, exitCode, output, status, interrupted } = part;
  const took = tookMs(started, ended);
  const failed = status === 'error' || interrupted || (exitCode !== null && exitCode !== 0);
  const state = [
    // A program that ran to its end may have failed all the same.
    failed && status === 'completed' ? texts.failed : texts.reading.toolStatus[status],
    exitCode === null ? null : fill(texts.reading.exit, exitCode),
    took === null ? null : duration(took),
  ].filter((words) => words !== null);
  return {
    kind: 'tool',
    name: firstLine(part.name, 80),
    title: firstLine(part.title ?? '', 200),
    state: state.join(' · '),
    failed,
    open: isOpen || failed,
    ...inputView(part.input, limit, texts),
    output: output === null ? null : bodyView(output, limit, texts, part.outputTail),
  };
}
