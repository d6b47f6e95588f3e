import type { Findings } from '../../core/findings/findings';
import type { Message } from '../../core/model/message';
import type { Thread } from '../../core/review/thread';

/** What one can step through. The order is the same in every view: by message number. */
export type Steps = 'flags' | 'person' | 'comments';

/** Message numbers to step through, ascending, each once. */
export function stops(
  steps: Steps,
  messages: readonly Message[],
  findings: Findings,
  commented: readonly number[],
): readonly number[] {
  switch (steps) {
    case 'flags':
      return ascending(findings.flags.map((flag) => flag.number));
    case 'person':
      return messages.filter(({ author }) => author === 'person').map(({ number }) => number);
    case 'comments':
      return ascending(commented);
  }
}

/** These numbers in order, each once. */
export const ascending = (numbers: readonly number[]) =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** Numbers of the messages that threads stand on, ascending. */
export function commented(threads: readonly Thread[]): readonly number[] {
  return ascending(threads.flatMap(({ number }) => (number === null ? [] : [number])));
}

/** A step to the next or previous stop. `index` is 0-based; `wrapped`: the end was passed. */
export interface Step {
  readonly number: number;
  readonly index: number;
  readonly wrapped: boolean;
}

/** The stop after (`1`) or before (`-1`) the message `from`, which is -1 before the first message. */
export function step(numbers: readonly number[], from: number, direction: 1 | -1): Step | null {
  const last = numbers.length - 1;
  if (last < 0) return null;
  const at =
    direction === 1
      ? numbers.findIndex((number) => number > from)
      : numbers.findLastIndex((number) => number < from);
  const wrapped = at < 0;
  const index = wrapped ? (direction === 1 ? 0 : last) : at;
  const number = numbers[index];
  return number === undefined ? null : { number, index, wrapped };
}
