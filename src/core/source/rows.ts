import type { Place } from '../model/message';

/** One row: a parsed value and where it stands. */
export interface Row {
  readonly value: unknown;
  readonly place: Place;
}

/** A row whose bytes are no JSON. `incomplete`: the last one, cut off while it was being written. */
export interface BrokenRow {
  readonly kind: 'malformed' | 'incomplete';
  readonly place: Place;
  readonly sentence: string;
}

/** What a scanner tells about each row, in file order. */
export interface RowSink {
  row(row: Row): void;
  broken(row: BrokenRow): void;
  /** What stands in a document before its list of rows, told when the list begins. */
  head?(head: Readonly<Record<string, unknown>> | null): void;
}

/** How a long reading is watched and stopped. */
export interface ReadControl {
  readonly signal?: AbortSignal;
  /** Bytes read so far and the size of the whole. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Awaited between pieces of work, so that a host can do other things. */
  readonly pause?: () => Promise<void>;
}
