import { harnessKindOf } from '../findings/harness';
import type { HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { blockText, contentBlocks, otherPart } from './content-blocks';
import { id, list, number, record, shown, text, time, withoutCached, type Fields } from './fields';
import type { Format, FormatReader, Sample } from './format';
import { addUnknown, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';
import { callPart, settle, type ToolResult } from './tool-calls';

/**
 * Trajectories in ATIF, which Harbor writes (docs/formats.md, ATIF). One step is one message, with its
 * calls and their results; its number is its index in `steps`.
 */
export const atif: Format = { id: 'atif', label: 'ATIF trajectory', detect, createReader };

const SOURCES: ReadonlySet<string> = new Set(['agent', 'system', 'user']);

const isStep = (value: unknown): value is Fields =>
  isRecord(value) && SOURCES.has(text(value, 'source') ?? '') && 'message' in value;

function detect({ rows, head, shape }: Sample): number {
  if (shape !== 'document') return 0;
  if (text(head ?? {}, 'schema_version')?.startsWith('ATIF-v') === true) return 1;
  const fitting = rows.filter((row) => isStep(row) && number(row, 'step_id') !== null).length;
  return rows.length > 0 && fitting === rows.length ? 0.9 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  return {
    accept({ value, place }) {
      if (!isStep(value)) {
        const sentence = 'This step has no source and message.';
        addUnknown(session, place, sentence, builder);
        return sentence;
      }
      addStep(session, value, place, builder);
      return null;
    },
    broken(place, sentence) {
      addUnknown(session, place, sentence, builder);
    },
    finish(head) {
      if (head === null) return;
      const agent = record(head, 'agent');
      session.id = id(head, 'session_id') ?? id(head, 'trajectory_id') ?? session.id;
      session.agentVersion = text(agent, 'version');
      for (const draft of session.messages) {
        if (draft.author === 'assistant') draft.model ??= text(agent, 'model_name');
      }
    },
  };
}

/** The message is required: beside calls it is often "". */
const messageBlocks = (step: Fields): readonly Fields[] =>
  step['message'] === '' ? [] : (contentBlocks(step['message']) ?? []);

/** What Terminus writes in the user's name (docs/formats.md, ATIF 3). */
const HARNESS =
  /^(?:You are picking up work from a previous AI agent on this task|Here are the answers the other agent provided\b)/;

function addStep(session: SessionDraft, step: Fields, place: Place, builder: SessionBuilder): void {
  const draft = session.add(place, {
    ...writerOf(step),
    id: String(number(step, 'step_id') ?? '') || null,
    time: time(step, 'timestamp'),
    superseded: step['is_copied_context'] === true,
    parts: messageBlocks(step).map((block) => partOf(block, builder)),
  });
  if (draft.author === 'assistant') takeResponse(draft, step, builder);
  const results = list(record(step, 'observation'), 'results').filter(isRecord);
  for (const result of results) addResult(draft, result, place, builder);
}

function writerOf(step: Fields): Pick<Draft, 'role' | 'author' | 'harness'> {
  if (step['source'] === 'agent') return { role: 'assistant', author: 'assistant', harness: null };
  if (step['source'] === 'system') return { role: 'system', author: 'program', harness: 'notice' };
  const words = blockText({ content: step['message'] });
  const harness: HarnessKind | null = HARNESS.test(words) ? 'other' : harnessKindOf(words);
  return { role: 'user', author: harness === null ? 'person' : 'harness', harness };
}

function takeResponse(draft: Draft, step: Fields, builder: SessionBuilder): void {
  draft.model = text(step, 'model_name');
  draft.tokens = tokensOf(record(step, 'metrics'));
  // No request was made: the agent's program wrote the step.
  draft.synthetic = number(step, 'llm_call_count') === 0;
  if (draft.synthetic) {
    draft.author = 'program';
    draft.harness = 'other';
  }
  const reasoning = text(step, 'reasoning_content') ?? '';
  if (reasoning !== '') draft.parts.unshift(builder.reasoning(reasoning, false));
  for (const call of list(step, 'tool_calls').filter(isRecord)) {
    const { tool_call_id, function_name, arguments: input } = call;
    draft.parts.push(callPart({ id: tool_call_id, name: function_name, input }, builder, null));
  }
}

function tokensOf(metrics: Fields): Draft['tokens'] {
  if (Object.keys(metrics).length === 0) return null;
  const cached = number(metrics, 'cached_tokens');
  return {
    input: withoutCached(number(metrics, 'prompt_tokens'), cached),
    output: number(metrics, 'completion_tokens'),
    reasoning: null,
    cacheRead: cached,
    cacheWrite: null,
  };
}

/** A result names its call; agents that act by text have results without one. */
function addResult(draft: Draft, result: Fields, place: Place, builder: SessionBuilder): void {
  const callId = id(result, 'source_call_id');
  const [child] = list(result, 'subagent_trajectory_ref').filter(isRecord);
  const at = draft.parts.findIndex(
    (part) => part.kind === 'tool' && callId !== null && part.callId === callId,
  );
  if (at < 0) {
    const words = blockText(result) || shown(child);
    draft.parts.push(builder.marker('tool result', words));
    return;
  }
  const settled: ToolResult = {
    place,
    time: null,
    block: result,
    childSession: child === undefined ? null : id(child, 'session_id'),
    interrupted: false,
  };
  settle({ draft, at }, settled, builder);
}

function partOf(block: Fields, builder: SessionBuilder): Part {
  if (block['type'] === 'text') return builder.text(blockText(block));
  return otherPart(block, builder);
}
