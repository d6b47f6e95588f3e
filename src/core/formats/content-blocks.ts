import type { FilePart, Part } from '../model/message';
import { isRecord } from '../source/json';
import { id, record, shown, text, typeOf, type Fields } from './fields';
import { base64Bytes, filePart, type SessionBuilder } from './session-builder';

/**
 * Content of the Anthropic and OpenAI shapes as a list of blocks: a text stands for one text block,
 * null for none. Null when it is something else.
 */
export function contentBlocks(content: unknown): readonly Fields[] | null {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return null;
  const blocks = content.filter(isRecord);
  return blocks.length === 0 && content.length > 0 ? null : blocks;
}

/** Whether a block is a tool call of either shape, server tools included. */
export const isCall = (block: Fields) => /(^|_)tool_use$|^tool[_-]call$/.test(typeOf(block));

/** Whether a block is the result of a tool call, server tools included. */
export const isResult = (block: Fields) => /(^|_)tool[_-]result$/.test(typeOf(block));

/** The words of a text block, or of a tool result with text or blocks in it; images are named. */
export function blockText(block: Fields): string {
  const own = text(block, 'text') ?? text(block, 'refusal');
  if (own !== null) return own;
  const blocks = contentBlocks(block['content']);
  if (blocks === null) return shown(block['content']);
  return blocks
    .map((inner) => {
      const words = text(inner, 'text');
      if (words !== null) return words;
      const file = filePartOfBlock(inner);
      return file === null ? shown(inner) : `[${file.image ? 'image' : 'file'}]`;
    })
    .join('\n');
}

/** Images, documents, files and sound in the blocks of both shapes; null for any other block. */
export function filePartOfBlock(block: Fields): FilePart | null {
  switch (block['type']) {
    case 'image':
    case 'document': {
      const source = record(block, 'source');
      const data = text(source, 'data') ?? text(block, 'data');
      const mime = text(source, 'media_type') ?? text(block, 'mimeType');
      return {
        kind: 'file',
        name: text(block, 'title') ?? text(source, 'url') ?? id(source, 'file_id'),
        mime,
        image: block['type'] === 'image',
        bytes: data === null ? null : base64Bytes(data.length),
      };
    }
    case 'image_url': {
      const url = text(record(block, 'image_url'), 'url') ?? text(block, 'image_url');
      return { ...filePart(null, null, url), image: true };
    }
    case 'input_image':
      return { ...filePart(null, null, text(block, 'image_url')), image: true };
    case 'file':
    case 'input_file': {
      const file = record(block, 'file');
      return filePart(
        text(file, 'filename') ?? text(block, 'filename') ?? text(block, 'path'),
        text(block, 'mime'),
        text(file, 'file_data') ?? text(block, 'url'),
      );
    }
    case 'input_audio':
    case 'audio':
      return { kind: 'file', name: null, mime: 'audio', image: false, bytes: null };
    default:
      return null;
  }
}

const THOUGHT = /^\s*<(think|thinking)>/;

/**
 * The words of a response; reasoning that a server left in front of them, in a tag, is reasoning
 * (docs/formats.md, chat messages 3).
 */
export function spokenParts(words: string, builder: SessionBuilder): readonly Part[] {
  const opening = THOUGHT.exec(words);
  const tag = opening?.[1];
  if (opening === null || tag === undefined) return [builder.text(words)];
  const [start] = opening;
  const closing = words.indexOf(`</${tag}>`, start.length);
  if (closing < 0) return [builder.reasoning(words.slice(start.length), false, false)];
  const inside = words.slice(start.length, closing);
  const rest = words.slice(closing + tag.length + 3).trimStart();
  // An envelope with nothing inside is a blank text, which says more than no part.
  if (inside.trim() === '') return [builder.text(words)];
  const thought = builder.reasoning(inside.trim(), false, true);
  return rest === '' ? [thought] : [thought, builder.text(rest)];
}

/** The texts of blocks or parts that have one, a line each: what a prompt says. */
export const wordsOfBlocks = (blocks: readonly Fields[]): string =>
  blocks.map((block) => text(block, 'text') ?? '').join('\n');

/** A block that is no text: a file, else a marker with all that it holds. */
export const otherPart = (block: Fields, builder: SessionBuilder): Part =>
  filePartOfBlock(block) ?? builder.marker(text(block, 'type') ?? 'block', shown(block));

/** A block of which only a text or a file is known: anything else is a marker. */
export function textOrFilePart(block: Fields, builder: SessionBuilder): Part {
  const file = filePartOfBlock(block);
  if (file !== null) return file;
  const words = text(block, 'text');
  return words === null
    ? builder.marker(typeOf(block) || 'unknown', shown(block))
    : builder.text(words);
}
