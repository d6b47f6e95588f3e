import type { Place } from '../model/message';
import { isRecord } from '../source/json';
import {
  addChatMessage,
  commonFields,
  conversationReader,
  endOf,
  tokensOf,
  type Track,
} from './chat-reader';
import { list, number, record, text, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { addUnknown, type SessionBuilder, type SessionDraft } from './session-builder';

/**
 * Chat messages in the OpenAI and Anthropic shapes: a list, `{messages: []}`, or JSON Lines with one
 * message or one whole conversation a line (docs/formats.md, chat messages). A message's number is its
 * index in the list; tool results keep theirs and are shown with their call as well.
 */
export const chatMessages: Format = {
  id: 'chat-messages',
  label: 'chat messages',
  detect,
  createReader,
};

const ROLES: ReadonlySet<string> = new Set([
  'assistant',
  'developer',
  'function',
  'session_meta',
  'system',
  'tool',
  'user',
]);

const CONTENT_KEYS = ['content', 'text', 'tool_calls', 'function_call', 'refusal'] as const;

const isMessage = (value: unknown): value is Fields =>
  isRecord(value) &&
  ROLES.has(text(value, 'role') ?? '') &&
  (value['role'] === 'session_meta' || CONTENT_KEYS.some((key) => key in value));

/** Where a row that is a whole conversation keeps its messages. */
const CONVERSATION_KEYS = ['messages', 'conversations', 'conversation', 'traj'] as const;

function messagesOf(row: unknown): readonly unknown[] | null {
  if (!isRecord(row)) return null;
  const lists = CONVERSATION_KEYS.map((key) => list(row, key));
  return lists.find((messages) => messages.some(isMessage)) ?? null;
}

/** One of the answers of a response of the API. */
const isChoice = (value: unknown): value is Fields =>
  isRecord(value) && 'message' in value && 'finish_reason' in value;

/** A response of the API as it came. */
const isCompletion = (value: unknown): value is Fields =>
  isRecord(value) && Array.isArray(value['choices']) && !('messages' in value);

function detect({ rows, head, shape }: Sample): number {
  if (rows.length === 0) return head !== null && Array.isArray(head['messages']) ? 0.2 : 0;
  const isBare = shape === 'lines' || head === null;
  const isAnswer = text(head ?? {}, 'object')?.startsWith('chat.completion') === true;
  const fitting = rows.filter(
    (row) =>
      isMessage(row) ||
      (isAnswer && isChoice(row)) ||
      (isBare && (isCompletion(row) || messagesOf(row) !== null)),
  ).length;
  return fitting * 2 > rows.length ? (0.5 * fitting) / rows.length : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const reader = conversationReader(builder, { messagesOf, joins: true, add });
  return {
    ...reader,
    finish(head) {
      reader.finish(head);
      if (head !== null) takeCompletion(builder.session(''), head);
    },
  };
}

function add(value: unknown, place: Place, track: Track): RowVerdict {
  if (isMessage(value)) addChatMessage(value, place, track);
  else if (isCompletion(value)) addCompletion(value, place, track);
  else if (isChoice(value)) addChoice(value, {}, place, track);
  else if (isRecord(value) && isRecord(value['error'])) addFailure(value, place, track);
  else {
    const sentence = 'This row has no role and content of a chat message.';
    addUnknown(track.session, place, sentence, track.builder);
    return sentence;
  }
  return null;
}

function addCompletion(row: Fields, place: Place, track: Track): void {
  const { id: own, model, usage, created } = row;
  const choices = list(row, 'choices').filter(isRecord);
  const shared = { id: own, model, usage, created };
  // Without any choice it is a response all the same, of nothing.
  for (const choice of choices.length > 0 ? choices : [{}]) addChoice(choice, shared, place, track);
}

/** Choices after the first are other answers to the same request. */
function addChoice(choice: Fields, shared: Fields, place: Place, track: Track): void {
  const { finish_reason } = choice;
  const message = record(choice, 'message');
  const row = { ...shared, ...message, role: 'assistant', finish_reason };
  const draft = addChatMessage(row, place, track);
  draft.closed = true;
  draft.superseded = (number(choice, 'index') ?? 0) > 0;
}

/** The body of a request that failed stands where its response should. */
function addFailure(row: Fields, place: Place, { session }: Track): void {
  session.add(place, {
    ...commonFields(row),
    ...endOf(row),
    role: 'assistant',
    author: 'program',
    harness: 'request-failed',
    finish: 'error',
    closed: true,
    synthetic: true,
  });
}

/** What a response of the API says beside its choices. */
function takeCompletion(session: SessionDraft, head: Fields): void {
  const answer = session.messages.findLast(
    ({ author, superseded }) => author === 'assistant' && !superseded,
  );
  if (answer === undefined || !('choices' in head)) return;
  answer.tokens = tokensOf(record(head, 'usage'));
  answer.time ??= commonFields(head).time;
}
