import { harnessKindOf } from '../findings/harness';
import type { Part, Place, ToolPart } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, filePartOfBlock } from './content-blocks';
import { id, list, record, shown, text, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import type { Draft, SessionBuilder } from './session-builder';
import { toolTitle } from './tool-title';
import { callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Grok CLI's `chat_history.jsonl` (docs/formats.md, Grok CLI). A response is its reasoning, its provider's
 * own calls and its words; results stand with their call. A message's number is the position of its first
 * row among those of messages.
 */
export const grok: Format = { id: 'grok', label: 'Grok CLI history', detect, createReader };

const typeOf = (row: Fields) => text(row, 'type') ?? '';

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
    const words = blocks.map((block) => text(block, 'text') ?? '').join('\n');
    const reason = text(row, 'synthetic_reason');
    // An interjection was typed while the agent worked.
    const isWritten = reason !== null && reason !== 'interjection';
    const harness = harnessKindOf(words) ?? (isWritten ? 'reminder' : null);
    session.add(place, {
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      parts: blocks.map((block) => partOf(block, builder)),
    });
    return null;
  };
  const addAssistant = (row: Fields, place: Place): null => {
    const draft = response(place);
    draft.model = text(row, 'model_id') ?? draft.model;
    const blocks = (contentBlocks(row['content']) ?? []).filter((block) => block['text'] !== '');
    for (const block of blocks) draft.parts.push(partOf(block, builder));
    for (const call of list(row, 'tool_calls').filter(isRecord)) {
      const part = callPart(call, builder, null);
      draft.parts.push(part);
      if (part.callId !== null) calls.set(part.callId, { draft, at: draft.parts.length - 1 });
    }
    open = null;
    return null;
  };
  const addResult = (row: Fields, place: Place): null => {
    open = null;
    const call = calls.get(id(row, 'tool_call_id') ?? '');
    if (call === undefined) {
      session.add(place, {
        role: 'system',
        author: 'program',
        harness: 'other',
        parts: [builder.marker('result without a call', blockText(row))],
      });
      return null;
    }
    settle(
      call,
      { place, time: null, block: row, childSession: null, interrupted: false },
      builder,
    );
    return null;
  };

  const accept = (row: Fields, place: Place): RowVerdict => {
    switch (typeOf(row)) {
      case 'system':
        session.add(place, {
          role: 'system',
          author: 'program',
          harness: 'reminder',
          parts: (contentBlocks(row['content']) ?? []).map((block) => partOf(block, builder)),
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
        return `A row of kind “${typeOf(row).slice(0, 60)}” is not known.`;
    }
  };
  return {
    accept: ({ value, place }) =>
      isRecord(value) ? accept(value, place) : 'This row is no object.',
    broken: () => undefined,
    finish: () => undefined,
  };
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  const file = filePartOfBlock(block);
  if (file !== null) return file;
  const words = text(block, 'text');
  return words === null
    ? builder.marker(typeOf(block) || 'unknown', shown(block))
    : builder.text(words);
}

/** A call that the provider made itself: its result is not recorded. */
function backendCall(kind: Fields, builder: SessionBuilder): ToolPart {
  const action = record(kind, 'action');
  return {
    kind: 'tool',
    callId: id(kind, 'id'),
    name: text(kind, 'tool_type') ?? 'tool',
    title: toolTitle(action),
    input: builder.excerpt(shown(action), 'input'),
    status: kind['status'] === 'completed' ? 'completed' : 'no-result',
    output: null,
    outputTail: '',
    exitCode: null,
    interrupted: false,
    started: null,
    ended: null,
    childSession: null,
  };
}
