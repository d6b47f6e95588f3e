import { commands as vscodeCommands, l10n, window, type CommentReply } from 'vscode';
import * as z from 'zod';
import { errorWords } from '../../core/error-words';
import { commands } from '../commands/ids';
import { messageOfNode } from '../commands/turns-node';
import { disposables, type Disposable } from '../lifecycle';
import type { Location, Selection } from '../sessions/open-transcript';
import type { ReviewService } from '../review/review-service';
import type { CommentThreads } from './comment-controller';

/** A row of the Review or Turns view that stands for a thread. */
const threadRow = z.union([
  z.object({ thread: z.object({ id: z.string() }) }).transform(({ thread }) => thread.id),
  z.object({ thread: z.string() }).transform(({ thread }) => thread),
]);

export interface CommentCommandServices {
  readonly comments: CommentThreads;
  readonly selection: Selection;
  readonly review: ReviewService;
  /** Selects a message and moves the cursor to it. */
  readonly goTo: (at: Location) => Promise<void>;
}

/** The commands of comments. Each says in one sentence why something was not saved. */
export function registerCommentCommands(services: CommentCommandServices): Disposable {
  const { comments } = services;
  const own = disposables();
  const register = (id: string, work: (given: unknown) => Promise<void> | void) => {
    own.add(vscodeCommands.registerCommand(id, (given: unknown) => reporting(() => work(given))));
  };
  register(commands.addComment, (given) => addComment(given, services));
  own.add(
    vscodeCommands.registerCommand(commands.createComment, async (reply: CommentReply) => {
      // VS Code keeps the typed text in the editor when the command fails.
      await reporting(() => comments.create(reply), true);
      // Back to the text: the next key is the next step.
      await vscodeCommands.executeCommand('workbench.action.focusActiveEditorGroup');
    }),
  );
  register(commands.editComment, (comment) => {
    comments.edit(comment);
  });
  register(commands.saveComment, (comment) => comments.save(comment));
  register(commands.cancelEditComment, (comment) => {
    comments.cancel(comment);
  });
  register(commands.deleteComment, async (comment) => {
    const undo = await comments.remove(comment);
    if (undo !== null) offerUndo(undo);
  });
  register(commands.reattachThread, (row) => reattach(row, services));
  register(commands.resolveThread, (thread) => comments.setResolved(thread, true));
  register(commands.reopenThread, (thread) => comments.setResolved(thread, false));
  return own;
}

/** Attaches a thread whose message can't be found to the selected message. */
async function reattach(
  row: unknown,
  { selection, review }: CommentCommandServices,
): Promise<void> {
  const thread = threadRow.safeParse(row).data;
  const at = selection.current;
  if (thread === undefined || at === null) return;
  const yes = l10n.t('Attach');
  const answer = await window.showInformationMessage(
    l10n.t('Attach the comments to message {0}?', at.number),
    { modal: true },
    yes,
  );
  if (answer === yes) await review.move(thread, at);
}

/** Not waited for: the command is done, whatever becomes of the notification. */
function offerUndo(undo: () => Promise<void>): void {
  const again = l10n.t('Undo');
  void window.showInformationMessage(l10n.t('The comment was deleted.'), again).then((answer) => {
    if (answer === again) void reporting(undo);
  });
}

async function addComment(given: unknown, services: CommentCommandServices): Promise<void> {
  const { selection, comments, goTo } = services;
  const at = messageOfNode(given, selection.current);
  if (at === null) {
    void window.showInformationMessage(l10n.t('Select a message of a session first.'));
    return;
  }
  await goTo(at);
  if (await comments.draft(at)) return;
  throw new Error(
    l10n.t('Message {0} is not shown in an editor. Open the session, then try again.', at.number),
  );
}

/** Does something, and shows the sentence it fails with. `rethrow`: the caller must know, too. */
async function reporting(work: () => Promise<void> | void, rethrow = false): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(errorWords(error));
    if (rethrow) throw error;
  }
}
