import {
  DocumentSymbol,
  FoldingRange,
  Hover,
  languages,
  Range,
  SymbolKind,
  type DocumentSelector,
  type TextDocument,
} from 'vscode';
import type { Turn } from '../../core/findings/findings';
import type { Message } from '../../core/model/message';
import { flagNote, flagsByNumber } from '../../core/reading/flag-note';
import { summaryOf } from '../../core/reading/message-facts';
import type { Words } from '../../core/reading/words';
import { disposables, type Disposable } from '../lifecycle';
import { sessionAt } from '../sessions/session-registry';
import { flagHover } from './flag-hover';
import type { MessageLines } from './message-lines';
import type { ReadingDocument, ReadingDocuments } from './reading-documents';
import { READING_SCHEME } from './reading-uri';

const READING: DocumentSelector = { scheme: READING_SCHEME };
/** Raw transcripts are asked about hovers only; `locate` answers for the open ones alone. */
const RAW: DocumentSelector = [{ pattern: '**/*.{json,jsonl,md,txt,log}' }];

/** Folding, outline (which sticky scroll and breadcrumbs follow) and hovers that explain a flag. */
export function registerLanguageFeatures(
  documents: ReadingDocuments,
  lines: MessageLines,
  words: Words,
): Disposable {
  const own = disposables();
  own.add(
    languages.registerFoldingRangeProvider(READING, {
      provideFoldingRanges: (document) => folding(documents.known(document.uri)),
    }),
  );
  own.add(
    languages.registerDocumentSymbolProvider(
      READING,
      { provideDocumentSymbols: (document) => symbols(document, documents, words) },
      { label: 'Agent Session Review' },
    ),
  );
  for (const selector of [READING, RAW]) {
    own.add(
      languages.registerHoverProvider(selector, {
        provideHover(document, position) {
          const location = lines.locate(document, position.line);
          if (location === null) return null;
          const range = lines.rangeOf(document, location.session, location.number);
          if (range?.start.line !== position.line) return null;
          const hover = flagHover(location, words);
          return hover === null ? null : new Hover(hover, document.lineAt(position.line).range);
        },
      }),
    );
  }
  return own;
}

function folding(shown: ReadingDocument | null): FoldingRange[] {
  if (shown === null) return [];
  const { headerLines, lastLines } = shown.reading;
  return headerLines.flatMap((first, number) => {
    const last = lastLines[number] ?? first;
    return last > first ? [new FoldingRange(first, last)] : [];
  });
}

function symbols(
  document: TextDocument,
  documents: ReadingDocuments,
  words: Words,
): DocumentSymbol[] {
  const shown = documents.known(document.uri);
  if (shown === null) return [];
  const findings = shown.open.findings(shown.session);
  const { messages } = sessionAt(shown.open.transcript, shown.session);
  const flags = flagsByNumber(findings);
  const symbol = (message: Message) => {
    const notes = (flags.get(message.number) ?? []).map((flag) => flagNote(flag, messages, words));
    return messageSymbol(document, shown, message, notes.join('; '), words);
  };
  return findings.turns.flatMap((turn) => turnSymbol(turn, messages, document, shown, symbol));
}

function turnSymbol(
  turn: Turn,
  messages: readonly Message[],
  document: TextDocument,
  shown: ReadingDocument,
  symbol: (message: Message) => DocumentSymbol,
): DocumentSymbol[] {
  const inside = messages.slice(turn.first, turn.last + 1).map(symbol);
  const [first, ...rest] = inside;
  if (turn.person === null || first === undefined) return inside;
  const end = shown.reading.lastLines[turn.last] ?? first.range.end.line;
  first.range = document.validateRange(new Range(first.range.start.line, 0, end, 10_000));
  first.children = rest;
  return [first];
}

function messageSymbol(
  document: TextDocument,
  shown: ReadingDocument,
  message: Message,
  note: string,
  words: Words,
): DocumentSymbol {
  const { headerLines, lastLines } = shown.reading;
  const header = headerLines[message.number] ?? 0;
  const last = Math.min(lastLines[message.number] ?? header, document.lineCount - 1);
  const kind = message.author === 'person' ? SymbolKind.Event : SymbolKind.Object;
  return new DocumentSymbol(
    `#${message.number} ${words.author[message.author]}`,
    note === '' ? summaryOf(message) : note,
    kind,
    document.validateRange(new Range(header, 0, last, 10_000)),
    document.validateRange(new Range(header, 0, header, 10_000)),
  );
}
