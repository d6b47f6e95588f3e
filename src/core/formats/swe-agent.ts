import type { HarnessKind, Place } from '../model/message';
import { isRecord, parseJson } from '../source/json';
import { contentBlocks, textOrFilePart } from './content-blocks';
import { id, list, number, record, shown, text, type Fields } from './fields';
import type { Format, FormatReader, Head, Sample } from './format';
import { addUnknown, type Draft, type SessionBuilder } from './session-builder';
import { addCall, addLoneResult, callPart, settle, type PlacedCall } from './tool-calls';

/**
 * SWE-agent's `*.traj` (docs/formats.md, SWE-agent). The prompts come from `history` and the responses from
 * `trajectory`, where a step is one message with its command and what that printed; a file without steps is
 * read from `history` alone. A message's number is its position: prompts first, then steps.
 */
export const sweAgent: Format = {
  id: 'swe-agent',
  label: 'SWE-agent trajectory',
  detect,
  createReader,
};

const isStep = (value: unknown): value is Fields =>
  isRecord(value) &&
  'action' in value &&
  'observation' in value &&
  ('response' in value || 'thought' in value) &&
  !('role' in value);

const isRemembered = (value: unknown): value is Fields =>
  isRecord(value) &&
  text(value, 'role') !== null &&
  'content' in value &&
  id(value, 'agent') !== null;

/** What no other messages with an `agent` have. */
const isTelling = (row: Fields) => 'message_type' in row || 'thought' in row || 'is_demo' in row;

function detect({ rows, shape }: Sample): number {
  if (shape !== 'document') return 0;
  const steps = rows.filter(isStep);
  const remembered = rows.filter(isRemembered);
  const isFitting = (steps.length + remembered.length) * 2 > rows.length;
  return isFitting && (steps.length > 0 || remembered.some(isTelling)) ? 0.95 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  // `history`, which has the prompts, stands behind `trajectory`.
  session.isInFileOrder = false;
  let prompts = 0;
  let hasTask = false;
  let hasSteps = false;
  let hasAnswered = false;
  const calls = new Map<string, PlacedCall>();
  /** Calls of the last response of `history` that have no result yet. */
  let open: PlacedCall[] = [];

  const acceptStep = (step: Fields, place: Place): null => {
    // What `history` told of the responses is told again, and more of it.
    if (!hasSteps) session.messages.length = prompts;
    hasSteps = true;
    const draft = session.add(place, { role: 'assistant', author: 'assistant', closed: true });
    if (takeExit(draft, step, builder)) return null;
    const words = wordsOf(step);
    if (words !== '') draft.parts.push(builder.text(words));
    addCommand(draft, step, place, builder);
    return null;
  };
  const acceptPrompt = (row: Fields, place: Place): null => {
    const isTask = row['role'] === 'user' && !hasTask && !isDemo(row);
    hasTask ||= isTask;
    const draft = session.add(place, {
      role: row['role'] === 'user' || row['role'] === 'assistant' ? row['role'] : 'system',
      author: isTask ? 'person' : row['role'] === 'user' ? 'harness' : 'program',
      harness: isTask ? null : row['role'] === 'system' ? 'reminder' : 'other',
      synthetic: row['role'] === 'assistant',
      parts: partsOf(row, builder),
    });
    session.messages.pop();
    session.messages.splice(prompts, 0, draft);
    prompts += 1;
    return null;
  };
  const acceptResponse = (row: Fields, place: Place): null => {
    const draft = session.add(place, { role: 'assistant', author: 'assistant', closed: true });
    for (const block of list(row, 'thinking_blocks').filter(isRecord)) {
      const thought = text(block, 'thinking') ?? '';
      draft.parts.push(builder.reasoning(thought, thought === ''));
    }
    const words = text(row, 'thought') ?? '';
    draft.parts.push(...(words === '' ? partsOf(row, builder) : [builder.text(words)]));
    const before = draft.parts.length;
    for (const call of list(row, 'tool_calls').filter(isRecord)) {
      addCall(draft, callPart(call, builder, null), calls);
    }
    const command = text(row, 'action') ?? '';
    if (draft.parts.length === before && command.trim() !== '') {
      addCall(draft, commandPart(command, builder), calls);
    }
    open = draft.parts.flatMap((part, at) => (part.kind === 'tool' ? [{ draft, at }] : []));
    return null;
  };
  const acceptObservation = (row: Fields, place: Place): null => {
    const [named] = list(row, 'tool_call_ids');
    const call = (typeof named === 'string' ? calls.get(named) : undefined) ?? open[0];
    if (call !== undefined) {
      open = open.filter(({ draft, at }) => draft !== call.draft || at !== call.at);
      const result = { place, time: null, block: row, childSession: null, interrupted: false };
      settle(call, result, builder);
    } else if (row['role'] === 'tool') {
      addLoneResult(session, place, null, shown(row['content']), builder);
    } else {
      // An answer without a command is asked for again in the user's name.
      const parts = partsOf(row, builder);
      session.add(place, { role: 'user', author: 'harness', harness: 'notice', parts });
    }
    return null;
  };
  const acceptRemembered = (row: Fields, place: Place): null => {
    const isResponse = row['role'] === 'assistant' && !isDemo(row);
    hasAnswered ||= isResponse || row['role'] === 'tool';
    if (!hasAnswered || isDemo(row)) return acceptPrompt(row, place);
    if (hasSteps) return null;
    return isResponse ? acceptResponse(row, place) : acceptObservation(row, place);
  };
  return {
    accept({ value, place }) {
      if (isStep(value)) return acceptStep(value, place);
      if (isRemembered(value)) return acceptRemembered(value, place);
      const sentence = 'This element is neither a step nor a message of the history.';
      addUnknown(session, place, sentence, builder);
      return sentence;
    },
    broken(place, sentence) {
      addUnknown(session, place, sentence, builder);
    },
    finish(head) {
      if (head === null) return;
      session.agentVersion = text(record(head, 'info'), 'swe_agent_version');
      const model = modelOf(head);
      for (const draft of session.messages) {
        if (draft.author === 'assistant') draft.model = model;
      }
    },
  };
}

/** Runs that are shown to the model as examples (docs/formats.md, SWE-agent 2). */
const isDemo = (row: Fields) => row['is_demo'] === true || row['message_type'] === 'demonstration';

const partsOf = (row: Fields, builder: SessionBuilder) =>
  (contentBlocks(row['content']) ?? [])
    .filter((block) => block['text'] !== '')
    .map((block) => textOrFilePart(block, builder));

/** The thought is the response without its command. */
function wordsOf(step: Fields): string {
  const thought = text(step, 'thought') ?? '';
  const isExit = EXIT.test(thought);
  if (thought.trim() !== '' && !isExit) return thought;
  // Without a command the response is all there is.
  const isAlone = isExit || (text(step, 'action') ?? '').trim() === '';
  return isAlone ? (text(step, 'response') ?? '') : '';
}

/** What the program writes as the last thought when it gives up (docs/formats.md, SWE-agent 4). */
const EXIT = /^exit(?:ing)? due to /i;
const FAILED = /^exit(?:ing)? due to (?:context window|retry error|runtime error|unknown error)/i;

/** A step that no model wrote. */
function takeExit(draft: Draft, step: Fields, builder: SessionBuilder): boolean {
  const thought = text(step, 'thought') ?? '';
  const response = text(step, 'response') ?? '';
  // Older versions put the rejected response beside it.
  if (!EXIT.test(thought) || (response.trim() !== '' && !EXIT.test(response))) return false;
  const harness: HarnessKind = FAILED.test(thought) ? 'request-failed' : 'notice';
  draft.author = 'program';
  draft.harness = harness;
  draft.synthetic = true;
  draft.error = harness === 'notice' ? null : { name: 'exit', message: thought };
  draft.parts.push(builder.text(thought, true));
  const observation = text(step, 'observation') ?? '';
  if (observation !== '') draft.parts.push(builder.marker('observation', observation));
  return true;
}

const commandPart = (command: string, builder: SessionBuilder) =>
  callPart({ name: 'bash', input: { command } }, builder, null);

function addCommand(draft: Draft, step: Fields, place: Place, builder: SessionBuilder): void {
  const command = text(step, 'action') ?? '';
  const observation = shown(step['observation']);
  // An exit of older versions stands where the command would.
  if (command.trim() === '' || EXIT.test(text(step, 'thought') ?? '')) {
    if (observation !== '') draft.parts.push(builder.marker('observation', observation));
    return;
  }
  draft.parts.push(commandPart(command, builder));
  // A command that was rejected never ran: it took no time and printed nothing.
  if (observation === '' && number(step, 'execution_time') === 0) return;
  const block = { content: observation };
  settle(
    { draft, at: draft.parts.length - 1 },
    { place, time: null, block, childSession: null, interrupted: false },
    builder,
  );
}

/** The configuration of the run, which some versions write as a JSON text. */
function modelOf(head: NonNullable<Head>): string | null {
  const config = head['replay_config'];
  const parsed = typeof config === 'string' ? parseJson(config) : null;
  const given = parsed?.ok === true ? parsed.value : config;
  const values = isRecord(given) ? given : {};
  return text(record(record(values, 'agent'), 'model'), 'name');
}
