import { harnessKindOf } from '../findings/harness';
import type { Finish, HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, otherPart } from './content-blocks';
import { id, number, quotedKind, record, text, time, typeOf, type Fields } from './fields';
import type { Format, FormatReader, RowVerdict, Sample } from './format';
import { lineReader } from './line-reader';
import { addUnknown, type Draft, type SessionBuilder } from './session-builder';
import { callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Sessions of Pi and of OpenClaw, which embeds it (docs/formats.md, Pi). One entry is one message; tool
 * results stand with their call. A message's number is its position among the entries that are shown.
 */
export const pi: Format = { id: 'pi', label: 'Pi or OpenClaw session', detect, createReader };

const ROLES: ReadonlySet<string> = new Set([
  'assistant',
  'bashExecution',
  'branchSummary',
  'compactionSummary',
  'custom',
  'hookMessage',
  'toolResult',
  'user',
]);

const roleOf = (row: Fields) => text(record(row, 'message'), 'role') ?? '';

const isEntry = (row: Fields) => row['type'] === 'message' && ROLES.has(roleOf(row));

const isHead = (row: Fields) =>
  row['type'] === 'session' && id(row, 'id') !== null && 'timestamp' in row && 'cwd' in row;

/** What only Pi's entries have; a cut extract has no head (docs/formats.md, Pi 1). */
const isTelling = (row: Fields) =>
  isEntry(row) &&
  (roleOf(row) === 'toolResult' ||
    (roleOf(row) === 'assistant' &&
      ('stopReason' in record(row, 'message') || 'api' in record(row, 'message'))));

function detect({ rows, shape }: Sample): number {
  if (shape !== 'lines') return 0;
  const records = rows.filter(isRecord);
  if (records.slice(0, 2).some(isHead)) return 1;
  return records.some(isTelling) ? 0.9 : 0;
}

/** Entries that keep the state of the program. */
const QUIET: ReadonlySet<string> = new Set([
  'child_usage_attributed',
  'custom',
  'label',
  'thinking_level_change',
]);

interface Entry {
  readonly row: Fields;
  readonly message: Fields;
  readonly place: Place;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const calls = new Map<string, PlacedCall>();
  let model: string | null = null;

  const acceptMessage = (entry: Entry): RowVerdict => {
    const { row, message, place } = entry;
    switch (message['role']) {
      case 'user':
        session.add(place, { ...common(entry), ...userOf(message, builder) });
        return null;
      case 'assistant': {
        const draft = session.add(place, {
          ...common(entry),
          ...responseOf(entry, builder),
          model: text(message, 'model') ?? model,
        });
        draft.parts.forEach((part, at) => {
          if (part.kind === 'tool' && part.callId !== null) calls.set(part.callId, { draft, at });
        });
        return null;
      }
      case 'toolResult': {
        const call = calls.get(id(message, 'toolCallId') ?? '');
        if (call === undefined) return note(entry, 'result without a call', 'other');
        takeResult(call, entry, builder);
        return null;
      }
      case 'bashExecution':
        return addCommand(entry);
      case 'compactionSummary':
        return note(entry, 'context compacted', 'compaction-boundary');
      case 'branchSummary':
        return note(entry, 'branch summary', 'notice');
      case 'custom':
      case 'hookMessage':
        return note(entry, text(message, 'customType') ?? 'custom message', 'reminder');
      default:
        return unknown(row, place);
    }
  };
  /** Something that the program wrote, in its own name. */
  const note = (entry: Entry, label: string, harness: HarnessKind): RowVerdict => {
    const { message, place } = entry;
    const words = text(message, 'summary') ?? blockText(message);
    session.add(place, {
      ...common(entry),
      role: 'system',
      author: 'program',
      harness,
      parts: [builder.marker(label, words)],
    });
    return null;
  };
  /** The person's own `!command`: it is no prompt. */
  const addCommand = (entry: Entry): RowVerdict => {
    const { message, place } = entry;
    const words = `${text(message, 'command') ?? ''}\n${text(message, 'output') ?? ''}`;
    session.add(place, {
      ...common(entry),
      role: 'user',
      author: 'harness',
      harness: 'local-command',
      parts: [builder.marker('shell command', words)],
    });
    return null;
  };
  const unknown = (row: Fields, place: Place): RowVerdict => {
    const sentence = `An entry of kind ${quotedKind(typeOf(row))} is not known.`;
    addUnknown(session, place, sentence, builder);
    return sentence;
  };

  return lineReader((value, place) => {
    const own: Entry = { row: value, message: value, place };
    switch (value['type']) {
      case 'session':
        session.id = id(value, 'id') ?? '';
        session.directory = text(value, 'cwd');
        model = text(value, 'modelId') ?? model;
        return null;
      case 'message':
        return acceptMessage({ ...own, message: record(value, 'message') });
      case 'model_change':
        model = text(value, 'modelId') ?? model;
        return null;
      case 'title':
        session.title = text(value, 'title') ?? session.title;
        return null;
      case 'session_info':
        session.title = text(value, 'name') ?? session.title;
        return null;
      case 'compaction':
        return note(own, 'context compacted', 'compaction-boundary');
      case 'branch_summary':
        return note(own, 'branch summary', 'notice');
      case 'custom_message':
        return note(own, text(value, 'customType') ?? 'custom message', 'reminder');
      default:
        return QUIET.has(typeOf(value)) ? null : unknown(value, place);
    }
  });
}

/** A message's own time is when it began, the row's when it was written (docs/formats.md, Pi 2). */
const common = ({ row, message }: Entry) => ({
  id: id(row, 'id'),
  parentId: id(row, 'parentId'),
  time: time(message, 'timestamp') ?? time(row, 'timestamp'),
});

/** `/skill:name words` is sent as the skill's text, with the person's words after it (docs/formats.md, Pi 4). */
const SKILL = /^<skill name=[^]*?\n<\/skill>/;

function userOf(message: Fields, builder: SessionBuilder) {
  const blocks = contentBlocks(message['content']) ?? [];
  const words = blocks.filter((block) => block['type'] === 'text').map(blockText);
  const isSkill = words.some((one) => SKILL.test(one));
  const kinds = words.map(harnessKindOf);
  const isHarness = !isSkill && words.length > 0 && kinds.every((kind) => kind !== null);
  return {
    role: 'user',
    author: isHarness ? 'harness' : 'person',
    harness: isHarness ? (kinds[0] ?? 'other') : null,
    parts: blocks.flatMap((block) => userParts(block, builder)),
  } as const;
}

function userParts(block: Fields, builder: SessionBuilder): readonly Part[] {
  const words = block['type'] === 'text' ? blockText(block) : '';
  const skill = SKILL.exec(words)?.[0];
  if (skill === undefined) return [partOf(block, builder)];
  const own = words.slice(skill.length).trim();
  return [builder.text(skill, true), ...(own === '' ? [] : [builder.text(own)])];
}

const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    stop: 'stop',
    toolUse: 'tool-calls',
    length: 'length',
    error: 'error',
    aborted: 'aborted',
  }),
);

function responseOf({ row, message }: Entry, builder: SessionBuilder) {
  const raw = text(message, 'stopReason');
  const finish = raw === null ? null : (FINISHES.get(raw) ?? 'unknown');
  const failure = text(message, 'errorMessage') ?? '';
  return {
    role: 'assistant',
    author: 'assistant',
    completed: time(row, 'timestamp'),
    finish,
    rawFinish: raw,
    // An abort has a sentence of its own, which is no error.
    error:
      finish === 'error'
        ? { name: /^\d{3}\b/.exec(failure)?.[0] ?? 'error', message: failure }
        : null,
    closed: raw === null ? null : true,
    tokens: tokensOf(record(message, 'usage')),
    parts: (contentBlocks(message['content']) ?? []).map((block) => partOf(block, builder)),
  } as const;
}

function tokensOf(usage: Fields): Draft['tokens'] {
  if (Object.keys(usage).length === 0) return null;
  return {
    input: number(usage, 'input'),
    output: number(usage, 'output'),
    reasoning: null,
    cacheRead: number(usage, 'cacheRead'),
    cacheWrite: number(usage, 'cacheWrite'),
  };
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  switch (block['type']) {
    case 'text':
      return builder.text(blockText(block));
    case 'thinking': {
      const words = text(block, 'thinking') ?? '';
      return builder.reasoning(words, words === '');
    }
    case 'toolCall':
      return callPart(block, builder, null);
    default:
      return otherPart(block, builder);
  }
}

function takeResult(call: PlacedCall, { row, message, place }: Entry, builder: SessionBuilder) {
  const isError = message['isError'] === true;
  const interrupted = isError && /\bCommand aborted\s*$/.test(blockText(message).slice(-100));
  settle(
    call,
    {
      place,
      time: time(row, 'timestamp'),
      block: { content: message['content'], is_error: isError },
      childSession: null,
      interrupted,
    },
    builder,
  );
}
