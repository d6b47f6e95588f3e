import { harnessKindOf } from '../findings/harness';
import type { HarnessKind, Part, Place } from '../model/message';
import { isRecord } from '../source/json';
import { id, list, number, record, text, time, type Fields } from './fields';
import type { Format, FormatReader, Head, RowVerdict, Sample } from './format';
import { filePart, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';
import { changeOf, pushed, withChange, type Change } from './vscode-chat-log';
import { endingOf, hasAnswer, partsOf } from './vscode-chat-response';

/**
 * Chat sessions of VS Code: exported, stored in `chatSessions/*.json`, and stored as a log of changes in
 * `chatSessions/*.jsonl` (docs/formats.md, VS Code chat). A request is two messages: the prompt and
 * everything that came back. A message's number is its position among them.
 */
export const vscodeChat: Format = {
  id: 'vscode-chat',
  label: 'VS Code chat',
  detect,
  createReader,
};

const isRequest = (row: unknown): row is Fields =>
  isRecord(row) &&
  !('role' in row) &&
  text(record(row, 'message'), 'text') !== null &&
  ('response' in row || 'result' in row || 'requestId' in row);

const isHead = (head: Fields) => Array.isArray(head['requests']) && 'responderUsername' in head;

function detect({ rows, head, shape }: Sample): number {
  const [first] = rows;
  if (shape === 'document') {
    if (first === undefined) return head !== null && isHead(head) ? 0.9 : 0;
    return rows.some(isRequest) ? 0.95 : 0;
  }
  if (!isRecord(first)) return 0;
  const change = changeOf(first);
  return change?.kind === 'replace' && Array.isArray(change.state['requests']) ? 1 : 0;
}

function createReader(builder: SessionBuilder): FormatReader {
  const session = builder.session('');
  const log = createLog();
  return {
    accept({ value, place }) {
      if (!isRecord(value)) return 'This row is no object.';
      const change = changeOf(value);
      if (change !== null) return log.accept(change, place);
      if (!isRequest(value)) return 'This is neither a request nor a change of one.';
      takeAgent(session, value);
      addRequest(session, value, [place], builder);
      return null;
    },
    broken: () => undefined,
    finish(head: Head) {
      takeHead(session, head ?? log.head());
      for (const request of log.requests()) showRequest(session, request, builder);
    },
  };
}

function takeHead(session: SessionDraft, head: Fields): void {
  session.id = id(head, 'sessionId') ?? session.id;
  session.title = text(head, 'customTitle') ?? session.title;
}

function takeAgent(session: SessionDraft, request: Fields): void {
  session.agentVersion ??= text(record(request, 'agent'), 'extensionVersion');
}

/** A request of the log, as far as the changes have brought it. */
interface Logged {
  value: unknown;
  /** Every row that changed it. */
  places: [Place, ...Place[]];
  /** It is not in the session any more: the person undid it. */
  isGone: boolean;
  /** Its messages as they were built last; null: it has changed since. */
  built: readonly Draft[] | null;
}

/** Replays the log; what became of the requests is known at its end. */
function createLog() {
  let head: Fields = {};
  const all: Logged[] = [];
  const byId = new Map<string, Logged>();
  let current: readonly Logged[] = [];
  /** Rows of one message alone begin in the middle: what they say of a request is about theirs. */
  let isWhole = false;

  const touch = (request: Logged, value: unknown, place: Place): void => {
    const isOther = hasAnswer(request.value) !== hasAnswer(value);
    request.value = value;
    const [first] = request.places;
    // A message is found again by how many begin in its first row before it: all of these must know.
    const siblings = isOther && isWhole ? all.filter(({ places }) => places[0] === first) : [];
    for (const one of new Set([request, ...siblings])) {
      if (one.places.at(-1) !== place) one.places.push(place);
      one.built = null;
    }
  };
  /** A request that is written again is the same one. */
  const loggedOf = (value: unknown, place: Place, taken: ReadonlySet<Logged>): Logged => {
    const own = isRecord(value) ? id(value, 'requestId') : null;
    const known = byId.get(own ?? '');
    if (known === undefined || taken.has(known)) {
      const made: Logged = { value, places: [place], isGone: false, built: null };
      all.push(made);
      if (own !== null) byId.set(own, made);
      return made;
    }
    touch(known, value, place);
    known.isGone = false;
    return known;
  };
  const replace = (kept: readonly Logged[], items: readonly unknown[], place: Place): null => {
    const isIn = new Set(kept);
    for (const item of items) isIn.add(loggedOf(item, place, isIn));
    const next = [...isIn];
    for (const one of current) {
      if (isIn.has(one)) continue;
      one.isGone = true;
      one.built = null;
    }
    current = next;
    return null;
  };
  const setRequest = (at: number, value: unknown, place: Place): null => {
    const before = current[at];
    const made = loggedOf(value, place, new Set());
    if (before !== undefined && before !== made) {
      before.isGone = true;
      before.built = null;
    }
    current = current.toSpliced(at, 1, made);
    return null;
  };
  const changeRequest = (
    at: number,
    change: Exclude<Change, { readonly kind: 'replace' }>,
    place: Place,
  ): RowVerdict => {
    const path = change.path.slice(2);
    if (path.length === 0 && change.kind === 'set') {
      if (at > current.length && isWhole) return NOWHERE;
      return setRequest(at, change.value, place);
    }
    const changed = isWhole ? current.slice(at, at + 1) : current;
    if (changed.length === 0) return NOWHERE;
    for (const request of changed) {
      const next = withChange(request.value, path, change);
      if (next === null) return NOWHERE;
      touch(request, next.value, place);
    }
    return null;
  };

  return {
    accept(change: Change, place: Place): RowVerdict {
      if (change.kind === 'replace') {
        head = { ...change.state, requests: null };
        isWhole = true;
        return replace([], list(change.state, 'requests'), place);
      }
      const [key, at] = change.path;
      if (key !== 'requests') {
        const next = withChange(head, change.path, change);
        if (next === null || !isRecord(next.value)) return NOWHERE;
        head = next.value;
        return null;
      }
      if (typeof at === 'number') return changeRequest(at, change, place);
      if (change.kind === 'set') {
        isWhole = true;
        return replace([], Array.isArray(change.value) ? change.value : [], place);
      }
      if (change.kind === 'delete') return replace([], [], place);
      // How many stood before is not known to rows of one message alone.
      const kept = isWhole ? pushed(current, change.cut, []).length : current.length;
      return replace(current.slice(0, kept), change.items, place);
    },
    head: () => head,
    requests: (): readonly Logged[] => all,
  };
}

const NOWHERE = 'This change names a place that is not there.';

/** Shows a request of the log, with the same messages as before when it has not changed. */
function showRequest(session: SessionDraft, request: Logged, builder: SessionBuilder): void {
  if (isRecord(request.value)) takeAgent(session, request.value);
  if (request.built !== null) {
    session.messages.push(...request.built);
    return;
  }
  const { length } = session.messages;
  if (isRecord(request.value)) addRequest(session, request.value, request.places, builder);
  request.built = session.messages.slice(length);
  if (!request.isGone) return;
  for (const message of request.built) message.superseded = true;
}

function addRequest(
  session: SessionDraft,
  request: Fields,
  places: readonly [Place, ...Place[]],
  builder: SessionBuilder,
): void {
  const [first, ...others] = places;
  const asked = time(request, 'timestamp');
  const superseded = request['isHidden'] === true || isUndone(request);
  const words = text(record(request, 'message'), 'text') ?? '';
  const harness = harnessOf(words, request);
  const prompt = session.add(first, {
    id: id(request, 'requestId'),
    role: 'user',
    author: harness === null ? 'person' : 'harness',
    harness,
    time: asked,
    superseded,
    parts: [...(words === '' ? [] : [builder.text(words)]), ...attachments(request)],
  });
  prompt.places.push(...others);
  if (!hasAnswer(request)) return;
  const result = record(request, 'result');
  const timings = record(result, 'timings');
  const { standIn, ...ending } = endingOf(request);
  const response = session.add(first, {
    id: id(request, 'responseId'),
    parentId: id(request, 'requestId'),
    role: 'assistant',
    author: 'assistant',
    model: modelOf(request),
    time: after(asked, number(timings, 'firstProgress')) ?? asked,
    completed:
      time(record(request, 'modelState'), 'completedAt') ??
      after(asked, number(timings, 'totalElapsed')),
    tokens: tokensOf(result),
    superseded,
    ...ending,
    parts: [
      ...partsOf(request, builder),
      ...(standIn === null ? [] : [builder.text(standIn, true)]),
    ],
  });
  response.places.push(...others);
}

/** The person went back to before it: it goes with their next prompt. */
const isUndone = (request: Fields) => (request['shouldBeRemovedOnSend'] ?? false) !== false;

/** Milliseconds later; null: not recorded. */
const after = (start: number | null, ms: number | null) =>
  start === null || ms === null ? null : start + ms;

function harnessOf(words: string, request: Fields): HarnessKind | null {
  const isProgram = ['isSystemInitiated', 'hiddenFromTranscript'].some(
    (key) => request[key] === true,
  );
  return harnessKindOf(words) ?? (isProgram ? 'notice' : null);
}

/** Kinds of what a person attaches; the editor adds others by itself. */
const ATTACHED: ReadonlySet<string> = new Set(['directory', 'file', 'image', 'paste']);

const attachments = (request: Fields): readonly Part[] =>
  list(record(request, 'variableData'), 'variables')
    .filter(isRecord)
    .filter((one) => ATTACHED.has(text(one, 'kind') ?? '') && !isImplicit(one))
    .map((one) => {
      const mime = one['kind'] === 'image' ? (text(one, 'mimeType') ?? 'image/png') : null;
      return filePart(text(one, 'name'), mime, null);
    });

const isImplicit = (variable: Fields) =>
  (text(variable, 'id') ?? '').startsWith('vscode.implicit') ||
  variable['automaticallyAdded'] === true;

/** What was chosen; where that was left to VS Code, what it took, as far as it tells. */
function modelOf(request: Fields): string | null {
  const result = record(request, 'result');
  const resolved = text(record(result, 'metadata'), 'resolvedModel');
  const chosen = text(request, 'modelId')?.replace(/^copilot\//, '') ?? null;
  if (resolved !== null || (chosen !== null && chosen !== 'auto')) return resolved ?? chosen;
  return text(result, 'details')?.split(' • ')[0] ?? chosen;
}

function tokensOf(result: Fields): Draft['tokens'] {
  const metadata = record(result, 'metadata');
  const input = number(metadata, 'promptTokens') ?? number(result, 'promptTokens');
  const output = number(metadata, 'outputTokens') ?? number(result, 'outputTokens');
  if (input === null && output === null) return null;
  return { input, output, reasoning: null, cacheRead: null, cacheWrite: null };
}
