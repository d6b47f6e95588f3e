import { harnessKindOf } from '../findings/harness';
import type { HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import {
  id,
  list,
  number,
  quotedKind,
  record,
  shown,
  text,
  time,
  typeOf,
  type Fields,
} from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import {
  addUnknown,
  filePart,
  type Draft,
  type SessionBuilder,
  type SessionDraft,
} from './session-builder';
import { addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Copilot CLI's `~/.copilot/session-state/…/events.jsonl` (docs/formats.md, Copilot CLI). A response is
 * what one model call wrote; results stand with their call. A message's number is the position of its
 * first row among those of messages.
 */
export const copilotCli: Format = {
  id: 'copilot-cli',
  label: 'Copilot CLI session',
  detect,
  createReader,
};

const isHead = ({ row, data }: Event) =>
  typeOf(row) === 'session.start' &&
  'sessionId' in data &&
  ('copilotVersion' in data || 'producer' in data);

const isTelling = ({ row, data }: Event) =>
  'parentId' in row &&
  'timestamp' in row &&
  ((typeOf(row) === 'user.message' && 'content' in data) ||
    (typeOf(row) === 'assistant.message' && 'content' in data) ||
    (/^tool\.execution_(?:start|complete)$/.test(typeOf(row)) && 'toolCallId' in data) ||
    (typeOf(row) === 'assistant.turn_start' && 'turnId' in data));

function detect({ rows, shape }: Sample): number {
  if (shape !== 'lines') return 0;
  const events = rows
    .filter(isRecord)
    .filter((row) => isRecord(row['data']))
    .map((row) => eventOf(row, NOWHERE));
  const [first] = events;
  if (first !== undefined && isHead(first)) return 1;
  return events.some(isTelling) ? 0.9 : 0;
}

const NOWHERE: Place = { start: 0, end: 0, line: null };

/** Families of events that tell nothing of the conversation; `hook` rows are most of a file. */
const QUIET =
  /^(?:binary_asset|canvas|capabilities|commands?|custom_agents?|elicitation|exit_plan_mode|extensions|external_tool|hook|mcp|mcp_app|permission|permissions|sampling|skills?|tools|user_input)\./;

const QUIET_KINDS: ReadonlySet<string> = new Set([
  'assistant.idle',
  'assistant.intent',
  'assistant.usage',
  'session.compaction_start',
  'session.idle',
  'session.plan_changed',
  'session.remote_steerable_changed',
  'session.usage_checkpoint',
  'session.usage_info',
  'subagent.completed',
  'subagent.configured',
  'subagent.deselected',
  'subagent.selected',
  'tool.execution_partial_result',
  'tool.execution_progress',
]);

/** What the program notes of its own state: titles, modes, plans, schedules, settings. */
const QUIET_STATE =
  /^session\.\w+_(?:cancelled|changed|created|delivered|enforced|loaded|rearmed|updated)$/;

interface Event {
  readonly row: Fields;
  readonly data: Fields;
  readonly place: Place;
  /** Milliseconds since the epoch; null: not recorded. */
  readonly time: number | null;
}

const eventOf = (row: Fields, place: Place): Event => ({
  row,
  data: record(row, 'data'),
  place,
  time: time(row, 'timestamp'),
});

/** One agent's part of the file: the main session, or a subagent's. */
interface Track {
  readonly session: SessionDraft;
  /** The response that more rows may belong to; null after a prompt, an error or a stop. */
  response: Draft | null;
  /** The model call that wrote it; null: not recorded, or only its reasoning has come. */
  call: string | null;
  hasMessage: boolean;
  /** Its reasoning that stands in a row of its own. */
  reasoning: string | null;
  /** When the model was asked, in ms since the epoch. */
  asked: number | null;
  /** Calls that have no result yet. */
  readonly open: Map<string, PlacedCall>;
  /** The last system prompt: it comes again with every prompt. */
  prompt: string | null;
}

/** A call that runs before the row of its response is written. */
interface Early {
  readonly event: Event;
  readonly track: Track;
  result: Event | null;
}

function createReader(builder: SessionBuilder): FormatReader {
  const main = createTrack(builder.session(''));
  const tracks = new Map<string, Track>();
  const calls = new Map<string, { readonly track: Track; readonly call: PlacedCall }>();
  const early = new Map<string, Early>();
  /** The subagent that a call started. */
  const agents = new Map<string, string>();
  const events = new Set<string>();
  let model: string | null = null;

  const trackOf = ({ row, data }: Event): Track => {
    const parent = id(data, 'parentToolCallId');
    const key = id(row, 'agentId') ?? (parent === null ? null : (agents.get(parent) ?? parent));
    if (key === null) return main;
    const known = tracks.get(key);
    if (known !== undefined) return known;
    const session = builder.session(key);
    session.id = key;
    session.parent = main.session.id;
    const made = createTrack(session);
    tracks.set(key, made);
    return made;
  };
  const note = (event: Event, label: string, detail: string, harness: HarnessKind): null => {
    trackOf(event).session.add(event.place, {
      id: id(event.row, 'id'),
      role: 'system',
      author: 'program',
      harness,
      time: event.time,
      parts: [builder.marker(label, detail)],
    });
    return null;
  };
  /** @param first where its first row is, which may be that of a call */
  const addResponse = (event: Event, track: Track, first: Place): Draft => {
    const { row, data } = event;
    const parent = id(row, 'parentId');
    const draft = track.session.add(first, {
      id: id(data, 'messageId') ?? id(row, 'id'),
      role: 'assistant',
      author: 'assistant',
      model: track === main ? model : null,
      time: track.asked ?? event.time,
      completed: event.time,
      parentId: parent,
      parentMissing: parent !== null && !events.has(parent),
    });
    track.asked = null;
    track.response = draft;
    track.call = null;
    track.hasMessage = false;
    return draft;
  };
  const addReasoning = (event: Event): null => {
    const track = trackOf(event);
    const words = text(event.data, 'content') ?? '';
    const draft = addResponse(event, track, event.place);
    draft.closed = false;
    draft.parts.push(builder.reasoning(words, words === ''));
    track.reasoning = words;
    return null;
  };
  /** The response that this row goes on with: a further piece of one model call, or what followed its reasoning. */
  const goesOnWith = (track: Track, call: string | null): Draft | null => {
    if (track.response === null) return null;
    if (!track.hasMessage) return track.response;
    return call !== null && call === track.call ? track.response : null;
  };
  const addMessage = (event: Event): null => {
    const { data, place } = event;
    const track = trackOf(event);
    const requests = list(data, 'toolRequests').filter(isRecord);
    const before = requests
      .flatMap((request) => early.get(id(request, 'toolCallId') ?? '') ?? [])
      .flatMap(({ event: start, result }) => [start.place, ...(result ? [result.place] : [])])
      .sort((a, b) => a.start - b.start);
    const [first = place] = before;
    const call = id(data, 'apiCallId');
    const draft = goesOnWith(track, call) ?? addResponse(event, track, first);
    for (const one of [...before, place]) addPlace(draft, one);
    draft.id = id(data, 'messageId') ?? draft.id;
    draft.model = text(data, 'model') ?? draft.model;
    draft.completed = event.time ?? draft.completed;
    draft.tokens = tokensOf(data) ?? draft.tokens;
    draft.closed = !isCut(data);
    draft.parts.push(...wordsOf(data, track.reasoning, builder));
    track.call = call;
    track.hasMessage = true;
    track.reasoning = null;
    for (const request of requests) addRequest(request, event, track, draft);
    return null;
  };
  const addRequest = (request: Fields, event: Event, track: Track, draft: Draft): void => {
    const callId = id(request, 'toolCallId');
    draft.parts.push(callPart(callOf(request, 'name'), builder, event.time));
    if (callId === null) return;
    const call = { draft, at: draft.parts.length - 1 };
    calls.set(callId, { track, call });
    track.open.set(callId, call);
    const ran = early.get(callId);
    if (ran === undefined) return;
    early.delete(callId);
    start(call, ran.event);
    if (ran.result === null) return;
    // Its row is among those of the message already, in the file's order.
    const [first, ...others] = draft.places;
    finishCall(callId, ran.result);
    draft.places = [first, ...others];
  };
  const addStart = (event: Event): null => {
    const { data } = event;
    const callId = id(data, 'toolCallId') ?? '';
    const known = calls.get(callId);
    if (known !== undefined) {
      start(known.call, event);
      return null;
    }
    const track = trackOf(event);
    if (data['isUserRequested'] === true || typeOf(event.row) === 'tool.user_requested') {
      addOwnCommand(callId, event, track);
    } else early.set(callId, { event, track, result: null });
    return null;
  };
  /** The person's own `!command`: it is no prompt. */
  const addOwnCommand = (callId: string, event: Event, track: Track): void => {
    const draft = track.session.add(event.place, {
      id: id(event.row, 'id'),
      role: 'user',
      author: 'harness',
      harness: 'local-command',
      time: event.time,
    });
    draft.parts.push(callPart(callOf(event.data, 'toolName'), builder, event.time));
    calls.set(callId, { track, call: { draft, at: 0 } });
  };
  const addComplete = (event: Event): null => {
    const callId = id(event.data, 'toolCallId') ?? '';
    const ran = early.get(callId);
    if (calls.has(callId)) finishCall(callId, event);
    else if (ran !== undefined) ran.result = event;
    else {
      const { session } = trackOf(event);
      addLoneResult(session, event.place, event.time, outputOf(event.data), builder);
    }
    return null;
  };
  const finishCall = (callId: string, { data, place, time: at }: Event): void => {
    const known = calls.get(callId);
    if (known === undefined) return;
    const { track, call } = known;
    track.open.delete(callId);
    const before = call.draft.parts[call.at];
    const output = outputOf(data);
    const block = { content: output, is_error: data['success'] === false };
    const childSession = before?.kind === 'tool' ? before.childSession : null;
    settle(call, { place, time: at, block, childSession, interrupted: false }, builder);
    const part = call.draft.parts[call.at];
    const exit = EXIT.exec(output.slice(-200))?.[1];
    if (part?.kind === 'tool' && exit !== undefined)
      call.draft.parts[call.at] = { ...part, exitCode: Number(exit) };
  };
  const addUser = (event: Event): null => {
    const { row, data, place } = event;
    const track = trackOf(event);
    endResponse(track);
    const words = text(data, 'content') ?? '';
    const harness = harnessOf(words, event, track !== main);
    track.session.add(place, {
      id: id(row, 'id'),
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      time: event.time,
      parts: [
        ...(words === '' ? [] : [builder.text(words)]),
        ...list(data, 'attachments').filter(isRecord).map(attachmentPart),
      ],
    });
    return null;
  };
  const addError = (event: Event): null => {
    const { row, data, place } = event;
    const track = trackOf(event);
    endResponse(track);
    const name = text(data, 'errorCode') ?? text(data, 'errorType') ?? 'error';
    track.session.add(place, {
      id: id(row, 'id'),
      role: 'assistant',
      author: 'program',
      harness: 'request-failed',
      time: event.time,
      finish: 'error',
      rawFinish: text(data, 'errorType'),
      error: { name, message: text(data, 'message') ?? '' },
      closed: true,
      synthetic: true,
    });
    return null;
  };
  const addAbort = (event: Event): null => {
    const { row, data, place } = event;
    const track = trackOf(event);
    endResponse(track);
    // What ran was stopped with the turn: its message is read again with this row.
    for (const { draft, at } of track.open.values()) {
      const part = draft.parts[at];
      if (part?.kind === 'tool') draft.parts[at] = { ...part, interrupted: true };
      addPlace(draft, place);
    }
    track.open.clear();
    track.session.add(place, {
      id: id(row, 'id'),
      role: 'user',
      author: 'harness',
      harness: 'interrupt-marker',
      time: event.time,
      parts: [builder.marker('turn stopped', text(data, 'reason'))],
    });
    return null;
  };
  /** The closing words of an autopilot's run may stand here alone. */
  const addTaskComplete = (event: Event): null => {
    const track = trackOf(event);
    const words = text(event.data, 'summary') ?? '';
    if (words === '') return null;
    const draft = track.response ?? addResponse(event, track, event.place);
    addPlace(draft, event.place);
    draft.parts.push(builder.text(words));
    draft.closed = true;
    track.hasMessage = true;
    return null;
  };
  /** Links the call with the subagent that it started. */
  const addAgent = ({ row, data, place }: Event): null => {
    const callId = id(data, 'toolCallId');
    if (callId === null) return null;
    const agent = id(row, 'agentId') ?? callId;
    agents.set(callId, agent);
    const call = calls.get(callId)?.call;
    const part = call?.draft.parts[call.at];
    if (call === undefined || part?.kind !== 'tool') return null;
    call.draft.parts[call.at] = { ...part, childSession: agent };
    addPlace(call.draft, place);
    return null;
  };
  const addSystem = (event: Event): null => {
    const track = trackOf(event);
    const words = text(event.data, 'content') ?? '';
    if (track.prompt === words) return null;
    track.prompt = words;
    track.session.add(event.place, {
      id: id(event.row, 'id'),
      role: 'system',
      author: 'program',
      harness: 'reminder',
      time: event.time,
      parts: [builder.text(words)],
    });
    return null;
  };
  const addStartOfSession = ({ data }: Event): null => {
    const { session } = main;
    const selected = text(data, 'selectedModel');
    if (selected !== null && selected !== 'auto') model = selected;
    if (session.id !== '') return null;
    session.id = id(data, 'sessionId') ?? '';
    session.directory = text(record(data, 'context'), 'cwd');
    session.agentVersion = text(data, 'copilotVersion');
    return null;
  };

  const accept = (event: Event): RowVerdict => {
    const { row, data } = event;
    const type = typeOf(row);
    switch (type) {
      case 'session.start':
      case 'session.resume':
        return addStartOfSession(event);
      case 'session.model_change':
        model = text(data, 'newModel') ?? model;
        return null;
      case 'session.auto_mode_resolved':
        model = text(data, 'chosenModel') ?? model;
        return null;
      case 'session.title_changed':
        main.session.title = text(data, 'title') ?? main.session.title;
        return null;
      case 'session.error':
        return addError(event);
      case 'session.task_complete':
        return addTaskComplete(event);
      case 'session.compaction_complete':
        return note(
          event,
          'context compacted',
          shown(data['summaryContent']),
          'compaction-boundary',
        );
      case 'session.truncation':
      case 'session.context_cleared':
        return note(event, wordsOfKind(type), shown(data), 'compaction-boundary');
      case 'session.handoff':
        return note(event, 'handoff', shown(data['summary']), 'notice');
      case 'session.info':
      case 'session.warning':
        return note(event, wordsOfKind(type), shown(data['message']), 'notice');
      case 'session.shutdown':
        return data['shutdownType'] === 'error'
          ? note(event, 'program failed', shown(data['errorReason']), 'notice')
          : null;
      case 'system.message':
        return addSystem(event);
      case 'system.notification':
        return note(event, 'notification', shown(data['content']), 'notice');
      case 'user.message':
        return addUser(event);
      case 'assistant.turn_start':
        trackOf(event).asked = event.time;
        return null;
      case 'assistant.turn_end':
        endReasoning(trackOf(event));
        return null;
      case 'assistant.reasoning':
        return addReasoning(event);
      case 'assistant.message':
        return addMessage(event);
      case 'tool.execution_start':
      case 'tool.user_requested':
        return addStart(event);
      case 'tool.execution_complete':
        return addComplete(event);
      case 'abort':
        return addAbort(event);
      case 'subagent.started':
        return addAgent(event);
      case 'subagent.failed':
        return note(event, 'subagent failed', shown(data['error']), 'notice');
      default:
        return QUIET.test(type) || QUIET_KINDS.has(type) || QUIET_STATE.test(type)
          ? null
          : unknown(event, type);
    }
  };
  const unknown = (event: Event, type: string): string => {
    const sentence = `An event of kind ${quotedKind(type)} is not known.`;
    if (text(event.data, 'content') !== null)
      addUnknown(trackOf(event).session, event.place, sentence, builder);
    return sentence;
  };

  return {
    accept({ value, place }) {
      if (!isRecord(value)) return 'This row is no object.';
      if (!isRecord(value['data'])) return 'This event has no data.';
      const verdict = accept(eventOf(value, place));
      const own = id(value, 'id');
      if (own !== null) events.add(own);
      return verdict;
    },
    broken: () => undefined,
    finish() {
      for (const { event, track, result } of early.values())
        addLoneCall(event, result, track.session, builder);
    },
  };
}

const createTrack = (session: SessionDraft): Track => ({
  session,
  response: null,
  call: null,
  hasMessage: false,
  reasoning: null,
  asked: null,
  open: new Map(),
  prompt: null,
});

/** Of a response that has only reasoning nothing more will come. */
function endReasoning(track: Track): void {
  if (!track.hasMessage) endResponse(track);
}

function endResponse(track: Track): void {
  if (track.response !== null && !track.hasMessage) track.response.closed = true;
  track.response = null;
  track.reasoning = null;
}

function addPlace(draft: Draft, place: Place): void {
  if (draft.places.every(({ start }) => start !== place.start)) draft.places.push(place);
}

function start({ draft, at }: PlacedCall, { place, time: started }: Event): void {
  const part = draft.parts[at];
  if (part?.kind !== 'tool') return;
  draft.parts[at] = { ...part, started };
  addPlace(draft, place);
}

/** The row of its response was lost, or the file ends before it. */
function addLoneCall(
  { data, place, time: at }: Event,
  result: Event | null,
  session: SessionDraft,
  builder: SessionBuilder,
): void {
  const words = [text(data, 'toolName') ?? 'tool', shown(data['arguments'])];
  if (result !== null) words.push(outputOf(result.data));
  const draft = session.add(place, {
    role: 'assistant',
    author: 'program',
    harness: 'notice',
    time: at,
    parts: [builder.marker('call without a response', words.join('\n'))],
    synthetic: true,
  });
  if (result !== null) draft.places.push(result.place);
}

const callOf = (call: Fields, nameKey: 'name' | 'toolName'): Fields => ({
  id: call['toolCallId'],
  name: call[nameKey],
  input: call['arguments'],
});

/** More pieces of the same model call are to come. */
function isCut(data: Fields): boolean {
  const [index, count] = [number(data, 'chunkIndex'), number(data, 'chunkCount')];
  return index !== null && count !== null && index + 1 < count;
}

/** @param told its reasoning, where a row of its own has told it already */
function wordsOf(data: Fields, told: string | null, builder: SessionBuilder): readonly Part[] {
  const reasoning = text(data, 'reasoningText') ?? '';
  const words = text(data, 'content') ?? '';
  const isSealed = ['reasoningOpaque', 'encryptedContent'].some((key) => id(data, key) !== null);
  const parts: Part[] = [];
  if (reasoning !== '' && reasoning !== told) parts.push(builder.reasoning(reasoning, false));
  else if (reasoning === '' && told === null && isSealed) parts.push(builder.reasoning('', true));
  if (words !== '') parts.push(builder.text(words));
  return parts;
}

function tokensOf(data: Fields): Draft['tokens'] {
  const output = number(data, 'outputTokens');
  if (output === null) return null;
  return { input: null, output, reasoning: null, cacheRead: null, cacheWrite: null };
}

function outputOf(data: Fields): string {
  const content = text(record(data, 'result'), 'content');
  return content ?? text(record(data, 'error'), 'message') ?? shown(data['result']);
}

/** How a shell's output ends. */
const EXIT = /<(?:shellId: \S+ )?(?:completed|exited) with exit code (\d+)>\s*$/;

/** `user` is the person, and what they gave the autopilot to do; other sources are the program's (docs/formats.md, Copilot CLI 2). */
const PERSONS: ReadonlySet<string> = new Set(['user', 'autopilot-objective']);

function harnessOf(words: string, { data }: Event, isSubagent: boolean): HarnessKind | null {
  const known = harnessKindOf(words);
  if (known !== null) return known;
  if (data['isAutopilotContinuation'] === true || isSubagent) return 'notice';
  if (data['agentMode'] === 'shell') return 'local-command';
  const source = id(data, 'source');
  if (source === null || PERSONS.has(source)) return null;
  return source.startsWith('skill-') ? 'reminder' : 'notice';
}

const attachmentPart = (attachment: Fields): Part => {
  const name = text(attachment, 'displayName') ?? text(attachment, 'path');
  return filePart(name ?? typeOf(attachment), text(attachment, 'mimeType'), null);
};

const wordsOfKind = (type: string): string =>
  type.slice(type.indexOf('.') + 1).replaceAll('_', ' ');
