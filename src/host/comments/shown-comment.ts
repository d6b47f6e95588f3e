import { CommentMode, l10n, MarkdownString, type Comment } from 'vscode';
import type { ReviewComment, Thread } from '../../core/review/thread';

/** Values of `comment` and `commentThread` in the manifest's menus. */
const OWN = 'own';
const OTHER = 'other';
const RESOLVED = 'resolved';
const UNRESOLVED = 'unresolved';
const MAX_LABEL_QUOTE = 60;

/** A comment as VS Code shows it. VS Code knows it by its identity, so it is changed in place. */
export interface ShownComment extends Comment {
  readonly id: string;
  /** The body as it is on disk; `body` is what is being shown or typed. */
  saved: string;
}

/** A comment to be shown to this reviewer. */
export function toShownComment(comment: ReviewComment, reviewer: string): ShownComment {
  const shown: ShownComment = {
    id: comment.id,
    saved: comment.body,
    body: readOnlyBody(comment.body),
    mode: CommentMode.Preview,
    author: { name: comment.author },
  };
  updateShownComment(shown, comment, reviewer);
  return shown;
}

/** Brings a shown comment up to date; what is being typed into it stays. */
export function updateShownComment(
  shown: ShownComment,
  comment: ReviewComment,
  reviewer: string,
): void {
  shown.saved = comment.body;
  if (shown.mode === CommentMode.Preview) shown.body = readOnlyBody(comment.body);
  shown.author = { name: comment.author };
  shown.contextValue = comment.author === reviewer ? OWN : OTHER;
  shown.timestamp = new Date(comment.created);
  if (comment.edited === null) delete shown.label;
  else shown.label = l10n.t('edited');
}

/** Markdown that somebody else may have written: no commands, no HTML, and no images from the network. */
export function readOnlyBody(body: string): MarkdownString {
  // An image would be fetched as soon as it is shown. Apart by an invisible character it is a link.
  const text = new MarkdownString(body.replaceAll('![', '!\u2060['), false);
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}

/** The body for the editor, exactly as it was typed. */
export function editableBody(body: string): MarkdownString {
  const text = new MarkdownString(body, false);
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}

/** What stands in a comment's editor, as Markdown. */
export function typedText({ body }: Comment): string {
  return typeof body === 'string' ? body : body.value;
}

/** The value by which the manifest's menus tell resolved threads. */
export function threadContext(thread: Thread): string {
  return thread.resolved ? RESOLVED : UNRESOLVED;
}

/** The heading of a thread: which message it is on, or was on when that can't be found any more. */
export function threadLabel(thread: Thread): string {
  if (thread.number === null) {
    const quote = thread.quote.slice(0, MAX_LABEL_QUOTE);
    return quote === ''
      ? l10n.t('stale: was on message {0}', thread.anchoredNumber)
      : l10n.t('stale: was on message {0}: “{1}”', thread.anchoredNumber, quote);
  }
  const pieces = [
    l10n.t('Message {0}', thread.number),
    thread.resolved ? l10n.t('resolved') : '',
    foundWords(thread),
  ];
  return pieces.filter((piece) => piece !== '').join(' · ');
}

/** How sure it is that the thread stands on its message; nothing when the message's id says so. */
function foundWords({ match, number, anchoredNumber }: Thread): string {
  if (match === 'quote') return l10n.t('found by its first words');
  return match === 'hash' && number !== anchoredNumber
    ? l10n.t('found by its content, was message {0}', anchoredNumber)
    : '';
}
