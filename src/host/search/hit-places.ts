import { Range, type Position, type TextDocument } from 'vscode';
import { shownPlace } from '../../core/reading/reading-text';
import type { Words } from '../../core/reading/words';
import { matchOf, type Hit } from '../../core/search/hit';
import type { ReadingDocuments } from '../documents/reading-documents';
import { fromReadingUri } from '../documents/reading-uri';
import { sessionAt } from '../sessions/session-registry';
import type { Search } from './session-search';

/** Where a hit is in one of our documents. */
export interface HitPlace {
  /** The match, or the nearest place to it. */
  readonly start: Position;
  /** The match; null where the document does not show it. */
  readonly range: Range | null;
}

/** Where the current hit of a search stands in a document; null for documents that do not show its message. */
export function currentPlace(
  { open, current }: Search,
  document: TextDocument,
  documents: ReadingDocuments,
  words: Words,
): HitPlace | null {
  const target = fromReadingUri(document.uri);
  if (current === null || target?.session !== current.session) return null;
  if (target.transcript.toString() !== open.uri.toString()) return null;
  if (target.message === null) return placeInReading(current, document, documents, words);
  return target.message === current.number ? placeInMessage(current, document) : null;
}

function placeInReading(
  hit: Hit,
  document: TextDocument,
  documents: ReadingDocuments,
  words: Words,
): HitPlace | null {
  const shown = documents.known(document.uri);
  if (shown === null) return null;
  const message = sessionAt(shown.open.transcript, shown.session).messages[hit.number];
  if (message === undefined) return null;
  const { line, column } = shownPlace(shown.reading, message, hit, words);
  return placeAt(document, hit, line, column);
}

/** Past its limit the document of a message ends. */
function placeInMessage(hit: Hit, document: TextDocument): HitPlace {
  const { line, column } = hit;
  const isThere = line < document.lineCount && column <= document.lineAt(line).text.length;
  return placeAt(document, hit, line, isThere ? column : null);
}

/** @param column null: the match does not stand there */
function placeAt(document: TextDocument, hit: Hit, line: number, column: number | null): HitPlace {
  const start = document.validatePosition(new Range(line, 0, line, 0).start);
  if (column === null) return { start, range: null };
  const match = matchOf(hit);
  const { text } = document.lineAt(start.line);
  // In bodies the column is that of the match; in lines of ours it is somewhere after it.
  const found = text.startsWith(match, column) ? column : text.indexOf(match, column);
  if (found < 0 && !hit.isShortened) return { start, range: null };
  const from = found < 0 ? column : found;
  const end = found < 0 ? text.length : from + match.length;
  const range = document.validateRange(new Range(start.line, from, start.line, end));
  return { start: range.start, range };
}
