import type { Message } from '../model/message';
import type { Session } from '../model/session';
import { CONTEXT_WINDOWS, type ContextWindow } from './causes/context-windows';
import { findSilence } from './find-silence';
import type { Findings } from './findings';
import { isTurnStep, stepsOf, type Step } from './steps';
import { turnsOf } from './turns';

/** An agent that has written nothing for this long is taken to be at rest, in ms: few thoughts are longer. */
export const LIVE_MS = 120_000;

/** What shows whether an agent is still at work. All times in ms since the epoch. */
export interface Signs {
  /** When the transcript was changed last. */
  readonly modified: number;
  /** It was seen to grow. A file that was only copied is young, too. */
  readonly hasGrown: boolean;
  readonly now: number;
}

/** Sessions of which only the times of their messages matter. */
export type Timed = readonly {
  readonly messages: readonly Pick<Message, 'time' | 'completed'>[];
}[];

/** Whether these sessions are still being written: just changed, and seen to grow or of just now. */
export function isLive(sessions: Timed, { modified, hasGrown, now }: Signs): boolean {
  if (now - modified >= LIVE_MS) return false;
  return hasGrown || sessions.some(({ messages }) => now - lastTime(messages) < LIVE_MS);
}

/** -Infinity when the last messages carry no time. */
function lastTime(messages: Timed[number]['messages']): number {
  const times = messages.slice(-5).map(({ time, completed }) => completed ?? time ?? -Infinity);
  return Math.max(-Infinity, ...times);
}

/**
 * The findings of a session that is still being written: as `findSilence`, but what the agent has not
 * finished yet is not judged.
 */
export function findSilenceSoFar(
  session: Session,
  windows: readonly ContextWindow[] = CONTEXT_WINDOWS,
): Findings {
  const { messages } = session;
  const awaited = awaitedAfter(stepsOf(messages));
  if (awaited === null) return findSilence(session, windows);
  const others = messages.slice(0, awaited.number);
  const findings = findSilence(
    { ...session, messages: [...others, awaited, ...messages.slice(awaited.number + 1)] },
    windows,
  );
  return { ...findings, turns: turnsOf(messages) };
}

/** The response that is still to come or to go on; null when none is due. */
function awaitedAfter(steps: readonly Step[]): Message | null {
  const at = steps.findLastIndex(isTurnStep);
  const step = steps[at];
  if (step === undefined) return null;
  // The program says itself that nothing more comes.
  const isOver = steps.slice(at).some(({ kind }) => kind === 'interrupt' || kind === 'proof');
  if (isOver || step.kind === 'output') return null;
  if (step.kind === 'person') return notBegun(step.message, steps.length);
  return isFinished(step.message) ? null : { ...step.message, closed: false };
}

/** A call ends the rows of a response that announced one: until it comes, more is to come. */
function isFinished({ closed, finish, error }: Message): boolean {
  if (error !== null) return true;
  return finish !== 'tool-calls' && (finish !== null || closed === true);
}

/** The response that a person waits for. */
const notBegun = (asked: Message, number: number): Message => ({
  ...asked,
  number,
  id: null,
  role: 'assistant',
  author: 'assistant',
  time: null,
  parentId: asked.id,
  parts: [],
  closed: false,
});
