import { isBlank } from '../findings/blank';
import { mayTellOfFailure } from '../findings/failures';
import type {
  Excerpt,
  FilePart,
  MarkerPart,
  Message,
  Part,
  Place,
  ReasoningPart,
  TextPart,
} from '../model/message';
import type { Session } from '../model/session';
import { beginning, contentHash, detached, ending } from '../model/text';
import { createSoFar, inOrder, type SoFar } from './so-far';

/** A message under construction: the reader of its format fills it row by row. Its number comes last. */
export type Draft = {
  -readonly [K in Exclude<keyof Message, 'parts' | 'places'>]: Message[K];
} & {
  parts: Part[];
  places: [Place, ...Place[]];
};

export interface SessionDraft {
  id: string;
  parent: string | null;
  title: string | null;
  directory: string | null;
  agentVersion: string | null;
  /** False when the order of `messages` is theirs already: the file tells later what was said first. */
  isInFileOrder: boolean;
  readonly messages: Draft[];
  /** Adds a message with neutral values for all that is not given. */
  add(place: Place, values: Partial<Draft> & Pick<Draft, 'role' | 'author'>): Draft;
}

export type ExcerptUse = 'text' | 'reasoning' | 'input' | 'output' | 'detail';

/** Characters that a view shows of one body at most. */
export const PREVIEW = 20_000;

/** Characters that the index keeps of each body. */
const INDEX_LIMITS: Readonly<Record<ExcerptUse, number>> = {
  text: 4000,
  reasoning: 600,
  input: 600,
  output: 400,
  detail: 400,
};
/**
 * What a view shows of a body at most: its beginning, and its end by itself. Whole inputs are taken
 * apart into their named values, which a beginning cannot be.
 */
const PREVIEW_LIMITS: Readonly<Record<ExcerptUse, number>> = {
  text: PREVIEW,
  reasoning: PREVIEW,
  input: 10 * PREVIEW,
  output: PREVIEW,
  detail: PREVIEW,
};
/** Above this many characters of previews in one message, the index's excerpts have to do. */
const MAX_PREVIEWS = 400_000;
/** Characters kept of the end of an output, and of one that tells of no failure. */
const TAIL = 1200;
const QUIET_TAIL = 300;
/** Characters kept of the end of reasoning: whether it ends in a sentence. */
const REASONING_TAIL = 80;

/** What a reader hands its findings to. It decides how much of a body is kept. */
export interface SessionBuilder {
  /** The session with this id, made on first use; the first one made is the main session. */
  session(id: string): SessionDraft;
  excerpt(text: string, use: ExcerptUse): Excerpt;
  /** The end of an output that `excerpt` cut; '' when it was not cut. */
  tail(text: string): string;
  text(text: string, synthetic?: boolean): TextPart;
  /** `sealed`: the provider hid the text; `closed` as in `ReasoningPart`. */
  reasoning(text: string, sealed: boolean, closed?: boolean | null): ReasoningPart;
  marker(label: string, detail: string | null): MarkerPart;
  /** The sessions, with their messages numbered by where they start, or as they came (see `isInFileOrder`). `fallbackId` names a session without an id. */
  build(fallbackId: string): readonly Session[];
  /** The sessions as they are if the transcript ends here; reading can go on (see `SoFar`). */
  readonly buildSoFar: SoFar;
  /** The sessions as far as they have been read. */
  drafts(): readonly SessionDraft[];
}

/** How much of bodies is kept: `index` beginnings, `preview` as much as a view shows, `whole` all. */
export type Keep = 'index' | 'preview' | 'whole';

/** A builder without sessions. */
export function createSessionBuilder(keep: Keep): SessionBuilder {
  const sessions = new Map<string, SessionDraft>();
  /** Characters of previews so far. */
  let previews = 0;
  const limitOf = (use: ExcerptUse): number => {
    if (keep === 'whole') return Infinity;
    return keep === 'preview' && previews < MAX_PREVIEWS ? PREVIEW_LIMITS[use] : INDEX_LIMITS[use];
  };
  const builder: SessionBuilder = {
    session(id) {
      const known = sessions.get(id);
      if (known !== undefined) return known;
      const made = createSession(id);
      sessions.set(id, made);
      return made;
    },
    excerpt(text, use) {
      const limit = limitOf(use);
      const isCut = text.length > limit;
      const kept = isCut ? detached(beginning(text, limit)) : text;
      const whole = { text: kept, length: text.length, blank: isBlank(text) };
      if (keep !== 'preview') return whole;
      previews += kept.length;
      if (!isCut) return whole;
      // The beginning and the end never overlap.
      const tail = detached(ending(text, Math.min(limit, text.length - kept.length)));
      previews += tail.length;
      return { ...whole, tail };
    },
    tail: (text) => (keep === 'index' && text.length > INDEX_LIMITS.output ? tailOf(text) : ''),
    text: (text, synthetic = false) => ({
      kind: 'text',
      body: builder.excerpt(text, 'text'),
      synthetic,
      hash: contentHash(text),
    }),
    reasoning: (text, sealed, closed = null) => ({
      kind: 'reasoning',
      body: builder.excerpt(text, 'reasoning'),
      tail:
        keep === 'index' && text.length > INDEX_LIMITS.reasoning
          ? detached(text.slice(-REASONING_TAIL))
          : '',
      sealed,
      closed,
    }),
    marker: (label, detail) => ({
      kind: 'marker',
      label,
      detail: detail === null ? null : builder.excerpt(detail, 'detail'),
    }),
    build: (fallbackId) => [...sessions.values()].map((draft) => built(draft, fallbackId)),
    buildSoFar: createSoFar(sessions),
    drafts: () => [...sessions.values()],
  };
  return builder;
}

/** Tails are most of an index: of a quiet one only the last lines are kept, each of them whole. */
function tailOf(text: string): string {
  const tail = text.slice(-TAIL);
  const start = tail.indexOf('\n', tail.length - QUIET_TAIL) + 1;
  const lines = tail.slice(start);
  const isShort = start > 0 && lines.trim() !== '' && !mayTellOfFailure(tail);
  return detached(isShort ? lines : tail);
}

function createSession(id: string): SessionDraft {
  const messages: Draft[] = [];
  return {
    id,
    parent: null,
    title: null,
    directory: null,
    agentVersion: null,
    isInFileOrder: true,
    messages,
    add(place, values) {
      const previous = messages.at(-1);
      if (previous !== undefined) tighten(previous);
      const draft: Draft = {
        number: 0,
        id: null,
        harness: null,
        time: null,
        completed: null,
        model: null,
        parentId: null,
        parentMissing: false,
        finish: null,
        rawFinish: null,
        error: null,
        tokens: null,
        parts: [],
        closed: null,
        continues: false,
        superseded: false,
        synthetic: false,
        places: [place],
        ...values,
      };
      messages.push(draft);
      return draft;
    },
  };
}

/** A list that was pushed to has room for 16 more: with many messages that is most of an index. */
function tighten(draft: Draft): void {
  draft.parts = [...draft.parts];
  const [first, ...others] = draft.places;
  draft.places = [first, ...others];
}

function built(session: SessionDraft, fallbackId: string): Session {
  return {
    parent: session.parent,
    title: session.title,
    directory: session.directory,
    agentVersion: session.agentVersion,
    id: session.id === '' ? fallbackId : session.id,
    // The drafts themselves: copies of them would need the memory twice.
    messages: inOrder(session).map((draft, number) => Object.assign(draft, { number })),
  };
}

/** Label of the marker that stands for a row that was not understood. */
export const NOT_UNDERSTOOD = 'row not understood';

/** Shows a row that was not understood as a message of its own, so that those after it keep their numbers. */
export function addUnknown(
  session: SessionDraft,
  place: Place,
  sentence: string,
  builder: SessionBuilder,
): void {
  session.add(place, {
    role: 'system',
    author: 'program',
    harness: 'other',
    parts: [builder.marker(NOT_UNDERSTOOD, sentence)],
  });
}

/** A file or image part; `url` may be a `data:` URL, of which only the size is kept. */
export function filePart(name: string | null, mime: string | null, url: string | null): FilePart {
  const data = url?.startsWith('data:') === true ? url : null;
  const type = mime ?? (data === null ? null : data.slice(5, Math.max(5, data.search(/[;,]/))));
  const comma = data === null ? -1 : data.indexOf(',');
  return {
    kind: 'file',
    name: name ?? (data === null ? url : null),
    mime: type,
    image: type?.startsWith('image/') === true,
    bytes: data === null ? null : base64Bytes(data.length - comma - 1),
  };
}

/** Size in bytes of what base64 text of this length holds, to within two bytes. */
export const base64Bytes = (length: number) => Math.floor((length * 3) / 4);
