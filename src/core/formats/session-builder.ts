import type { Excerpt, Message, Part, Place } from '../model/message';
import type { Session } from '../model/session';

/** A message under construction: the reader of its format fills it row by row. */
export type Draft = {
  -readonly [K in Exclude<keyof Message, 'number' | 'parts' | 'places'>]: Message[K];
} & {
  readonly number: number;
  readonly parts: Part[];
  readonly places: [Place, ...Place[]];
};

/** What a reader hands its findings to. `excerpt` decides how much of a body is kept (index: little; whole message: all). */
export interface SessionBuilder {
  /** The session with this id, made on first use; the first one made is the main session. */
  session(id: string): SessionDraft;
  excerpt(text: string, use: ExcerptUse): Excerpt;
  /** The end of an output that `excerpt` cut; '' when it was not cut. */
  tail(text: string): string;
}

export type ExcerptUse = 'text' | 'reasoning' | 'input' | 'output' | 'detail';

export interface SessionDraft {
  id: string;
  parent: string | null;
  title: string | null;
  directory: string | null;
  agentVersion: string | null;
  readonly messages: readonly Draft[];
  /** Adds a message with the next number and neutral values for all that is not given. */
  add(place: Place, values: Partial<Draft> & Pick<Draft, 'role' | 'author'>): Draft;
}

/** Sessions as built so far. */
export interface BuiltSessions {
  readonly sessions: readonly Session[];
}
