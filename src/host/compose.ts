import {
  commands as vscodeCommands,
  type TextDocument,
  Uri,
  window,
  workspace,
  type ExtensionContext,
} from 'vscode';
import { registerCodebookCommands } from './commands/codebook-commands';
import { registerKeysCommand } from './commands/keys-command';
import { registerMarkCommands } from './commands/mark-commands';
import { registerMarkNotes } from './decorations/mark-notes';
import { createReviewView, type ReviewView } from './tree/review-view';
import { registerCommentCommands } from './comments/comment-commands';
import { createCommentController } from './comments/comment-controller';
import { registerFollowCommand } from './commands/follow-command';
import { commands } from './commands/ids';
import { registerLinkCommands } from './commands/link-commands';
import { openTranscript, registerOpenCommands, type OpenServices } from './commands/open-commands';
import { registerSearchCommands } from './commands/search-commands';
import { goTo, registerStepCommands } from './commands/step-commands';
import { registerProblemCommands } from './commands/problem-commands';
import { registerWholeMessageCommands } from './commands/whole-message-commands';
import { registerContextKeys } from './context-keys';
import { registerDecorations } from './decorations/decorations';
import { registerMessageLinks, sessionIndex } from './links/message-links';
import { registerUriHandler } from './links/uri-handler';
import { createMessageLines } from './documents/create-message-lines';
import { registerLanguageFeatures } from './documents/language-features';
import type { MessageLines } from './documents/message-lines';
import { registerReadingFileSystem } from './documents/reading-file-system';
import { createReadingDocuments } from './documents/reading-documents';
import { readingWords } from './l10n/reading-words';
import { createEndFollower, type EndFollower } from './navigation/end-follower';
import { registerCursorFollowing } from './navigation/follow-cursor';
import { createOwnMoves } from './navigation/own-moves';
import { registerRowStatus } from './navigation/row-status';
import { registerStatus } from './navigation/status';
import { createContextPanel } from './panel/context-panel';
import { createReviewService } from './review/create-review-service';
import { registerReviewDiagnostics } from './review/review-diagnostics';
import type { ReviewService } from './review/review-service';
import { registerHitDecoration, type HitDecoration } from './search/hit-decoration';
import { currentPlace } from './search/hit-places';
import { createSearchInput } from './search/search-input';
import { registerSearchStatus } from './search/search-status';
import { createSearchView, type SearchView } from './search/search-view';
import { createSessionSearch, type SessionSearch } from './search/session-search';
import { registerClosing } from './sessions/closing';
import { registerFirstLook } from './sessions/first-look';
import type { Selection } from './sessions/open-transcript';
import { createSelection } from './sessions/selection';
import { createRawFiles } from './sessions/raw-files';
import { createDetectorStages } from './sessions/detector-stages';
import { createSessionRegistry, type SessionRegistry } from './sessions/session-registry';
import { createTurnsView, type TurnsView } from './tree/turns-view';

/** What the extension gives to its own tests. Not for other extensions: it changes without notice. */
export interface ReviewApi {
  readonly registry: SessionRegistry;
  readonly selection: Selection;
  readonly lines: MessageLines;
  readonly review: ReviewService;
  readonly turns: TurnsView;
  readonly follower: EndFollower;
  readonly decorations: ReturnType<typeof registerDecorations>;
  readonly notes: ReturnType<typeof registerMarkNotes>;
  readonly reviewView: ReviewView;
  readonly search: SessionSearch;
  readonly searchView: SearchView;
  readonly hitDecoration: HitDecoration;
}

/** Builds every piece once and hands each what it needs. Nothing is read before something is opened. */
export function compose(context: ExtensionContext): ReviewApi {
  const add = <T extends { dispose(): unknown }>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  const log = add(window.createOutputChannel('Agent Session Review', { log: true }));
  const words = readingWords();
  const stages = add(createDetectorStages(log));
  const thread = context.asAbsolutePath('dist/reader-thread.js');
  const unpackThread = context.asAbsolutePath('dist/unpack-thread.js');
  const unpacked = Uri.joinPath(context.globalStorageUri, 'unpacked').fsPath;
  const rawFiles = add(createRawFiles(unpacked, unpackThread));
  const registry = add(createSessionRegistry({ log, stages, rawFiles, thread }));
  const selection = add(createSelection());
  const documents = add(createReadingDocuments(registry, words));
  const lines = add(createMessageLines(registry, documents));
  const moves = createOwnMoves();
  const review = add(createReviewService({ context, log, registry }));

  const files = add(registerReadingFileSystem(registry, documents, words));
  add(registerLanguageFeatures(documents, lines, words));
  const following = { registry, selection, lines, moves };
  // Before what follows the cursor.
  const follower = add(createEndFollower(following));
  add(registerFollowCommand(follower, following));
  add(registerCursorFollowing(registry, selection, lines, moves));
  add(registerStatus(registry, selection, review));
  add(registerRowStatus(registry, selection));
  add(registerClosing(registry, selection));
  add(registerContextKeys(registry));
  const decorations = add(registerDecorations(context.extensionUri, lines, words));

  const search = add(createSessionSearch(registry, thread));
  const searchView = add(createSearchView(search, words));
  const placeOfHit = (document: TextDocument) =>
    search.current === null ? null : currentPlace(search.current, document, documents, words);
  const hitDecoration = add(registerHitDecoration(search, ({ document }) => placeOfHit(document)));
  add(registerSearchStatus(search));

  const open = (uri: Uri) => openTranscript(uri, opening);
  const turns = add(createTurnsView({ registry, selection, review, words, log, open }));
  const panel = add(
    createContextPanel({
      extensionUri: context.extensionUri,
      selection,
      review,
      log,
      restore: async (uri, session, number) => {
        const restored = await registry.open(uri);
        selection.select({ open: restored, session, number });
      },
    }),
  );
  const opening: OpenServices = {
    registry,
    rawFiles,
    selection,
    lines,
    moves,
    async arrange(at) {
      selection.select(at);
      await turns.show();
      const wanted = workspace
        .getConfiguration('agentSessionReview')
        .get<boolean>('openPanel', true);
      if (wanted) panel.show(true);
    },
  };
  add(
    registerFirstLook(context.workspaceState, selection, lines, (at) => {
      void opening.arrange(at);
    }),
  );
  const steps = { registry, selection, lines, review, moves };
  add(registerOpenCommands(opening));
  const placeIn = (document: TextDocument) => placeOfHit(document)?.range ?? null;
  add(registerWholeMessageCommands({ selection, files, words, placeIn }));
  add(registerProblemCommands(registry, selection));
  const openAt = async (uri: Uri, session: string | null, number: number) => {
    if (!(await open(uri))) return;
    const shown = registry.get(uri);
    if (shown === null) return;
    await goTo({ open: shown, session: sessionIndex(shown, session), number }, steps);
  };
  const links = { registry, selection, extension: context.extension.id, openAt };
  add(registerMessageLinks(registry, words));
  add(registerLinkCommands(links));
  add(registerUriHandler(links));
  add(registerStepCommands(steps));
  add(registerMarkCommands(steps));
  add(registerCodebookCommands());
  add(registerReviewDiagnostics());
  add(registerKeysCommand(context.extension));
  const notes = add(registerMarkNotes(lines, review));
  const reviewView = add(createReviewView(registry, selection, review));
  const input = add(createSearchInput(context.extensionUri));
  add(registerSearchCommands({ ...steps, search, input, placeOfHit }));
  add(
    vscodeCommands.registerCommand(commands.showPanel, () => {
      panel.show(false);
    }),
  );
  for (const [id, filter] of [
    [commands.showAll, 'all'],
    [commands.showFlagged, 'flagged'],
    [commands.showCommented, 'commented'],
    [commands.showUnreviewed, 'unreviewed'],
  ] as const) {
    add(
      vscodeCommands.registerCommand(id, () => {
        turns.setFilter(filter);
      }),
    );
  }

  const comments = add(createCommentController({ lines, review, log }));
  add(registerCommentCommands({ comments, selection, review, goTo: (at) => goTo(at, steps) }));
  return {
    registry,
    selection,
    lines,
    review,
    turns,
    follower,
    decorations,
    notes,
    reviewView,
    search,
    searchView,
    hitDecoration,
  };
}
