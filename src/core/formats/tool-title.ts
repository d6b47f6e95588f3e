import { detached } from '../model/text';
import { text, type Fields } from './fields';

/** Inputs that name what a call is about, the most telling first. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
] as const;

const MAX_TITLE = 200;

/** A short title for one line from a call's input, such as its command or file; null when none can be told. */
export function toolTitle(input: Fields): string | null {
  for (const key of TELLING) {
    const value = text(input, key)?.trim();
    if (value !== undefined && value !== '') return shortened(value);
  }
  return null;
}

const shortened = (value: string) =>
  value.length > MAX_TITLE ? detached(`${value.slice(0, MAX_TITLE - 1)}…`) : value;
