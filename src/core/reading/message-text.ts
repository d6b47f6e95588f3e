import type { Message, Part } from '../model/message';
import { beginning } from '../model/text';
import type { BodyKind } from '../search/hit';
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
  /** What of the transcript stands here; null where all words are ours. */
  readonly origin: Origin | null;
}

/** A body or name of a message, which can be searched. */
export interface Origin {
  /** Index of the part; null: the message's error. */
  readonly part: number | null;
  readonly body: BodyKind;
  /** As it stands in the transcript. */
  readonly text: string;
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
  for (const [index, part] of message.parts.entries()) {
    const pieces = partPieces(part, index, words);
    if (pieces.length > 0) yield* [own('\n\n'), ...pieces];
  }
  if (message.error !== null) {
    const name = fill(words.error, firstLine(message.error.name, MAX_NAME));
    yield* [own(`\n\n${name}\n`), quoted(message.error.message, null, 'error')];
  }
}

const own = (text: string): TextPiece => ({ text, quoted: false, origin: null });
/** Words of ours around a name that the transcript gives. */
const named = (text: string, part: number, body: BodyKind, name: string): TextPiece => ({
  text,
  quoted: false,
  origin: { part, body, text: name },
});
const quoted = (text: string, part: number | null, body: BodyKind): TextPiece => ({
  text,
  quoted: true,
  origin: { part, body, text },
});

function partPieces(part: Part, at: number, words: Words): readonly TextPiece[] {
  switch (part.kind) {
    case 'text':
      return part.body.text === '' ? [] : [quoted(part.body.text, at, 'text')];
    case 'reasoning':
      return part.body.length === 0
        ? [own(words.sealedReasoning)]
        : [
            own(`${fill(words.reasoning, '', grouped(part.body.length))}\n`),
            quoted(part.body.text, at, 'reasoning'),
          ];
    case 'tool': {
      const heading = `${fill(words.tool, firstLine(part.name, MAX_NAME))} → ${words.toolStatus[part.status]}`;
      return [
        named(heading, at, 'tool', part.name),
        ...(part.input.text === '' ? [] : [own('\n'), quoted(part.input.text, at, 'input')]),
        ...(part.output === null ? [] : [own('\n→\n'), quoted(part.output.text, at, 'output')]),
      ];
    }
    case 'file': {
      const name = part.name ?? part.mime ?? '?';
      const heading = fill(part.image ? words.image : words.file, firstLine(name, MAX_NAME));
      return [named(heading, at, 'file', name)];
    }
    case 'patch': {
      const files = part.files.map((file) => firstLine(file, MAX_NAME));
      const heading = fill(words.patch, files.join(', '));
      return [named(heading, at, 'patch', part.files.join(', '))];
    }
    case 'marker':
      return part.detail === null
        ? []
        : [own(`· ${firstLine(part.label, MAX_NAME)}: `), quoted(part.detail.text, at, 'marker')];
  }
}
