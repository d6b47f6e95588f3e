import type { Message } from '../model/message';
import { leavingCommand } from './changes';
import { wordsOf, type Asked, type Words } from './content';
import { emptyKindAt } from './empties/table';
import { isQueueArtefact } from './empties/missing';
import type { CorrectiveKind, EmptyKind, Outcome, Recovery } from './findings';
import { isAssent, isNudge } from './phrases/phrases';
import { correctiveOf } from './recovery/table';
import { markAfter, type Step } from './steps';
import { thresholds } from './thresholds';

/** An empty response of an incident, with what stood around it. */
export interface Empty {
  /** What is flagged: the response, or for `missing` the person's message. */
  readonly message: Message;
  readonly kind: EmptyKind;
  /** Position of the message among the steps. */
  readonly at: number;
  /** The harness says itself that the reply was empty. */
  readonly proof: Message | null;
  /** The last response with words or a call before it; null when there is none. */
  readonly lastOutput: Message | null;
  /** The person's message of its turn; null when nobody has asked yet. */
  readonly request: Message | null;
}

export interface CorrectiveMessage {
  readonly message: Message;
  readonly kind: CorrectiveKind;
  readonly answers: Empty;
  readonly similarity: number | null;
  readonly refersTo: number | null;
  readonly announced: string | null;
}

/** One chain from the first empty response to the recovery or the end. */
export interface Chain {
  readonly empties: readonly [Empty, ...Empty[]];
  readonly correctives: readonly CorrectiveMessage[];
  readonly recovery: Recovery;
  readonly outcome: Outcome;
  readonly recoveredBy: Message | null;
  /** The new task for which it was given up; null when it was not. */
  readonly newTask: Message | null;
}

interface OpenChain {
  readonly empties: [Empty, ...Empty[]];
  readonly correctives: CorrectiveMessage[];
  /** How the person went on since the last empty response; null: nobody has written. */
  move: CorrectiveKind | 'new-task' | null;
  /** The person's message that made it a new task. */
  newTask: Message | null;
  /** The person left the session, and nothing came after. */
  isLeft: boolean;
}

/** What has been seen of the session so far. */
interface Walk {
  readonly steps: readonly Step[];
  readonly chains: Chain[];
  open: OpenChain | null;
  lastOutput: Message | null;
  lastPerson: Step | null;
  /** The person's messages that wait for a response, newest last. */
  asked: Asked[];
  /** Whether a response has come since the last person's message. */
  isAnswered: boolean;
}

/** Joins empty responses and what people did about them into chains, in one pass. */
export function chainsOf(steps: readonly Step[]): readonly Chain[] {
  const walk: Walk = {
    steps,
    chains: [],
    open: null,
    lastOutput: null,
    lastPerson: null,
    asked: [],
    isAnswered: false,
  };
  steps.forEach((step, at) => {
    if (step.kind === 'person') seePerson(walk, step, at);
    else if (step.kind === 'output') seeOutput(walk, step.message);
    else if (step.kind === 'blank') seeEmpty(walk, step, at);
    else if (walk.open !== null && leavingCommand(step.message) !== null) walk.open.isLeft = true;
  });
  close(walk, null);
  return walk.chains;
}

function seePerson(walk: Walk, step: Step, at: number): void {
  const { message } = step;
  const isRepeat =
    walk.lastPerson !== null &&
    isDirectlyAfter(walk, at) &&
    isQueueArtefact(walk.lastPerson.message, message);
  const words = wordsOf(message);
  if (!isRepeat) takeMove(walk, message, words);
  if (walk.isAnswered && walk.open === null && !asksForMore(words)) walk.asked = [];
  walk.asked = [...walk.asked, { message, words }].slice(-thresholds.waitingRequests);
  walk.isAnswered = false;
  walk.lastPerson = step;
  seeEmpty(walk, step, at);
}

/** "continue" does not replace the request that it pushes. */
function asksForMore({ text }: Words): boolean {
  return isNudge(text) || isAssent(text);
}

function isDirectlyAfter(walk: Walk, at: number): boolean {
  return walk.steps[at - 1]?.message === walk.lastPerson?.message;
}

function takeMove(walk: Walk, message: Message, words: Words): void {
  const { open } = walk;
  if (open === null) return;
  const empty = open.empties.at(-1) ?? open.empties[0];
  const corrective = correctiveOf({
    message,
    words,
    asked: walk.asked,
    lastOutput: empty.lastOutput,
    emptyKind: empty.kind,
    empty: empty.message,
  });
  if (corrective !== null) {
    open.correctives.push({ message, answers: empty, ...corrective });
    open.move = corrective.kind;
  } else if (open.move === null) {
    open.move = 'new-task';
    open.newTask = message;
  }
  open.isLeft = false;
}

function seeEmpty(walk: Walk, step: Step, at: number): void {
  const kind = emptyKindAt(walk.steps, at, walk.lastPerson);
  if (kind === null) return;
  const empty: Empty = {
    message: step.message,
    kind,
    at,
    proof: markAfter(walk.steps, at, 'proof')?.message ?? null,
    lastOutput: walk.lastOutput,
    request: walk.lastPerson?.message ?? null,
  };
  if (walk.open === null) {
    walk.open = { empties: [empty], correctives: [], move: null, newTask: null, isLeft: false };
  } else {
    walk.open.empties.push(empty);
    walk.open.move = null;
    walk.open.newTask = null;
  }
}

function seeOutput(walk: Walk, message: Message): void {
  close(walk, message);
  walk.lastOutput = message;
  walk.isAnswered = true;
}

function close(walk: Walk, output: Message | null): void {
  const { open } = walk;
  if (open === null) return;
  walk.open = null;
  const { empties, correctives, move } = open;
  walk.chains.push({ empties, correctives, ...endOf(open, move, output) });
}

function endOf(
  { correctives, newTask, isLeft }: OpenChain,
  move: OpenChain['move'],
  output: Message | null,
): Pick<Chain, 'recovery' | 'outcome' | 'recoveredBy' | 'newTask'> {
  if (move === 'new-task') {
    return { recovery: 'new-task', outcome: 'gave-up', recoveredBy: null, newTask };
  }
  if (output !== null) {
    return { recovery: move ?? 'auto', outcome: 'recovered', recoveredBy: output, newTask: null };
  }
  return {
    recovery: move ?? correctives.at(-1)?.kind ?? 'none',
    outcome: isLeft ? 'gave-up' : 'open',
    recoveredBy: null,
    newTask: null,
  };
}
