import type { Message } from '../model/message';
import { duration } from './quantities';
import { firstLine } from './visible';
import { fill, type Words } from './words';

/** A gap is named when it is at least this long, in ms. */
const LONG_GAP = 60_000;

/** How long nothing happened before a message, such as `after 3 min`; null when that is not long or not recorded. */
export function gapWords(
  { time }: Message,
  previous: Message | undefined,
  words: Words,
): string | null {
  const before = previous?.completed ?? previous?.time ?? null;
  if (time === null || before === null || time - before < LONG_GAP) return null;
  return fill(words.after, duration(time - before));
}

/** The length of time between two moments in ms; null when one is not recorded, or they are in the wrong order. */
export function tookMs(start: number | null, end: number | null): number | null {
  return start === null || end === null || end < start ? null : end - start;
}

const STEP_BORDERS: ReadonlySet<string> = new Set(['step-start', 'step-finish', 'snapshot']);

/** Whether a marker only stands between the steps of a response: they are on every one and say nothing to a reader. */
export const isStepBorder = (label: string): boolean => STEP_BORDERS.has(label);

/** A few words that say what a message holds: its text, or else its tools. */
export function summaryOf(message: Message): string {
  for (const part of message.parts) {
    if (part.kind === 'text' && !part.body.blank) return firstLine(part.body.text, 80);
  }
  const tools = message.parts.flatMap((part) => (part.kind === 'tool' ? [part.name] : []));
  return firstLine(tools.join(', '), 80);
}
