import { harnessKindOf } from '../findings/harness';
import type { Finish, HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, filePartOfBlock, wordsOfBlocks } from './content-blocks';
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
import { lineReader } from './line-reader';
import type { Draft, SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Kimi Code's `wire.jsonl` (docs/formats.md, Kimi Code). A response is what one step of the model wrote;
 * results stand with their call. A message's number is the position of its first row among those of messages.
 */
export const kimi: Format = { id: 'kimi', label: 'Kimi Code session', detect, createReader };

const LOOP_EVENT = 'context.append_loop_event';

/** Families of rows that tell nothing of the conversation. */
const QUIET = /^(?:config|goal|llm|metadata|permission|tools|turn\.ended|usage)(?:\.|$)/;

const isHead = (row: Fields) => typeOf(row) === 'metadata' && 'protocol_version' in row;

const isTelling = (row: Fields) =>
  (typeOf(row) === LOOP_EVENT && isRecord(row['event'])) ||
  (typeOf(row) === 'turn.prompt' && Array.isArray(row['input']));

function detect({ rows, shape }: Sample): number {
  if (shape !== 'lines') return 0;
  const records = rows.filter(isRecord);
  const [first] = records;
  if (first !== undefined && isHead(first)) return 0.95;
  return records.some(isTelling) ? 0.9 : 0;
}

interface Waiting {
  readonly first: Place | null;
  readonly told: Draft | null;
}

const NOT_WAITING: Waiting = { first: null, told: null };

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const steps = new Map<string, Draft>();
  const calls = new Map<string, PlacedCall>();
  /** Prompts that are repeated by the row that puts them into the context. */
  const repeated: string[] = [];
  let model: string | null = null;
  /** Requests of the step that has begun and has no part yet: the first, and the message that tells of them. */
  let waiting: Waiting = NOT_WAITING;

  /** A request that is made again has failed before: its error is not recorded. */
  const addRequest = (row: Fields, place: Place): void => {
    const { first, told } = waiting;
    if (told !== null) told.places.push(place);
    else if (first === null) waiting = { first: place, told };
    else {
      // It begins with the request that failed, so that it can be read again from its rows alone.
      const draft = session.add(first, {
        role: 'system',
        author: 'program',
        harness: 'request-failed',
        time: time(row, 'time'),
        parts: [builder.marker('request tried again', null)],
      });
      draft.places.push(place);
      waiting = { first, told: draft };
    }
  };
  const addPrompt = (
    row: Fields,
    blocks: readonly Fields[],
    words: string,
    origin: Fields,
    place: Place,
  ): null => {
    const harness = harnessOf(words, origin);
    session.add(place, {
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      time: time(row, 'time'),
      parts: blocks.map((block) => partOf(block, builder)),
    });
    return null;
  };
  const addTyped = (row: Fields, place: Place): null => {
    const blocks = contentBlocks(list(row, 'input')) ?? [];
    const words = wordsOfBlocks(blocks);
    repeated.push(words);
    return addPrompt(row, blocks, words, record(row, 'origin'), place);
  };
  const addContext = (row: Fields, place: Place): RowVerdict => {
    const message = record(row, 'message');
    const blocks = contentBlocks(message['content']) ?? [];
    const words = wordsOfBlocks(blocks);
    const at = repeated.indexOf(words);
    if (at >= 0) {
      repeated.splice(at, 1);
      return null;
    }
    if (message['role'] !== 'user') return 'This message has no role that is known.';
    return addPrompt(row, blocks, words, record(message, 'origin'), place);
  };
  /** The response of a step, from its first part on: a step that only began left nothing. */
  const response = (event: Fields, row: Fields, place: Place): Draft => {
    const step = id(event, 'stepUuid') ?? id(event, 'uuid') ?? '';
    const known = steps.get(step);
    const at = time(row, 'time');
    waiting = NOT_WAITING;
    if (known !== undefined) {
      known.places.push(place);
      known.completed = at ?? known.completed;
      return known;
    }
    const draft = session.add(place, {
      id: step,
      role: 'assistant',
      author: 'assistant',
      model,
      time: at,
      completed: at,
      closed: false,
    });
    steps.set(step, draft);
    return draft;
  };
  const addResult = (event: Fields, row: Fields, place: Place): null => {
    const value = record(event, 'result');
    const output = shown(value['output'] ?? event['result']);
    const at = time(row, 'time');
    const call = calls.get(id(event, 'toolCallId') ?? '');
    if (call === undefined) {
      addLoneResult(session, place, at, output, builder);
      return null;
    }
    const block = { content: output, is_error: value['isError'] === true };
    settle(call, { place, time: at, block, childSession: null, interrupted: false }, builder);
    return null;
  };
  const acceptEvent = (event: Fields, row: Fields, place: Place): RowVerdict => {
    switch (typeOf(event)) {
      case 'step.begin':
        waiting = NOT_WAITING;
        return null;
      case 'content.part':
        response(event, row, place).parts.push(partOf(record(event, 'part'), builder));
        return null;
      case 'tool.call': {
        const draft = response(event, row, place);
        const call = { id: event['toolCallId'], name: event['name'], input: event['args'] };
        addCall(draft, callPart(call, builder, time(row, 'time')), calls);
        return null;
      }
      case 'tool.result':
        return addResult(event, row, place);
      case 'step.end': {
        const draft = response(event, row, place);
        const raw = text(event, 'finishReason');
        draft.rawFinish = raw;
        draft.finish = raw === null ? null : (FINISHES.get(raw) ?? 'unknown');
        draft.tokens = tokensOf(record(event, 'usage'));
        draft.closed = true;
        return null;
      }
      default:
        return `An event of kind ${quotedKind(typeOf(event))} is not known.`;
    }
  };
  const accept = (row: Fields, place: Place): RowVerdict => {
    switch (typeOf(row)) {
      case 'turn.prompt':
      case 'turn.steer':
        return addTyped(row, place);
      case 'context.append_message':
        return addContext(row, place);
      case LOOP_EVENT:
        return acceptEvent(record(row, 'event'), row, place);
      case 'turn.cancel':
        session.add(place, {
          role: 'user',
          author: 'harness',
          harness: 'interrupt-marker',
          time: time(row, 'time'),
          parts: [builder.marker('turn stopped', null)],
        });
        return null;
      default:
        if (!QUIET.test(typeOf(row))) {
          return `A row of kind ${quotedKind(typeOf(row))} is not known.`;
        }
        if (typeOf(row) === 'llm.request') addRequest(row, place);
        model = text(row, 'model') ?? text(row, 'modelAlias') ?? model;
        session.directory ??= text(row, 'cwd');
        return null;
    }
  };
  return lineReader(accept);
}

/** What a prompt is that the program wrote (docs/formats.md, Kimi Code 2); null: a person did. */
function harnessOf(words: string, origin: Fields): HarnessKind | null {
  const kind = text(origin, 'kind') ?? 'user';
  return harnessKindOf(words) ?? (kind === 'user' ? null : 'reminder');
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  const file = filePartOfBlock(block);
  if (file !== null) return file;
  if (typeOf(block) === 'think') {
    const words = text(block, 'think') ?? '';
    return builder.reasoning(words, words === '');
  }
  return typeOf(block) === 'text'
    ? builder.text(blockText(block))
    : builder.marker(typeOf(block) || 'unknown', shown(block));
}

const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    end_turn: 'stop',
    tool_use: 'tool-calls',
    max_tokens: 'length',
  }),
);

function tokensOf(usage: Fields): Draft['tokens'] {
  if (Object.keys(usage).length === 0) return null;
  return {
    input: number(usage, 'inputOther'),
    output: number(usage, 'output'),
    reasoning: null,
    cacheRead: number(usage, 'inputCacheRead'),
    cacheWrite: number(usage, 'inputCacheCreation'),
  };
}
