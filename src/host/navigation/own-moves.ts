import type { TextDocument } from 'vscode';

/** VS Code reports a move within this time, in ms; a note that is older was not reported. */
const REPORT_MS = 2000;

/**
 * Remembers where our own code put cursors. VS Code reports such moves later and in order, when the
 * selection may be elsewhere already: following them would jump back.
 */
export interface OwnMoves {
  /** Call before putting the cursor of an editor of this document on a 0-based line. */
  note(document: TextDocument, line: number): void;
  /** Whether a reported cursor is one of ours; it and all before it are then done with. */
  take(document: TextDocument, line: number): boolean;
  /** Whether a report is still to come. */
  isPending(document: TextDocument): boolean;
  /** The text of this document is about to be replaced, which moves its cursors for a while. */
  settle(document: TextDocument): void;
  isSettling(document: TextDocument): boolean;
}

/** @param now the time in ms; tests give their own */
export function createOwnMoves(now: () => number = Date.now): OwnMoves {
  const notes = new WeakMap<
    TextDocument,
    { readonly line: number | null; readonly until: number }[]
  >();
  const fresh = (document: TextDocument) =>
    (notes.get(document) ?? []).filter(({ until }) => until > now());
  const add = (document: TextDocument, line: number | null) => {
    notes.set(document, [...fresh(document), { line, until: now() + REPORT_MS }]);
  };
  return {
    note: add,
    take(document, line) {
      const pending = fresh(document);
      const at = pending.findIndex((note) => note.line === line);
      if (at < 0) return false;
      notes.set(
        document,
        pending.filter((note, index) => index > at || note.line === null),
      );
      return true;
    },
    isPending: (document) => fresh(document).length > 0,
    settle(document) {
      add(document, null);
    },
    isSettling: (document) => fresh(document).some(({ line }) => line === null),
  };
}
