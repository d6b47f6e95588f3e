import {
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type TreeView,
} from 'vscode';
import { summaryOf } from '../../core/reading/message-facts';
import { grouped } from '../../core/reading/quantities';
import { firstLine } from '../../core/reading/visible';
import type { Words } from '../../core/reading/words';
import { hitId, type BodyKind, type Hit } from '../../core/search/hit';
import { commands } from '../commands/ids';
import { bodyWords, hitCount, searchSentences } from '../l10n/search-words';
import { debounced, disposables, type Disposable } from '../lifecycle';
import { sessionAt } from '../sessions/session-registry';
import { sessionName } from '../tree/nodes';
import { messageIcon } from '../tree/turns-view';
import { searchTree, type HitsNode, type SearchNode, type SearchTree } from './search-nodes';
import type { Search, SessionSearch } from './session-search';

const SEARCH_VIEW = 'agentSessionReview.search';
/** Up to this many hits their messages are open from the start. */
const OPEN = 200;
/** Steps come in bursts while a key is held down. In ms. */
const FOLLOW_MS = 40;

const ICONS: Readonly<Record<BodyKind, string>> = {
  text: 'quote',
  reasoning: 'lightbulb',
  tool: 'tools',
  input: 'terminal',
  output: 'output',
  file: 'file',
  patch: 'diff',
  marker: 'info',
  error: 'error',
};

export interface SearchView extends Disposable {
  readonly view: TreeView<SearchNode>;
  /** The tree on show, for tests. */
  readonly tree: SearchTree;
}

/** The Search view: what the active search has found, by message. It is there while a search is. */
export function createSearchView(search: SessionSearch, words: Words): SearchView {
  const own = disposables();
  const changed = own.add(new EventEmitter<undefined>());
  const bodies = bodyWords();
  let shown: Search | null = null;
  let tree = searchTree([]);
  /** A view that was shown once for a search stays as the person has it. */
  let presented: Search['query'] | null = null;

  const view = own.add(
    window.createTreeView<SearchNode>(SEARCH_VIEW, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: (node) => [...(node === undefined ? tree.roots : tree.children(node))],
        getParent: (node) => tree.parent(node) ?? undefined,
        getTreeItem: (node) => item(node),
      },
    }),
  );

  const follow = own.add(
    debounced(FOLLOW_MS, () => {
      const hit = shown?.current ?? null;
      if (hit === null || !view.visible) return;
      const node = tree.nodeOf(hit);
      if (view.selection[0]?.id === node.id) return;
      reveal(node, true);
    }),
  );
  const reveal = (node: SearchNode, select: boolean) => {
    view.reveal(node, { select, focus: false }).then(undefined, () => {
      // The tree was built again meanwhile; the next step reveals again.
    });
  };
  const present = (query: Search['query']) => {
    const [first] = tree.roots;
    if (first === undefined || presented === query) return;
    presented = query;
    reveal(first, false);
  };
  const update = (next: Search | null) => {
    const before = shown;
    shown = next;
    if (before?.hits !== next?.hits) {
      tree = searchTree(next?.hits ?? []);
      changed.fire(undefined);
    }
    view.description = next === null ? '' : `“${firstLine(next.query.text, 80)}”`;
    view.message = next === null ? '' : searchSentences(next).join(' ');
    if (next !== null) present(next.query);
    follow.trigger();
  };
  own.add(search.onDidChange(update));
  own.add(view.onDidChangeVisibility(follow.trigger));

  function item(node: SearchNode): TreeItem {
    const made = bareItem(node);
    made.id = node.id;
    return made;
  }

  function bareItem(node: SearchNode): TreeItem {
    switch (node.kind) {
      case 'group':
        return groupItem(node.messages);
      case 'message':
        return messageItem(node);
      case 'hit':
        return hitItem(node.hit);
    }
  }

  function groupItem(messages: readonly HitsNode[]): TreeItem {
    const first = messages[0];
    const last = messages.at(-1);
    const made = new TreeItem(
      l10n.t('Messages {0} to {1}', `#${first?.number ?? 0}`, `#${last?.number ?? 0}`),
      TreeItemCollapsibleState.Collapsed,
    );
    const count = messages.reduce((sum, { hits }) => sum + hits.length, 0);
    const sessions = [first, last].map((node) => nameOfSession(node?.session ?? 0));
    made.description = joined(hitCount(count), ...new Set(sessions));
    made.iconPath = new ThemeIcon('list-tree');
    return made;
  }

  function messageItem({ session, number, hits }: HitsNode): TreeItem {
    const isFew = (shown?.hits.length ?? 0) <= OPEN;
    const made = new TreeItem(
      `#${number}`,
      isFew ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
    );
    const message =
      shown === null ? undefined : sessionAt(shown.open.transcript, session).messages[number];
    if (message === undefined) return made;
    const who = words.author[message.author];
    made.label = `#${number} ${who}`;
    made.description = joined(hitCount(hits.length), nameOfSession(session), summaryOf(message));
    made.iconPath = messageIcon(message);
    made.accessibilityInformation = { label: joined(made.label, made.description) };
    return made;
  }

  function hitItem(hit: Hit): TreeItem {
    const made = new TreeItem({ label: hit.snippet, highlights: [[...hit.marked]] });
    made.description = bodies[hit.body];
    made.iconPath = new ThemeIcon(ICONS[hit.body]);
    made.contextValue = 'hit';
    made.command = {
      command: commands.goToHit,
      title: l10n.t('Go to Hit'),
      arguments: [hitId(hit)],
    };
    const hits = shown?.hits ?? [];
    const position = l10n.t('Hit {0} of {1}', grouped(hits.indexOf(hit) + 1), grouped(hits.length));
    made.accessibilityInformation = { label: joined(position, bodies[hit.body], hit.snippet) };
    return made;
  }

  function nameOfSession(session: number): string {
    if (shown === null || session === 0) return '';
    return firstLine(sessionName(sessionAt(shown.open.transcript, session)), 40);
  }

  return {
    view,
    get tree() {
      return tree;
    },
    dispose: own.dispose,
  };
}

const joined = (...pieces: readonly string[]) => pieces.filter((one) => one !== '').join(' · ');
