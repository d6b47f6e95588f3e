import { harnessKindOf } from '../findings/harness';
import type { Finish, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import {
  blockText,
  contentBlocks,
  isCall,
  isResult,
  otherPart,
  spokenParts,
} from './content-blocks';
import { id, list, number, record, shown, text, time, typeOf, type Fields } from './fields';
import type { FormatReader, Head, RowVerdict } from './format';
import { addUnknown, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';
import { callPart, settle, type PlacedCall } from './tool-calls';

/** One conversation on its way into its session. */
export interface Track {
  readonly session: SessionDraft;
  readonly builder: SessionBuilder;
  readonly calls: Map<string, PlacedCall>;
  /** Calls without a result, in order: results without an id are theirs. */
  waiting: PlacedCall[];
  /** A result came after the last of these calls. */
  isAnswered: boolean;
}

const createTrack = (session: SessionDraft, builder: SessionBuilder): Track => ({
  session,
  builder,
  calls: new Map(),
  waiting: [],
  isAnswered: false,
});

/** What rows hold in a format of conversations. */
export interface Conversations {
  /** The messages of a row that is a whole conversation; null when it is none. */
  readonly messagesOf: (row: unknown) => readonly unknown[] | null;
  /** Messages of the assistant that follow each other are one response. */
  readonly joins: boolean;
  /** Adds what a message holds, or shows why it can't. */
  readonly add: (value: unknown, place: Place, track: Track) => RowVerdict;
}

/** Reads messages of one session, or one conversation a row, each of them a session. */
export function conversationReader(
  builder: SessionBuilder,
  { messagesOf, joins, add }: Conversations,
): FormatReader {
  const main = createTrack(builder.session(''), builder);
  const tracks = [main];
  const nextTrack = (row: unknown): Track => {
    const isFirst = main.session.messages.length === 0;
    const name = `conversation-${isFirst ? 1 : tracks.length + 1}`;
    const track = isFirst ? main : createTrack(builder.session(name), builder);
    if (!isFirst) tracks.push(track);
    track.session.id = (isRecord(row) ? sessionIdOf(row) : null) ?? name;
    return track;
  };
  return {
    accept({ value, place }) {
      const messages = messagesOf(value);
      if (messages === null) return add(value, place, main);
      const track = nextTrack(value);
      const verdicts = messages.map((message) => add(message, place, track));
      return verdicts.find((verdict) => verdict !== null) ?? null;
    },
    broken(place, sentence) {
      addUnknown(main.session, place, sentence, builder);
    },
    finish(head) {
      if (head !== null) takeHead(main.session, head);
      if (!joins) return;
      for (const { session } of tracks) joinResponses(session);
    },
  };
}

/** Converters write the blocks of one response as messages of their own, one after the other (docs/formats.md, chat messages 4). */
function joinResponses({ messages }: SessionDraft): void {
  messages.forEach((message, at) => {
    const next = messages[at + 1];
    message.continues =
      message.role === 'assistant' &&
      next?.role === 'assistant' &&
      message.closed !== true &&
      message.error === null;
  });
}

const SESSION_IDS = ['session_id', 'sessionId', 'conversation_id', 'id', 'task_id'] as const;

const sessionIdOf = (fields: Fields): string | null =>
  SESSION_IDS.map((name) => id(fields, name)).find((own) => own !== null) ?? null;

function takeHead(session: SessionDraft, head: NonNullable<Head>): void {
  session.id = sessionIdOf(head) ?? session.id;
  session.title = text(head, 'title');
  session.directory = text(head, 'cwd') ?? text(record(head, 'model_config'), 'cwd');
  const model = text(head, 'model');
  for (const message of session.messages) {
    if (message.author === 'assistant') message.model ??= model;
  }
}

/** Adds a message in the OpenAI or Anthropic shape. */
export function addChatMessage(row: Fields, place: Place, track: Track): Draft {
  const { builder } = track;
  switch (row['role']) {
    case 'assistant':
      return addAssistant(row, place, track);
    case 'user':
      return addUser(row, place, track);
    case 'tool':
    case 'function':
      return addToolRow(row, place, track);
    case 'session_meta':
      return addProgramRow(row, place, track, [builder.marker('session', shown(row))]);
    default:
      return addProgramRow(
        row,
        place,
        track,
        blocksOf(row).map((block) => partOf(block, builder)),
      );
  }
}

const addProgramRow = (row: Fields, place: Place, { session }: Track, parts: Part[]) =>
  session.add(place, {
    ...commonFields(row),
    role: 'system',
    author: 'program',
    harness: 'other',
    parts,
  });

const TIMES = ['timestamp', 'created_at', 'createdAt', 'created', 'ts', 'time'] as const;

export const commonFields = (row: Fields) => ({
  id: id(row, 'id') ?? id(row, 'uuid'),
  time: TIMES.map((key) => time(row, key)).find((at) => at !== null) ?? null,
});

/** Content as blocks; `text` is where re-written transcripts keep it. */
const blocksOf = (row: Fields): readonly Fields[] =>
  contentBlocks(row['content'] ?? row['text']) ?? [];

function addUser(row: Fields, place: Place, track: Track): Draft {
  const { builder } = track;
  const blocks = blocksOf(row);
  const results = blocks.filter(isResult).map(plainResult);
  for (const result of results) {
    const callId = id(result, 'tool_use_id') ?? id(result, 'toolCallId');
    const call = callId === null ? undefined : track.calls.get(callId);
    takeResult(result, call, row, place, track);
  }
  const own = blocks.filter((block) => !isResult(block));
  if (results.length > 0 && own.length === 0) {
    return addResultMessage(row, place, results, track);
  }
  track.waiting = [];
  const kinds = own.map((block) => harnessKindOf(blockText(block)));
  const isHarness =
    own.length > 0 && own.every((block, at) => block['type'] === 'text' && kinds[at] !== null);
  return track.session.add(place, {
    ...commonFields(row),
    role: 'user',
    author: isHarness ? 'harness' : 'person',
    harness: isHarness ? (kinds.find((kind) => kind !== null) ?? 'other') : null,
    parts: own.map((block, at) =>
      block['type'] === 'text'
        ? builder.text(blockText(block), !isHarness && kinds[at] !== null)
        : partOf(block, builder),
    ),
  });
}

/** A result in the AI SDK's model messages as those of the other shapes (docs/formats.md, chat messages 6). */
function plainResult(block: Fields): Fields {
  if (typeOf(block) !== 'tool-result') return block;
  const { toolCallId, isError } = block;
  const output = record(block, 'output');
  const content = output['value'] ?? output['reason'] ?? block['output'] ?? block['result'];
  const is_error = isError === true || /^e(?:rror|xecution-denied)/.test(typeOf(output));
  return { toolCallId, content: content ?? block['content'], is_error };
}

function addToolRow(row: Fields, place: Place, track: Track): Draft {
  const blocks = blocksOf(row).filter(isResult);
  if (blocks.length > 0) {
    return addUser(row, place, track);
  }
  takeResult(row, callOfToolRow(row, track), row, place, track);
  return addResultMessage(row, place, [row], track);
}

/** Old functions are told by their name; a result that names nothing answers the first call that waits. */
function callOfToolRow(row: Fields, { calls, waiting }: Track): PlacedCall | undefined {
  const own = id(row, 'tool_call_id');
  if (own !== null) return calls.get(own);
  const name = id(row, 'name');
  return (name === null ? undefined : calls.get(name)) ?? waiting[0];
}

/** A result keeps its number as a message of its own, which is not judged. */
function addResultMessage(
  row: Fields,
  place: Place,
  results: readonly Fields[],
  { session, builder }: Track,
): Draft {
  return session.add(place, {
    ...commonFields(row),
    role: 'tool',
    author: 'program',
    harness: 'other',
    parts: results.map((result) => builder.marker('tool result', blockText(result))),
  });
}

function takeResult(
  block: Fields,
  call: PlacedCall | undefined,
  row: Fields,
  place: Place,
  track: Track,
): void {
  if (call === undefined) return;
  const { time: at } = commonFields(row);
  settle(call, { place, time: at, block, childSession: null, interrupted: false }, track.builder);
  track.waiting = track.waiting.filter((one) => one.draft !== call.draft || one.at !== call.at);
  track.isAnswered = true;
}

function addAssistant(row: Fields, place: Place, track: Track): Draft {
  const { builder } = track;
  const { time: at } = commonFields(row);
  const draft = track.session.add(place, {
    ...commonFields(row),
    ...endOf(row),
    role: 'assistant',
    author: 'assistant',
    model: text(row, 'model') ?? text(record(row, 'modelInfo'), 'id'),
    tokens: tokensOf(record(row, 'usage')),
  });
  draft.parts.push(...reasoningParts(row, builder));
  for (const block of blocksOf(row)) draft.parts.push(...assistantParts(block, builder));
  const refusal = text(row, 'refusal');
  if (refusal !== null) draft.parts.push(builder.text(refusal));
  const calls = [...list(row, 'tool_calls'), row['function_call']].filter(isRecord);
  for (const call of calls) draft.parts.push(callPart(call, builder, at));
  if (isRecord(row['audio'])) draft.parts.push(partOf({ type: 'audio' }, builder));
  awaitResults(draft, track);
  return draft;
}

function awaitResults(draft: Draft, track: Track): void {
  if (track.isAnswered) track.waiting = [];
  track.isAnswered = false;
  draft.parts.forEach((part, at) => {
    if (part.kind !== 'tool') return;
    const call = { draft, at };
    // Old function calls have no id: their result names the function.
    track.calls.set(part.callId ?? part.name, call);
    track.waiting.push(call);
  });
}

const assistantParts = (block: Fields, builder: SessionBuilder): readonly Part[] =>
  block['type'] === 'text' ? spokenParts(blockText(block), builder) : [partOf(block, builder)];

/** Finish reasons of both APIs, of the AI SDK, and of OpenTelemetry. */
const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    stop: 'stop',
    end_turn: 'stop',
    stop_sequence: 'stop',
    tool_calls: 'tool-calls',
    'tool-calls': 'tool-calls',
    tool_call: 'tool-calls',
    function_call: 'tool-calls',
    tool_use: 'tool-calls',
    length: 'length',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    content_filter: 'content-filter',
    'content-filter': 'content-filter',
    refusal: 'content-filter',
    error: 'error',
    aborted: 'aborted',
  }),
);

export function endOf(row: Fields): Pick<Draft, 'finish' | 'rawFinish' | 'error' | 'closed'> {
  const raw = text(row, 'finish_reason') ?? text(row, 'stop_reason') ?? text(row, 'stopReason');
  const failure = record(row, 'error');
  const message = text(failure, 'message') ?? text(row, 'error');
  const error =
    message === null
      ? null
      : { name: text(failure, 'type') ?? text(failure, 'code') ?? 'error', message };
  return {
    finish: raw === null ? null : (FINISHES.get(raw) ?? 'unknown'),
    rawFinish: raw,
    error,
    closed: raw === null ? null : true,
  };
}

export function tokensOf(usage: Fields): Draft['tokens'] {
  if (Object.keys(usage).length === 0) return null;
  return {
    input: number(usage, 'prompt_tokens') ?? number(usage, 'input_tokens'),
    output: number(usage, 'completion_tokens') ?? number(usage, 'output_tokens'),
    reasoning: number(record(usage, 'completion_tokens_details'), 'reasoning_tokens'),
    cacheRead:
      number(record(usage, 'prompt_tokens_details'), 'cached_tokens') ??
      number(usage, 'cache_read_input_tokens'),
    cacheWrite: number(usage, 'cache_creation_input_tokens'),
  };
}

/** Reasoning beside the content: DeepSeek's and OpenRouter's keys (docs/formats.md, chat messages 3). */
function reasoningParts(row: Fields, builder: SessionBuilder): readonly Part[] {
  const words = text(row, 'reasoning_content') ?? text(row, 'reasoning') ?? text(row, 'thinking');
  if (words !== null && words !== '') return [builder.reasoning(words, false)];
  return list(row, 'reasoning_details')
    .filter(isRecord)
    .map((detail) => {
      const own = text(detail, 'text') ?? text(detail, 'summary') ?? '';
      return builder.reasoning(own, own === '');
    });
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  if (isCall(block)) return callPart(block, builder, null);
  switch (typeOf(block)) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'refusal':
      return builder.text(blockText(block));
    case 'thinking':
    case 'reasoning': {
      const words =
        text(block, 'thinking') ?? text(block, 'text') ?? text(block, 'reasoning') ?? '';
      return builder.reasoning(words, words === '');
    }
    case 'redacted_thinking':
      return builder.reasoning('', true);
    default:
      return otherPart(block, builder);
  }
}
