import type { Place } from '../model/message';
import { isRecord } from '../source/json';
import type { Fields } from './fields';
import type { FormatReader, RowVerdict } from './format';

/** A reader of lines that are all objects and number no broken ones; the end of the file tells it nothing. */
export function lineReader(accept: (row: Fields, place: Place) => RowVerdict): FormatReader {
  return {
    accept: ({ value, place }) =>
      isRecord(value) ? accept(value, place) : 'This row is no object.',
    broken: () => undefined,
    finish: () => undefined,
  };
}
