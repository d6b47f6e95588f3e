import type { Message, Part } from '../model/message';
import { beginning } from '../model/text';
import { grouped } from './quantities';
import { firstLine, visible } from './visible';
import { fill, type Words } from './words';

/**
 * Characters of one message that its document holds, in UTF-16 units. VS Code would take more (it stops
 * to colour at 20 MB, and to share with extensions at 50 MB), but opening costs about 0.2 s per MB.
 */
export const MAX_MESSAGE_TEXT = 2_000_000;
/** Names stand on one line; longer ones are no names. */
const MAX_NAME = 1000;

/** What of a message is written out. */
export type WrittenMessage = Pick<Message, 'number' | 'author' | 'parts' | 'error'>;

/** `quoted`: as it stands in the transcript; otherwise words of ours, in which names are made visible. */
export interface TextPiece {
  readonly text: string;
  readonly quoted: boolean;
}

/**
 * One message with its whole bodies as a document of its own: part after part, nothing summarised.
 * @param limit characters of the message that are written; a last line says how many are left out
 */
export function messageText(
  message: WrittenMessage,
  words: Words,
  limit: number = MAX_MESSAGE_TEXT,
): string {
  const written: string[] = [];
  let [left, leftOut] = [limit, 0];
  for (const { text, quoted } of messagePieces(message, words)) {
    // Only what is shown is looked through for characters that must not be obeyed.
    const shown = left === 0 ? '' : beginning(text, left);
    written.push(quoted ? visible(shown) : shown);
    left -= shown.length;
    leftOut += text.length - shown.length;
    // Half a character stays out; nothing comes after it.
    if (shown.length < text.length) left = 0;
  }
  if (leftOut > 0) written.push(`\n${fill(words.restOfMessage, grouped(leftOut))}`);
  return written.join('');
}

/** All of a message as it is written out, piece by piece: nothing of it is copied. */
export function* messagePieces(message: WrittenMessage, words: Words): Generator<TextPiece> {
  yield own(`#${message.number} ${words.author[message.author]}`);
  for (const part of message.parts) {
    const pieces = partPieces(part, words);
    if (pieces.length > 0) yield* [own('\n\n'), ...pieces];
  }
  if (message.error !== null) {
    const name = fill(words.error, firstLine(message.error.name, MAX_NAME));
    yield* [own(`\n\n${name}\n`), quoted(message.error.message)];
  }
}

const own = (text: string): TextPiece => ({ text, quoted: false });
const quoted = (text: string): TextPiece => ({ text, quoted: true });

function partPieces(part: Part, words: Words): readonly TextPiece[] {
  switch (part.kind) {
    case 'text':
      return part.body.text === '' ? [] : [quoted(part.body.text)];
    case 'reasoning':
      return part.body.length === 0
        ? [own(words.sealedReasoning)]
        : [
            own(`${fill(words.reasoning, '', grouped(part.body.length))}\n`),
            quoted(part.body.text),
          ];
    case 'tool':
      return [
        own(
          `${fill(words.tool, firstLine(part.name, MAX_NAME))} → ${words.toolStatus[part.status]}`,
        ),
        ...(part.input.text === '' ? [] : [own('\n'), quoted(part.input.text)]),
        ...(part.output === null ? [] : [own('\n→\n'), quoted(part.output.text)]),
      ];
    case 'file': {
      const name = firstLine(part.name ?? part.mime ?? '?', MAX_NAME);
      return [own(fill(part.image ? words.image : words.file, name))];
    }
    case 'patch': {
      const files = part.files.map((file) => firstLine(file, MAX_NAME));
      return [own(fill(words.patch, files.join(', ')))];
    }
    case 'marker':
      return part.detail === null
        ? []
        : [own(`· ${firstLine(part.label, MAX_NAME)}: `), quoted(part.detail.text)];
  }
}
