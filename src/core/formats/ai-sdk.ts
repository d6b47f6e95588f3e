import type { Part, Place, ToolPart } from '../model/message';
import { isRecord } from '../source/json';
import { addChatMessage, commonFields, conversationReader, endOf, type Track } from './chat-reader';
import { spokenParts } from './content-blocks';
import { list, number, record, shown, text, typeOf, type Fields } from './fields';
import type { Format, Sample } from './format';
import { addUnknown, filePart, type Draft, type SessionBuilder } from './session-builder';
import { callPart, settle } from './tool-calls';

/**
 * Messages as the AI SDK's chats store them: `{id, role, parts}`, and those of version 4 with `content`
 * (docs/formats.md, AI SDK). Each step of a response is a message; others are one each. A message's number is
 * its position among all of them.
 */
export const aiSdk: Format = {
  id: 'ai-sdk',
  label: 'AI SDK UI messages',
  detect,
  createReader: (builder) =>
    conversationReader(builder, {
      messagesOf,
      joins: false,
      add(value, place, track) {
        if (isMessage(value)) {
          addMessage(value, place, track);
          return null;
        }
        const sentence = 'This row has no role and parts of a message.';
        addUnknown(track.session, place, sentence, track.builder);
        return sentence;
      },
    }),
};

const ROLES: ReadonlySet<string> = new Set(['assistant', 'data', 'system', 'user']);

const isMessage = (value: unknown): value is Fields =>
  isRecord(value) &&
  ROLES.has(text(value, 'role') ?? '') &&
  (Array.isArray(value['parts']) || 'content' in value);

const PART =
  /^(?:custom|data-.+|dynamic-tool|file|reasoning|reasoning-file|source|source-document|source-url|step-start|text|tool-.+)$/;

/** Other shapes have parts too, with their words elsewhere. */
const isPart = (value: unknown) =>
  isRecord(value) &&
  PART.test(typeOf(value)) &&
  (value['type'] !== 'text' || text(value, 'text') !== null);

/** Told from chat messages by its parts, or by version 4's calls. */
const isTelling = (value: unknown) =>
  isMessage(value) &&
  (Array.isArray(value['toolInvocations']) ||
    ('parts' in value && 'id' in value && list(value, 'parts').every(isPart)));

function messagesOf(row: unknown): readonly unknown[] | null {
  const messages = isRecord(row) ? list(row, 'messages') : [];
  return messages.some(isMessage) ? messages : null;
}

function detect({ rows }: Sample): number {
  const messages = rows.flatMap((row) => messagesOf(row) ?? [row]);
  if (!messages.some(isTelling)) return 0;
  const fitting = messages.filter((message) => isTelling(message) || isPlain(message)).length;
  return fitting * 2 > messages.length ? (0.8 * fitting) / messages.length : 0;
}

/** In version 4 messages without calls are mere words. */
const isPlain = (value: unknown) =>
  isMessage(value) && !('parts' in value) && text(value, 'content') !== null;

function addMessage(row: Fields, place: Place, track: Track): void {
  const metadata = record(row, 'metadata');
  const created = { createdAt: row['createdAt'] ?? metadata['createdAt'] };
  const parts = partsOf(row);
  if (row['role'] !== 'assistant') {
    const { id, role } = row;
    addChatMessage({ id, role, ...created, content: parts.map(asBlock) }, place, track);
    return;
  }
  const common = commonFields({ ...row, ...created });
  const steps = stepsOf(parts);
  steps.forEach((step, at) => {
    const isLast = at === steps.length - 1;
    const end = isLast ? endOf({ finish_reason: metadata['finishReason'] }) : {};
    const draft = track.session.add(place, {
      // The message's id and time are those of its first step.
      ...(at === 0 ? common : {}),
      ...end,
      role: 'assistant',
      author: 'assistant',
      model: text(metadata, 'model') ?? text(metadata, 'modelId'),
    });
    if (!isLast) draft.closed = true;
    else if (step.some(isUnfinished)) draft.closed = false;
    if (steps.length === 1) draft.tokens = tokensOf(metadata);
    for (const part of step) addPart(draft, part, place, track.builder);
  });
}

/** Version 4 keeps words, reasoning and calls beside each other when there are no parts (docs/formats.md, AI SDK 2). */
function partsOf(row: Fields): readonly Fields[] {
  const attached = [...list(row, 'experimental_attachments'), ...list(row, 'attachments')]
    .filter(isRecord)
    .map(({ name, contentType, url }) => ({
      type: 'file',
      filename: name,
      mediaType: contentType,
      url,
    }));
  if (Array.isArray(row['parts'])) return [...list(row, 'parts').filter(isRecord), ...attached];
  const reasoning = text(row, 'reasoning');
  const words = text(row, 'content');
  const calls = list(row, 'toolInvocations').filter(isRecord);
  return [
    ...(reasoning === null ? [] : [{ type: 'reasoning', reasoning }]),
    ...calls.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    ...(words === null || (words === '' && calls.length > 0)
      ? []
      : [{ type: 'text', text: words }]),
    ...attached,
  ];
}

/** A response is one model call; a message holds all of them up to the next prompt (docs/formats.md, AI SDK 3). */
function stepsOf(parts: readonly Fields[]): readonly (readonly Fields[])[] {
  const steps: Fields[][] = [[]];
  for (const part of parts) {
    const current = steps.at(-1);
    if (current === undefined || (part['type'] === 'step-start' && current.length > 0)) {
      steps.push([part]);
    } else current.push(part);
  }
  return steps;
}

const isUnfinished = (part: Fields) =>
  ['streaming', 'input-streaming'].includes(text(part, 'state') ?? '') ||
  text(record(part, 'toolInvocation'), 'state') === 'partial-call';

/** A part as a block of the chat shape. */
const asBlock = (part: Fields): Fields =>
  part['type'] === 'file' ? { ...part, mime: part['mediaType'] ?? part['mimeType'] } : part;

const isTool = (part: Fields) => /^(?:dynamic-tool$|tool-)/.test(typeOf(part));

function addPart(draft: Draft, part: Fields, place: Place, builder: SessionBuilder): void {
  if (isTool(part)) addTool(draft, part, place, builder);
  else draft.parts.push(...plainParts(part, builder));
}

function plainParts(part: Fields, builder: SessionBuilder): readonly Part[] {
  const state = text(part, 'state');
  switch (typeOf(part)) {
    case 'text':
      return spokenParts(text(part, 'text') ?? '', builder);
    case 'reasoning': {
      const words = text(part, 'text') ?? text(part, 'reasoning') ?? '';
      const closed = state === null ? null : state !== 'streaming';
      return [builder.reasoning(words, words === '', closed)];
    }
    case 'file':
    case 'reasoning-file': {
      const mime = text(part, 'mediaType') ?? text(part, 'mimeType');
      const data = text(part, 'data');
      const url = data === null ? text(part, 'url') : `data:${mime ?? ''};base64,${data}`;
      return [filePart(text(part, 'filename'), mime, url)];
    }
    case 'step-start':
      return [builder.marker('step-start', null)];
    case 'source':
    case 'source-url':
    case 'source-document': {
      const source = isRecord(part['source']) ? part['source'] : part;
      return [builder.marker('source', text(source, 'url') ?? text(source, 'title'))];
    }
    default:
      return [builder.marker(typeOf(part) || 'unknown', shown(part['data'] ?? part))];
  }
}

/** A call and its result are one part, whose state says how far it came (docs/formats.md, AI SDK 4). */
function addTool(draft: Draft, part: Fields, place: Place, builder: SessionBuilder): void {
  const called = part['type'] === 'tool-invocation' ? record(part, 'toolInvocation') : part;
  const name = text(called, 'toolName') ?? typeOf(part).replace(/^tool-/, '');
  const input = called['input'] ?? called['args'] ?? called['rawInput'];
  const call = callPart({ id: called['toolCallId'], name, input }, builder, null);
  const result = resultOf(called);
  draft.parts.push(result === null ? { ...call, status: statusOf(called) } : call);
  if (result === null) return;
  const { block, interrupted } = result;
  const settled = { place, time: null, block, childSession: null, interrupted };
  settle({ draft, at: draft.parts.length - 1 }, settled, builder);
}

const statusOf = (called: Fields): ToolPart['status'] =>
  ['input-streaming', 'partial-call'].includes(text(called, 'state') ?? '')
    ? 'pending'
    : 'no-result';

function resultOf(
  called: Fields,
): { readonly block: Fields; readonly interrupted: boolean } | null {
  switch (text(called, 'state')) {
    case 'output-available':
    case 'result':
      return {
        block: { content: called['output'] ?? called['result'] ?? '' },
        interrupted: false,
      };
    case 'output-error':
      return {
        block: { content: text(called, 'errorText') ?? '', is_error: true },
        interrupted: false,
      };
    case 'output-denied':
      return {
        block: { content: text(record(called, 'approval'), 'reason') ?? '', is_error: true },
        interrupted: true,
      };
    default:
      return null;
  }
}

/** What applications keep in `metadata` is theirs; these are the names of the AI SDK's own results. */
function tokensOf(metadata: Fields): Draft['tokens'] {
  const usage = isRecord(metadata['usage']) ? metadata['usage'] : record(metadata, 'totalUsage');
  if (Object.keys(usage).length === 0) return null;
  return {
    input: number(usage, 'inputTokens') ?? number(usage, 'promptTokens'),
    output: number(usage, 'outputTokens') ?? number(usage, 'completionTokens'),
    reasoning: number(usage, 'reasoningTokens'),
    cacheRead: number(usage, 'cachedInputTokens'),
    cacheWrite: null,
  };
}
