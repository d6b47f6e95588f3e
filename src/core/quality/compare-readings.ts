import type { Flag } from '../findings/findings';
import { groupBy } from '../group-by';
import type { Message } from '../model/message';
import type { RowCounts, Transcript } from '../model/session';

/** A message or flag without its content: enough to tell whether two readings agree on it. */
export interface Digest {
  /** The same in both readings, whatever number the message has: its session and where its row starts. */
  readonly key: string;
  /** How a person finds it, such as `#3 (line 7)`. */
  readonly name: string;
  /** What it says, by field; of texts only their hashes. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What one revision's readers made of a file. */
export interface Reading {
  readonly file: string;
  /** Id of the format; null when the file was not read. */
  readonly format: string | null;
  /** Why it was not read; null when it was. */
  readonly failure: string | null;
  readonly rows: RowCounts | null;
  readonly messages: readonly Digest[];
  readonly flags: readonly Digest[];
}

/** The numbers move when a message comes or goes, which says nothing about the messages after it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['number']);

/**
 * A reading as it is compared.
 * @param flagsOf the flags of the session at this index
 * @param hash of a text; equal texts have equal hashes
 */
export function readingOf(
  file: string,
  transcript: Transcript,
  flagsOf: (session: number) => readonly Flag[],
  hash: (text: string) => string,
): Reading {
  const messages: Digest[] = [];
  const flags: Digest[] = [];
  transcript.sessions.forEach((session, index) => {
    const own = named(index, session.messages);
    for (const [message, { key, name }] of own) {
      messages.push({ key, name, fields: fieldsOf(message, hash) });
    }
    for (const { kind, number } of flagsOf(index)) {
      const message = session.messages[number];
      const at = message === undefined ? undefined : own.get(message);
      flags.push({
        key: `${at?.key ?? number} ${kind}`,
        name: `${kind} ${at?.name ?? ''}`,
        fields: {},
      });
    }
  });
  const { format, rows } = transcript;
  return { file, format, failure: null, rows, messages, flags };
}

/** A file that was not read, and why. */
export function noReading(file: string, failure: string): Reading {
  return { file, format: null, failure, rows: null, messages: [], flags: [] };
}

/** One row may hold several messages: the second of them has a key of its own. */
function named(session: number, messages: readonly Message[]) {
  const places = groupBy(messages, ({ places: [first] }) => first.start);
  const made = new Map<Message, { readonly key: string; readonly name: string }>();
  for (const [start, own] of places) {
    own.forEach((message, nth) => {
      const { line } = message.places[0];
      const where = line === null ? `byte ${start}` : `line ${line}`;
      const inSession = session === 0 ? '' : `session ${session} `;
      made.set(message, {
        key: `${session}/${start}/${nth}`,
        name: `${inSession}#${message.number} (${where})`,
      });
    });
  }
  return made;
}

function fieldsOf(message: Message, hash: (text: string) => string) {
  const fields: Record<string, string> = {};
  for (const [field, value] of Object.entries<unknown>({ ...message })) {
    if (!LEFT_OUT.has(field)) fields[field] = hash(JSON.stringify({ value }));
  }
  return fields;
}

/** How many changes of one kind are told one by one. */
const MOST_TOLD = 20;

/** What changed between two readings of a file, one sentence each; none when nothing did. */
export function changesOf(before: Reading, after: Reading): readonly string[] {
  return [
    ...told('format', before.format ?? 'not read', after.format ?? 'not read'),
    ...told('failure', before.failure ?? 'none', after.failure ?? 'none'),
    ...rowChanges(before.rows, after.rows),
    ...told('messages', `${before.messages.length}`, `${after.messages.length}`),
    ...digestChanges('message', before.messages, after.messages),
    ...told('flags', `${before.flags.length}`, `${after.flags.length}`),
    ...digestChanges('flag', before.flags, after.flags),
  ];
}

function told(what: string, before: string, after: string): readonly string[] {
  return before === after ? [] : [`${what}: ${before} → ${after}`];
}

const COUNTS = ['read', 'understood', 'unknown', 'malformed'] as const;

function rowChanges(before: RowCounts | null, after: RowCounts | null): readonly string[] {
  return COUNTS.flatMap((count) =>
    told(`rows ${count}`, `${before?.[count] ?? '-'}`, `${after?.[count] ?? '-'}`),
  );
}

function digestChanges(
  what: string,
  before: readonly Digest[],
  after: readonly Digest[],
): readonly string[] {
  const old = new Map(before.map((digest) => [digest.key, digest]));
  const now = new Map(after.map((digest) => [digest.key, digest]));
  const gone = before.filter(({ key }) => !now.has(key)).map(({ name }) => `- ${what} ${name}`);
  const changed = after.flatMap((digest) => {
    const own = old.get(digest.key);
    if (own === undefined) return [`+ ${what} ${digest.name}`];
    const fields = changedFields(own, digest);
    return fields.length === 0 ? [] : [`~ ${what} ${digest.name}: ${fields.join(', ')}`];
  });
  const all = [...gone, ...changed];
  const rest = all.length - MOST_TOLD;
  return rest > 0 ? [...all.slice(0, MOST_TOLD), `… and ${rest} more`] : all;
}

function changedFields(before: Digest, after: Digest): readonly string[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  return [...names].filter((name) => before.fields[name] !== after.fields[name]).sort();
}

/** Every file whose reading changed with its changes, then one line of counts. */
export function comparedText(
  before: readonly Reading[],
  after: readonly Reading[],
): { readonly text: string; readonly changed: number } {
  const old = new Map(before.map((reading) => [reading.file, reading]));
  const now = new Map(after.map((reading) => [reading.file, reading]));
  const files = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changes = files
    .map((file) => {
      const none = noReading(file, 'not there');
      return { file, own: changesOf(old.get(file) ?? none, now.get(file) ?? none) };
    })
    .filter(({ own }) => own.length > 0);
  const lines = changes.flatMap(({ file, own }) => [file, ...own.map((one) => `  ${one}`)]);
  lines.push(`${files.length} files compared, ${changes.length} changed`);
  return { text: `${lines.join('\n')}\n`, changed: changes.length };
}
