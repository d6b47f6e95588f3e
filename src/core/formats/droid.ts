import { harnessKindOf } from '../findings/harness';
import type { Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import {
  blockText,
  contentBlocks,
  isCall,
  isResult,
  textOrFilePart,
  wordsOfBlocks,
} from './content-blocks';
import { id, number, quotedKind, record, shown, text, time, typeOf, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { lineReader } from './line-reader';
import type { Draft, SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Droid of Factory: stored sessions, `~/.factory/sessions/…/*.jsonl`, and what `droid exec` prints as
 * stream-json (docs/formats.md, Droid). One row is one message; results stand with their call. A message's
 * number is the position of its row among those of messages.
 */
export const droid: Format = { id: 'droid', label: 'Droid session', detect, createReader };

const isHead = (row: Fields) => typeOf(row) === 'session_start' && 'cwd' in row;

/** What `droid exec` prints: each row names its session, and a message has its text beside its role. */
const isPrinted = (row: Fields) =>
  'session_id' in row &&
  ((typeOf(row) === 'message' && 'role' in row && 'text' in row) ||
    (typeOf(row) === 'tool_call' && 'toolCallId' in row) ||
    (typeOf(row) === 'completion' && 'finalText' in row));

function detect({ rows, shape }: Sample): number {
  if (shape !== 'lines') return 0;
  const records = rows.filter(isRecord);
  const [first] = records;
  if (first !== undefined && isHead(first)) return 0.95;
  return records.some(isPrinted) ? 0.9 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  /** The printed response that the next calls belong to; null after their results. */
  let open: Draft | null = null;
  let lastWords = '';

  const addResult = (callId: string | null, block: Fields, row: Fields, place: Place) => {
    open = null;
    const at = time(row, 'timestamp');
    const call = calls.get(callId ?? '');
    if (call === undefined) addLoneResult(session, place, at, blockText(block), builder);
    else settle(call, { place, time: at, block, childSession: null, interrupted: false }, builder);
  };
  const addUser = (row: Fields, place: Place, blocks: readonly Fields[], isError: boolean) => {
    open = null;
    const harness = isError ? 'request-failed' : harnessKindOf(wordsOfBlocks(blocks));
    session.add(place, {
      id: id(row, 'id'),
      parentId: id(row, 'parentId'),
      time: time(row, 'timestamp'),
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      parts: blocks.map((block) => partOf(block, builder)),
    });
  };
  const addAssistant = (row: Fields, place: Place, blocks: readonly Fields[]): Draft => {
    const at = time(row, 'timestamp');
    const draft = session.add(place, {
      id: id(row, 'id'),
      parentId: id(row, 'parentId'),
      time: at,
      role: 'assistant',
      author: 'assistant',
    });
    for (const block of blocks) {
      if (isCall(block)) addCall(draft, callPart(block, builder, at), calls);
      else draft.parts.push(partOf(block, builder));
    }
    return draft;
  };

  const acceptStored = (row: Fields, message: Fields, place: Place): RowVerdict => {
    const blocks = contentBlocks(message['content']) ?? [];
    switch (message['role']) {
      case 'assistant':
        addAssistant(row, place, blocks);
        return null;
      case 'user': {
        for (const block of blocks.filter(isResult)) {
          addResult(id(block, 'tool_use_id'), block, row, place);
        }
        const own = blocks.filter((block) => !isResult(block));
        // What only the person is shown in the user's name is the error that stands for the answer.
        const isError = message['visibility'] === 'user_only';
        if (own.length > 0 || blocks.length === 0) addUser(row, place, own, isError);
        return null;
      }
      default:
        return 'This message has no role that is known.';
    }
  };
  const acceptPrinted = (row: Fields, place: Place): RowVerdict => {
    if (session.id === '') session.id = id(row, 'session_id') ?? '';
    const words = text(row, 'text') ?? '';
    const blocks = words === '' ? [] : [{ type: 'text', text: words }];
    switch (row['role']) {
      case 'assistant':
        open = addAssistant(row, place, blocks);
        lastWords = words;
        return null;
      case 'user':
        lastWords = '';
        addUser(row, place, blocks, false);
        return null;
      default:
        return 'This message has no role that is known.';
    }
  };
  /** The answer may stand here alone; where it was printed before, it is not told twice. */
  const acceptCompletion = (row: Fields, place: Place): null => {
    const words = text(row, 'finalText') ?? '';
    const isTold = lastWords !== '' && open !== null && (words === '' || words === lastWords);
    if (!isTold) addAssistant(row, place, words === '' ? [] : [{ type: 'text', text: words }]);
    open = null;
    return null;
  };

  const accept = (row: Fields, place: Place): RowVerdict => {
    switch (typeOf(row)) {
      case 'session_start':
        session.id = id(row, 'id') ?? session.id;
        session.title = text(row, 'sessionTitle') ?? text(row, 'title');
        session.directory = text(row, 'cwd');
        session.agentVersion = text(row, 'version');
        return null;
      case 'system':
        if (session.id === '') session.id = id(row, 'session_id') ?? '';
        session.directory ??= text(row, 'cwd');
        return null;
      case 'message':
        return isRecord(row['message'])
          ? acceptStored(row, row['message'], place)
          : acceptPrinted(row, place);
      case 'tool_call': {
        const draft = open ?? addAssistant(row, place, []);
        if (draft.places[0] !== place) draft.places.push(place);
        open = draft;
        const call = { id: row['toolCallId'], name: row['toolName'], input: row['parameters'] };
        addCall(draft, callPart(call, builder, time(row, 'timestamp')), calls);
        return null;
      }
      case 'tool_result':
        addResult(id(row, 'toolCallId'), printedResult(row), row, place);
        return null;
      case 'completion':
        return acceptCompletion(row, place);
      default:
        return `A row of kind ${quotedKind(typeOf(row))} is not known.`;
    }
  };
  return lineReader(accept);
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  if (typeOf(block) !== 'thinking') return textOrFilePart(block, builder);
  const words = text(block, 'thinking') ?? '';
  return builder.reasoning(words, words === '');
}

/** A shell's result has its output and its exit state; others are shown as they are. */
function printedResult(row: Fields): Fields {
  const value = record(row, 'value');
  const exit = number(value, 'exitCode');
  const isError = row['isError'] === true || (exit !== null && exit !== 0);
  const printed = [text(value, 'stdout'), text(value, 'stderr')].filter((words) => words !== null);
  const content = printed.length > 0 ? printed.join('\n') : shown(row['value'] ?? row['error']);
  return { content, is_error: isError };
}
