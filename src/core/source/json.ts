import { errorWords } from '../error-words';

/** Longer texts can't be one JavaScript string; such a row is counted and located, not parsed. In bytes. */
export const MAX_ROW_BYTES = 400_000_000;

export type Parsed =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of these bytes; bytes that are no UTF-8 become U+FFFD. */
export const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Parses JSON without throwing. */
export function parseJson(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, why: errorWords(error) };
  }
}

/** Whether a parsed value is an object, and neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The top-level values of a text, as `[start, end)` in UTF-16 units. Real writers glue two objects
 * together without a newline (docs/formats.md, Claude Code 8). Null when a value is not closed.
 */
export function splitValues(text: string): readonly (readonly [number, number])[] | null {
  const values: (readonly [number, number])[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth < 0) return null;
      if (depth === 0) values.push([start, at + 1]);
    }
  }
  return depth === 0 && !inString ? values : null;
}
