import { isPlaceholder } from '../findings/placeholders';
import type { HarnessKind, Part, Place } from '../model/message';
import { isRecord, parseJson } from '../source/json';
import { list, number, quotedKind, text, time, type Fields } from './fields';
import type { RowVerdict } from './format';
import {
  addUnknown,
  filePart,
  type Draft,
  type SessionBuilder,
  type SessionDraft,
} from './session-builder';
import { callPart, settle, type PlacedCall } from './tool-calls';

/** Whether a value is a row of `ui_messages.json` (docs/formats.md, Cline 1). */
export const isUiRow = (value: unknown): value is Fields =>
  isRecord(value) &&
  number(value, 'ts') !== null &&
  ((value['type'] === 'say' && text(value, 'say') !== null) ||
    (value['type'] === 'ask' && text(value, 'ask') !== null));

const CALLS: ReadonlySet<string> = new Set([
  'browser_action',
  'browser_action_launch',
  'command',
  'tool',
  'use_mcp_server',
  'use_subagents',
]);

const OUTPUTS: ReadonlySet<string> = new Set([
  'browser_action_result',
  'codebase_search_result',
  'command_output',
  'mcp_server_response',
]);

/** What the model says to the person: words, or JSON with a question or an answer. */
const SPOKEN: ReadonlySet<string> = new Set([
  'act_mode_respond',
  'completion_result',
  'followup',
  'plan_completion_result',
  'plan_mode_respond',
  'text',
]);

const NOTES: ReadonlyMap<string, HarnessKind> = new Map(
  Object.entries<HarnessKind>({
    api_req_rate_limit_wait: 'request-failed',
    api_req_retry_delayed: 'request-failed',
    auto_approval_max_req_reached: 'notice',
    compaction: 'compaction-boundary',
    condense: 'notice',
    condense_context: 'compaction-boundary',
    condense_context_error: 'notice',
    diff_error: 'notice',
    error: 'notice',
    info: 'notice',
    mistake_limit_reached: 'notice',
    resume_completed_task: 'notice',
    resume_task: 'interrupt-marker',
    rooignore_error: 'notice',
    shell_integration_warning: 'notice',
    sliding_window_truncation: 'compaction-boundary',
    subtask_result: 'notice',
  }),
);

const QUIET =
  /^(?:api_req_deleted|api_req_finished|checkpoint_.*|checkpoint_saved|clineignore_error|deleted_api_reqs|hook_.*|load_mcp_documentation|mcp_notification|mcp_server_request_started|task_progress|user_edit_todos)$/;

/** Cline and Roo Code say by themselves that nothing came. */
const NOTHING_CAME =
  /MODEL_NO_ASSISTANT_MESSAGES|(?:did not provide|returned no|didn't return) any assistant messages|returned no assistant messages/i;

interface UiRow {
  readonly row: Fields;
  readonly place: Place;
  readonly kind: string;
  readonly words: string;
  /** Milliseconds since the epoch. */
  readonly time: number | null;
}

/** Reads what the person saw: a response is what one request brought, with what its calls printed. */
export function createUiReader(session: SessionDraft, builder: SessionBuilder) {
  let response: Draft | null = null;
  let hasPrompt = false;
  /** The last call, and what it printed, in pieces. */
  let call: { readonly placed: PlacedCall; readonly words: string; outputs: string[] } | null =
    null;

  const flush = () => {
    if (call === null || call.outputs.length === 0) return;
    const { placed, outputs } = call;
    const [place] = placed.draft.places.slice(-1);
    if (place === undefined) return;
    const block = { content: outputs.join('\n') };
    settle(
      placed,
      { place, time: placed.draft.completed, block, childSession: null, interrupted: false },
      builder,
    );
  };
  const endCall = () => {
    flush();
    call = null;
  };
  const end = () => {
    endCall();
    response = null;
  };
  const common = ({ row, time: at }: UiRow) => ({ id: String(number(row, 'ts') ?? ''), time: at });

  const addNote = (event: UiRow, harness: HarnessKind): null => {
    endCall();
    session.add(event.place, {
      ...common(event),
      role: 'system',
      author: 'program',
      harness,
      parts: [builder.marker(event.kind.replaceAll('_', ' '), event.words)],
    });
    return null;
  };
  const addPrompt = (event: UiRow): null => {
    end();
    hasPrompt = true;
    const parts = event.words === '' ? [] : [builder.text(event.words)];
    session.add(event.place, {
      ...common(event),
      role: 'user',
      author: 'person',
      parts: [...parts, ...imagesOf(event.row)],
    });
    return null;
  };
  const addResponse = (event: UiRow): Draft => {
    hasPrompt = true;
    response = session.add(event.place, {
      ...common(event),
      role: 'assistant',
      author: 'assistant',
      completed: event.time,
    });
    return response;
  };
  /** The response that a row belongs to; the row of its request may have been deleted. */
  const responseFor = (event: UiRow): Draft => {
    const draft = response ?? addResponse(event);
    if (draft.places.at(-1) !== event.place) draft.places.push(event.place);
    draft.completed = event.time ?? draft.completed;
    draft.model = modelOf(event.row) ?? draft.model;
    if (event.row['partial'] === true) draft.closed = false;
    return draft;
  };
  const addRequest = (event: UiRow): null => {
    end();
    const request = objectIn(event.words);
    const draft = addResponse(event);
    const cancelled = text(request, 'cancelReason');
    const isOver = number(request, 'cost') !== null || cancelled !== null;
    draft.model = modelOf(event.row);
    draft.closed = isOver;
    draft.tokens = tokensOf(request);
    draft.rawFinish = cancelled;
    if (cancelled === 'user_cancelled') draft.finish = 'aborted';
    if (cancelled === 'streaming_failed') {
      draft.finish = 'error';
      const message = text(request, 'streamingFailedMessage') ?? '';
      draft.error = { name: 'streaming failed', message };
    }
    return null;
  };
  const addWords = (event: UiRow): null => {
    // The first words of Roo Code's task are the person's.
    if (!hasPrompt && event.kind === 'text') return addPrompt(event);
    endCall();
    const draft = responseFor(event);
    const reasoning = text(event.row, 'reasoning') ?? '';
    if (reasoning !== '') draft.parts.push(builder.reasoning(reasoning, false));
    const words = spokenWords(event);
    const last = draft.parts.at(-1);
    const isTold = last?.kind === 'text' && last.body.text === words;
    if (words !== '' && !isTold) draft.parts.push(builder.text(words));
    draft.parts.push(...imagesOf(event.row));
    return null;
  };
  const addReasoning = (event: UiRow): null => {
    endCall();
    const words = event.words === '' ? (text(event.row, 'reasoning') ?? '') : event.words;
    responseFor(event).parts.push(builder.reasoning(words, words === ''));
    return null;
  };
  const addCall = (event: UiRow): null => {
    // A call that was approved is told again.
    if (call?.words === event.words && call.outputs.length === 0) {
      responseFor(event);
      return null;
    }
    endCall();
    const draft = responseFor(event);
    const said = objectIn(event.words);
    const name = text(said, 'tool') ?? text(said, 'toolName') ?? event.kind;
    const isPlain = Object.keys(said).length === 0;
    const given = { name, input: isPlain ? { command: event.words } : said };
    draft.parts.push(callPart(given, builder, event.time));
    const placed = { draft, at: draft.parts.length - 1 };
    call = { placed, words: event.words, outputs: [] };
    return null;
  };
  const addOutput = (event: UiRow): null => {
    if (call === null) return addNote(event, 'other');
    responseFor(event);
    if (event.words !== '') call.outputs.push(event.words);
    return null;
  };
  const addFailure = (event: UiRow): null => {
    if (NOTHING_CAME.test(event.words) || isPlaceholder(event.words)) {
      return addNote(event, 'no-visible-output-nudge');
    }
    endCall();
    const draft = responseFor(event);
    draft.finish = 'error';
    draft.error = { name: 'request failed', message: event.words };
    draft.closed = true;
    return null;
  };
  /** The same request is made again. */
  const addRetry = (event: UiRow): null => {
    const draft = responseFor(event);
    draft.finish = null;
    draft.error = null;
    draft.closed = false;
    draft.parts.push(builder.marker('request tried again', null));
    return null;
  };

  const accept = (row: Fields, place: Place): RowVerdict => {
    const kind = text(row, 'say') ?? text(row, 'ask') ?? '';
    const words = text(row, 'text') ?? '';
    const event = { row, place, kind, words, time: time(row, 'ts') };
    const isAsk = row['type'] === 'ask';
    switch (kind) {
      case 'task':
      case 'user_feedback':
      case 'user_feedback_diff':
        return addPrompt(event);
      case 'api_req_started':
        return addRequest(event);
      case 'api_req_failed':
        return addFailure(event);
      case 'api_req_retried':
        return addRetry(event);
      case 'reasoning':
        return addReasoning(event);
      case 'completion_result':
        // It waits for the person; what was done has been said before.
        return isAsk && words === '' ? null : addWords(event);
      case 'error':
        return addNote(event, NOTHING_CAME.test(words) ? 'no-visible-output-nudge' : 'notice');
      default:
        break;
    }
    if (SPOKEN.has(kind)) return addWords(event);
    if (CALLS.has(kind)) return addCall(event);
    if (OUTPUTS.has(kind)) return addOutput(event);
    const harness = NOTES.get(kind);
    if (harness !== undefined) return addNote(event, harness);
    if (QUIET.test(kind)) return null;
    const sentence = `A row of kind ${quotedKind(kind)} is not known.`;
    if (words !== '') addUnknown(session, place, sentence, builder);
    return sentence;
  };
  return { accept, finish: flush };
}

/** The JSON in a row's text; an empty object when it is none. */
function objectIn(words: string): Fields {
  const parsed = words.startsWith('{') ? parseJson(words) : null;
  return parsed?.ok === true && isRecord(parsed.value) ? parsed.value : {};
}

function spokenWords({ kind, words }: UiRow): string {
  if (kind === 'text' || kind === 'completion_result') return words;
  const said = objectIn(words);
  const own = text(said, 'question') ?? text(said, 'response');
  if (own === null) return words;
  const options = [...list(said, 'options'), ...list(said, 'suggest')].map((option) =>
    isRecord(option) ? (text(option, 'answer') ?? '') : String(option),
  );
  return [own, ...options].join('\n');
}

const imagesOf = (row: Fields): readonly Part[] =>
  list(row, 'images')
    .filter((url) => typeof url === 'string')
    .map((url) => ({ ...filePart(null, null, url), image: true }));

function modelOf(row: Fields): string | null {
  const info = row['modelInfo'];
  return isRecord(info) ? (text(info, 'modelId') ?? text(info, 'id')) : null;
}

function tokensOf(request: Fields): Draft['tokens'] {
  const input = number(request, 'tokensIn');
  const output = number(request, 'tokensOut');
  if (input === null && output === null) return null;
  return {
    input,
    output,
    reasoning: null,
    cacheRead: number(request, 'cacheReads'),
    cacheWrite: number(request, 'cacheWrites'),
  };
}
