import type { Place } from '../model/message';
import { isRecord } from '../source/json';
import { id, list, record, text, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { addFailure, addPrompt, createStream, streamEvent } from './openhands-stream';
import { createReaderV0, isEventV0 } from './openhands-v0';
import { createReaderV1, isEventV1 } from './openhands-v1';
import { addUnknown, type SessionBuilder, type SessionDraft } from './session-builder';

/**
 * OpenHands of both generations: events in a list, in lines or one a file, and outputs of evaluations with a
 * whole history a line (docs/formats.md, OpenHands). A response is what the model wrote in one request;
 * results stand with their call. A message's number is the position of its first event among those of messages.
 */
export const openhands: Format = {
  id: 'openhands',
  label: 'OpenHands events',
  detect,
  createReader,
};

const isEvent = (value: unknown) => isEventV0(value) || isEventV1(value);

/** Old evaluations wrote an action with its observation. */
const isPair = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && isEventV0(one));

const isHistory = (value: unknown): value is Fields =>
  isRecord(value) && list(value, 'history').some((one) => isEvent(one) || isPair(one));

function detect({ rows, head }: Sample): number {
  if (head !== null || rows.length === 0) return 0;
  const fitting = rows.filter((row) => isEvent(row) || isPair(row) || isHistory(row)).length;
  return fitting * 2 > rows.length ? 0.9 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const main = eventReader(builder.session(''), builder);
  let histories = 0;
  const acceptHistory = (row: Fields, place: Place): RowVerdict => {
    histories += 1;
    const name = `history-${histories}`;
    const session = builder.session(histories === 1 ? '' : name);
    session.id = id(row, 'instance_id') ?? name;
    return addHistory(session, row, place, builder);
  };
  return {
    accept({ value, place }) {
      return isHistory(value) ? acceptHistory(value, place) : main(value, place);
    },
    broken: () => undefined,
    finish: () => undefined,
  };
}

/** Reads events of either generation, alone or in pairs. */
function eventReader(session: SessionDraft, builder: SessionBuilder) {
  const v0 = createReaderV0(session, builder);
  const v1 = createReaderV1(session, builder);
  const accept = (value: unknown, place: Place): RowVerdict => {
    if (isEventV1(value)) return v1(value, place);
    if (isRecord(value) && ('action' in value || 'observation' in value)) return v0(value, place);
    if (isPair(value)) {
      return value.map((one) => accept(one, place)).find((verdict) => verdict !== null) ?? null;
    }
    const sentence = 'This row is no event.';
    addUnknown(session, place, sentence, builder);
    return sentence;
  };
  return accept;
}

function addHistory(
  session: SessionDraft,
  row: Fields,
  place: Place,
  builder: SessionBuilder,
): RowVerdict {
  const accept = eventReader(session, builder);
  const verdicts = list(row, 'history').map((event) => accept(event, place));
  const stream = createStream(session, builder);
  const instruction = text(row, 'instruction') ?? '';
  if (instruction !== '' && !session.messages.some(({ role }) => role === 'user')) {
    addPrompt(stream, streamEvent({}, place), instruction, [builder.text(instruction)], null);
    // It was asked before anything else was done.
    const prompt = session.messages.pop();
    if (prompt !== undefined) session.messages.unshift(prompt);
  }
  const error = text(row, 'error') ?? '';
  if (error !== '') addFailure(stream, streamEvent({}, place), 'error', error);
  const model = text(record(record(row, 'metadata'), 'llm_config'), 'model');
  for (const message of session.messages) {
    if (message.author === 'assistant') message.model ??= model;
  }
  return verdicts.find((verdict) => verdict !== null) ?? null;
}
