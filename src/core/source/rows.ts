import type { Place } from '../model/message';

/** One row: a parsed value and where it stands. */
export interface Row {
  readonly value: unknown;
  readonly place: Place;
}
