import type { CorrectiveKind, EmptyKind, Findings, Flag } from '../findings/findings';
import { groupBy } from '../group-by';
import type { Message } from '../model/message';
import { duration, grouped } from './quantities';
import { fill, type Words } from './words';

const CORRECTIVES: ReadonlySet<string> = new Set<CorrectiveKind>([
  'resend',
  'nudge',
  'complaint',
  'redirect',
]);

/** The kinds of flags that are drawn differently; the two groups of corrective messages have colours of their own. */
export type FlagLook = 'empty' | 'corrective' | 'redirect';

/** Whether a flag of this kind stands on a corrective message; else it stands on an empty response. */
export function isCorrective(kind: EmptyKind | CorrectiveKind): kind is CorrectiveKind {
  return CORRECTIVES.has(kind);
}

/** What a flag is drawn as. */
export function lookOf(flag: Flag): FlagLook {
  if (flag.kind === 'redirect') return 'redirect';
  return isCorrective(flag.kind) ? 'corrective' : 'empty';
}

/**
 * The short note at the end of a flagged line, such as `empty · reasoning only · 0 out` or
 * `re-sent word for word · 42 s later`.
 */
export function flagNote(flag: Flag, messages: readonly Message[], words: Words): string {
  const message = messages[flag.number];
  if (isCorrective(flag.kind)) return correctiveNote(flag, flag.kind, messages, words);
  const output = message?.tokens?.output ?? null;
  const isCounted = flag.kind !== 'missing' && output !== null;
  const tokens = isCounted ? fill(words.out, grouped(output)) : null;
  const what =
    flag.kind === 'void' && holdsText(message) ? words.blankText : words.empty[flag.kind];
  return joined(words.emptyResponse, what, tokens);
}

/** Text is stored, though there is nothing to see in it: an envelope or white space. */
const holdsText = (message: Message | undefined) =>
  message?.parts.some((part) => part.kind === 'text' && part.body.length > 0) === true;

/** True for kinds that leave nothing to read: neither an error nor a stand-in. */
export function isSilent(kind: Flag['kind']): boolean {
  return kind === 'void' || kind === 'reasoning-only' || kind === 'interrupted';
}

function correctiveNote(
  flag: Flag,
  kind: CorrectiveKind,
  messages: readonly Message[],
  words: Words,
): string {
  const what = kind === 'resend' ? resendWords(flag, words) : words.corrective[kind];
  const against =
    kind === 'redirect' && flag.refersTo !== null ? fill(words.contradicts, flag.refersTo) : null;
  return joined(what, against, sinceAnswered(flag, messages, words));
}

function resendWords(flag: Flag, words: Words): string {
  if (flag.similarity === null) return words.corrective.resend;
  if (flag.similarity >= 1) return `${words.corrective.resend} ${words.wordForWord}`;
  return `${words.corrective.resend}, ${fill(words.almost, Math.floor(flag.similarity * 100))}`;
}

function sinceAnswered(flag: Flag, messages: readonly Message[], words: Words): string | null {
  const before = flag.answers === null ? null : (messages[flag.answers]?.time ?? null);
  const after = messages[flag.number]?.time ?? null;
  if (before === null || after === null || after < before) return null;
  return fill(words.later, duration(after - before));
}

const joined = (...pieces: readonly (string | null)[]) =>
  pieces.filter((piece) => piece !== null).join(' · ');

/** Flags by message number; a message can carry several (a nudge that got no response itself). */
export function flagsByNumber(findings: Findings): ReadonlyMap<number, readonly Flag[]> {
  return groupBy(findings.flags, ({ number }) => number);
}
