import { isRecord } from '../source/json';
import { addChatMessage, conversationReader, type Track } from './chat-reader';
import { clineContent } from './cline-content';
import { createUiReader, isUiRow } from './cline-ui';
import { contentBlocks, wordsOfBlocks } from './content-blocks';
import { list, number, record, shown, text, type Fields } from './fields';
import type { Format, FormatReader, Head, RowVerdict, Sample } from './format';
import type { HarnessKind, Place } from '../model/message';
import { addUnknown, type Draft, type SessionBuilder } from './session-builder';
import { callPart } from './tool-calls';

/**
 * Tasks of Cline, Roo Code and Kilo Code: what the model saw (`api_conversation_history.json`), what the
 * person saw (`ui_messages.json`), and sessions of Cline's SDK (docs/formats.md, Cline). In the first and
 * the last a message's number is its index; in the second it is the position of its first row among those of messages.
 */
export const cline: Format = {
  id: 'cline',
  label: 'Cline, Roo Code or Kilo Code task',
  detect,
  createReader,
};

const isMessage = (row: unknown): row is Fields =>
  isRecord(row) &&
  (row['role'] === 'user' || row['role'] === 'assistant') &&
  ('content' in row || row['type'] === 'reasoning');

const isSdkHead = (head: Fields) =>
  Array.isArray(head['messages']) && 'agent' in head && 'sessionId' in head;

/** What wraps a prompt, or stands behind it. */
const isWrapped = (row: Fields) =>
  row['role'] === 'user' &&
  /<(?:task|environment_details)>/.test(wordsOfBlocks(contentBlocks(row['content']) ?? []));

function detect({ rows, head, shape }: Sample): number {
  if (shape !== 'document' || rows.length === 0) return 0;
  if (head !== null) return isSdkHead(head) && rows.some(isMessage) ? 0.95 : 0;
  if (rows.filter(isUiRow).length * 2 > rows.length) return 0.95;
  const messages = rows.filter(isMessage);
  const isStamped = messages.some((row) => number(row, 'ts') !== null);
  return isStamped && messages.some(isWrapped) ? 0.9 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const history = conversationReader(builder, {
    messagesOf: () => null,
    joins: false,
    add: addMessage,
  });
  const ui = createUiReader(builder.session(''), builder);
  let isHistory = false;
  return {
    accept(row) {
      if (isUiRow(row.value)) return ui.accept(row.value, row.place);
      isHistory = true;
      return history.accept(row);
    },
    broken(place, sentence) {
      history.broken(place, sentence);
    },
    finish(head: Head) {
      ui.finish();
      if (isHistory) history.finish(head);
    },
  };
}

function addMessage(row: unknown, place: Place, track: Track): RowVerdict {
  const { session, builder } = track;
  if (!isMessage(row)) {
    const sentence = 'This row has no role and content of a message.';
    addUnknown(session, place, sentence, builder);
    return sentence;
  }
  const draft = addRow(row, place, track);
  const harness = harnessOf(row);
  if (harness !== null) {
    draft.author = draft.role === 'assistant' ? 'program' : 'harness';
    draft.harness = harness;
  }
  return null;
}

function addRow(row: Fields, place: Place, track: Track): Draft {
  if (row['isTruncationMarker'] === true) {
    return track.session.add(place, {
      role: 'system',
      author: 'program',
      harness: 'compaction-boundary',
      parts: [track.builder.marker('context truncated', shown(row['content']))],
    });
  }
  // Roo keeps sealed reasoning in a row of its own, before that of its response.
  if (row['type'] === 'reasoning') {
    const draft = addChatMessage({ ...row, role: 'assistant', content: [SEALED] }, place, track);
    draft.continues = true;
    return draft;
  }
  const { content, end } = clineContent(row, place, track);
  const draft = addChatMessage({ ...row, content }, place, track);
  if (draft.role !== 'assistant') return draft;
  Object.assign(draft, end);
  draft.tokens = tokensOf(record(row, 'metrics')) ?? draft.tokens;
  // Cline's own tools of the model leave no block.
  for (const activity of list(record(row, 'metadata'), 'modelToolActivities').filter(isRecord)) {
    const name = text(activity, 'name') ?? text(activity, 'toolName') ?? 'model tool';
    draft.parts.push({
      ...callPart({ name, input: activity }, track.builder, null),
      status: 'completed',
    });
  }
  return draft;
}

const SEALED = { type: 'redacted_thinking' };

/** What a row says of itself that the program wrote it (docs/formats.md, Cline 3 and 5). */
function harnessOf(row: Fields): HarnessKind | null {
  const metadata = record(row, 'metadata');
  const kind = text(metadata, 'kind');
  if (row['isSummary'] === true || kind === 'compaction_summary') return 'compaction-summary';
  if (kind === 'compaction') return 'compaction-boundary';
  return /^(?:error|status|system)$/.test(text(metadata, 'displayRole') ?? '') ? 'notice' : null;
}

function tokensOf(metrics: Fields): Draft['tokens'] {
  const input = number(metrics, 'inputTokens');
  const output = number(metrics, 'outputTokens');
  if (input === null && output === null) return null;
  return {
    input,
    output,
    reasoning: null,
    cacheRead: number(metrics, 'cacheReadTokens'),
    cacheWrite: number(metrics, 'cacheWriteTokens'),
  };
}
