import { harnessKindOf } from '../findings/harness';
import type { HarnessKind, Part, Place } from '../model/message';
import { id, text, time, type Fields } from './fields';
import type { Draft, SessionBuilder, SessionDraft } from './session-builder';
import { addLoneResult, settle, type PlacedCall } from './tool-calls';

/** What the readers of both generations of OpenHands share: a session as a stream of events. */
export interface Stream {
  readonly session: SessionDraft;
  readonly builder: SessionBuilder;
  /** By every name that a result may give: ids of calls and of actions. */
  readonly calls: Map<string, PlacedCall>;
  /** The response of the model whose events came last. */
  response: { readonly key: string; readonly draft: Draft } | null;
}

export const createStream = (session: SessionDraft, builder: SessionBuilder): Stream => ({
  session,
  builder,
  calls: new Map(),
  response: null,
});

export interface StreamEvent {
  readonly row: Fields;
  readonly place: Place;
  /** Milliseconds since the epoch; null: not recorded. */
  readonly time: number | null;
}

export const streamEvent = (row: Fields, place: Place): StreamEvent => ({
  row,
  place,
  time: timeOf(row),
});

/** Times have no zone: they are the server's. Taken for UTC, what lies between them is right. */
function timeOf(row: Fields): number | null {
  const at = text(row, 'timestamp') ?? '';
  const isBare = /T[\d:.]+$/.test(at);
  return time(isBare ? { timestamp: `${at}Z` } : row, 'timestamp');
}

/**
 * The response that an event belongs to: events of one model response share its id.
 * @param key the response's id; null: the event is a response of its own
 */
export function responseOf(
  stream: Stream,
  { row, place, time: at }: StreamEvent,
  key: string | null,
): { readonly draft: Draft; readonly isNew: boolean } {
  const known = stream.response;
  if (known !== null && known.key === key) {
    const { draft } = known;
    if (draft.places.at(-1) !== place) draft.places.push(place);
    draft.completed = at ?? draft.completed;
    return { draft, isNew: false };
  }
  const draft = stream.session.add(place, {
    id: ownId(row),
    role: 'assistant',
    author: 'assistant',
    time: at,
    completed: at,
    closed: true,
  });
  stream.response = key === null ? null : { key, draft };
  return { draft, isNew: true };
}

/** Ids are texts, or counted from 0. */
export const ownId = (row: Fields): string | null =>
  typeof row['id'] === 'number' ? String(row['id']) : id(row, 'id');

/** A message in the user's name; `harness`: what it is when its words do not say. */
export function addPrompt(
  stream: Stream,
  { row, place, time: at }: StreamEvent,
  words: string,
  parts: readonly Part[],
  harness: HarnessKind | null,
): Draft {
  const kind = harnessKindOf(words) ?? harness;
  stream.response = null;
  return stream.session.add(place, {
    id: ownId(row),
    role: 'user',
    author: kind === null ? 'person' : 'harness',
    harness: kind,
    time: at,
    parts: [...parts],
  });
}

/** Something that the program noted. */
export function addNote(
  stream: Stream,
  { row, place, time: at }: StreamEvent,
  label: string,
  detail: string | null,
  harness: HarnessKind,
): null {
  stream.session.add(place, {
    id: ownId(row),
    role: 'system',
    author: 'program',
    harness,
    time: at,
    parts: [stream.builder.marker(label, detail)],
  });
  return null;
}

/** The run failed: no more comes of the response that was due. */
export function addFailure(
  stream: Stream,
  { row, place, time: at }: StreamEvent,
  name: string,
  message: string,
): null {
  stream.response = null;
  stream.session.add(place, {
    id: ownId(row),
    role: 'assistant',
    author: 'program',
    harness: 'request-failed',
    time: at,
    finish: 'error',
    error: { name, message },
    closed: true,
    synthetic: true,
  });
  return null;
}

interface Outcome {
  readonly output: string;
  readonly isError: boolean;
  /** A person refused the call. */
  readonly interrupted: boolean;
  /** Null: not recorded. */
  readonly exitCode: number | null;
}

/** Gives a result to the first call that one of these names is of; without any it stands alone. */
export function takeResult(
  stream: Stream,
  { place, time: at }: StreamEvent,
  names: readonly (string | null)[],
  { output, isError, interrupted, exitCode }: Outcome,
): null {
  const { session, builder, calls } = stream;
  const call = names
    .map((name) => calls.get(name ?? ''))
    .find((one): one is PlacedCall => one !== undefined);
  if (call === undefined) {
    addLoneResult(session, place, at, output, builder);
    return null;
  }
  const block = { content: output, is_error: isError };
  settle(call, { place, time: at, block, childSession: null, interrupted }, builder);
  const part = call.draft.parts[call.at];
  if (part?.kind === 'tool' && exitCode !== null) call.draft.parts[call.at] = { ...part, exitCode };
  return null;
}
