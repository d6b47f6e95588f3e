import type { Message } from '../../model/message';
import type { Confidence, Evidence } from '../findings';
import type { Chain, Empty } from '../incidents';
import type { Step } from '../steps';
import type { ContextWindow } from './context-windows';
import type { Profile } from './profile';

export interface CauseContext {
  readonly chain: Chain;
  readonly steps: readonly Step[];
  readonly profile: Profile;
  readonly windows: readonly ContextWindow[];
}

/** What one empty response shows; the same sentence about several is said once. */
export interface Sign {
  readonly confidence: Confidence;
  readonly text: string;
  readonly messages: readonly number[];
}

/** One cause: what it is called and how an empty response shows it. Null: it does not. */
export interface CauseRule {
  /** Stable, kebab-case. */
  readonly code: string;
  /** A few words for people. */
  readonly label: string;
  find(empty: Empty, context: CauseContext): Sign | null;
}

const CERTAINTY: readonly Confidence[] = ['possible', 'likely', 'certain'];

/** How sure a confidence is: higher is surer. */
export const certainty = (confidence: Confidence) => CERTAINTY.indexOf(confidence);

/** More sentences than this say nothing new: a service can fail a hundred times in a row. */
const MOST_SENTENCES = 5;

/** Same sentences as one, with all their messages. */
export function evidenceOf(signs: readonly Sign[]): readonly Evidence[] {
  const sentences = new Map<string, Set<number>>();
  for (const { text, messages } of signs) {
    const numbers = sentences.get(text) ?? new Set();
    for (const number of messages) numbers.add(number);
    sentences.set(text, numbers);
  }
  return [...sentences]
    .slice(0, MOST_SENTENCES)
    .map(([text, numbers]) => ({ text, messages: [...numbers].sort((a, b) => a - b) }));
}

/** The message right after the empty response. */
export function nextRow({ at }: Empty, { steps }: CauseContext): Message | null {
  return steps[at + 1]?.message ?? null;
}

/** One line of at most 120 characters, for a quote in a sentence. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 120 ? `${line.slice(0, 119)}…` : line}”`;
}
