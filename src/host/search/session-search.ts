import { EventEmitter, type Event } from 'vscode';
import { errorWords } from '../../core/error-words';
import type { Message } from '../../core/model/message';
import type { Transcript } from '../../core/model/session';
import {
  compareAddresses,
  hitId,
  MAX_HITS,
  type Hit,
  type HitAddress,
} from '../../core/search/hit';
import type { SearchQuery } from '../../core/search/query';
import { searchBatches, type SearchBatch } from '../../core/search/search-batches';
import type { FoundInRows } from '../../core/search/search-rows';
import { disposables, type Disposable } from '../lifecycle';
import type { OpenTranscript } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';
import { createSearchRunner, type SearchRunner } from './search-runner';

/** Views are told of new hits at most this often, in ms. */
const TELL_MS = 150;

export type SearchState = 'running' | 'complete' | 'stopped' | 'failed';

/** A search through all sessions of one transcript. Replaced as a whole when it goes on; never mutated. */
export interface Search {
  readonly open: OpenTranscript;
  readonly query: SearchQuery;
  readonly state: SearchState;
  /** In order. */
  readonly hits: readonly Hit[];
  /** All that were found, with those that are not kept. */
  readonly count: number;
  /** Share of the transcript that was searched, 0 to 1. */
  readonly done: number;
  /** Messages that could not be searched because the file is not what was read. */
  readonly changed: number;
  /** Messages that could not be searched because their rows cannot be read. */
  readonly unreadable: number;
  /** Why the search failed, in one sentence. */
  readonly problem: string | null;
  /** The hit one is on. */
  readonly current: Hit | null;
}

/** The one search that is active, if any. */
export interface SessionSearch extends Disposable {
  readonly current: Search | null;
  readonly onDidChange: Event<Search | null>;
  /**
   * Searches a transcript, in place of any search before; goes on with what is added to it later.
   * @returns when it is through for the first time, was stopped or has failed
   */
  start(open: OpenTranscript, query: SearchQuery): Promise<void>;
  /** Ends the searching; the hits stay. */
  stop(): void;
  /** Ends the search: no hits any more. */
  end(): void;
  /** Notes which hit one is on. */
  select(hit: Hit): void;
}

/** @param thread path of the bundled reading thread */
export function createSessionSearch(registry: SessionRegistry, thread: string): SessionSearch {
  const own = disposables();
  const changed = own.add(new EventEmitter<Search | null>());
  let current: Search | null = null;
  let running: Running | null = null;
  let told = 0;

  const tell = (isUrgent: boolean) => {
    const now = performance.now();
    if (!isUrgent && now - told < TELL_MS) return;
    told = now;
    changed.fire(current);
  };
  const end = () => {
    running?.dispose();
    running = null;
    if (current === null) return;
    current = null;
    tell(true);
  };
  own.add({ dispose: end });
  own.add(
    registry.onDidChange((open) => {
      if (current?.open !== open) return;
      if (current.state === 'complete' || current.state === 'failed') void running?.goOn();
    }),
  );
  own.add(
    registry.onDidClose((open) => {
      if (current?.open === open) end();
    }),
  );

  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    async start(open, query) {
      running?.dispose();
      current = begun(open, query);
      const started = createRunning(createSearchRunner(open, thread), current, (next) => {
        if (running !== started) return;
        const isUrgent = next.state !== current?.state;
        // Which hit one is on is decided here, whatever is found meanwhile.
        current = { ...next, current: sameHit(next.hits, current?.current ?? null) };
        tell(isUrgent);
      });
      running = started;
      tell(true);
      await started.goOn();
    },
    stop() {
      running?.stop();
    },
    end,
    select(hit) {
      if (current === null || current.current === hit) return;
      current = { ...current, current: hit };
      tell(true);
    },
    dispose: own.dispose,
  };
}

const begun = (open: OpenTranscript, query: SearchQuery): Search => ({
  open,
  query,
  state: 'running',
  hits: [],
  count: 0,
  done: 0,
  changed: 0,
  unreadable: 0,
  problem: null,
  current: null,
});

/** The hit at the same place, which may have been found again. */
function sameHit(hits: readonly Hit[], hit: Hit | null): Hit | null {
  if (hit === null || hits.includes(hit)) return hit;
  const id = hitId(hit);
  return hits.find((one) => hitId(one) === id) ?? null;
}

interface Running extends Disposable {
  /** Searches what has not been searched yet. */
  goOn(): Promise<void>;
  stop(): void;
}

/** The searching of one search. */
function createRunning(
  runner: SearchRunner,
  first: Search,
  update: (search: Search) => void,
): Running {
  const { open, query } = first;
  const abort = new AbortController();
  const { signal } = abort;
  let search = first;
  let searched = new WeakSet<Message>();
  const set = (values: Partial<Search>) => {
    search = { ...search, ...values };
    update(search);
  };

  /** Goes through the transcript as it is now, but for what was searched already. */
  const pass = async (transcript: Transcript) => {
    // How many of those that were not kept are of messages that have changed, nobody knows.
    if (search.count > search.hits.length) searched = new WeakSet();
    const isSearched = (message: Message) => searched.has(message);
    const kept = search.hits.filter((hit) => {
      const message = messageAt(transcript, hit);
      return message !== null && isSearched(message);
    });
    const batches = searchBatches(transcript, isSearched);
    const isAgain = kept.length > 0;
    let done = 0;
    search = { ...search, changed: 0, unreadable: 0, hits: kept, count: kept.length };
    await runner.run(
      { query, batches, room: () => MAX_HITS - search.hits.length, signal },
      (batch, found) => {
        done += batch.bytes;
        noteSearched(transcript, batch, found, searched);
        const others = isAgain ? withoutThose(search.hits, batch) : search.hits;
        set({
          hits: inOrder(others, found.hits),
          count: search.count - (search.hits.length - others.length) + found.count,
          changed: search.changed + failedMessages(batch, found, 'changed'),
          unreadable: search.unreadable + failedMessages(batch, found, 'unreadable'),
          done: Math.min(1, done / Math.max(1, transcript.size)),
        });
      },
    );
  };

  return {
    async goOn() {
      set({ state: 'running', done: 0 });
      try {
        let transcript: Transcript;
        do {
          ({ transcript } = open);
          await pass(transcript);
        } while (open.transcript !== transcript);
        set({ state: 'complete', done: 1 });
      } catch (error) {
        if (signal.aborted) return;
        set({ state: 'failed', problem: errorWords(error) });
      }
    },
    stop() {
      if (search.state !== 'running') return;
      abort.abort();
      runner.dispose();
      set({ state: 'stopped' });
    },
    dispose() {
      abort.abort();
      runner.dispose();
    },
  };
}

const messageAt = ({ sessions }: Transcript, { session, number }: HitAddress): Message | null =>
  sessions[session]?.messages[number] ?? null;

function noteSearched(
  { sessions }: Transcript,
  { rows }: SearchBatch,
  { failed }: FoundInRows,
  searched: WeakSet<Message>,
): void {
  const notSearched = new Set(failed.map(({ index }) => index));
  for (const [index, { session, first, count }] of rows.entries()) {
    if (notSearched.has(index)) continue;
    for (const message of sessions[session]?.messages.slice(first, first + count) ?? []) {
      searched.add(message);
    }
  }
}

const failedMessages = (
  { rows }: SearchBatch,
  { failed }: FoundInRows,
  why: 'changed' | 'unreadable',
) =>
  failed.reduce(
    (sum, { index, reason }) => sum + (reason === why ? (rows[index]?.count ?? 0) : 0),
    0,
  );

/** Messages that start in a row with others are searched again with them. */
function withoutThose(hits: readonly Hit[], { rows }: SearchBatch): readonly Hit[] {
  const again = new Map<number, Set<number>>();
  for (const { session, first, count } of rows) {
    const numbers = again.get(session) ?? new Set();
    again.set(session, numbers);
    for (let number = first; number < first + count; number += 1) numbers.add(number);
  }
  return hits.filter(({ session, number }) => again.get(session)?.has(number) !== true);
}

/** Both in order; messages that were searched again may stand before others. */
function inOrder(hits: readonly Hit[], more: readonly Hit[]): readonly Hit[] {
  const [first] = more;
  if (first === undefined) return hits;
  const last = hits.at(-1);
  const all = [...hits, ...more];
  return last === undefined || compareAddresses(last, first) <= 0
    ? all
    : all.sort(compareAddresses);
}
