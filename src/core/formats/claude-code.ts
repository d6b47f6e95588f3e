import { harnessKindOf } from '../findings/harness';
import type { Finish, HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { id, number, record, shown, text, time, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { contentBlocks, blockText, filePartOfBlock, isCall, isResult } from './content-blocks';
import type { Draft, SessionBuilder, SessionDraft } from './session-builder';
import { callPart, settle, type PlacedCall, type ToolResult } from './tool-calls';

/**
 * Claude Code's session files: JSON Lines, one content block a row (docs/formats.md, Claude Code); also the
 * `{loglines: []}` documents of its web interface and its stream-json output. The rows of one
 * message id are one message; rows that only hold tool results belong to the message of the call.
 */
export const claudeCode: Format = {
  id: 'claude-code',
  label: 'Claude Code',
  detect,
  createReader,
};

/** Rows that keep the books and say nothing in the conversation (docs/formats.md, Claude Code 2). */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'agent-name',
  'agent-setting',
  'ai-title',
  'custom-title',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'result',
  'summary',
  'tag',
]);

/** System rows of which only the count matters. */
const QUIET_SUBTYPES: ReadonlySet<string> = new Set(['init', 'stop_hook_summary', 'turn_duration']);

function detect({ rows }: Sample): number {
  const records = rows.filter(isRecord);
  // Qwen Code's rows are alike, but their messages hold `parts`, and their telemetry has a payload.
  if (records.some((row) => 'parts' in record(row, 'message') || 'systemPayload' in row)) return 0;
  if (records.some(isConversationRow)) return 1;
  const isKept = (row: Fields) =>
    BOOKKEEPING.has(text(row, 'type') ?? '') &&
    ['sessionId', 'uuid', 'leafUuid', 'messageId'].some((key) => key in row);
  return records.length > 0 && records.every(isKept) ? 0.6 : 0;
}

function isConversationRow(row: Fields): boolean {
  const isMessage = row['type'] === 'user' || row['type'] === 'assistant';
  const isLinked =
    'uuid' in row || 'parentUuid' in row || 'sessionId' in row || 'session_id' in row;
  if (isMessage)
    return text(record(row, 'message'), 'role') !== null && (isLinked || 'timestamp' in row);
  return row['type'] === 'system' && 'subtype' in row && isLinked;
}

/** What is kept of one session while its rows come in. */
interface Track {
  readonly session: SessionDraft;
  /** Responses by their message id. */
  readonly responses: Map<string, Draft>;
  readonly calls: Map<string, PlacedCall>;
  /** Of every row of the file so far. */
  readonly uuids: ReadonlySet<string>;
  /** Results whose call has not come yet: some writers put them first. */
  readonly early: Map<string, ToolResult>;
  /** Parents named by rows since the last message; they are looked up at the end. */
  parents: string[];
  readonly checks: { readonly draft: Draft; readonly parents: readonly string[] }[];
  /** The response that the last row belonged to, for rows whose id was redacted. */
  last: Draft | null;
}

function createReader(builder: SessionBuilder): FormatReader {
  const tracks = new Map<string, Track>();
  const uuids = new Set<string>();
  const copies = createCopies();
  /** Which subagent's session a row belongs to, for rows that name only their parent. */
  const sidechains = new Map<string, string>();
  let mainId: string | null = null;
  let title: string | null = null;

  const trackOf = (row: Fields): Track => {
    const key = sessionKey(row, sidechains);
    const known = tracks.get(key);
    if (known !== undefined) return known;
    const session = builder.session(key);
    const track: Track = {
      session,
      uuids,
      responses: new Map(),
      calls: new Map(),
      early: new Map(),
      parents: [],
      checks: [],
      last: null,
    };
    tracks.set(key, track);
    return track;
  };

  const accept = (row: Fields, place: Place): RowVerdict => {
    const type = text(row, 'type') ?? '';
    const uuid = id(row, 'uuid');
    if (uuid !== null) uuids.add(uuid);
    const isMain = row['isSidechain'] !== true && id(row, 'parent_tool_use_id') === null;
    if (isMain) mainId ??= id(row, 'sessionId') ?? id(row, 'session_id');
    if (BOOKKEEPING.has(type)) {
      title = titleOf(row, type) ?? title;
      // Part of the chain: a lost row shows only in the row after it (docs/formats.md, Claude Code 7).
      if (type === 'progress') noteParent(tracks.get(sessionKey(row, sidechains)), row);
      return null;
    }
    const read = READERS.get(type);
    if (read === undefined) return `Rows of type "${type.slice(0, 60)}" are not known.`;
    // A resumed session repeats rows that the file already has (docs/formats.md, Claude Code 8).
    const isUnique = uuid !== null && UUID.test(uuid);
    if (isUnique && copies.has(type, uuid, text(row, 'timestamp') ?? '')) return null;
    const track = trackOf(row);
    track.session.directory ??= text(row, 'cwd');
    track.session.agentVersion ??= text(row, 'version');
    return read({ row, place, track, builder });
  };

  return {
    accept: ({ value, place }) =>
      isRecord(value) ? accept(value, place) : 'This row is JSON, but no object.',
    broken: () => undefined,
    finish() {
      for (const [key, track] of tracks) {
        const isMain = key === MAIN;
        track.session.id = isMain ? (mainId ?? '') : key;
        track.session.parent = isMain ? null : mainId;
        if (isMain) track.session.title = title;
        addOrphans(track, builder);
        for (const { draft, parents } of track.checks) {
          draft.parentMissing = parents.some((parent) => !uuids.has(parent));
        }
      }
      if (tracks.size === 0) builder.session(MAIN).id = mainId ?? '';
    },
  };
}

/** Which rows the file already had; holds on to no more than their uuids and times. */
function createCopies() {
  const times = new Map<string, Map<string, string>>();
  const others = new Set<string>();
  return {
    /** Whether a row of this type, uuid and time was asked about before. */
    has(type: string, uuid: string, time: string): boolean {
      const known = times.get(type) ?? new Map<string, string>();
      times.set(type, known);
      const first = known.get(uuid);
      if (first === undefined) {
        known.set(uuid, time);
        return false;
      }
      if (first === time) return true;
      const key = `${type} ${uuid} ${time}`;
      const isKnown = others.has(key);
      others.add(key);
      return isKnown;
    },
  };
}

const MAIN = '';

/** Redactors and test files write other things where a uuid stands: those are no keys. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function sessionKey(row: Fields, sidechains: Map<string, string>): string {
  const call = id(row, 'parent_tool_use_id');
  if (call !== null) return call;
  if (row['isSidechain'] !== true) return MAIN;
  const parent = id(row, 'parentUuid');
  const uuid = id(row, 'uuid');
  const inherited = parent === null ? undefined : sidechains.get(parent);
  const key = id(row, 'agentId') ?? inherited ?? `sidechain-${uuid ?? 'unnamed'}`;
  if (uuid !== null) sidechains.set(uuid, key);
  return key;
}

function titleOf(row: Fields, type: string): string | null {
  if (type === 'summary') return text(row, 'summary');
  if (type === 'ai-title') return text(row, 'aiTitle') ?? text(row, 'title');
  return type === 'custom-title' ? (text(row, 'customTitle') ?? text(row, 'title')) : null;
}

function noteParent(track: Track | undefined, row: Fields): void {
  const parent = id(row, 'parentUuid');
  if (track !== undefined && parent !== null) track.parents.push(parent);
}

interface RowOf {
  readonly row: Fields;
  readonly place: Place;
  readonly track: Track;
  readonly builder: SessionBuilder;
}

type MessageValues = Parameters<SessionDraft['add']>[1];

function addMessage({ row, place, track }: RowOf, values: MessageValues): Draft {
  noteParent(track, row);
  const draft = track.session.add(place, {
    id: id(row, 'uuid'),
    time: time(row, 'timestamp'),
    parentId: id(row, 'parentUuid'),
    ...values,
  });
  // Nearly always the parent stands before: nothing has to be remembered.
  const unknown = track.parents.filter((parent) => !track.uuids.has(parent));
  if (unknown.length > 0) track.checks.push({ draft, parents: unknown });
  track.parents = [];
  track.last = null;
  return draft;
}

const READERS: ReadonlyMap<string, (of: RowOf) => RowVerdict> = new Map(
  Object.entries<(of: RowOf) => RowVerdict>({
    assistant: readAssistant,
    user: readUser,
    system: readSystem,
    attachment: readAttachment,
  }),
);

function readAssistant(of: RowOf): RowVerdict {
  const { row } = of;
  const message = record(row, 'message');
  const blocks = contentBlocks(message['content']);
  if (blocks === null) return 'This assistant row has no content.';
  if (row['isApiErrorMessage'] === true) {
    addMessage(of, failedRequest(row, message, blocks));
    return null;
  }
  const draft = openResponse(of, message);
  const usage = record(message, 'usage');
  if (Object.keys(usage).length > 0) draft.tokens = tokensOf(usage);
  const stop = text(message, 'stop_reason');
  if (stop !== null) {
    draft.rawFinish = stop;
    draft.finish = FINISHES.get(stop) ?? 'unknown';
    draft.closed = true;
  }
  draft.completed = time(row, 'timestamp') ?? draft.completed;
  for (const block of blocks) addBlock(block, draft, of);
  return null;
}

/** The program's own row in place of a response whose request failed (docs/formats.md, Claude Code 5). */
function failedRequest(row: Fields, message: Fields, blocks: readonly Fields[]): MessageValues {
  const status = number(row, 'apiErrorStatus');
  return {
    role: 'assistant',
    author: 'program',
    harness: 'request-failed',
    finish: 'error',
    rawFinish: text(message, 'stop_reason'),
    error: {
      name: text(row, 'error') ?? (status === null ? 'API error' : String(status)),
      message: blocks.map(blockText).join('\n'),
    },
    closed: true,
    synthetic: true,
  };
}

function openResponse(of: RowOf, message: Fields): Draft {
  const { row, place, track } = of;
  const isSynthetic = text(message, 'model') === '<synthetic>';
  const key = isSynthetic ? null : id(message, 'id');
  // A redacted id is no key: the request's id is, or else that the rows follow each other.
  const isRedacted = key === null && !isSynthetic && text(message, 'id') !== null;
  const joinBy = key ?? (isRedacted ? id(row, 'requestId') : null);
  const open =
    joinBy === null ? (isRedacted ? track.last : null) : (track.responses.get(joinBy) ?? null);
  if (open !== null) {
    open.places.push(place);
    track.last = open;
    return open;
  }
  const draft = addMessage(of, {
    role: 'assistant',
    author: isSynthetic ? 'program' : 'assistant',
    harness: isSynthetic ? 'notice' : null,
    id: key ?? id(row, 'uuid'),
    model: text(message, 'model'),
    synthetic: isSynthetic,
  });
  if (joinBy !== null) track.responses.set(joinBy, draft);
  track.last = draft;
  return draft;
}

/** Stop reasons of the Anthropic Messages API (docs/formats.md, Claude Code 4). */
const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    end_turn: 'stop',
    stop_sequence: 'stop',
    tool_use: 'tool-calls',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    refusal: 'content-filter',
  }),
);

/** Usage is repeated on every row of a response: the last one counts, never the sum (docs/formats.md, Claude Code 1). */
function tokensOf(usage: Fields): Draft['tokens'] {
  return {
    input: number(usage, 'input_tokens'),
    output: number(usage, 'output_tokens'),
    reasoning: null,
    cacheRead: number(usage, 'cache_read_input_tokens'),
    cacheWrite: number(usage, 'cache_creation_input_tokens'),
  };
}

function addBlock(block: Fields, draft: Draft, of: RowOf): void {
  const { builder, track, row } = of;
  if (isCall(block)) {
    const call = callPart(block, builder, time(row, 'timestamp'));
    draft.parts.push(call);
    if (call.callId === null) return;
    const placed = { draft, at: draft.parts.length - 1 };
    track.calls.set(call.callId, placed);
    const early = track.early.get(call.callId);
    if (early === undefined) return;
    track.early.delete(call.callId);
    settle(placed, early, builder);
  } else if (isResult(block)) takeResult(block, of);
  else draft.parts.push(partOfBlock(block, builder));
}

function partOfBlock(block: Fields, builder: SessionBuilder): Part {
  switch (block['type']) {
    case 'text':
      return builder.text(text(block, 'text') ?? '');
    case 'thinking': {
      const words = text(block, 'thinking') ?? '';
      return builder.reasoning(words, words === '');
    }
    case 'redacted_thinking':
      return builder.reasoning('', true);
    default:
      return filePartOfBlock(block) ?? builder.marker(text(block, 'type') ?? 'block', shown(block));
  }
}

function takeResult(block: Fields, { row, place, track, builder }: RowOf): void {
  const callId = id(block, 'tool_use_id');
  const structured = record(row, 'toolUseResult');
  const result: ToolResult = {
    place,
    time: time(row, 'timestamp'),
    block,
    childSession: id(structured, 'agentId'),
    interrupted: structured['interrupted'] === true,
  };
  const call = callId === null ? undefined : track.calls.get(callId);
  if (call !== undefined) settle(call, result, builder);
  else track.early.set(callId ?? `${place.start} ${track.early.size}`, result);
}

/** A result whose call is nowhere is shown as a message of its own: nothing is lost silently. */
function addOrphans(track: Track, builder: SessionBuilder): void {
  for (const result of track.early.values()) {
    track.session.add(result.place, {
      role: 'tool',
      author: 'program',
      harness: 'other',
      time: result.time,
      parts: [builder.marker('tool result without its call', blockText(result.block))],
    });
  }
}

function readUser(of: RowOf): RowVerdict {
  const { row, track, builder } = of;
  const message = record(row, 'message');
  const blocks = contentBlocks(message['content']);
  if (blocks === null) return 'This user row has no content.';
  const results = blocks.filter(isResult);
  for (const result of results) takeResult(result, of);
  const own = blocks.filter((block) => !isResult(block));
  const isAnswer = own.every((block) => block['type'] === 'text' && blockText(block).trim() === '');
  if (results.length > 0 && isAnswer) {
    noteParent(track, row);
    return null;
  }
  const harness = harnessOfUser(row, own);
  addMessage(of, {
    role: 'user',
    author: harness === null ? 'person' : 'harness',
    harness,
    parts: own.map((block) => userPart(block, builder, harness)),
  });
  return null;
}

/** The rules (docs/formats.md, Claude Code 3) for who wrote a user row; null: a person did. */
function harnessOfUser(row: Fields, blocks: readonly Fields[]): HarnessKind | null {
  const kinds = blocks.map((block) => harnessKindOf(blockText(block)));
  const known = kinds.find((kind) => kind !== null) ?? null;
  if (row['isCompactSummary'] === true) return 'compaction-summary';
  // A subagent's prompts are written by the agent that started it.
  if (row['isSidechain'] === true) return known ?? 'other';
  if (row['isMeta'] === true) return known ?? 'reminder';
  const origin = text(record(row, 'origin'), 'kind');
  if (origin !== null && origin !== 'human') return known ?? 'notice';
  if (row['isVisibleInTranscriptOnly'] === true) return known ?? 'notice';
  const isPersons = (block: Fields, at: number) => block['type'] !== 'text' || kinds[at] === null;
  return blocks.some(isPersons) ? null : known;
}

/** Blocks that the program puts before a person's words are marked as its own. */
function userPart(block: Fields, builder: SessionBuilder, harness: HarnessKind | null): Part {
  if (block['type'] !== 'text') return partOfBlock(block, builder);
  const words = blockText(block);
  return builder.text(words, harness === null && harnessKindOf(words) !== null);
}

function readSystem(of: RowOf): RowVerdict {
  const { row, builder, track } = of;
  const subtype = text(row, 'subtype') ?? 'system';
  if (QUIET_SUBTYPES.has(subtype)) {
    noteParent(track, row);
    return null;
  }
  if (subtype === 'api_error') {
    addMessage(of, {
      role: 'system',
      author: 'program',
      harness: 'request-failed',
      error: apiError(row),
      parts: [builder.marker('retry', retryWords(row))],
    });
    return null;
  }
  const harness = SYSTEM_KINDS.get(subtype) ?? 'notice';
  const words = text(row, 'content') ?? shown(row['content']);
  addMessage(of, {
    role: 'system',
    author: 'program',
    harness,
    parts: [builder.marker(subtype, words === '' ? null : words)],
  });
  return null;
}

const SYSTEM_KINDS: ReadonlyMap<string, HarnessKind> = new Map(
  Object.entries<HarnessKind>({
    compact_boundary: 'compaction-boundary',
    microcompact_boundary: 'compaction-boundary',
    local_command: 'local-command',
  }),
);

function apiError(row: Fields) {
  const error = record(row, 'error');
  const inner = record(record(error, 'error'), 'error');
  const cause = record(row, 'cause');
  const status = number(error, 'status');
  const name = text(inner, 'type') ?? text(cause, 'code') ?? text(error, 'type') ?? 'API error';
  return {
    name: status === null ? name : `${name} (${status})`,
    message: text(inner, 'message') ?? text(error, 'message') ?? text(row, 'content') ?? '',
  };
}

function retryWords(row: Fields): string | null {
  const attempt = number(row, 'retryAttempt');
  if (attempt === null) return null;
  const most = number(row, 'maxRetries');
  const wait = number(row, 'retryInMs');
  const of = most === null ? '' : ` of ${most}`;
  return `attempt ${attempt}${of}${wait === null ? '' : `, after ${Math.round(wait)} ms`}`;
}

/** What the program attached; a queued command is what a person typed while the agent worked (docs/formats.md, Claude Code 9). */
function readAttachment(of: RowOf): RowVerdict {
  const { row, builder } = of;
  const attachment = record(row, 'attachment');
  const type = text(attachment, 'type') ?? 'attachment';
  if (type !== 'queued_command') {
    const words = ['content', 'stdout', 'message', 'filename', 'prompt']
      .map((key) => attachment[key])
      .find((value) => value !== undefined && value !== '');
    addMessage(of, {
      role: 'user',
      author: 'harness',
      harness: 'reminder',
      parts: [builder.marker(`attachment: ${type}`, words === undefined ? null : shown(words))],
    });
    return null;
  }
  const blocks = contentBlocks(attachment['prompt']) ?? [];
  const mode = text(attachment, 'commandMode');
  const isPrompt = mode === null || mode === 'prompt' || mode === 'bash';
  const harness = isPrompt ? harnessOfUser({ ...row, ...attachment }, blocks) : 'notice';
  addMessage(of, {
    role: 'user',
    author: harness === null ? 'person' : 'harness',
    harness,
    parts: blocks.map((block) => userPart(block, builder, harness)),
  });
  return null;
}
