import type { Message } from '../model/message';
import { hasOutput, holdsPlaceholder } from './content';

/**
 * What a message is to the detectors.
 * - `person`: a person's message.
 * - `output`: a response with words, a call, a file or a patch.
 * - `blank`: a response, or a program's row in its place, without any of these; the empty kinds judge it.
 * - `stand-in`: the program answered by itself; nothing of it is judged.
 * - `interrupt`, `retry`, `proof`: marks of the program that something was stopped, failed or empty.
 * - `other`: reminders, commands, notices, tool results.
 * - `superseded`: shown, never judged.
 */
export type StepKind =
  | 'person'
  | 'output'
  | 'blank'
  | 'stand-in'
  | 'interrupt'
  | 'retry'
  | 'proof'
  | 'other'
  | 'superseded';

export interface Step {
  readonly message: Message;
  readonly kind: StepKind;
}

/** One step for each message, in order. */
export function stepsOf(messages: readonly Message[]): readonly Step[] {
  let said = false;
  return messages.map((message, at) => {
    const isContinued = messages[at - 1]?.continues === true;
    const kind = kindOf(message);
    said = (isContinued && said) || kind === 'output';
    // A response in several messages is silent only when all of them are: the last one tells.
    const isPiece = kind === 'blank' && (message.continues || (isContinued && said));
    return { message, kind: isPiece ? 'other' : kind };
  });
}

function kindOf(message: Message): StepKind {
  if (message.superseded) return 'superseded';
  if (message.author === 'person') return 'person';
  if (message.role === 'assistant') return responseKind(message);
  switch (message.harness) {
    case 'interrupt-marker':
    case 'interrupt-marker-tool':
      return 'interrupt';
    case 'no-visible-output-nudge':
      return 'proof';
    case 'request-failed':
      return 'retry';
    default:
      return 'other';
  }
}

function responseKind(message: Message): StepKind {
  if (message.author === 'assistant') return hasOutput(message) ? 'output' : 'blank';
  if (message.harness === 'compaction-summary') return 'other';
  return isFailedRow(message) || holdsPlaceholder(message) ? 'blank' : 'stand-in';
}

/** The program's own row where a response should stand. */
export function isFailedRow(message: Message): boolean {
  if (message.author !== 'program') return false;
  return (
    message.error !== null || message.finish === 'error' || message.harness === 'request-failed'
  );
}

/** A response row of any kind: with one of these a response is not missing. */
export function isResponseRow({ message, kind }: Step): boolean {
  if (kind === 'superseded') return message.role === 'assistant';
  return kind === 'output' || kind === 'blank' || kind === 'stand-in';
}

/** What the session goes on with: the program's own rows do not count. */
export function isTurnStep({ kind }: Step): boolean {
  return kind === 'person' || kind === 'output' || kind === 'blank';
}

/** The first mark of this kind after `at`, before anybody else writes; null when there is none. */
export function markAfter(
  steps: readonly Step[],
  at: number,
  kind: 'interrupt' | 'proof',
): Step | null {
  for (let next = at + 1; next < steps.length; next += 1) {
    const step = steps[next];
    if (step === undefined || isTurnStep(step)) return null;
    if (step.kind === kind) return step;
  }
  return null;
}
