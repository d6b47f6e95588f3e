import type { Finish, HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { endOf, tokensOf } from './chat-reader';
import { blockText, contentBlocks, textOrFilePart } from './content-blocks';
import { id, list, number, record, shown, text, time, typeOf, type Fields } from './fields';
import type { Format, FormatReader, Head, Sample } from './format';
import { addUnknown, type Draft, type SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * mini-swe-agent's `*.traj.json` (docs/formats.md, mini-swe-agent). What a command printed stands with the
 * response that asked for it; a rejected answer is a response of its own. A message's number is its position.
 */
export const miniSweAgent: Format = {
  id: 'mini-swe-agent',
  label: 'mini-swe-agent trajectory',
  detect,
  createReader,
};

/** What the prompt of every version names as the end, and how what was printed begins. */
const SUBMITS = /\b(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)\b/;
const PRINTED = /^\s*(?:<returncode>|Observation: )/;

const contentOf = (row: Fields) => text(row, 'content') ?? '';

const isNoted = (row: Fields) => {
  const extra = record(row, 'extra');
  return 'interrupt_type' in extra || 'returncode' in extra || Array.isArray(extra['actions']);
};

function detect({ rows, head, shape }: Sample): number {
  if (shape !== 'document') return 0;
  const named = text(head ?? {}, 'trajectory_format') ?? '';
  if (named.startsWith('mini-swe-agent')) return 1;
  const records = rows.filter(isRecord);
  if ('mini_version' in record(head ?? {}, 'info') || records.some(isNoted)) return 0.95;
  const isAsked = records.slice(0, 2).some((row) => SUBMITS.test(contentOf(row)));
  return isAsked && records.some((row) => PRINTED.test(contentOf(row))) ? 0.9 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  /** Commands of the last response that have printed nothing yet. */
  let open: PlacedCall[] = [];
  let hasTask = false;

  const addResponse = (answer: Answer, place: Place, at: number | null): void => {
    const { parts, called, ...values } = answer;
    const draft = session.add(place, {
      role: 'assistant',
      author: 'assistant',
      time: at,
      ...values,
    });
    draft.parts.push(...parts);
    for (const call of called) addCall(draft, callPart(call, builder, at), calls);
    open = draft.parts.flatMap((part, index) =>
      part.kind === 'tool' ? [{ draft, at: index }] : [],
    );
  };
  const addResult = (row: Fields, content: unknown, callId: string | null, place: Place): null => {
    const call = callId === null ? open[0] : calls.get(callId);
    const at = timeOf(row);
    if (call === undefined) {
      addLoneResult(session, place, at, blockText({ content }), builder);
      return null;
    }
    open = open.filter((one) => one.draft !== call.draft || one.at !== call.at);
    const code = exitCodeOf(row, content);
    const block = { content, is_error: code !== null && code !== 0 };
    settle(call, { place, time: at, block, childSession: null, interrupted: false }, builder);
    const part = call.draft.parts[call.at];
    if (part?.kind === 'tool') call.draft.parts[call.at] = { ...part, exitCode: code };
    return null;
  };
  const addUser = (row: Fields, place: Place): null => {
    const kind = text(record(row, 'extra'), 'interrupt_type');
    if (kind === 'FormatError') {
      const rejected = rejectedAnswer(record(row, 'extra'), builder);
      if (rejected !== null) addResponse(rejected, place, timeOf(row));
      open = [];
    }
    const typed = typedWords(contentOf(row));
    if (kind === null && typed === null && open.length > 0) {
      return addResult(row, row['content'], null, place);
    }
    const isTask = !hasTask && kind === null && typed === null;
    hasTask = true;
    const harness = isTask ? null : (typed?.harness ?? (typed === null ? 'notice' : null));
    session.add(place, {
      role: 'user',
      author: harness === null ? 'person' : 'harness',
      harness,
      time: timeOf(row),
      parts: typed?.parts(builder) ?? partsOf(row, builder),
    });
    return null;
  };
  return {
    accept({ value, place }) {
      const row = isRecord(value) ? value : {};
      if (row['object'] === 'response') {
        addResponse(answerOfOutput(row, builder), place, timeOf(row));
        return null;
      }
      if (typeOf(row) === 'function_call_output') {
        return addResult(row, row['output'], id(row, 'call_id'), place);
      }
      switch (row['role']) {
        case 'system':
          session.add(place, {
            role: 'system',
            author: 'program',
            harness: 'reminder',
            parts: partsOf(row, builder),
          });
          return null;
        case 'assistant':
          addResponse(answerOfMessage(row, true, builder), place, timeOf(row));
          return null;
        case 'tool':
          return addResult(row, row['content'], id(row, 'tool_call_id'), place);
        case 'user':
          return addUser(row, place);
        case 'exit':
          session.add(place, exitOf(row, builder));
          return null;
        default: {
          const sentence = 'This element is no message of a role that is known.';
          addUnknown(session, place, sentence, builder);
          return sentence;
        }
      }
    },
    broken(place, sentence) {
      addUnknown(session, place, sentence, builder);
    },
    finish(head: Head) {
      if (head === null) return;
      const info = record(head, 'info');
      session.agentVersion = text(info, 'mini_version');
      const model = text(record(record(info, 'config'), 'model'), 'model_name');
      for (const draft of session.messages) {
        if (draft.author === 'assistant') draft.model ??= model;
      }
    },
  };
}

const timeOf = (row: Fields) => time(record(row, 'extra'), 'timestamp') ?? time(row, 'timestamp');

const partsOf = (row: Fields, builder: SessionBuilder) =>
  (contentBlocks(row['content']) ?? [])
    .filter((block) => block['text'] !== '')
    .map((block) => textOrFilePart(block, builder));

function exitCodeOf(row: Fields, content: unknown): number | null {
  const code = number(record(row, 'extra'), 'returncode');
  if (code !== null || typeof content !== 'string') return code;
  const printed = /^\s*<returncode>(-?\d+)<\/returncode>/.exec(content)?.[1];
  return printed === undefined ? null : Number(printed);
}

/** What one call of the model gave. */
interface Answer extends Pick<Draft, 'model' | 'finish' | 'rawFinish' | 'tokens' | 'closed'> {
  readonly parts: readonly Part[];
  readonly called: readonly Fields[];
}

/** A chat message, with the provider's whole answer beside it where that is stored. */
function answerOfMessage(message: Fields, isTaken: boolean, builder: SessionBuilder): Answer {
  const extra = record(message, 'extra');
  const response = record(extra, 'response');
  const [choice] = list(response, 'choices').filter(isRecord);
  const called = list(message, 'tool_calls').filter(isRecord);
  const { finish, rawFinish } = endOf(choice ?? {});
  const commands = isTaken && called.length === 0 ? commandsOf(message) : NO_COMMANDS;
  const reasoning = text(message, 'reasoning_content') ?? '';
  return {
    model: text(response, 'model'),
    finish,
    rawFinish,
    tokens: tokensOf(record(response, 'usage')),
    closed: true,
    parts: [
      ...(reasoning === '' ? [] : [builder.reasoning(reasoning, false)]),
      ...partsOf({ content: commands.words ?? message['content'] }, builder),
    ],
    called: [...called, ...commands.list.map((command) => ({ name: 'bash', input: { command } }))],
  };
}

/** An answer of OpenAI's Responses interface. */
function answerOfOutput(response: Fields, builder: SessionBuilder): Answer {
  const items = list(response, 'output').filter(isRecord);
  const reason = text(record(response, 'incomplete_details'), 'reason');
  const status = text(response, 'status');
  return {
    model: text(response, 'model'),
    finish: reason === null ? (status === null ? null : 'stop') : finishOf(reason),
    rawFinish: reason ?? status,
    tokens: tokensOf(record(response, 'usage')),
    closed: true,
    parts: items.flatMap((item) => outputParts(item, builder)),
    called: items
      .filter((item) => typeOf(item) === 'function_call')
      .map((item) => ({ id: item['call_id'], name: item['name'], arguments: item['arguments'] })),
  };
}

const finishOf = (reason: string): Finish =>
  reason === 'content_filter' ? 'content-filter' : reason.startsWith('max') ? 'length' : 'unknown';

function outputParts(item: Fields, builder: SessionBuilder): readonly Part[] {
  switch (typeOf(item)) {
    case 'function_call':
      return [];
    case 'reasoning': {
      const words = list(item, 'summary').filter(isRecord).map(blockText).join('\n\n');
      return [builder.reasoning(words, words === '')];
    }
    case 'message':
      return (contentBlocks(item['content']) ?? [])
        .map(blockText)
        .filter((words) => words !== '')
        .map((words) => builder.text(words));
    default:
      return [builder.marker(typeOf(item) || 'item', shown(item))];
  }
}

/** An answer without exactly one command is stored beside the prompt for another (docs/formats.md, mini-swe-agent 3). */
function rejectedAnswer(extra: Fields, builder: SessionBuilder): Answer | null {
  const response = record(extra, 'response');
  if (Array.isArray(response['output'])) return answerOfOutput(response, builder);
  const [choice] = list(response, 'choices').filter(isRecord);
  if (choice !== undefined) {
    const message = { ...record(choice, 'message'), extra: { response } };
    return answerOfMessage(message, false, builder);
  }
  const words = text(extra, 'model_response');
  return words === null ? null : answerOfMessage({ content: words }, false, builder);
}

interface Commands {
  readonly list: readonly string[];
  /** What was said beside the only command; null: the text is to stay as it is. */
  readonly words: string | null;
}

const NO_COMMANDS: Commands = { list: [], words: null };

const FENCE = /```(?:mswea_bash_command|bash)[^\S\n]*\n([^]*?)\n```/g;

/** Models without tool calls write their command into the text, the only one in a fence. */
function commandsOf(message: Fields): Commands {
  const content = contentOf(message);
  const [fence, ...others] = [...content.matchAll(FENCE)];
  const isOne = fence !== undefined && others.length === 0;
  const words = isOne ? content.replace(fence[0], () => '').trim() : null;
  const actions = list(record(message, 'extra'), 'actions').filter(isRecord);
  if (actions.length > 0) {
    return { list: actions.map((action) => text(action, 'command') ?? shown(action)), words };
  }
  return isOne ? { list: [fence[1] ?? ''], words } : NO_COMMANDS;
}

/** Words that the program puts before those of a person (docs/formats.md, mini-swe-agent 4). */
const TYPED =
  /^(?:Commands? not executed\. The user rejected your commands? with the following message:|Interrupted by user:|The user added a new task:)\s*/;
const FILLER = 'Temporary interruption caught.';

interface Typed {
  /** Set when the program alone wrote the words. */
  readonly harness: HarnessKind | null;
  parts(builder: SessionBuilder): Part[];
}

/** What a person typed while the agent ran; null when the message is something else. */
function typedWords(content: string): Typed | null {
  if (content.startsWith('User command:')) {
    return { harness: 'local-command', parts: (builder) => [builder.text(content)] };
  }
  const before = TYPED.exec(content)?.[0];
  if (before === undefined) return null;
  const own = content.slice(before.length);
  return {
    harness: own.startsWith(FILLER) ? 'interrupt-marker' : null,
    parts: (builder) => [builder.text(before, true), builder.text(own)],
  };
}

/** Names of the exceptions that a provider's failure is raised as. */
const FAILED =
  /^(?:(?:Azure)?API|Authentication|BadGateway|BadRequest|ContentPolicy|ContextWindow|InternalServer|NotFound|PermissionDenied|RateLimit|ServiceUnavailable|UnprocessableEntity|UnsupportedParams)\w*$|^Timeout$/;

/** The run's last message: how it ended, and with what. */
function exitOf(
  row: Fields,
  builder: SessionBuilder,
): Partial<Draft> & Pick<Draft, 'role' | 'author'> {
  const extra = record(row, 'extra');
  const status = text(extra, 'exit_status') ?? '';
  const words = contentOf(row) || (text(extra, 'exception_str') ?? '');
  const shownParts = [builder.marker(`exit ${status}`.trim(), words)];
  const at = timeOf(row);
  if (!FAILED.test(status)) {
    return { role: 'system', author: 'program', harness: 'notice', time: at, parts: shownParts };
  }
  return {
    role: 'assistant',
    author: 'program',
    harness: 'request-failed',
    time: at,
    synthetic: true,
    error: { name: status, message: text(extra, 'exception_str') ?? words },
    parts: shownParts,
  };
}
