import { harnessKindOf } from '../findings/harness';
import type { Finish, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, otherPart } from './content-blocks';
import { id, list, record, shown, text, type Fields } from './fields';
import type { Format, FormatReader, Sample } from './format';
import { addUnknown, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';
import { callPart, settle, type PlacedCall } from './tool-calls';

/**
 * Logs of Inspect AI in JSON (docs/formats.md, Inspect). Each sample and epoch is a session; a message's
 * number is its position among the sample's messages, without tool results, which stand with their call.
 */
export const inspect: Format = { id: 'inspect', label: 'Inspect log', detect, createReader };

const isSample = (value: unknown): value is Fields =>
  isRecord(value) && 'id' in value && 'epoch' in value && Array.isArray(value['messages']);

function detect({ rows, head, shape }: Sample): number {
  if (shape !== 'document' || !isRecord(head?.['eval'])) return 0;
  return rows.every(isSample) ? 1 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const main = builder.session('');
  let isFirst = true;
  return {
    accept({ value, place }) {
      if (!isSample(value)) {
        const sentence = 'This element is no sample with messages.';
        addUnknown(main, place, sentence, builder);
        return sentence;
      }
      const name = `sample ${shown(value['id'])}, epoch ${shown(value['epoch'])}`;
      const session = isFirst ? main : builder.session(name);
      isFirst = false;
      session.id = name;
      addSample(session, value, place, builder);
      return null;
    },
    broken(place, sentence) {
      addUnknown(main, place, sentence, builder);
    },
    finish: () => undefined,
  };
}

function addSample(session: SessionDraft, sample: Fields, place: Place, builder: SessionBuilder) {
  const calls = new Map<string, PlacedCall>();
  for (const message of list(sample, 'messages').filter(isRecord)) {
    const callId = id(message, 'tool_call_id') ?? '';
    const call = message['role'] === 'tool' ? calls.get(callId) : undefined;
    if (call !== undefined) {
      const failure = text(record(message, 'error'), 'message');
      const block = { content: failure ?? message['content'], is_error: failure !== null };
      settle(call, { place, time: null, block, childSession: null, interrupted: false }, builder);
      continue;
    }
    const draft = session.add(place, { id: id(message, 'id'), ...messageOf(message, builder) });
    draft.parts.forEach((part, at) => {
      if (part.kind === 'tool' && part.callId !== null) calls.set(part.callId, { draft, at });
    });
  }
  takeOutput(session, record(sample, 'output'));
}

/** The scaffold writes in the user's name without a source (docs/formats.md, Inspect 2). */
const SCAFFOLD =
  /^(?:Please proceed to the next step using your best judgement\.|Your submission was incorrect\.)/;

type Written = Partial<Draft> & Pick<Draft, 'role' | 'author' | 'parts'>;

function messageOf(message: Fields, builder: SessionBuilder): Written {
  const content = message['content'];
  const blocks = content === '' ? [] : (contentBlocks(content) ?? []);
  const parts = blocks.map((block) => partOf(block, builder));
  if (message['role'] === 'assistant') {
    const called = list(message, 'tool_calls').filter(isRecord);
    const calls = called.map((call) =>
      callPart({ id: call['id'], name: call['function'], input: call['arguments'] }, builder, null),
    );
    const model = text(message, 'model');
    return { role: 'assistant', author: 'assistant', model, parts: [...parts, ...calls] };
  }
  if (message['role'] !== 'user')
    return { role: 'system', author: 'program', harness: 'other', parts };
  const words = blockText(message);
  const harness = SCAFFOLD.test(words) ? 'other' : harnessKindOf(words);
  return { role: 'user', author: harness === null ? 'person' : 'harness', harness, parts };
}

const FINISHES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    stop: 'stop',
    max_tokens: 'length',
    model_length: 'length',
    tool_calls: 'tool-calls',
    content_filter: 'content-filter',
  }),
);

/** A sample's output is its last response. */
function takeOutput(session: SessionDraft, output: Fields): void {
  const last: Draft | undefined = session.messages.findLast(({ role }) => role === 'assistant');
  const [choice] = list(output, 'choices').filter(isRecord);
  const raw = choice === undefined ? null : text(choice, 'stop_reason');
  if (last === undefined || choice === undefined || raw === null) return;
  if (last.id === null || id(record(choice, 'message'), 'id') !== last.id) return;
  last.rawFinish = raw;
  last.finish = FINISHES.get(raw) ?? 'unknown';
  last.closed = true;
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  if (block['type'] === 'text') return builder.text(blockText(block));
  if (block['type'] === 'reasoning') {
    const words = text(block, 'reasoning') ?? '';
    return builder.reasoning(words, block['redacted'] === true || words === '');
  }
  return otherPart(block, builder);
}
