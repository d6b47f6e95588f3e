import type { Message } from '../../model/message';
import { hasOutput } from '../content';

/** What this session records at all: only against this does an absence say anything. */
export interface Profile {
  /** Some response carries a stop reason. */
  readonly hasFinishes: boolean;
  /** Responses with words or calls carry token counts above zero. */
  readonly hasTokens: boolean;
  /** Some response carries the time at which it was completed. */
  readonly hasCompletions: boolean;
}

/** The profile of a session; superseded responses say nothing about it. */
export function profileOf(messages: readonly Message[]): Profile {
  const responses = messages.filter(
    ({ author, superseded }) => author === 'assistant' && !superseded,
  );
  return {
    hasFinishes: responses.some(({ finish }) => finish !== null),
    hasTokens: responses.some((message) => hasOutput(message) && total(message) > 0),
    hasCompletions: responses.some(({ completed }) => completed !== null),
  };
}

function total({ tokens }: Message): number {
  return (tokens?.input ?? 0) + (tokens?.output ?? 0) + (tokens?.cacheRead ?? 0);
}
