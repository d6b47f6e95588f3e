import type { Place, ToolPart } from '../model/message';
import { isRecord, parseJson } from '../source/json';
import { blockText } from './content-blocks';
import { id, record, shown, text, type Fields } from './fields';
import type { Draft, SessionBuilder, SessionDraft } from './session-builder';
import { toolTitle } from './tool-title';

/** Where a call stands: its message, and its index among the parts. */
export interface PlacedCall {
  readonly draft: Draft;
  readonly at: number;
}

/** A result on its way to its call. */
export interface ToolResult {
  readonly place: Place;
  /** Milliseconds since the epoch; null: not recorded. */
  readonly time: number | null;
  readonly block: Fields;
  readonly childSession: string | null;
  readonly interrupted: boolean;
}

/** A call as its block or its OpenAI `tool_calls` entry gives it, without a result yet. */
export function callPart(block: Fields, builder: SessionBuilder, started: number | null): ToolPart {
  const called = 'function' in block ? record(block, 'function') : block;
  const input = called['input'] ?? called['arguments'] ?? called['args'];
  return {
    kind: 'tool',
    callId: id(block, 'id') ?? id(block, 'call_id') ?? id(block, 'toolCallId'),
    name: text(called, 'name') ?? text(block, 'toolName') ?? 'tool',
    title: toolTitle(inputFields(input)),
    input: builder.excerpt(shown(input), 'input'),
    status: 'no-result',
    output: null,
    outputTail: '',
    exitCode: null,
    interrupted: false,
    started,
    ended: null,
    childSession: null,
  };
}

/** Adds a call to its message, and to the calls that a result may come for. */
export function addCall(draft: Draft, call: ToolPart, calls: Map<string, PlacedCall>): void {
  draft.parts.push(call);
  if (call.callId !== null) calls.set(call.callId, { draft, at: draft.parts.length - 1 });
}

/**
 * Shows a result whose call is nowhere as a message of its own.
 * @param at milliseconds since the epoch; null: not recorded
 */
export function addLoneResult(
  session: SessionDraft,
  place: Place,
  at: number | null,
  output: string,
  builder: SessionBuilder,
): void {
  session.add(place, {
    role: 'system',
    author: 'program',
    harness: 'other',
    time: at,
    parts: [builder.marker('result without a call', output)],
  });
}

/** OpenAI's arguments are a JSON text, which may be no valid JSON. */
function inputFields(input: unknown): Fields {
  if (isRecord(input)) return input;
  const parsed = typeof input === 'string' ? parseJson(input) : null;
  return parsed?.ok === true && isRecord(parsed.value) ? parsed.value : {};
}

/** What Claude Code writes into the result of a call that a person stopped (docs/formats.md, Claude Code 6). */
const STOPPED =
  /^(?:\[Request interrupted by user|The user doesn't want to (?:proceed|take this action))/;

/** Gives a call its result, and its message the row that the result stands in. */
export function settle({ draft, at }: PlacedCall, result: ToolResult, builder: SessionBuilder) {
  const call = draft.parts[at];
  if (call?.kind !== 'tool') return;
  draft.parts[at] = withResult(call, result, builder);
  // Results of one row follow each other: looking at all places would take quadratic time.
  const isKnown = [draft.places[0], draft.places.at(-1)].some(
    (place) => place?.start === result.place.start,
  );
  if (!isKnown) draft.places.push(result.place);
}

function withResult(call: ToolPart, result: ToolResult, builder: SessionBuilder): ToolPart {
  const output = blockText(result.block);
  const isError = result.block['is_error'] === true || result.block['status'] === 'error';
  const exit = /^(?:Error: )?Exit code:? (\d+)/.exec(output)?.[1];
  return {
    ...call,
    status: isError ? 'error' : 'completed',
    output: builder.excerpt(output, 'output'),
    outputTail: builder.tail(output),
    exitCode: exit === undefined ? call.exitCode : Number(exit),
    interrupted: result.interrupted || STOPPED.test(output),
    ended: result.time,
    childSession: result.childSession,
  };
}
