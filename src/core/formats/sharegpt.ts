import { isRecord, parseJson } from '../source/json';
import { addChatMessage, conversationReader } from './chat-reader';
import { list, quotedKind, text, type Fields } from './fields';
import type { Format, Sample } from './format';
import { addUnknown } from './session-builder';

/**
 * Conversations in the shape of ShareGPT, `{conversations: [{from, value}]}`: one document, a list of
 * them, or one a line (docs/formats.md, ShareGPT). A message's number is its index in its conversation.
 */
export const shareGpt: Format = {
  id: 'sharegpt',
  label: 'ShareGPT conversations',
  detect,
  createReader: (builder) =>
    conversationReader(builder, {
      messagesOf: turnsOf,
      joins: true,
      add(value, place, track) {
        const message = isTurn(value) ? messageOf(value) : null;
        if (message !== null) {
          addChatMessage(message, place, track);
          return null;
        }
        const sentence = isTurn(value)
          ? `A turn from ${quotedKind(value.from)} is not known.`
          : 'This row is no turn with `from` and `value`.';
        addUnknown(track.session, place, sentence, track.builder);
        return sentence;
      },
    }),
};

type Turn = Fields & { readonly from: string };

const isTurn = (value: unknown): value is Turn =>
  isRecord(value) && typeof value['from'] === 'string' && 'value' in value;

/** Where a row that is a whole conversation keeps its turns. */
const LISTS = ['conversations', 'conversation', 'items'] as const;

function turnsOf(row: unknown): readonly unknown[] | null {
  if (!isRecord(row)) return null;
  return LISTS.map((key) => list(row, key)).find((turns) => turns.some(isTurn)) ?? null;
}

/** Who speaks, as the chat shape calls them (docs/formats.md, ShareGPT 2). */
const ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    human: 'user',
    user: 'user',
    gpt: 'assistant',
    assistant: 'assistant',
    chatgpt: 'assistant',
    bard: 'assistant',
    bing: 'assistant',
    model: 'assistant',
    system: 'system',
    tool: 'tool',
    observation: 'tool',
    function_response: 'tool',
    function_call: 'function_call',
    tool_call: 'function_call',
  }),
);

const roleOf = ({ from }: Turn) => ROLES.get(from.toLowerCase());

const isKnownTurn = (value: unknown) => isTurn(value) && roleOf(value) !== undefined;

/** A list of e-mails has a `from` too: who speaks must be known. */
function detect({ rows }: Sample): number {
  const fitting = rows.filter(
    (row) => isKnownTurn(row) || turnsOf(row)?.some(isKnownTurn) === true,
  ).length;
  return fitting * 2 > rows.length ? (0.8 * fitting) / rows.length : 0;
}

/** A turn as a chat message; null when nobody knows who speaks. */
function messageOf(turn: Turn): Fields | null {
  const role = roleOf(turn);
  if (role === undefined) return null;
  const { value, id, timestamp, model } = turn;
  const shared = { id, timestamp, model };
  if (role === 'function_call') {
    return { ...shared, role: 'assistant', tool_calls: callsOf(value) };
  }
  return { ...shared, role, content: value };
}

/** Calls are a JSON text by convention; what is none is shown as it stands (docs/formats.md, ShareGPT 3). */
function callsOf(value: unknown): readonly Fields[] {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  const given = parsed?.ok === true ? parsed.value : value;
  const calls = (Array.isArray(given) ? given : [given]).filter(
    (call): call is Fields => isRecord(call) && (text(call, 'name') ?? '') !== '',
  );
  return calls.length > 0 ? calls : [{ name: 'tool', arguments: value }];
}
