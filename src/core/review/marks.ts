import type { Transcript } from '../model/session';
import { placeAnchor } from './anchor';
import {
  isMarkEvent,
  type Anchor,
  type MarkEvent,
  type ReviewEvent,
  type VerdictWord,
} from './events';

/** What a reviewer thinks of a flag, or of a message that has none (`flag` is null). */
export interface Verdict {
  readonly author: string;
  /** Kind of the flag that is judged; null: the message has no flag and should have one. */
  readonly flag: string | null;
  readonly verdict: VerdictWord;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** A label of the codebook that a reviewer put on a message, or on the incident that begins with it. */
export interface LabelMark {
  readonly author: string;
  readonly label: string;
  readonly scope: 'message' | 'incident';
}

/** What reviewers marked on one message. */
export interface MessageMarks {
  readonly verdicts: readonly Verdict[];
  readonly labels: readonly LabelMark[];
  /** Who has reviewed the incident that begins with this message. */
  readonly reviewed: readonly string[];
}

/** Marks by message number. */
export type Marks = ReadonlyMap<number, MessageMarks>;

/** The marks of every session of a transcript, and those whose message can't be found. */
export interface PlacedMarks {
  /** By index of `transcript.sessions`. */
  readonly sessions: ReadonlyMap<number, Marks>;
  readonly stale: readonly MarkEvent[];
}

/** Of a message on which nobody marked anything. */
export const NO_MARKS: MessageMarks = { verdicts: [], labels: [], reviewed: [] };

interface PlacedEvent {
  readonly session: number;
  readonly number: number;
  readonly event: MarkEvent;
}

/**
 * What the mark events of any number of files come to. A reviewer's later mark replaces the earlier one on the
 * same message and subject, wherever their anchors found it; the order the events are given in does not matter.
 */
export function placeMarks(transcript: Transcript, events: readonly ReviewEvent[]): PlacedMarks {
  const placeOf = placing(transcript);
  const last = new Map<string, PlacedEvent>();
  const stale: MarkEvent[] = [];
  for (const event of inOrder(events.filter(isMarkEvent))) {
    const place = placeOf(event.anchor);
    if (place === null) stale.push(event);
    else last.set(keyOf(place, event), { ...place, event });
  }
  const sessions = new Map<number, Map<number, MessageMarks>>();
  for (const { session, number, event } of last.values()) {
    const marks = sessions.get(session) ?? new Map<number, MessageMarks>();
    sessions.set(session, marks);
    marks.set(number, withEvent(marks.get(number) ?? NO_MARKS, event));
  }
  return { sessions, stale };
}

/** Finds the message of each anchor once, however many events stand on it. */
function placing(transcript: Transcript) {
  const known = new Map<string, { readonly session: number; readonly number: number } | null>();
  return (anchor: Anchor) => {
    const key = JSON.stringify([anchor.session, anchor.messageId, anchor.number, anchor.hash]);
    const present = known.get(key);
    if (present !== undefined) return present;
    const { session, at } = placeAnchor(transcript, anchor);
    const place = at === null ? null : { session, number: at.number };
    known.set(key, place);
    return place;
  };
}

function keyOf(place: { readonly session: number; readonly number: number }, event: MarkEvent) {
  return JSON.stringify([place.session, place.number, event.author, event.event, subjectOf(event)]);
}

function subjectOf(event: MarkEvent): readonly (string | null)[] {
  switch (event.event) {
    case 'verdict-given':
      return [event.flag];
    case 'label-set':
      return [event.scope, event.label];
    case 'state-set':
      return [];
  }
}

/** By time, then id: files that were merged in any order come to the same. */
const inOrder = (events: readonly MarkEvent[]) =>
  [...events].sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

function withEvent(marks: MessageMarks, event: MarkEvent): MessageMarks {
  const { author } = event;
  switch (event.event) {
    case 'verdict-given': {
      const { flag, verdict, time } = event;
      if (verdict === 'withdrawn') return marks;
      return { ...marks, verdicts: [...marks.verdicts, { author, flag, verdict, time }] };
    }
    case 'label-set': {
      const { label, scope, on } = event;
      return on ? { ...marks, labels: [...marks.labels, { author, label, scope }] } : marks;
    }
    case 'state-set':
      return event.reviewed ? { ...marks, reviewed: [...marks.reviewed, author] } : marks;
  }
}
