import type { Message } from '../model/message';
import type { Turn } from './findings';

/** The turns of a session: every message is in exactly one. Harness messages begin none. */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const starts = messages.filter(({ author }) => author === 'person').map(({ number }) => number);
  if (messages.length === 0) return [];
  const borders = starts[0] === 0 ? starts : [0, ...starts];
  return borders.map((first, index) => ({
    index,
    person: messages[first]?.author === 'person' ? first : null,
    first,
    last: (borders[index + 1] ?? messages.length) - 1,
  }));
}
