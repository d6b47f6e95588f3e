import type { Message, TextPart, ToolPart } from '../model/message';
import { isErrorText } from './error-texts';
import { personsWords } from './harness';
import { isPlaceholder } from './placeholders';

/** What the parts of a message amount to. */

const SHOWN: ReadonlySet<string> = new Set(['tool', 'file', 'patch']);

const textParts = (message: Message): readonly TextPart[] =>
  message.parts.filter((part): part is TextPart => part.kind === 'text');

const isVisible = ({ body }: TextPart) => !body.blank;

/** Stand-ins are short: a text that was cut is none. */
const isWhole = ({ body }: TextPart) => body.text.length === body.length;

const isStandIn = (part: TextPart) => isWhole(part) && isPlaceholder(part.body.text);
const isFailure = (part: TextPart) => isWhole(part) && isErrorText(part.body.text);

/** True when the response gives the person anything: own words, a call, a file, a patch or an image. */
export function hasOutput(message: Message): boolean {
  if (message.parts.some(({ kind }) => SHOWN.has(kind))) return true;
  return textParts(message).some(
    (part) => isVisible(part) && !part.synthetic && !isStandIn(part) && !isFailure(part),
  );
}

/** True when a known stand-in such as "(no content)" is all the visible text there is. */
export function holdsPlaceholder(message: Message): boolean {
  const visible = textParts(message).filter(isVisible);
  return visible.length > 0 && visible.every(isStandIn);
}

/** True when the text of the response is a program's report of a failed request. */
export function holdsErrorText(message: Message): boolean {
  return textParts(message).some(isFailure);
}

/** True when there are text parts, and all of them are blank. */
export function holdsBlankText(message: Message): boolean {
  const texts = textParts(message);
  return texts.some(({ body }) => body.length > 0) && !texts.some(isVisible);
}

/** True when reasoning is recorded, sealed or not. */
export function hasReasoning(message: Message): boolean {
  return message.parts.some(({ kind }) => kind === 'reasoning');
}

/** The calls of a response, in order. */
export function toolParts(message: Message): readonly ToolPart[] {
  return message.parts.filter((part): part is ToolPart => part.kind === 'tool');
}

/** Visible text of a response as far as the index keeps it. */
export function ownText(message: Message): string {
  return textParts(message)
    .filter((part) => isVisible(part) && !part.synthetic)
    .map(({ body }) => body.text)
    .join('\n');
}

/** The words a person wrote, without what the program put around them, and what identifies them. */
export interface Words {
  readonly text: string;
  /** Length of the whole text in UTF-16 units; more than `text` holds when it was cut. */
  readonly length: number;
  /** Equal for equal texts; '' when there are no words. */
  readonly hash: string;
}

/** A person's message with its words. */
export interface Asked {
  readonly message: Message;
  readonly words: Words;
}

/** The words of a person's message as far as the index keeps them. */
export function wordsOf(message: Message): Words {
  const texts = textParts(message).filter((part) => isVisible(part) && !part.synthetic);
  const text = personsWords(texts.map(({ body }) => body.text).join('\n'));
  return {
    text,
    length: texts.every(isWhole)
      ? text.length
      : texts.reduce((sum, { body }) => sum + body.length, 0),
    hash: texts.map(({ hash }) => hash).join(' '),
  };
}

/** A person's message that asks for anything: words, a file or an image. */
export function asksSomething(message: Message): boolean {
  return message.parts.some(
    (part) => part.kind === 'file' || (part.kind === 'text' && isVisible(part) && !part.synthetic),
  );
}
