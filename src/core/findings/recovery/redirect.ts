import type { Message } from '../../model/message';
import { ownText } from '../content';
import { contentWords, corrections, isSteering } from '../phrases/phrases';
import { wordList } from '../phrases/plain';
import type { Attempt, RecoveryRule } from './recovery-rule';

/** Corrections in texts up to this many words count by themselves; in longer ones they may be part of a new task. */
const SHORT = 30;
/** Share of the message's words that its turn has too, from which on it is about the same work. */
const SAME_WORK = 0.2;
/** From here on the wording does not matter: the request is put in other words. */
const REPHRASED = 0.5;
const FEW = 2;
/** The person had stopped the agent: steering in a message of this length is about what it did. */
const STEERED = 60;

/**
 * The person gives other instructions about the same work: corrects, forbids, narrows. One sign is never
 * enough: corrective wording needs to be short or about the same words; the same words need wording that
 * steers, or that the person had stopped the agent.
 */
export const redirect: RecoveryRule = (attempt) => {
  if (!isRedirect(attempt)) return null;
  return { kind: 'redirect', similarity: null, refersTo: attempt.lastOutput?.number ?? null };
};

function isRedirect(attempt: Attempt): boolean {
  const { text } = attempt.words;
  const strong = corrections(text);
  const wordCount = wordList(text).length;
  const isShort = wordCount <= SHORT;
  if (strong >= 2 || (strong === 1 && isShort)) return true;
  const { shared, share } = overlap(contentWords(text), vocabulary(attempt));
  const isSameWork = share >= SAME_WORK && shared > 0;
  if (strong === 1 && isSameWork) return true;
  if (attempt.emptyKind === 'interrupted') {
    return isSteering(text) ? shared > 0 || wordCount <= STEERED : isSameWork && shared >= FEW;
  }
  if (share >= REPHRASED && shared >= FEW) return true;
  return isSameWork && shared >= FEW && isSteering(text);
}

/** What the last turn was about: the requests, the last words and calls of the agent, and its reasoning. */
function vocabulary({ asked, lastOutput, empty }: Attempt): ReadonlySet<string> {
  const texts = [...asked.map(({ words }) => words.text), ...spoken(empty)];
  if (lastOutput !== null) texts.push(...spoken(lastOutput));
  return contentWords(texts.map((text) => text.slice(0, 1000)).join('\n'));
}

function spoken(message: Message): readonly string[] {
  const texts = message.author === 'person' ? [] : [ownText(message)];
  for (const part of message.parts) {
    if (part.kind === 'reasoning') texts.push(part.body.text);
    else if (part.kind === 'tool') texts.push(`${part.title ?? ''} ${part.input.text}`);
    else if (part.kind === 'patch') texts.push(part.files.join(' '));
  }
  return texts;
}

function overlap(words: ReadonlySet<string>, context: ReadonlySet<string>) {
  let shared = 0;
  for (const word of words) if (context.has(word)) shared += 1;
  return { shared, share: words.size === 0 ? 0 : shared / words.size };
}
