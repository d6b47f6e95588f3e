import { harnessKindOf } from '../findings/harness';
import type { Place } from '../model/message';
import { isRecord } from '../source/json';
import { wordsOfBlocks } from './content-blocks';
import {
  id,
  list,
  number,
  quotedKind,
  record,
  shown,
  text,
  time,
  typeOf,
  withoutCached,
  type Fields,
} from './fields';
import type { Format, FormatReader, Head, RowVerdict, Sample } from './format';
import { geminiHarness, geminiPart } from './gemini-parts';
import type { Draft, SessionBuilder } from './session-builder';
import { callPart, settle } from './tool-calls';

/**
 * Gemini CLI's `~/.gemini/tmp/…/chats/session-*`: one JSON document, or JSON Lines since 0.40
 * (docs/formats.md, Gemini CLI). A record is one message, with its calls and their results; a record that
 * is written again is the same message. A message's number is the position of its first record.
 */
export const gemini: Format = { id: 'gemini', label: 'Gemini CLI session', detect, createReader };

const TYPES: ReadonlySet<string> = new Set(['error', 'gemini', 'info', 'model', 'user', 'warning']);

const isMessage = (row: Fields) =>
  TYPES.has(typeOf(row)) &&
  'id' in row &&
  'timestamp' in row &&
  ('content' in row || 'parts' in row) &&
  !('role' in row || 'message' in row || 'sessionId' in row);

const isHead = (row: Fields) => 'sessionId' in row && 'projectHash' in row && !('type' in row);

const isControl = (row: Fields) => isRecord(row['$set']) || '$rewindTo' in row;

function detect({ rows, head, shape }: Sample): number {
  const records = rows.filter(isRecord);
  const isHeaded = isHead(shape === 'document' ? (head ?? {}) : (records[0] ?? {}));
  if (records.length === 0) return isHeaded ? 0.9 : 0;
  const fitting = records.filter((row) => isMessage(row) || isControl(row)).length;
  if (isHeaded) return 0.95;
  return fitting * 2 > records.length ? 0.8 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const known = new Map<string, Draft>();

  const takeHead = (head: Fields): void => {
    session.id = id(head, 'sessionId') ?? session.id;
    session.title = text(head, 'summary') ?? session.title;
    const [directory] = list(head, 'directories');
    if (typeof directory === 'string') session.directory = directory;
  };
  const addMessage = (row: Fields, place: Place): RowVerdict => {
    const own = id(row, 'id');
    const before = own === null ? undefined : known.get(own);
    const values = valuesOf(row, builder);
    if (values === null) return `A record of kind ${quotedKind(typeOf(row))} is not known.`;
    const draft = before ?? session.add(place, { ...values, id: own });
    // Written again, it replaces what was there.
    if (before !== undefined) {
      Object.assign(draft, values);
      draft.places.push(place);
    }
    if (own !== null) known.set(own, draft);
    for (const call of list(row, 'toolCalls').filter(isRecord))
      addRecordedCall(draft, call, place, builder);
    return null;
  };
  /** What a person undid, and lists that were replaced, are shown and not judged. */
  const leaveFrom = (at: number): void => {
    for (const message of session.messages.slice(at)) message.superseded = true;
  };
  const set = (values: Fields, place: Place): null => {
    takeHead(values);
    if (!Array.isArray(values['messages'])) return null;
    leaveFrom(0);
    known.clear();
    for (const message of list(values, 'messages').filter(isRecord)) addMessage(message, place);
    return null;
  };
  const rewind = (to: string | null): null => {
    const at = session.messages.findIndex((message) => message.id === to);
    leaveFrom(Math.max(at, 0));
    return null;
  };
  return {
    accept({ value, place }) {
      if (!isRecord(value)) return 'This row is no object.';
      if (isRecord(value['$set'])) return set(value['$set'], place);
      if ('$rewindTo' in value) return rewind(text(value, '$rewindTo'));
      if (isHead(value)) {
        takeHead(value);
        return null;
      }
      return addMessage(value, place);
    },
    broken: () => undefined,
    finish(head: Head) {
      if (head !== null) takeHead(head);
    },
  };
}

type Values = Partial<Draft> & Pick<Draft, 'role' | 'author' | 'parts'>;

function valuesOf(row: Fields, builder: SessionBuilder): Values | null {
  const at = time(row, 'timestamp');
  const content = contentOf(row);
  const words = wordsOfBlocks(content);
  switch (typeOf(row)) {
    case 'user': {
      const harness = geminiHarness(words);
      const author = harness === null ? 'person' : 'harness';
      const parts = content.map((part) => geminiPart(part, builder));
      return { role: 'user', author, harness, time: at, parts };
    }
    case 'gemini':
    case 'model': {
      const thoughts = list(row, 'thoughts').filter(isRecord).map(thoughtText);
      const own = content.filter((part) => part['text'] !== '');
      return {
        role: 'assistant',
        author: 'assistant',
        time: at,
        model: text(row, 'model'),
        tokens: tokensOf(record(row, 'tokens')),
        parts: [
          ...thoughts.map((thought) => builder.reasoning(thought, thought === '')),
          ...own.map((part) => geminiPart(part, builder)),
        ],
      };
    }
    case 'error':
    case 'info':
    case 'warning': {
      const harness =
        typeOf(row) === 'error' ? 'request-failed' : (harnessKindOf(words) ?? 'notice');
      const parts = [builder.marker(typeOf(row), words)];
      return { role: 'system', author: 'program', harness, time: at, parts };
    }
    default:
      return null;
  }
}

/** The content of a record: a text, one part or a list of them; `model` records name it `parts`. */
function contentOf(row: Fields): readonly Fields[] {
  const content = row['content'] ?? row['parts'];
  if (typeof content === 'string') return [{ text: content }];
  return (Array.isArray(content) ? content : [content]).flatMap((part: unknown) =>
    typeof part === 'string' ? [{ text: part }] : isRecord(part) ? [part] : [],
  );
}

const thoughtText = (thought: Fields) =>
  [text(thought, 'subject'), text(thought, 'description')]
    .filter((words) => words !== null && words !== '')
    .join('\n');

function addRecordedCall(draft: Draft, call: Fields, place: Place, builder: SessionBuilder): void {
  const at = time(call, 'timestamp');
  draft.parts.push(callPart(call, builder, at));
  const status = text(call, 'status');
  const isOver = status === 'success' || status === 'error' || status === 'cancelled';
  if (!isOver && call['result'] === undefined) return;
  const result = {
    place,
    time: null,
    block: { content: resultText(call), is_error: status === 'error' || status === 'cancelled' },
    childSession: id(call, 'agentId'),
    interrupted: status === 'cancelled',
  };
  settle({ draft, at: draft.parts.length - 1 }, result, builder);
}

/** Results are function responses with an output or an error, else what was displayed. */
function resultText(call: Fields): string {
  const given = call['result'];
  const responses = (Array.isArray(given) ? given : [given]).filter(isRecord);
  const outputs = responses.flatMap((part) => {
    const response = record(record(part, 'functionResponse'), 'response');
    const output = response['output'] ?? response['error'];
    return output === undefined ? [] : [shown(output)];
  });
  return outputs.length > 0 ? outputs.join('\n') : shown(given ?? call['resultDisplay']);
}

function tokensOf(tokens: Fields): Draft['tokens'] {
  if (Object.keys(tokens).length === 0) return null;
  const cached = number(tokens, 'cached');
  return {
    input: withoutCached(number(tokens, 'input'), cached),
    output: number(tokens, 'output'),
    reasoning: number(tokens, 'thoughts'),
    cacheRead: cached,
    cacheWrite: null,
  };
}
