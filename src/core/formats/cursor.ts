import { harnessKindOf } from '../findings/harness';
import type { Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, isCall, isResult, textOrFilePart, wordsOfBlocks } from './content-blocks';
import { id, list, record, text, typeOf, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { lineReader } from './line-reader';
import type { Draft, SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Cursor's `agent-transcripts/…/*.jsonl` (docs/formats.md, Cursor). One row is one message, but for rows of
 * results, which stand with their call. A message's number is the position of its row among those of messages.
 */
export const cursor: Format = { id: 'cursor', label: 'Cursor transcript', detect, createReader };

/** Other agents say more of a row than these two things. */
const isRow = (row: Fields) =>
  (row['role'] === 'user' || row['role'] === 'assistant') &&
  Array.isArray(record(row, 'message')['content']) &&
  Object.keys(row).length === 2;

function detect({ rows, shape }: Sample): number {
  const fitting = rows.filter((row) => isRecord(row) && isRow(row)).length;
  return shape === 'lines' && fitting * 2 > rows.length ? 0.8 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  /** Calls that have no result yet, in order. */
  let open: PlacedCall[] = [];

  const addResult = (block: Fields, place: Place): void => {
    // Results name their call, but calls have no name: then they follow in order.
    const call = calls.get(id(block, 'tool_use_id') ?? '') ?? open[0];
    if (call === undefined) {
      addLoneResult(session, place, null, blockText(block), builder);
      return;
    }
    open = open.filter((one) => one.draft !== call.draft || one.at !== call.at);
    settle(call, { place, time: null, block, childSession: null, interrupted: false }, builder);
  };
  const addUser = (blocks: readonly Fields[], place: Place): void => {
    const own = blocks.filter((block) => !isResult(block));
    if (own.length > 0 || blocks.length === 0) {
      const harness = harnessKindOf(wordsOfBlocks(own));
      session.add(place, {
        role: 'user',
        author: harness === null ? 'person' : 'harness',
        harness,
        parts: own.flatMap((block) => promptParts(block, builder)),
      });
    }
    for (const result of blocks.filter(isResult)) addResult(result, place);
  };
  const addAssistant = (blocks: readonly Fields[], place: Place): void => {
    const before = session.messages.at(-1);
    if (before !== undefined) before.continues = goesOn(before);
    const draft = session.add(place, { role: 'assistant', author: 'assistant' });
    for (const block of blocks) {
      if (isCall(block)) addCall(draft, callPart(block, builder, null), calls);
      else draft.parts.push(answerPart(block, builder));
    }
    open = draft.parts.flatMap((part, at) => (part.kind === 'tool' ? [{ draft, at }] : []));
  };
  const accept = (row: Fields, place: Place): RowVerdict => {
    const blocks = list(record(row, 'message'), 'content').filter(isRecord);
    switch (row['role']) {
      case 'user':
        addUser(blocks, place);
        return null;
      case 'assistant':
        addAssistant(blocks, place);
        return null;
      default:
        return 'This row has no role that is known.';
    }
  };
  return lineReader(accept);
}

/** Rows of a response follow each other up to one with calls. */
const goesOn = ({ role, parts }: Draft) =>
  role === 'assistant' && !parts.some(({ kind }) => kind === 'tool');

const [OPENS, CLOSES] = ['<user_query>', '</user_query>'];

/** What stands around a person's words was put there by the program (docs/formats.md, Cursor 2). */
function promptParts(block: Fields, builder: SessionBuilder): readonly Part[] {
  const words = text(block, 'text') ?? '';
  const opens = words.lastIndexOf(OPENS);
  const closes = words.indexOf(CLOSES, opens);
  if (opens < 0 || closes < 0) return [textOrFilePart(block, builder)];
  const around = [words.slice(0, opens), words.slice(closes + CLOSES.length)];
  const [before = [], after = []] = around.map((piece) =>
    piece.trim() === '' ? [] : [builder.text(piece, true)],
  );
  return [...before, builder.text(words.slice(opens + OPENS.length, closes).trim()), ...after];
}

/** A row that is nothing but a heading tells what the model reasoned about (docs/formats.md, Cursor 3). */
const SUMMARY = /^\s*\*\*[^*\n]{1,200}\*\*\s*$/;

function answerPart(block: Fields, builder: SessionBuilder): Part {
  if (typeOf(block) === 'thinking') {
    const thought = text(block, 'thinking') ?? '';
    return builder.reasoning(thought, thought === '');
  }
  const words = text(block, 'text');
  if (words !== null && SUMMARY.test(words)) return builder.reasoning(words, false);
  return textOrFilePart(block, builder);
}
