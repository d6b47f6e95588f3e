import { FileDecoration, Uri, window } from 'vscode';
import { commentCount } from '../l10n/finding-words';
import type { Disposable } from '../lifecycle';

/** Scheme of the URIs that give rows of the tree their badge. Nothing is ever read from them. */
const SCHEME = 'agent-session-comments';

/** The URI with which a row shows how many comments its message has. */
export function commentBadge(session: number, number: number, comments: number): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${session}/${number}`, query: String(comments) });
}

/** Shows the number of comments at the right end of rows, where no long text can cut it off. */
export function registerCommentBadges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration({ scheme, query }) {
      const count = Number(query);
      if (scheme !== SCHEME || !(count > 0)) return undefined;
      return new FileDecoration(count > 9 ? '9+' : String(count), commentCount(count));
    },
  });
}
