import { harnessKindOf } from '../findings/harness';
import type { Place, ToolPart } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, textOrFilePart, wordsOfBlocks } from './content-blocks';
import { id, list, quotedKind, record, text, typeOf, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { lineReader } from './line-reader';
import type { Draft, SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Grok CLI's `chat_history.jsonl` (docs/formats.md, Grok CLI). A response is its reasoning, its provider's
 * own calls and its words; results stand with their call. A message's number is the position of its first
 * row among those of messages.
 */
export const grok: Format = { id: 'grok', label: 'Grok CLI history', detect, createReader };

/** Rows that only this format has: other agents put a message or a role into rows of these types. */
const isSpoken = (row: Fields) =>
  ['system', 'user', 'assistant'].includes(typeOf(row)) &&
  'content' in row &&
  !('message' in row || 'role' in row || 'uuid' in row);

const isOwn = (row: Fields) =>
  isSpoken(row) ||
  typeOf(row) === 'backend_tool_call' ||
  (typeOf(row) === 'tool_result' && 'tool_call_id' in row) ||
  (typeOf(row) === 'reasoning' && Array.isArray(row['summary']));

const isTelling = (row: Fields) =>
  isSpoken(row) && ('model_id' in row || 'prompt_index' in row || 'synthetic_reason' in row);

function detect({ rows, shape }: Sample): number {
  const records = rows.filter(isRecord);
  if (shape !== 'lines' || !records.some(isTelling)) return 0;
  return records.filter(isOwn).length * 2 > records.length ? 0.9 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  /** The response that is being written; null between responses. */
  let open: Draft | null = null;
  let last: Draft | null = null;

  const response = (place: Place): Draft => {
    if (open !== null) {
      open.places.push(place);
      return open;
    }
    open = session.add(place, { role: 'assistant', author: 'assistant' });
    last = open;
    return open;
  };
  const addUser = (row: Fields, place: Place): null => {
    open = null;
    // That the turn before was stopped is told by the next prompt alone.
    if (text(row, 'prior_turn_interrupt') !== null && last !== null) last.finish = 'aborted';
    const blocks = contentBlocks(row['content']) ?? [];
    const reason = text(row, 'synthetic_reason');
    // An interjection was typed while the agent worked.
    const isWritten = reason !== null && reason !== 'interjection';
    const harness = harnessKindOf(wordsOfBlocks(blocks)) ?? (isWritten ? 'reminder' : null);
    session.add(place, {
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      parts: blocks.map((block) => textOrFilePart(block, builder)),
    });
    return null;
  };
  const addAssistant = (row: Fields, place: Place): null => {
    const draft = response(place);
    draft.model = text(row, 'model_id') ?? draft.model;
    const blocks = (contentBlocks(row['content']) ?? []).filter((block) => block['text'] !== '');
    for (const block of blocks) draft.parts.push(textOrFilePart(block, builder));
    for (const call of list(row, 'tool_calls').filter(isRecord)) {
      addCall(draft, callPart(call, builder, null), calls);
    }
    open = null;
    return null;
  };
  const addResult = (row: Fields, place: Place): null => {
    open = null;
    const call = calls.get(id(row, 'tool_call_id') ?? '');
    if (call === undefined) addLoneResult(session, place, null, blockText(row), builder);
    else {
      const result = { place, time: null, block: row, childSession: null, interrupted: false };
      settle(call, result, builder);
    }
    return null;
  };

  const accept = (row: Fields, place: Place): RowVerdict => {
    switch (typeOf(row)) {
      case 'system':
        session.add(place, {
          role: 'system',
          author: 'program',
          harness: 'reminder',
          parts: (contentBlocks(row['content']) ?? []).map((block) =>
            textOrFilePart(block, builder),
          ),
        });
        return null;
      case 'user':
        return addUser(row, place);
      case 'reasoning': {
        const words = list(row, 'summary').filter(isRecord).map(blockText).join('\n\n');
        response(place).parts.push(builder.reasoning(words, words === ''));
        return null;
      }
      case 'assistant':
        return addAssistant(row, place);
      case 'tool_result':
        return addResult(row, place);
      case 'backend_tool_call':
        response(place).parts.push(backendCall(record(row, 'kind'), builder));
        return null;
      default:
        return `A row of kind ${quotedKind(typeOf(row))} is not known.`;
    }
  };
  return lineReader(accept);
}

/** A call that the provider made itself: its result is not recorded. */
function backendCall(kind: Fields, builder: SessionBuilder): ToolPart {
  const call = { id: kind['id'], name: kind['tool_type'], input: record(kind, 'action') };
  const status = kind['status'] === 'completed' ? 'completed' : 'no-result';
  return { ...callPart(call, builder, null), status };
}
