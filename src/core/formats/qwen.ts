import type { HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { wordsOfBlocks } from './content-blocks';
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
  withoutCached,
  type Fields,
} from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { geminiHarness, geminiPart } from './gemini-parts';
import type { Draft, SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Qwen Code's `~/.qwen/projects/…/chats/*.jsonl`: rows like those of Claude Code with parts like Gemini's
 * (docs/formats.md, Qwen Code). Rows of one response have one id; results stand with their call. A
 * message's number is the position of its first row among those of messages.
 */
export const qwen: Format = { id: 'qwen', label: 'Qwen Code session', detect, createReader };

const TYPES: ReadonlySet<string> = new Set(['assistant', 'system', 'tool_result', 'user']);

const partsOf = (row: Fields) => list(record(row, 'message'), 'parts').filter(isRecord);

/** A row of this family; `isTelling`: of this format and no other. */
const isRow = (row: Fields) => TYPES.has(typeOf(row)) && 'uuid' in row && 'sessionId' in row;
const isTelling = (row: Fields) =>
  isRow(row) && (Array.isArray(record(row, 'message')['parts']) || 'systemPayload' in row);

function detect({ rows, shape }: Sample): number {
  const records = rows.filter(isRecord);
  if (shape !== 'lines' || !records.some(isTelling)) return 0;
  return records.filter(isRow).length * 2 > records.length ? 0.95 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  /** How many messages there were after the row with this id. */
  const positions = new Map<string, number>();
  /** The response that the next row may go on with. */
  let open: Draft | null = null;

  const note = (
    row: Fields,
    place: Place,
    label: string,
    detail: string | null,
    harness: HarnessKind,
  ): void => {
    session.add(place, {
      role: 'system',
      author: 'program',
      harness,
      time: time(row, 'timestamp'),
      parts: [builder.marker(label, detail)],
    });
  };
  const common = (row: Fields) => ({
    id: id(row, 'uuid'),
    parentId: id(row, 'parentUuid'),
    time: time(row, 'timestamp'),
  });

  const addUser = (row: Fields, place: Place): null => {
    const parts = partsOf(row);
    const words = wordsOfBlocks(parts.filter((part) => !isHookContext(text(part, 'text') ?? '')));
    const harness = row['subtype'] === 'notification' ? 'notice' : geminiHarness(words);
    session.add(place, {
      ...common(row),
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      parts: parts.map((part) => partOf(part, builder)),
    });
    return null;
  };
  const addAssistant = (row: Fields, place: Place): null => {
    const known = open !== null && open.id !== null && open.id === id(row, 'uuid') ? open : null;
    known?.places.push(place);
    const draft: Draft =
      known ?? session.add(place, { ...common(row), role: 'assistant', author: 'assistant' });
    open = draft;
    draft.completed = time(row, 'timestamp') ?? draft.completed;
    draft.model = text(row, 'model') ?? draft.model;
    draft.tokens = tokensOf(record(row, 'usageMetadata')) ?? draft.tokens;
    for (const part of partsOf(row)) {
      if (!isRecord(part['functionCall'])) {
        draft.parts.push(partOf(part, builder));
        continue;
      }
      addCall(draft, callPart(part['functionCall'], builder, time(row, 'timestamp')), calls);
    }
    return null;
  };
  const addResults = (row: Fields, place: Place): null => {
    const status = text(record(row, 'toolCallResult'), 'status');
    const at = time(row, 'timestamp');
    for (const part of partsOf(row)) {
      const given = record(part, 'functionResponse');
      const response = record(given, 'response');
      const output = shown(response['output'] ?? response['error'] ?? given['response']);
      const call = calls.get(id(given, 'id') ?? '');
      if (call === undefined) {
        addLoneResult(session, place, at, output, builder);
        continue;
      }
      const block = { content: output, is_error: 'error' in response || status === 'error' };
      const interrupted = status === 'cancelled';
      settle(call, { place, time: at, block, childSession: null, interrupted }, builder);
    }
    return null;
  };
  const addSystem = (row: Fields, place: Place): RowVerdict => {
    const payload = record(row, 'systemPayload');
    switch (row['subtype']) {
      case 'custom_title':
        session.title = text(payload, 'customTitle') ?? session.title;
        return null;
      case 'rewind': {
        // The person went back: what came after that row was left.
        const from = positions.get(id(payload, 'targetUuid') ?? '');
        if (from !== undefined) {
          for (const message of session.messages.slice(from)) message.superseded = true;
        }
        return null;
      }
      case 'chat_compression':
        note(row, place, 'context compacted', null, 'compaction-boundary');
        return null;
      case 'slash_command':
        note(row, place, 'command', text(payload, 'rawCommand'), 'local-command');
        return null;
      case 'ui_telemetry': {
        const event = record(payload, 'uiEvent');
        const error = text(event, 'error_message');
        if (error !== null) note(row, place, 'request failed', error, 'request-failed');
        return null;
      }
      case 'at_command':
      case 'session_artifact_snapshot':
        return null;
      default:
        return `A system row of kind ${quotedKind(text(row, 'subtype') ?? '')} is not known.`;
    }
  };
  const accept = (row: Fields, place: Place): RowVerdict => {
    switch (typeOf(row)) {
      case 'user':
        return addUser(row, place);
      case 'assistant':
        return addAssistant(row, place);
      case 'tool_result':
        return addResults(row, place);
      case 'system':
        return addSystem(row, place);
      default:
        return `A row of kind ${quotedKind(typeOf(row))} is not known.`;
    }
  };
  return {
    accept({ value, place }) {
      if (!isRecord(value)) return 'This row is no object.';
      if (typeOf(value) !== 'assistant') open = null;
      if (session.id === '') session.id = id(value, 'sessionId') ?? '';
      session.directory ??= text(value, 'cwd');
      session.agentVersion ??= text(value, 'version');
      const verdict = accept(value, place);
      const own = id(value, 'uuid');
      if (own !== null) positions.set(own, session.messages.length);
      return verdict;
    },
    broken() {
      open = null;
    },
    finish: () => undefined,
  };
}

/** What a hook of the person's put beside the prompt. */
const isHookContext = (words: string) => words.startsWith('<qwen:user-prompt-submit-context>');

function partOf(part: Fields, builder: SessionBuilder): Part {
  const words = text(part, 'text');
  const isHook = part['thought'] !== true && words !== null && isHookContext(words);
  return isHook ? builder.text(words, true) : geminiPart(part, builder);
}

function tokensOf(usage: Fields): Draft['tokens'] {
  if (Object.keys(usage).length === 0) return null;
  const cached = number(usage, 'cachedContentTokenCount');
  return {
    input: withoutCached(number(usage, 'promptTokenCount'), cached),
    output: number(usage, 'candidatesTokenCount'),
    reasoning: number(usage, 'thoughtsTokenCount'),
    cacheRead: cached,
    cacheWrite: null,
  };
}
