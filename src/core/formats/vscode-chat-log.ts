import { isRecord } from '../source/json';
import { list, number, type Fields } from './fields';

/**
 * One row of the log that VS Code keeps of a chat session (docs/formats.md, VS Code chat 5). `replace`: the
 * whole state; the others change what stands at a path of keys and indexes.
 */
export type Change =
  | { readonly kind: 'replace'; readonly state: Fields }
  | { readonly kind: 'set'; readonly path: Path; readonly value: unknown }
  | {
      readonly kind: 'push';
      readonly path: Path;
      readonly cut: number | null;
      readonly items: Items;
    }
  | { readonly kind: 'delete'; readonly path: Path };

export type Path = readonly (string | number)[];
type Items = readonly unknown[];

/** No state of a session is as deep. */
const MAX_PATH = 50;

/** The change that a row makes; null when it is none. */
export function changeOf(row: Fields): Change | null {
  const { kind, k, v } = row;
  if (kind === 0) return isRecord(v) ? { kind: 'replace', state: v } : null;
  const path = pathOf(k);
  if (path === null) return null;
  switch (kind) {
    case 1:
      return { kind: 'set', path, value: v };
    case 2:
      return { kind: 'push', path, cut: number(row, 'i'), items: list(row, 'v') };
    case 3:
      return { kind: 'delete', path };
    default:
      return null;
  }
}

function pathOf(keys: unknown): Path | null {
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_PATH) return null;
  const path: (string | number)[] = [];
  for (const key of keys as readonly unknown[]) {
    if (typeof key !== 'string' && !isIndex(key)) return null;
    path.push(key);
  }
  return path;
}

const isIndex = (key: unknown): key is number =>
  typeof key === 'number' && Number.isInteger(key) && key >= 0;

/** A list with what a push does to it: it is cut first, then the items are added. */
export function pushed(before: Items, cut: number | null, items: Items): Items {
  const kept = cut === null ? before : before.slice(0, Math.max(0, cut));
  return [...kept, ...items];
}

/**
 * A value with the change made at what is left of its path; the value itself stays as it is.
 * @returns null when there is no such place in it
 */
export function withChange(
  value: unknown,
  path: Path,
  change: Exclude<Change, { readonly kind: 'replace' }>,
): { readonly value: unknown } | null {
  const [key, ...rest] = path;
  if (key === undefined) return atEnd(value, change);
  if (typeof key === 'string') {
    const fields = value ?? {};
    if (!isRecord(fields)) return null;
    if (rest.length === 0 && change.kind === 'delete') {
      return { value: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key)) };
    }
    const inner = withChange(Object.hasOwn(fields, key) ? fields[key] : undefined, rest, change);
    return inner === null ? null : { value: { ...fields, [key]: inner.value } };
  }
  const items: Items = Array.isArray(value) ? value : [];
  if (key > items.length) return null;
  const inner = withChange(items[key], rest, change);
  return inner === null ? null : { value: items.toSpliced(key, 1, inner.value) };
}

function atEnd(value: unknown, change: Exclude<Change, { readonly kind: 'replace' }>) {
  switch (change.kind) {
    case 'set':
      return { value: change.value };
    case 'push':
      return { value: pushed(Array.isArray(value) ? value : [], change.cut, change.items) };
    case 'delete':
      return { value: undefined };
  }
}
