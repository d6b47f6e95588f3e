import type { Message } from '../../model/message';
import { ownText, toolParts } from '../content';
import {
  asksToResume,
  contentWords,
  contradiction,
  isSteering,
  type Contradiction,
} from '../phrases/phrases';
import { wordList } from '../phrases/plain';
import { thresholds } from '../thresholds';
import type { Attempt, RecoveryRule } from './recovery-rule';

/**
 * The person gives other instructions about the same work: corrects, forbids, narrows. One sign is never
 * enough, and a first word such as "no" is none: it takes wording that contradicts or restricts, and that the
 * message is about what the assistant was doing (it shares words with it, or the wording itself points at
 * what is under way), or that the person had stopped the assistant.
 */
export const redirect: RecoveryRule = (attempt) => {
  if (!isRedirect(attempt)) return null;
  const announced = announcedOf(attempt);
  return {
    kind: 'redirect',
    similarity: null,
    refersTo: announced?.number ?? null,
    announced: announced === null ? null : announcedAction(announced),
  };
};

const { shortRedirect, sameWork, rephrased, sharedWords, steeredWords } = thresholds;

function isRedirect(attempt: Attempt): boolean {
  const { text } = attempt.words;
  const signs = contradiction(text);
  const wordCount = wordList(text).length;
  const isShort = wordCount <= shortRedirect;
  const { shared, share } = overlap(contentWords(text), vocabulary(attempt));
  const isSameWork = share >= sameWork && shared > 0;
  const wording = signs.corrections + signs.retractions;
  if (attempt.emptyKind === 'interrupted') {
    if (isMoreThanOpener(signs, wordCount)) return isShort || isSameWork || wording > 1;
    return isSteering(text)
      ? shared > 0 || wordCount <= steeredWords
      : isSameWork && shared >= sharedWords;
  }
  if (wording > 1 && (isShort || shared >= sharedWords)) return true;
  if (signs.retractions > 0 && (isShort || isSameWork)) return true;
  if (signs.corrections > 0 && signs.opens && isShort) return true;
  if (signs.corrections > 0) {
    return isShort ? shared > 0 || asksToResume(text) : isSameWork;
  }
  if (signs.opens) return isSameWork && shared >= sharedWords;
  if (share >= rephrased && shared >= sharedWords) return true;
  return isSameWork && shared >= sharedWords && isSteering(text);
}

/** "stop" after stopping the assistant says nothing new; "no, the other one" does. */
function isMoreThanOpener(
  { opens, corrections, retractions }: Contradiction,
  wordCount: number,
): boolean {
  return corrections + retractions > 0 || (opens && wordCount > 2);
}

/** What the last turn was about: the requests, the last words and calls of the agent, and its reasoning. */
function vocabulary({ asked, lastOutput, empty }: Attempt): ReadonlySet<string> {
  const texts = [...asked.map(({ words }) => words.text), ...spoken(empty)];
  if (lastOutput !== null) texts.push(...spoken(lastOutput));
  return contentWords(texts.map((text) => text.slice(0, thresholds.vocabularyLength)).join('\n'));
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

/**
 * The response in which the assistant said or did what the person speaks against: the last one since the
 * first request that still waits. An answer from before is none.
 */
function announcedOf({ asked, lastOutput }: Attempt): Message | null {
  const first = asked[0]?.message.number ?? 0;
  return lastOutput === null || lastOutput.number < first ? null : lastOutput;
}

/** What a response announces: the end of its words, where plans stand, and its calls. Null: nothing. */
function announcedAction(message: Message): string | null {
  const words = ownText(message).trim().slice(-thresholds.announcedLength).trim();
  const calls = toolParts(message).map(({ name, title }) => `${name} ${title ?? ''}`.trim());
  const pieces = [words, ...calls.slice(0, thresholds.announcedCalls)].filter(
    (piece) => piece !== '',
  );
  return pieces.length === 0 ? null : pieces.join('\n');
}
