import type { Evidence } from '../../core/findings/findings';
import { visible } from '../../core/reading/visible';
import { fill } from '../../core/reading/words';
import type { PanelEvidence } from '../../shared/protocol';
import type { PanelTexts } from './panel-texts';

/** A mention of a message within a sentence. */
const MENTION = /\bmessage (\d+)\b/g;

/** A sentence whose mentions of messages are links; those it rests on without a mention follow it. */
export function evidenceView({ text, messages }: Evidence, texts: PanelTexts): PanelEvidence {
  const link = (number: number) => ({ number, words: fill(texts.message, number) });
  const pieces: PanelEvidence = [];
  const mentioned = new Set<number>();
  let done = 0;
  for (const match of text.matchAll(MENTION)) {
    const number = Number(match[1]);
    if (!messages.includes(number)) continue;
    pieces.push(visible(text.slice(done, match.index)), link(number));
    mentioned.add(number);
    done = match.index + match[0].length;
  }
  pieces.push(visible(text.slice(done)));
  for (const number of messages) if (!mentioned.has(number)) pieces.push(' ', link(number));
  return pieces.filter((piece) => piece !== '');
}
