import type { Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { endOf, tokensOf } from './chat-reader';
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
import { filePart, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';
import { callPart, type PlacedCall } from './tool-calls';

/** Whether a value is an event of OpenHands before its software agent SDK (docs/formats.md, OpenHands 1). */
export const isEventV0 = (value: unknown): value is Fields =>
  isRecord(value) &&
  ((text(value, 'action') !== null && isRecord(value['args'])) ||
    (text(value, 'observation') !== null && 'content' in value && isRecord(value['extras'])));

/** Actions that tell nothing which other events don't. */
const QUIET: ReadonlySet<string> = new Set([
  'change_agent_state',
  'condensation_request',
  'initialize',
  'loop_recovery',
  'null',
  'recall',
]);

/** Reads the events of one session. */
export function createReaderV0(session: SessionDraft, builder: SessionBuilder) {
  const stream = createStream(session, builder);
  /** Where the agent went to work, when nothing has come of it yet. */
  let working: Place | null = null;
  let state = '';
  let hasPrompt = false;
  /** The last call: results of old files name none. */
  let last: PlacedCall | null = null;

  const addResponse = (event: StreamEvent): Draft => {
    working = null;
    const model = record(record(event.row, 'tool_call_metadata'), 'model_response');
    const { draft, isNew } = responseOf(stream, event, id(model, 'id'));
    if (isNew) {
      const choice = record({ first: list(model, 'choices')[0] }, 'first');
      const { finish, rawFinish } = endOf(choice);
      const reasoning = text(record(choice, 'message'), 'reasoning_content') ?? '';
      Object.assign(draft, { finish, rawFinish });
      draft.model = text(model, 'model');
      draft.tokens = tokensOf(record(model, 'usage'));
      if (reasoning !== '') draft.parts.push(builder.reasoning(reasoning, false));
    }
    return draft;
  };
  const addCall = (event: StreamEvent, action: string): null => {
    const { row } = event;
    const { thought, ...args } = record(row, 'args');
    // A person may run a command themselves.
    const draft =
      row['source'] === 'user'
        ? addPrompt(stream, event, '', [], 'local-command')
        : addResponse(event);
    if (typeof thought === 'string' && thought !== '' && action !== 'think')
      draft.parts.push(builder.text(thought));
    const metadata = record(row, 'tool_call_metadata');
    const callId = id(metadata, 'tool_call_id');
    const input = action === 'think' ? { thought } : args;
    const name = text(metadata, 'function_name') ?? action;
    draft.parts.push(callPart({ id: callId, name, input }, builder, event.time));
    last = { draft, at: draft.parts.length - 1 };
    for (const key of [callId, nameOfAction(ownId(row))]) {
      if (key !== null) stream.calls.set(key, last);
    }
    return null;
  };
  const addWords = (event: StreamEvent, words: string): null => {
    const { parts } = addResponse(event);
    if (words !== '') parts.push(builder.text(words));
    parts.push(...images(event.row));
    return null;
  };
  const addAction = (event: StreamEvent, action: string): null => {
    const { row } = event;
    const args = record(row, 'args');
    const source = text(row, 'source') ?? (hasPrompt ? 'agent' : 'user');
    switch (action) {
      case 'message': {
        const words = text(args, 'content') ?? '';
        if (source === 'agent') return addWords(event, words);
        hasPrompt = true;
        last = null;
        const parts = words === '' ? [] : [builder.text(words)];
        addPrompt(
          stream,
          event,
          words,
          [...parts, ...images(row)],
          source === 'user' ? null : 'notice',
        );
        return null;
      }
      case 'finish':
        return addWords(event, finalWords(args));
      case 'reject':
        return addWords(event, text(args, 'thought') ?? shown(args['outputs']));
      case 'system':
        return addNote(stream, event, 'system prompt', text(args, 'content'), 'reminder');
      case 'condensation':
        return addNote(
          stream,
          event,
          'context condensed',
          text(args, 'summary'),
          'compaction-boundary',
        );
      default:
        return QUIET.has(action) ? null : addCall(event, action);
    }
  };
  const addState = (event: StreamEvent): null => {
    const before = state;
    const extras = record(event.row, 'extras');
    state = text(extras, 'agent_state') ?? '';
    switch (state) {
      case 'running':
        working = event.place;
        return null;
      case 'paused':
      case 'stopped':
        working = null;
        // A session that is closed is stopped, too.
        if (before !== '' && before !== 'running') return null;
        return addNote(stream, event, `agent ${state}`, text(extras, 'reason'), 'interrupt-marker');
      case 'rate_limited':
        return addNote(stream, event, 'rate limited', text(extras, 'reason'), 'request-failed');
      case 'error':
        working = null;
        return addFailure(stream, event, 'error', text(extras, 'reason') ?? '');
      case 'awaiting_user_input':
      case 'finished':
        return addSilence(event);
      default:
        return null;
    }
  };
  /** The agent went to work and came back with nothing. */
  const addSilence = ({ place, time }: StreamEvent): null => {
    if (working === null) return null;
    // It begins where the work did, so that it can be read again from its rows alone.
    const draft = session.add(working, {
      role: 'assistant',
      author: 'assistant',
      time,
      completed: time,
      closed: true,
    });
    if (place !== working) draft.places.push(place);
    working = null;
    return null;
  };
  const addObservation = (event: StreamEvent, observation: string): null => {
    const { row } = event;
    if (observation === 'agent_state_changed') return addState(event);
    const extras = record(row, 'extras');
    const output = shown(row['content']);
    if (observation === 'null') return null;
    if (observation === 'recall') {
      return addNote(stream, event, 'knowledge', output, 'reminder');
    }
    const cause = number(row, 'cause');
    const names = [
      id(record(row, 'tool_call_metadata'), 'tool_call_id'),
      nameOfAction(cause === null ? null : String(cause)),
    ];
    const isNamed = names.some((name) => stream.calls.has(name ?? ''));
    if (observation === 'error' && !isNamed) {
      working = null;
      return addNote(stream, event, 'error', output, 'request-failed');
    }
    if (!isNamed && cause === null && last !== null) {
      stream.calls.set(LAST, last);
      names.push(LAST);
    }
    last = null;
    return takeResult(stream, event, names, {
      output,
      isError: observation === 'error' || observation === 'user_rejected',
      interrupted: observation === 'user_rejected',
      exitCode: number(record(extras, 'metadata'), 'exit_code') ?? number(extras, 'exit_code'),
    });
  };

  return (row: Fields, place: Place): RowVerdict => {
    const event = streamEvent(row, place);
    const action = text(row, 'action');
    const observation = text(row, 'observation');
    if (action !== null) return addAction(event, action);
    if (observation !== null) return addObservation(event, observation);
    return `An event of kind ${quotedKind(text(row, 'kind') ?? '')} is not known.`;
  };
}

const LAST = 'the last call';

/** Numbers of actions are no ids of calls. */
const nameOfAction = (own: string | null) => (own === null ? null : `action ${own}`);

function finalWords(args: Fields): string {
  const words = [text(args, 'final_thought'), text(args, 'thought')].find(
    (one) => one !== null && one.trim() !== '',
  );
  const outputs = record(args, 'outputs');
  return words ?? (Object.keys(outputs).length === 0 ? '' : shown(outputs));
}

const images = (row: Fields): readonly Part[] =>
  list(record(row, 'args'), 'image_urls')
    .filter((url) => typeof url === 'string')
    .map((url) => ({ ...filePart(null, null, url), image: true }));
