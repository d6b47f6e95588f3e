import type { Excerpt, Message, Part } from '../model/message';
import { grouped } from './quantities';
import { firstLine, visible } from './visible';
import { fill, type Words } from './words';

/** VS Code does not share larger documents with extensions; a whole message is cut here, in UTF-16 units. */
const MAX_MESSAGE_TEXT = 20_000_000;
/** Names stand on one line; longer ones are no names. */
const MAX_NAME = 1000;

/** One message with its whole bodies as a document of its own: part after part, nothing summarised. */
export function messageText(message: Message, words: Words): string {
  const sections = [
    `#${message.number} ${words.author[message.author]}`,
    ...message.parts.map((part) => partText(part, words)).filter((text) => text !== ''),
    ...(message.error === null
      ? []
      : [
          `${fill(words.error, firstLine(message.error.name, MAX_NAME))}\n${visible(message.error.message)}`,
        ]),
  ];
  const text = sections.join('\n\n');
  if (text.length <= MAX_MESSAGE_TEXT) return text;
  const rest = grouped(text.length - MAX_MESSAGE_TEXT);
  return `${text.slice(0, MAX_MESSAGE_TEXT)}\n${fill(words.leftOut, rest)}`;
}

function partText(part: Part, words: Words): string {
  switch (part.kind) {
    case 'text':
      return body(part.body);
    case 'reasoning':
      return part.body.length === 0
        ? words.sealedReasoning
        : `${fill(words.reasoning, '', grouped(part.body.length))}\n${body(part.body)}`;
    case 'tool':
      return [
        `${fill(words.tool, firstLine(part.name, MAX_NAME))} → ${words.toolStatus[part.status]}`,
        body(part.input),
        part.output === null ? '' : `→\n${body(part.output)}`,
      ]
        .filter((text) => text !== '')
        .join('\n');
    case 'file':
      return fill(
        part.image ? words.image : words.file,
        firstLine(part.name ?? part.mime ?? '?', MAX_NAME),
      );
    case 'patch':
      return fill(words.patch, part.files.map((file) => firstLine(file, MAX_NAME)).join(', '));
    case 'marker':
      return part.detail === null
        ? ''
        : `· ${firstLine(part.label, MAX_NAME)}: ${body(part.detail)}`;
  }
}

const body = (excerpt: Excerpt) => visible(excerpt.text);
