import { harnessKindOf } from '../findings/harness';
import type { HarnessKind, Part } from '../model/message';
import { isRecord } from '../source/json';
import { record, shown, text, type Fields } from './fields';
import { filePart, type SessionBuilder } from './session-builder';

/** What Gemini CLI, and Qwen Code after it, wrote in the person's name (docs/formats.md, Gemini CLI 4); null: a person did. */
export const geminiHarness = (words: string): HarnessKind | null =>
  words.trim() === 'Please continue.' ? 'notice' : harnessKindOf(words);

/** A part in the shape of Gemini's API: text, thought or file; calls and results are joined elsewhere. */
export function geminiPart(part: Fields, builder: SessionBuilder): Part {
  const words = text(part, 'text');
  if (words !== null) {
    return part['thought'] === true ? builder.reasoning(words, words === '') : builder.text(words);
  }
  const file = isRecord(part['inlineData']) ? part['inlineData'] : record(part, 'fileData');
  const mime = text(file, 'mimeType');
  if (mime === null) return builder.marker('unknown', shown(part));
  const data = text(file, 'data');
  return filePart(
    text(file, 'displayName'),
    mime,
    data === null ? text(file, 'fileUri') : `data:${mime};base64,${data}`,
  );
}
