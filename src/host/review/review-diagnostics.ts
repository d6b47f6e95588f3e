import {
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  languages,
  workspace,
  type TextDocument,
} from 'vscode';
import { parseEventLine, whyMalformed } from '../../core/review/events';
import { isReviewFile } from '../../core/review/file-names';
import { debounced, disposables, type Disposable } from '../lifecycle';

/** Typing settles before lines are checked again; in ms. */
const SETTLE_MS = 300;

/** Marks the lines of open review files that are no event: they are kept, and change nothing. */
export function registerReviewDiagnostics(): Disposable {
  const own = disposables();
  const collection = own.add(languages.createDiagnosticCollection('agentSessionReview'));
  const changed = new Set<TextDocument>();
  const check = (document: TextDocument) => {
    if (isReviewFile(document.uri.path)) collection.set(document.uri, problemsOf(document));
  };
  const later = own.add(
    debounced(SETTLE_MS, () => {
      for (const document of changed) if (!document.isClosed) check(document);
      changed.clear();
    }),
  );
  own.add(workspace.onDidOpenTextDocument(check));
  own.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!isReviewFile(document.uri.path)) return;
      changed.add(document);
      later.trigger();
    }),
  );
  own.add(
    workspace.onDidCloseTextDocument(({ uri }) => {
      collection.delete(uri);
    }),
  );
  for (const document of workspace.textDocuments) check(document);
  return own;
}

function problemsOf(document: TextDocument): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (let line = 0; line < document.lineCount; line += 1) {
    const { text, range } = document.lineAt(line);
    if (text.trim() === '') continue;
    const { kind } = parseEventLine(text);
    if (kind === 'malformed') {
      problems.push(new Diagnostic(range, whyMalformed(text), DiagnosticSeverity.Error));
    }
    if (kind === 'unknown') {
      const words = l10n.t('An event of a newer version: it is kept and not shown.');
      problems.push(new Diagnostic(range, words, DiagnosticSeverity.Information));
    }
  }
  return problems;
}
