import { harnessKindOf } from '../findings/harness';
import type { Finish, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, isCall, isResult, otherPart } from './content-blocks';
import { id, list, number, record, text, time, type Fields } from './fields';
import type { Format, FormatReader, Head, RowVerdict, Sample } from './format';
import { addUnknown, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';
import { callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Chat messages in the OpenAI and Anthropic shapes: a list, `{messages: []}`, or JSON Lines with one
 * message or one whole conversation a line (docs/formats.md, chat messages). A message's number is its
 * index in the list; tool results keep theirs and are shown with their call as well.
 */
export const chatMessages: Format = {
  id: 'chat-messages',
  label: 'chat messages',
  detect,
  createReader,
};

const ROLES: ReadonlySet<string> = new Set([
  'assistant',
  'developer',
  'function',
  'system',
  'tool',
  'user',
]);

const CONTENT_KEYS = ['content', 'text', 'tool_calls', 'function_call', 'refusal'] as const;

const isMessage = (value: unknown): value is Fields =>
  isRecord(value) &&
  ROLES.has(text(value, 'role') ?? '') &&
  CONTENT_KEYS.some((key) => key in value);

const isConversation = (value: unknown): value is Fields =>
  isRecord(value) && list(value, 'messages').some(isMessage);

function detect({ rows, head, shape }: Sample): number {
  if (rows.length === 0) return head !== null && Array.isArray(head['messages']) ? 0.2 : 0;
  const fitting = rows.filter(
    (row) => isMessage(row) || (shape === 'lines' && isConversation(row)),
  ).length;
  return fitting * 2 > rows.length ? (0.5 * fitting) / rows.length : 0;
}

interface Track {
  readonly session: SessionDraft;
  readonly calls: Map<string, PlacedCall>;
}

function createReader(builder: SessionBuilder): FormatReader {
  const main: Track = { session: builder.session(''), calls: new Map() };
  const tracks = [main];
  const acceptConversation = (row: Fields, place: Place) => {
    const isFirst = main.session.messages.length === 0;
    const name = `conversation-${isFirst ? 1 : tracks.length + 1}`;
    const track = isFirst ? main : { session: builder.session(name), calls: new Map() };
    if (!isFirst) tracks.push(track);
    track.session.id = id(row, 'id') ?? name;
    for (const value of list(row, 'messages')) acceptMessage(value, place, track, builder);
    return null;
  };
  return {
    accept: ({ value, place }) =>
      isConversation(value)
        ? acceptConversation(value, place)
        : acceptMessage(value, place, main, builder),
    broken(place, sentence) {
      addUnknown(main.session, place, sentence, builder);
    },
    finish(head) {
      if (head !== null) takeHead(main.session, head);
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
      message.finish === null &&
      message.error === null;
  });
}

function takeHead(session: SessionDraft, head: NonNullable<Head>): void {
  const names = ['session_id', 'sessionId', 'conversation_id', 'id', 'task_id'] as const;
  session.id = names.map((name) => id(head, name)).find((name) => name !== null) ?? session.id;
  session.title = text(head, 'title');
  session.directory = text(head, 'cwd');
}

function acceptMessage(
  value: unknown,
  place: Place,
  track: Track,
  builder: SessionBuilder,
): RowVerdict {
  if (!isMessage(value)) {
    const sentence = 'This row has no role and content of a chat message.';
    addUnknown(track.session, place, sentence, builder);
    return sentence;
  }
  switch (value['role']) {
    case 'assistant':
      addAssistant(value, place, track, builder);
      break;
    case 'user':
      addUser(value, place, track, builder);
      break;
    case 'tool':
    case 'function':
      addToolRow(value, place, track, builder);
      break;
    default:
      track.session.add(place, {
        ...common(value),
        role: 'system',
        author: 'program',
        harness: 'other',
        parts: blocksOf(value).map((block) => partOf(block, builder)),
      });
  }
  return null;
}

const common = (row: Fields) => ({
  id: id(row, 'id') ?? id(row, 'uuid'),
  time: time(row, 'timestamp') ?? time(row, 'created_at') ?? time(row, 'ts') ?? time(row, 'time'),
});

/** Content as blocks; `text` is where re-written transcripts keep it. */
const blocksOf = (row: Fields): readonly Fields[] =>
  contentBlocks(row['content'] ?? row['text']) ?? [];

function addUser(row: Fields, place: Place, track: Track, builder: SessionBuilder): void {
  const blocks = blocksOf(row);
  const results = blocks.filter(isResult);
  for (const result of results)
    takeResult(result, id(result, 'tool_use_id'), row, place, track, builder);
  const own = blocks.filter((block) => !isResult(block));
  if (results.length > 0 && own.length === 0) {
    addResultMessage(row, place, results, track, builder);
    return;
  }
  const kinds = own.map((block) => harnessKindOf(blockText(block)));
  const isHarness =
    own.length > 0 && own.every((block, at) => block['type'] === 'text' && kinds[at] !== null);
  track.session.add(place, {
    ...common(row),
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

function addToolRow(row: Fields, place: Place, track: Track, builder: SessionBuilder): void {
  const callId = id(row, 'tool_call_id') ?? id(row, 'name');
  takeResult(row, callId, row, place, track, builder);
  addResultMessage(row, place, [row], track, builder);
}

/** A result keeps its number as a message of its own, which is not judged. */
function addResultMessage(
  row: Fields,
  place: Place,
  results: readonly Fields[],
  track: Track,
  builder: SessionBuilder,
): void {
  track.session.add(place, {
    ...common(row),
    role: 'tool',
    author: 'program',
    harness: 'other',
    parts: results.map((result) => builder.marker('tool result', blockText(result))),
  });
}

function takeResult(
  block: Fields,
  callId: string | null,
  row: Fields,
  place: Place,
  track: Track,
  builder: SessionBuilder,
): void {
  const call = callId === null ? undefined : track.calls.get(callId);
  if (call === undefined) return;
  const { time: at } = common(row);
  settle(call, { place, time: at, block, childSession: null, interrupted: false }, builder);
}

function addAssistant(row: Fields, place: Place, track: Track, builder: SessionBuilder): void {
  const { time: at } = common(row);
  const draft = track.session.add(place, {
    ...common(row),
    ...endOf(row),
    role: 'assistant',
    author: 'assistant',
    model: text(row, 'model') ?? text(record(row, 'modelInfo'), 'id'),
    tokens: tokensOf(record(row, 'usage')),
  });
  draft.parts.push(...reasoningParts(row, builder));
  for (const block of blocksOf(row)) draft.parts.push(partOf(block, builder));
  const refusal = text(row, 'refusal');
  if (refusal !== null) draft.parts.push(builder.text(refusal));
  const calls = [...list(row, 'tool_calls'), row['function_call']].filter(isRecord);
  for (const call of calls) draft.parts.push(callPart(call, builder, at));
  if (isRecord(row['audio'])) draft.parts.push(partOf({ type: 'audio' }, builder));
  draft.parts.forEach((part, index) => {
    if (part.kind !== 'tool') return;
    // Old function calls have no id: their result names the function.
    track.calls.set(part.callId ?? part.name, { draft, at: index });
  });
}

/** Finish reasons of both APIs. */
const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    stop: 'stop',
    end_turn: 'stop',
    stop_sequence: 'stop',
    tool_calls: 'tool-calls',
    function_call: 'tool-calls',
    tool_use: 'tool-calls',
    length: 'length',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    content_filter: 'content-filter',
    refusal: 'content-filter',
    error: 'error',
    aborted: 'aborted',
  }),
);

function endOf(row: Fields): Pick<Draft, 'finish' | 'rawFinish' | 'error' | 'closed'> {
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

function tokensOf(usage: Fields): Draft['tokens'] {
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
  return words === null || words === '' ? [] : [builder.reasoning(words, false)];
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  if (isCall(block)) return callPart(block, builder, null);
  switch (block['type']) {
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
