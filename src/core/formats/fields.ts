import { isRecord } from '../source/json';

/** Lenient access to fields of rows: every one is optional, and one of the wrong type counts as absent. */
export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/** The text in a field; null when there is none. */
export function text(fields: Fields, key: string): string | null {
  const value = fields[key];
  return typeof value === 'string' ? value : null;
}

/** A text that is neither absent nor empty nor a redactor's stand-in, so that it can be a key (docs/formats.md, opencode 6). */
export function id(fields: Fields, key: string): string | null {
  const value = text(fields, key);
  return value === null || value === '' || /^\W*(redacted|removed)\W*$/i.test(value) ? null : value;
}

/** What a row or block calls itself; '' when it does not say. */
export const typeOf = (fields: Fields): string => text(fields, 'type') ?? '';

/** A kind that is not known as it stands in a sentence about it. */
export const quotedKind = (kind: string): string => `“${kind.slice(0, 60)}”`;

/** The finite number in a field; null when there is none. */
export function number(fields: Fields, key: string): number | null {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The object in a field; an empty one when there is none, so that look-ups can be chained. */
export function record(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isRecord(value) ? value : NOTHING;
}

/** The list in a field; an empty one when there is none. */
export function list(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
}

/** Input tokens of formats that count cached ones with them; null: not recorded. */
export const withoutCached = (input: number | null, cached: number | null): number | null =>
  input === null ? null : input - (cached ?? 0);

/** Milliseconds since the epoch, from ISO text, ms, or s (docs/formats.md, all 1); null when it is no time. */
export function time(fields: Fields, key: string): number | null {
  const value = fields[key];
  if (typeof value === 'string') {
    const parsed = Date.parse(value);
    return Number.isNaN(parsed) ? null : parsed;
  }
  if (typeof value !== 'number' || !(value > 0)) return null;
  const ms = value < 1e11 ? value * 1000 : value;
  return ms <= MAX_TIME ? ms : null;
}

/** The last moment that a `Date` can tell. */
const MAX_TIME = 8.64e15;

/** A value as text for people: a text as it is, anything else as JSON. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    // Indented, a deep nest would take a thousand times its own size.
    return isDeep(value) ? JSON.stringify(value) : JSON.stringify(value, null, 2);
  } catch {
    // What can be parsed can be nested too deeply to be written again.
    return '[nested too deeply to be shown]';
  }
}

const MAX_INDENTED = 100;

function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === MAX_INDENTED) return true;
  const inner: readonly unknown[] = Object.values(value);
  return inner.some((one) => isDeep(one, depth + 1));
}
