import * as z from 'zod';
import { harnessKindOf } from '../findings/harness';
import type { Finish, HarnessKind, Part, Place, ToolPart, ToolStatus } from '../model/message';
import { isRecord } from '../source/json';
import { id, list, number, record, shown, text, time, type Fields } from './fields';
import type { Format, FormatReader, Head, Sample } from './format';
import {
  addUnknown,
  filePart,
  type Draft,
  type SessionBuilder,
  type SessionDraft,
} from './session-builder';
import { toolTitle } from './tool-title';

/**
 * `opencode export`: `{info, messages: [{info, parts}]}`, and the bare list that its HTTP interface
 * gives (docs/formats.md, opencode 1). One element is one message; its number is its index in the list.
 */
export const opencodeExport: Format = {
  id: 'opencode-export',
  label: 'opencode export',
  detect,
  createReader,
};

const rowSchema = z.object({
  info: z.looseObject({ role: z.enum(['user', 'assistant']) }),
  parts: z.array(z.unknown()).nullish(),
});

function detect({ rows, head, shape }: Sample): number {
  if (shape !== 'document') return 0;
  const isSession = text(record(head ?? {}, 'info'), 'id')?.startsWith('ses_') === true;
  if (rows.length === 0) return isSession ? 1 : 0;
  const fitting = rows.filter((row) => rowSchema.safeParse(row).success).length;
  return fitting / rows.length;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  return {
    accept({ value, place }) {
      const row = rowSchema.safeParse(value);
      if (!row.success) {
        const sentence = 'This element has no `info` with a role of user or assistant.';
        addUnknown(session, place, sentence, builder);
        return sentence;
      }
      const { info } = row.data;
      const parts = (row.data.parts ?? []).filter(isRecord);
      if (session.id === '') session.id = id(info, 'sessionID') ?? '';
      if (info.role === 'user') addUser(session, builder, place, info, parts);
      else addAssistant(session, builder, place, info, parts);
      return null;
    },
    broken(place, sentence) {
      addUnknown(session, place, sentence, builder);
    },
    finish(head) {
      const info = record(head ?? {}, 'info');
      session.id = id(info, 'id') ?? session.id;
      session.parent = id(info, 'parentID');
      session.title = text(info, 'title');
      session.directory = text(info, 'directory');
      session.agentVersion = text(info, 'version');
      leaveLastOpen(session);
      markReverted(session, head);
    },
  };
}

const common = (info: Fields) => ({
  id: id(info, 'id'),
  time: time(record(info, 'time'), 'created'),
  parentId: id(info, 'parentID'),
});

function addUser(
  session: SessionDraft,
  builder: SessionBuilder,
  place: Place,
  info: Fields,
  parts: readonly Fields[],
): void {
  const harness = harnessOfUser(parts);
  session.add(place, {
    ...common(info),
    role: 'user',
    author: harness === null ? 'person' : 'harness',
    harness,
    model: text(record(info, 'model'), 'modelID'),
    parts: parts.flatMap((part) => toParts(part, builder)),
  });
}

/** What a message in the user's name is, when the program wrote it; null: a person did (docs/formats.md, opencode 2 and 4). */
function harnessOfUser(parts: readonly Fields[]): HarnessKind | null {
  if (parts.some((part) => part['type'] === 'compaction')) return 'compaction-request';
  const texts = parts.filter((part) => part['type'] === 'text');
  const isOwn = (part: Fields) => part['synthetic'] !== true && part['ignored'] !== true;
  const own = texts.filter(isOwn);
  const words = (own.length > 0 ? own : texts).map((part) => text(part, 'text') ?? '').join('\n');
  if (own.length > 0 || texts.length === 0) return harnessKindOf(words);
  return parts.some((part) => part['type'] === 'file') ? null : (harnessKindOf(words) ?? 'other');
}

function addAssistant(
  session: SessionDraft,
  builder: SessionBuilder,
  place: Place,
  info: Fields,
  parts: readonly Fields[],
): void {
  const isSummary = info['summary'] === true;
  const end = endOf(info, parts);
  session.add(place, {
    ...common(info),
    ...end,
    role: 'assistant',
    author: isSummary ? 'program' : 'assistant',
    harness: isSummary ? 'compaction-summary' : null,
    completed: time(record(info, 'time'), 'completed'),
    model: text(info, 'modelID'),
    tokens: tokensOf(record(info, 'tokens')),
    parts: parts.flatMap((part) => toParts(part, builder)),
    // Only the last message can still be being written: see `leaveLastOpen`.
    closed: true,
  });
}

function tokensOf(tokens: Fields): Draft['tokens'] {
  if (Object.keys(tokens).length === 0) return null;
  const cache = record(tokens, 'cache');
  return {
    input: number(tokens, 'input'),
    output: number(tokens, 'output'),
    reasoning: number(tokens, 'reasoning'),
    cacheRead: number(cache, 'read'),
    cacheWrite: number(cache, 'write'),
  };
}

const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    stop: 'stop',
    'tool-calls': 'tool-calls',
    length: 'length',
    'content-filter': 'content-filter',
    error: 'error',
  }),
);

/** How the response ended: its error says more than its finish, which says more than its last step's reason. */
function endOf(
  info: Fields,
  parts: readonly Fields[],
): Pick<Draft, 'finish' | 'rawFinish' | 'error'> {
  const error = record(info, 'error');
  const name = text(error, 'name');
  if (name === 'MessageAbortedError') return { finish: 'aborted', rawFinish: name, error: null };
  if (name === 'MessageOutputLengthError')
    return { finish: 'length', rawFinish: name, error: null };
  if (name !== null) {
    const message = text(record(error, 'data'), 'message') ?? '';
    return { finish: 'error', rawFinish: text(info, 'finish'), error: { name, message } };
  }
  const step = parts.findLast((part) => part['type'] === 'step-finish');
  const raw = text(info, 'finish') ?? (step === undefined ? null : text(step, 'reason'));
  return {
    finish: raw === null ? null : (FINISHES.get(raw) ?? 'unknown'),
    rawFinish: raw,
    error: null,
  };
}

/** A killed or running agent leaves neither a finish nor a time of completion (docs/formats.md, opencode 3). */
function leaveLastOpen(session: SessionDraft): void {
  const last = session.messages.at(-1);
  if (last?.role !== 'assistant') return;
  if (last.finish === null && last.completed === null) last.closed = false;
}

/** A person can undo: messages from `info.revert` on are still listed (docs/formats.md, opencode 5). */
function markReverted(session: SessionDraft, head: Head): void {
  const from = id(record(record(head ?? {}, 'info'), 'revert'), 'messageID');
  const at = from === null ? -1 : session.messages.findIndex((message) => message.id === from);
  if (at < 0) return;
  for (const message of session.messages.slice(at)) message.superseded = true;
}

/** The kinds of parts (docs/formats.md, opencode 2); one we do not know is shown as a marker with its content. */
function toParts(part: Fields, builder: SessionBuilder): readonly Part[] {
  const type = text(part, 'type') ?? 'unknown';
  switch (type) {
    case 'text':
      return [
        builder.text(
          text(part, 'text') ?? '',
          part['synthetic'] === true || part['ignored'] === true,
        ),
      ];
    case 'reasoning':
      return [reasoningPart(part, builder)];
    case 'tool':
      return toolParts(part, builder);
    case 'file':
      return [filePart(text(part, 'filename'), text(part, 'mime'), text(part, 'url'))];
    case 'patch':
      return [
        { kind: 'patch', files: list(part, 'files').filter((file) => typeof file === 'string') },
      ];
    case 'step-start':
    case 'snapshot':
      return [builder.marker(type, null)];
    case 'step-finish':
      return [builder.marker(type, text(part, 'reason'))];
    case 'agent':
      return [builder.marker('agent', text(part, 'name'))];
    case 'subtask':
      return [builder.marker('subtask', text(part, 'prompt') ?? text(part, 'description'))];
    case 'compaction':
      return [builder.marker('compaction', part['auto'] === true ? 'automatic' : null)];
    case 'retry':
      return [builder.marker('retry', text(record(record(part, 'error'), 'data'), 'message'))];
    default:
      return [builder.marker(type, shown(part))];
  }
}

function reasoningPart(part: Fields, builder: SessionBuilder): Part {
  const words = text(part, 'text') ?? '';
  const times = record(part, 'time');
  const isTimed = number(times, 'start') !== null;
  const isSealed = words === '' && isRecord(part['metadata']);
  return builder.reasoning(words, isSealed, isTimed ? number(times, 'end') !== null : null);
}

const STATUSES: ReadonlyMap<string, ToolStatus> = new Map(
  Object.entries<ToolStatus>({
    pending: 'pending',
    running: 'running',
    completed: 'completed',
    error: 'error',
  }),
);

function toolParts(part: Fields, builder: SessionBuilder): readonly Part[] {
  const state = record(part, 'state');
  const metadata = record(state, 'metadata');
  const times = record(state, 'time');
  const failure = text(state, 'error');
  const output = failure ?? (state['output'] === undefined ? null : shown(state['output']));
  const name = text(part, 'tool') ?? 'tool';
  const call: ToolPart = {
    kind: 'tool',
    callId: id(part, 'callID'),
    name,
    title: text(state, 'title') ?? toolTitle(record(state, 'input')),
    input: builder.excerpt(shown(state['input']), 'input'),
    status: STATUSES.get(text(state, 'status') ?? '') ?? 'no-result',
    output: output === null ? null : builder.excerpt(output, 'output'),
    outputTail: output === null ? '' : builder.tail(output),
    exitCode: number(metadata, 'exit'),
    interrupted: metadata['interrupted'] === true || failure === 'Tool execution aborted',
    started: time(times, 'start'),
    ended: time(times, 'end'),
    childSession: id(metadata, 'sessionId') ?? id(metadata, 'sessionID'),
  };
  const attachments = list(state, 'attachments').filter(isRecord);
  return [
    call,
    ...attachments.map((file) =>
      filePart(text(file, 'filename'), text(file, 'mime'), text(file, 'url')),
    ),
  ];
}
