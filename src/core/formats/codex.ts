import { harnessKindOf } from '../findings/harness';
import type { Part, Place, Tokens } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, filePartOfBlock } from './content-blocks';
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
import { lineReader } from './line-reader';
import type { Draft, SessionBuilder, SessionDraft } from './session-builder';
import { addCall, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Codex rollouts, `~/.codex/sessions/…/rollout-*.jsonl`, current and older (docs/formats.md, Codex). A
 * response is what the model wrote in one request: its items up to the next new token count; results
 * stand with their call. A message's number is the position of its first row among those of messages.
 */
export const codex: Format = { id: 'codex', label: 'Codex rollout', detect, createReader };

const ENVELOPES: ReadonlySet<string> = new Set([
  'compacted',
  'event_msg',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'response_item',
  'session_meta',
  'turn_context',
  'world_state',
]);

const CALLS: ReadonlySet<string> = new Set([
  'custom_tool_call',
  'function_call',
  'image_generation_call',
  'local_shell_call',
  'tool_call',
  'tool_search_call',
  'web_search_call',
]);

const RESULTS: ReadonlySet<string> = new Set([
  'custom_tool_call_output',
  'function_call_output',
  'local_shell_call_output',
  'tool_result',
  'tool_search_output',
]);

const isEnvelope = (row: Fields) => ENVELOPES.has(typeOf(row)) && isRecord(row['payload']);

/** Before 0.32 items stood bare on their lines. */
const isBareItem = (row: Fields) =>
  typeOf(row) === 'reasoning' ||
  (typeOf(row) === 'message' && Array.isArray(row['content'])) ||
  ((CALLS.has(typeOf(row)) || RESULTS.has(typeOf(row))) && 'call_id' in row);

const isOldHead = (row: Fields) =>
  !('type' in row) && 'instructions' in row && id(row, 'id') !== null && 'timestamp' in row;

function detect({ rows, shape }: Sample): number {
  const records = rows.filter(isRecord);
  const [first] = records;
  if (shape !== 'lines' || first === undefined) return 0;
  if (isEnvelope(first)) return records.filter(isEnvelope).length * 2 > records.length ? 1 : 0.4;
  return isOldHead(first) && records.slice(1).some(isBareItem) ? 0.9 : 0;
}

/** Rows and events that tell nothing which other rows don't. */
const QUIET: ReadonlySet<string> = new Set([
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'collab_agent_interaction_end',
  'exec_command_begin',
  'ghost_snapshot',
  'guardian_assessment',
  'image_generation_end',
  'mcp_tool_call_begin',
  'mcp_tool_call_end',
  'patch_apply_begin',
  'patch_apply_end',
  'plan_update',
  'task_started',
  'thread_goal_updated',
  'thread_name_updated',
  'thread_settings_applied',
  'turn_started',
  'view_image_tool_call',
  'web_search_begin',
  'web_search_end',
]);

interface Row {
  readonly item: Fields;
  readonly place: Place;
  /** Milliseconds since the epoch; null: not recorded. */
  readonly time: number | null;
  /** It stands on its line without an envelope: before 0.32, which counted no tokens. */
  readonly isBare: boolean;
}

function createReader(builder: SessionBuilder): FormatReader {
  const state = createState(builder);
  return lineReader((value, place): RowVerdict => {
    const at = time(value, 'timestamp');
    if (!isEnvelope(value)) {
      if (isOldHead(value)) return state.meta(value);
      if (typeof value['record_type'] === 'string') return null;
      return isBareItem(value)
        ? state.item({ item: value, place, time: at, isBare: true })
        : `A row of kind ${shownKind(typeOf(value))} is not known.`;
    }
    const row = { item: record(value, 'payload'), place, time: at, isBare: false };
    switch (typeOf(value)) {
      case 'session_meta':
        return state.meta(row.item);
      case 'turn_context':
        return state.context(row.item);
      case 'response_item':
        return state.item(row);
      case 'event_msg':
        return state.event(row);
      case 'compacted':
        return state.compacted(row);
      default:
        return null;
    }
  });
}

const shownKind = (type: string) => (type === '' ? 'no type' : quotedKind(type));

function createState(builder: SessionBuilder) {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  let model: string | null = null;
  /** The response that is being written; null between responses. */
  let open: Draft | null = null;
  let counted = -1;
  /** It has results of its own. Only its own rows decide where it ends: it is read again from them alone. */
  let sawResult = false;
  /** The model wrote something since the last prompt or result. */
  let hasAnswered = false;

  const close = () => {
    open = null;
    sawResult = false;
  };
  const response = ({ item, place, time: at, isBare }: Row): Draft => {
    // Calls may run while others are still being written; words are those of the next request.
    if (sawResult && (isBare || !CALLS.has(typeOf(item)))) close();
    hasAnswered = true;
    if (open !== null) {
      addPlace(open, place);
      open.completed = at ?? open.completed;
      return open;
    }
    open = session.add(place, {
      role: 'assistant',
      author: 'assistant',
      model,
      time: at,
      completed: at,
    });
    return open;
  };
  const note = (row: Row, label: string, detail: string | null, harness: Draft['harness']) => {
    close();
    session.add(row.place, {
      role: 'system',
      author: 'program',
      harness,
      time: row.time,
      parts: [builder.marker(label, detail)],
    });
    return null;
  };

  return {
    meta(item: Fields): RowVerdict {
      // Forks repeat the heads of the sessions they come from: the first is this one's.
      if (session.id !== '') return null;
      session.id = id(item, 'id') ?? id(item, 'session_id') ?? '';
      session.directory = text(item, 'cwd');
      session.agentVersion = text(item, 'cli_version');
      return null;
    },
    context(item: Fields): RowVerdict {
      model = text(item, 'model') ?? model;
      return null;
    },
    compacted: (row: Row): RowVerdict =>
      note(row, 'context compacted', text(row.item, 'message'), 'compaction-boundary'),
    item(row: Row): RowVerdict {
      const { item, place } = row;
      const type = typeOf(item);
      if (type === 'message') {
        if (item['role'] === 'assistant') {
          const draft = response(row);
          draft.id ??= id(item, 'id');
          for (const block of contentBlocks(item['content']) ?? [])
            draft.parts.push(partOf(block, builder));
          return null;
        }
        if (item['role'] === 'user') {
          close();
          hasAnswered = false;
          addUser(session, row, builder);
          return null;
        }
        session.add(place, {
          role: 'system',
          author: 'program',
          harness: 'reminder',
          time: row.time,
          parts: (contentBlocks(item['content']) ?? []).map((block) => partOf(block, builder)),
        });
        return null;
      }
      if (type === 'reasoning') {
        const words = [...list(item, 'summary'), ...list(item, 'content')]
          .filter(isRecord)
          .map(blockText)
          .join('\n\n');
        response(row).parts.push(builder.reasoning(words, words === ''));
        return null;
      }
      if (CALLS.has(type)) {
        const draft = response(row);
        const part = callOf(item, type, row.time, builder);
        addCall(draft, part, calls);
        return null;
      }
      if (RESULTS.has(type)) {
        hasAnswered = false;
        const call = calls.get(id(item, 'call_id') ?? '');
        if (call === undefined) return note(row, 'result without a call', outputOf(item), 'other');
        if (call.draft === open) sawResult = true;
        takeResult(call, row, builder);
        return null;
      }
      return QUIET.has(type) ? null : `An item of kind ${shownKind(type)} is not known.`;
    },
    event(row: Row): RowVerdict {
      const { item, place } = row;
      const type = typeOf(item);
      switch (type) {
        case 'user_message':
          return addPrompt(session, row, builder);
        case 'token_count': {
          const info = record(item, 'info');
          const total = number(record(info, 'total_token_usage'), 'total_tokens');
          // The same totals come again when only the rate limits changed.
          if (total === null || total === counted) return null;
          counted = total;
          if (open !== null) open.tokens = tokensOf(record(info, 'last_token_usage'));
          close();
          return null;
        }
        case 'turn_aborted':
          return addAbort(session, row, builder, close);
        case 'task_complete':
        case 'turn_complete': {
          const isSilent = !hasAnswered && (text(item, 'last_agent_message') ?? '') === '';
          close();
          if (!isSilent) return null;
          hasAnswered = true;
          session.add(place, {
            role: 'assistant',
            author: 'assistant',
            model,
            time: row.time,
            completed: row.time,
            finish: 'stop',
            rawFinish: type,
            closed: true,
          });
          return null;
        }
        case 'error': {
          close();
          hasAnswered = true;
          const code = text(item, 'codex_error_info') ?? 'error';
          session.add(place, {
            role: 'assistant',
            author: 'program',
            harness: 'request-failed',
            time: row.time,
            finish: 'error',
            error: { name: code, message: text(item, 'message') ?? shown(item['message']) },
            closed: true,
            synthetic: true,
          });
          return null;
        }
        case 'stream_error':
          session.add(place, {
            role: 'system',
            author: 'program',
            harness: 'request-failed',
            time: row.time,
            error: { name: 'stream error', message: text(item, 'message') ?? '' },
            parts: [builder.marker('retry', text(item, 'message'))],
          });
          return null;
        case 'item_completed':
          // A plan is the answer of its turn.
          if (record(item, 'item')['type'] === 'Plan') {
            response(row).parts.push(builder.text(text(record(item, 'item'), 'text') ?? ''));
          }
          return null;
        case 'exited_review_mode': {
          const review = shown(item['review_output']);
          if (review !== '') response(row).parts.push(builder.text(review));
          return null;
        }
        case 'entered_review_mode':
        case 'warning':
        case 'thread_rolled_back':
          return note(
            row,
            type.replaceAll('_', ' '),
            shown(item['message'] ?? item['num_turns']),
            'notice',
          );
        case 'context_compacted':
          return null;
        case 'exec_command_end': {
          const call = calls.get(id(item, 'call_id') ?? '');
          const part = call?.draft.parts[call.at];
          if (call === undefined || part?.kind !== 'tool') return null;
          addPlace(call.draft, place);
          call.draft.parts[call.at] = { ...part, exitCode: number(item, 'exit_code') };
          return null;
        }
        default:
          return QUIET.has(type) ? null : `An event of kind ${shownKind(type)} is not known.`;
      }
    },
  };
}

function addPlace(draft: Draft, place: Place): void {
  if (draft.places.every(({ start }) => start !== place.start)) draft.places.push(place);
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  const type = typeOf(block);
  if (/^(?:input_text|output_text|text|refusal)$/.test(type)) return builder.text(blockText(block));
  return filePartOfBlock(block) ?? builder.marker(type === '' ? 'block' : type, shown(block));
}

function addUser(session: SessionDraft, { item, place, time: at }: Row, builder: SessionBuilder) {
  const blocks = contentBlocks(item['content']) ?? [];
  const words = blocks.filter((block) => typeOf(block).endsWith('text')).map(blockText);
  const kinds = words.map(harnessKindOf);
  const harness =
    words.length > 0 && kinds.every((kind) => kind !== null) ? (kinds[0] ?? 'other') : null;
  const last = session.messages.at(-1);
  if (harness === null && last?.author === 'person' && isTwin(last, words.join('\n'))) {
    addPlace(last, place);
    return;
  }
  session.add(place, {
    role: 'user',
    author: harness === null ? 'person' : 'harness',
    harness,
    time: at,
    parts: blocks.map((block) => partOf(block, builder)),
  });
}

/** The prompt as it was typed, beside the item that the model was given. */
function addPrompt(session: SessionDraft, row: Row, builder: SessionBuilder): RowVerdict {
  const words = text(row.item, 'message') ?? '';
  const twin = session.messages.slice(-3).find((message) => isTwin(message, words));
  if (twin !== undefined) {
    addPlace(twin, row.place);
    return null;
  }
  if (harnessKindOf(words) !== null) return null;
  session.add(row.place, {
    role: 'user',
    author: 'person',
    time: row.time,
    parts: words === '' ? [] : [builder.text(words)],
  });
  return null;
}

/** Whether a person's message holds these words; items add attachments around them. */
function isTwin({ role, parts }: Draft, words: string): boolean {
  if (role !== 'user') return false;
  const said = parts.map((part) => (part.kind === 'text' ? part.body.text : '')).join('\n');
  const start = words.trim().slice(0, 500);
  return start === '' ? said.trim() === '' : said.includes(start);
}

/** The item `<turn_aborted>` and this event are one mark. */
function addAbort(
  session: SessionDraft,
  { item, place, time: at }: Row,
  builder: SessionBuilder,
  close: () => void,
): RowVerdict {
  close();
  const last = session.messages.at(-1);
  if (last?.harness === 'interrupt-marker') {
    addPlace(last, place);
    return null;
  }
  session.add(place, {
    role: 'system',
    author: 'harness',
    harness: 'interrupt-marker',
    time: at,
    parts: [builder.marker('turn aborted', text(item, 'reason'))],
  });
  return null;
}

function callOf(item: Fields, type: string, at: number | null, builder: SessionBuilder) {
  const name = text(item, 'name') ?? type.replace(/_call$/, '');
  const input = item['arguments'] ?? item['input'] ?? item['action'] ?? item['query'];
  const part = callPart(
    { id: id(item, 'call_id') ?? id(item, 'id') ?? '', name, input },
    builder,
    at,
  );
  // Searches of the provider's own have their result within the call.
  const isDone = type === 'web_search_call' || type === 'image_generation_call';
  return isDone ? { ...part, status: 'completed' as const } : part;
}

const outputOf = (item: Fields): string => {
  const output = item['output'] ?? item['tools'] ?? item['result'];
  return contentBlocks(output)?.map(blockText).join('\n') ?? shown(output);
};

/** Exit codes stand in the text: `Exit code: 1`, `Process exited with code 1`, or in JSON of older versions. */
const EXIT =
  /^(?:[^\n]*\n){0,4}?(?:Exit code: |Process exited with code |[^\n]{0,4000}"exit_code": ?)(\d+)/;

function takeResult(
  call: PlacedCall,
  { item, place, time: at }: Row,
  builder: SessionBuilder,
): void {
  const output = outputOf(item);
  const block = { content: output };
  settle(call, { place, time: at, block, childSession: null, interrupted: false }, builder);
  const part = call.draft.parts[call.at];
  const exit = EXIT.exec(output.slice(0, 6000))?.[1];
  if (part?.kind === 'tool' && exit !== undefined)
    call.draft.parts[call.at] = { ...part, exitCode: Number(exit) };
}

function tokensOf(usage: Fields): Tokens {
  const cached = number(usage, 'cached_input_tokens');
  return {
    input: withoutCached(number(usage, 'input_tokens'), cached),
    output: number(usage, 'output_tokens'),
    reasoning: number(usage, 'reasoning_output_tokens'),
    cacheRead: cached,
    cacheWrite: null,
  };
}
