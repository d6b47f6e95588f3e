import type { Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, textOrFilePart, wordsOfBlocks } from './content-blocks';
import { id, list, number, quotedKind, record, shown, text, type Fields } from './fields';
import type { RowVerdict } from './format';
import {
  addFailure,
  addNote,
  addPrompt,
  createStream,
  ownId,
  responseOf,
  streamEvent,
  takeResult,
  type StreamEvent,
} from './openhands-stream';
import { addUnknown, type SessionBuilder, type SessionDraft } from './session-builder';
import { callPart } from './tool-calls';

const SOURCES: ReadonlySet<string> = new Set(['agent', 'environment', 'hook', 'user']);

const kindOf = (row: Fields) => text(row, 'kind') ?? '';

/** Whether a value is an event of OpenHands' software agent SDK (docs/formats.md, OpenHands 4). */
export const isEventV1 = (value: unknown): value is Fields =>
  isRecord(value) &&
  /(?:Event|Observation|Condensation|CondensationRequest)$/.test(kindOf(value)) &&
  SOURCES.has(text(value, 'source') ?? '') &&
  'id' in value &&
  'timestamp' in value;

/** Events that tell nothing of the conversation. */
const QUIET: ReadonlySet<string> = new Set([
  'AskUserRequestEvent',
  'AskUserResponseEvent',
  'CondensationRequest',
  'ConversationStateUpdateEvent',
  'HookExecutionEvent',
  'LLMCompletionLogEvent',
  'StreamingDeltaEvent',
  'TokenEvent',
]);

/** Reads the events of one conversation. */
export function createReaderV1(session: SessionDraft, builder: SessionBuilder) {
  const stream = createStream(session, builder);
  /** Calls that are the end of the run: what they say is the answer. */
  const finishes = new Set<string>();

  const addMessage = (event: StreamEvent): null => {
    const message = record(event.row, 'llm_message');
    const blocks = contentBlocks(message['content']) ?? [];
    const parts = blocks.map((block) => textOrFilePart(block, builder));
    const source = text(event.row, 'source');
    if (source !== 'agent') {
      addPrompt(stream, event, wordsOfBlocks(blocks), parts, source === 'user' ? null : 'notice');
      return null;
    }
    const { draft } = responseOf(stream, event, id(event.row, 'llm_response_id'));
    draft.parts.push(...reasoningOf(message, builder), ...parts);
    return null;
  };
  const addAction = (event: StreamEvent): null => {
    const { row } = event;
    const { draft } = responseOf(stream, event, id(row, 'llm_response_id'));
    draft.parts.push(...reasoningOf(row, builder));
    for (const block of contentBlocks(row['thought']) ?? []) {
      if (blockText(block) !== '') draft.parts.push(textOrFilePart(block, builder));
    }
    const action = record(row, 'action');
    const name = text(row, 'tool_name') ?? kindOf(action);
    const callId = id(row, 'tool_call_id');
    if (name === 'finish' || kindOf(action) === 'FinishAction') {
      const words = text(action, 'message') ?? '';
      if (words !== '') draft.parts.push(builder.text(words));
      for (const key of [callId, ownId(row)]) if (key !== null) finishes.add(key);
      return null;
    }
    const input = isRecord(row['action'])
      ? withoutKind(action)
      : argumentsOf(record(row, 'tool_call'));
    draft.parts.push(callPart({ id: callId, name, input }, builder, event.time));
    const call = { draft, at: draft.parts.length - 1 };
    for (const key of [callId, ownId(row)]) if (key !== null) stream.calls.set(key, call);
    return null;
  };
  const addObservation = (event: StreamEvent): null => {
    const { row } = event;
    const names = [id(row, 'tool_call_id'), id(row, 'action_id')];
    if (names.some((name) => name !== null && finishes.has(name))) return null;
    const observation = record(row, 'observation');
    const rejection = text(row, 'rejection_reason');
    const error = text(row, 'error');
    const metadata = record(observation, 'metadata');
    return takeResult(stream, event, names, {
      output: rejection ?? error ?? outputOf(observation),
      isError: rejection !== null || error !== null || observation['is_error'] === true,
      interrupted: rejection !== null && row['rejection_source'] !== 'hook',
      exitCode: number(observation, 'exit_code') ?? number(metadata, 'exit_code'),
    });
  };
  /** A call that another agent made, told again as it goes on. */
  const addForeignCall = (event: StreamEvent): null => {
    const { row } = event;
    const callId = id(row, 'tool_call_id');
    const status = text(row, 'status');
    if (callId === null || !stream.calls.has(callId)) {
      const { draft } = responseOf(stream, event, null);
      const call = { id: callId, name: text(row, 'title'), input: row['raw_input'] };
      draft.parts.push(callPart(call, builder, event.time));
      if (callId !== null) stream.calls.set(callId, { draft, at: draft.parts.length - 1 });
    }
    if (status !== 'completed' && status !== 'failed') return null;
    return takeResult(stream, event, [callId], {
      output: shown(row['raw_output'] ?? row['content']),
      isError: status === 'failed' || row['is_error'] === true,
      interrupted: false,
      exitCode: null,
    });
  };

  return (row: Fields, place: Place): RowVerdict => {
    const event = streamEvent(row, place);
    const kind = kindOf(row);
    switch (kind) {
      case 'SystemPromptEvent':
        return addNote(
          stream,
          event,
          'system prompt',
          blockText(record(row, 'system_prompt')),
          'reminder',
        );
      case 'MessageEvent':
        return addMessage(event);
      case 'ActionEvent':
        return addAction(event);
      case 'ObservationEvent':
      case 'UserRejectObservation':
      case 'AgentErrorEvent':
        return addObservation(event);
      case 'ACPToolCallEvent':
        return addForeignCall(event);
      case 'ConversationErrorEvent':
        return addFailure(stream, event, text(row, 'code') ?? 'error', text(row, 'detail') ?? '');
      case 'PauseEvent':
      case 'InterruptEvent':
        stream.response = null;
        return addNote(stream, event, 'run stopped', text(row, 'reason'), 'interrupt-marker');
      case 'Condensation':
      case 'CondensationSummaryEvent':
        return addNote(
          stream,
          event,
          'context condensed',
          text(row, 'summary'),
          'compaction-boundary',
        );
      default: {
        if (QUIET.has(kind)) return null;
        const sentence = `An event of kind ${quotedKind(kind)} is not known.`;
        addUnknown(session, place, sentence, builder);
        return sentence;
      }
    }
  };
}

/** Reasoning stands beside the content, in one of three forms. */
function reasoningOf(fields: Fields, builder: SessionBuilder): readonly Part[] {
  const words = text(fields, 'reasoning_content') ?? '';
  if (words !== '') return [builder.reasoning(words, false)];
  const blocks = list(fields, 'thinking_blocks').filter(isRecord);
  if (blocks.length > 0) {
    return blocks.map((block) => {
      const own = text(block, 'thinking') ?? '';
      return builder.reasoning(own, own === '');
    });
  }
  const item = fields['responses_reasoning_item'];
  if (!isRecord(item)) return [];
  const told = [...list(item, 'summary'), ...list(item, 'content')]
    .map((piece) => (isRecord(piece) ? blockText(piece) : shown(piece)))
    .join('\n\n');
  return [builder.reasoning(told, told === '')];
}

const withoutKind = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'kind'));

const argumentsOf = (call: Fields): unknown =>
  call['arguments'] ?? record(call, 'function')['arguments'];

function outputOf(observation: Fields): string {
  const blocks = contentBlocks(observation['content'] ?? observation['output']);
  if (blocks !== null) return blocks.map(blockText).join('\n');
  return shown(withoutKind(observation));
}
