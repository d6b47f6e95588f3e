import {
  commands as vscodeCommands,
  EventEmitter,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  type DataTransfer,
  type TreeView,
  type LogOutputChannel,
} from 'vscode';
import type { Flag } from '../../core/findings/findings';
import type { Message } from '../../core/model/message';
import { flagNote, flagsByNumber, lookOf } from '../../core/reading/flag-note';
import { summaryOf } from '../../core/reading/message-facts';
import { clock, grouped } from '../../core/reading/quantities';
import { firstLine } from '../../core/reading/visible';
import type { Words } from '../../core/reading/words';
import { NO_MARKS } from '../../core/review/marks';
import { unreviewed } from '../../core/review/progress';
import type { Thread } from '../../core/review/thread';
import { commands } from '../commands/ids';
import { flagHover } from '../documents/flag-hover';
import { commentCount, flagCount, measuredCounts } from '../l10n/finding-words';
import { marksNote } from '../l10n/mark-words';
import { debounced, disposables, type Disposable } from '../lifecycle';
import { commented } from '../navigation/order';
import { codebook } from '../review/codebook-setting';
import type { ReviewService } from '../review/review-service';
import type { OpenTranscript, Selection } from '../sessions/open-transcript';
import { sessionAt, type SessionRegistry } from '../sessions/session-registry';
import { transcriptName } from '../sessions/transcript-uri';
import { commentBadge, registerCommentBadges } from './comment-badges';
import { sessionName, turnsTree, type TurnsFilter, type TurnsNode, type TurnsTree } from './nodes';

const TURNS_VIEW = 'agentSessionReview.turns';
/** Characters of a message in its tooltip. */
const TOOLTIP = 600;

export interface TurnsView extends Disposable {
  readonly view: TreeView<TurnsNode>;
  /** The tree on show, for tests; null when no transcript is open. */
  readonly tree: TurnsTree | null;
  readonly filter: TurnsFilter;
  setFilter(filter: TurnsFilter): void;
  /** Brings the view into sight without taking the focus. */
  show(): Promise<void>;
}

interface Services {
  readonly registry: SessionRegistry;
  readonly selection: Selection;
  readonly review: ReviewService;
  readonly words: Words;
  readonly log: LogOutputChannel;
  open(uri: Uri): Promise<boolean>;
}

/** The Turns view: the turns of the transcript being read, with its flags and comments. */
export function createTurnsView(services: Services): TurnsView {
  const { registry, selection, review, words, log } = services;
  const own = disposables();
  const changed = own.add(new EventEmitter<undefined>());
  let filter: TurnsFilter = 'all';
  let open: OpenTranscript | null = null;
  let tree: TurnsTree | null = null;
  /** Flags by number, by session: made once for each reading, not once for each item. */
  let flags = new Map<number, ReadonlyMap<number, readonly Flag[]>>();

  const flagsOf = (session: number) => {
    const known = flags.get(session) ?? flagsByNumber(shown().findings(session));
    flags.set(session, known);
    return known;
  };
  const shown = (): OpenTranscript => {
    if (open === null) throw new Error('The Turns view shows no transcript.');
    return open;
  };

  own.add(registerCommentBadges());
  const view = own.add(
    window.createTreeView<TurnsNode>(TURNS_VIEW, {
      showCollapseAll: true,
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: (node) =>
          tree === null ? [] : [...(node === undefined ? tree.roots() : tree.children(node))],
        getParent: (node) => tree?.parent(node) ?? undefined,
        getTreeItem: (node) => item(node),
        resolveTreeItem: (treeItem, node) => {
          const number = numberOf(node);
          if (number !== null && node.kind !== 'stale-thread') {
            const at = { open: shown(), session: sessionOf(node), number };
            treeItem.tooltip = flagHover(at, words) ?? plainTooltip(at.session, number);
          }
          return treeItem;
        },
      },
      dragAndDropController: {
        dropMimeTypes: ['text/uri-list'],
        dragMimeTypes: [],
        handleDrop: async (_target: TurnsNode | undefined, data: DataTransfer) => {
          const list = (await data.get('text/uri-list')?.asString()) ?? '';
          const first = list.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#'));
          if (first !== undefined) await services.open(Uri.parse(first, true));
        },
      },
    }),
  );

  const rebuild = () => {
    const at = open;
    flags = new Map();
    tree =
      at === null
        ? null
        : turnsTree({
            transcript: at.transcript,
            filter,
            findings: (session) => at.findings(session),
            commented: (session) => commented(review.known(at, session)),
            unreviewed: (session) =>
              unreviewed(at.findings(session), review.knownMarks(at, session)),
            stale: (session) => staleIds(review.known(at, session)),
          });
    describe();
    changed.fire(undefined);
  };
  const describe = () => {
    if (open === null) {
      view.badge = undefined;
      view.description = '';
      view.message = '';
      return;
    }
    const at = open;
    const count = at.transcript.sessions.reduce(
      (sum, _session, index) => sum + at.findings(index).flags.length,
      0,
    );
    const measured = at.transcript.sessions.flatMap((_, index) => at.findings(index).measured);
    const tooltip = [flagCount(count), ...measuredCounts(measured)].join(' · ');
    view.badge = count === 0 ? undefined : { value: count, tooltip };
    view.description = transcriptName(at.uri);
    view.message = tree?.roots().length === 0 ? emptyWords(filter) : '';
  };
  const show = (next: OpenTranscript | null) => {
    if (open === next) return;
    open = next;
    rebuild();
    if (next !== null) void loadThreads(next);
  };
  const loadThreads = async (at: OpenTranscript) => {
    const sessions = at.transcript.sessions.map((_session, index) => index);
    const threads = await Promise.all(sessions.map((index) => review.threads(at, index)));
    if (open === at && threads.some((list) => list.length > 0)) rebuild();
  };

  const follow = own.add(
    debounced(40, () => {
      const location = selection.current;
      if (location?.open !== open || !view.visible) return;
      const node = tree?.nodeOf(location.session, location.number) ?? null;
      if (node === null || view.selection[0] === node) return;
      view.reveal(node, { select: true, focus: false, expand: false }).then(undefined, () => {
        // The tree was rebuilt meanwhile; the next selection reveals again.
      });
    }),
  );

  own.add(
    selection.onDidChange((location) => {
      if (location !== null) show(location.open);
      follow.trigger();
    }),
  );
  own.add(
    registry.onDidOpen((opened) => {
      show(opened);
    }),
  );
  own.add(
    registry.onDidChange((one) => {
      if (one === open) rebuild();
    }),
  );
  own.add(
    registry.onDidClose((one) => {
      if (one === open) show(registry.all.at(-1) ?? null);
    }),
  );
  own.add(
    review.onDidChange((uri) => {
      if (open !== null && uri.toString() === open.uri.toString()) rebuild();
    }),
  );
  own.add(
    view.onDidChangeVisibility(() => {
      follow.trigger();
    }),
  );

  function item(node: TurnsNode): TreeItem {
    const made = bareItem(node);
    made.id = `${shown().uri.toString()}#${filter}/${node.id}`;
    return made;
  }

  function bareItem(node: TurnsNode): TreeItem {
    switch (node.kind) {
      case 'group':
        return groupItem(node.session, node.first, node.last);
      case 'turn':
        return node.turn.person === null
          ? new TreeItem(
              l10n.t('Before the first person’s message'),
              TreeItemCollapsibleState.Collapsed,
            )
          : messageItem(
              node.session,
              node.turn.person,
              node.turn.last > node.turn.first,
              node.turn.last,
            );
      case 'message':
        return messageItem(node.session, node.number, false, node.number);
      case 'sessions':
        return sessionsItem();
      case 'session':
        return sessionItem(node.session);
      case 'stale': {
        const stale = new TreeItem(
          l10n.t('Comments whose message can’t be found'),
          TreeItemCollapsibleState.Collapsed,
        );
        stale.iconPath = new ThemeIcon('warning');
        return stale;
      }
      case 'stale-thread':
        return staleItem(node.session, node.thread);
    }
  }

  function groupItem(session: number, first: number, last: number): TreeItem {
    const { turns } = shown().findings(session);
    const from = turns[first]?.first ?? 0;
    const to = turns[last]?.last ?? from;
    const made = new TreeItem(
      l10n.t('Turns {0} to {1}', first + 1, last + 1),
      TreeItemCollapsibleState.Collapsed,
    );
    let count = 0;
    for (const [number, list] of flagsOf(session)) {
      if (number >= from && number <= to) count += list.length;
    }
    made.description = [
      l10n.t('messages {0} to {1}', from, to),
      count === 0 ? '' : flagCount(count),
    ]
      .filter((piece) => piece !== '')
      .join(' · ');
    made.iconPath =
      count === 0
        ? new ThemeIcon('list-tree')
        : new ThemeIcon('list-tree', new ThemeColor('agentSessionReview.emptyForeground'));
    return made;
  }

  function messageItem(session: number, number: number, parent: boolean, last: number): TreeItem {
    const message = sessionAt(shown().transcript, session).messages[number];
    if (message === undefined) return new TreeItem(`#${number}`);
    const own = flagsOf(session).get(number) ?? [];
    const { messages } = sessionAt(shown().transcript, session);
    const notes = own.map((flag) => flagNote(flag, messages, words));
    const comments = commentsOn(review.known(shown(), session), number);
    const text = summaryOf(message);
    const label = `#${number} ${text === '' ? (notes[0] ?? words.author[message.author]) : text}`;
    const made = new TreeItem(
      label,
      parent ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
    );
    made.description = [
      text === '' ? notes.slice(1).join(' · ') : notes.join(' · '),
      comments === 0 ? '' : commentCount(comments),
      marksNote(review.knownMarks(shown(), session).get(number) ?? NO_MARKS, codebook()),
      parent ? inTurnWords(session, number, last) : '',
      message.time === null ? '' : clock(message.time),
    ]
      .filter((piece) => piece !== '')
      .join(' · ');
    made.iconPath = messageIcon(message, own[0]);
    if (comments > 0) made.resourceUri = commentBadge(session, number, comments);
    made.contextValue = own.length > 0 ? 'message,flagged' : 'message';
    made.command = {
      command: commands.selectMessage,
      title: l10n.t('Go to Message'),
      arguments: [number, session],
    };
    made.accessibilityInformation = {
      label: [words.author[message.author], label, ...notes, made.description].join(', '),
    };
    return made;
  }

  /** A closed turn says what is hidden in it. */
  function inTurnWords(session: number, person: number, last: number): string {
    let count = 0;
    for (let number = person + 1; number <= last; number += 1) {
      count += flagsOf(session).get(number)?.length ?? 0;
    }
    return count === 0
      ? ''
      : count === 1
        ? l10n.t('1 flag inside')
        : l10n.t('{0} flags inside', count);
  }

  function sessionsItem(): TreeItem {
    const { sessions } = shown().transcript;
    const children = sessions.filter((one) => one.parent !== null).length;
    const made = new TreeItem(
      children > 0 ? l10n.t('Subagent sessions') : l10n.t('More sessions in this file'),
      TreeItemCollapsibleState.Collapsed,
    );
    made.description = String(sessions.length - 1);
    made.iconPath = new ThemeIcon('type-hierarchy-sub');
    return made;
  }

  function sessionItem(session: number): TreeItem {
    const one = sessionAt(shown().transcript, session);
    const made = new TreeItem(firstLine(sessionName(one), 80), TreeItemCollapsibleState.Collapsed);
    const count = shown().findings(session).flags.length;
    made.description = [
      l10n.t('{0} messages', one.messages.length),
      count === 0 ? '' : flagCount(count),
    ]
      .filter((piece) => piece !== '')
      .join(' · ');
    made.iconPath = new ThemeIcon('hubot');
    return made;
  }

  function staleItem(session: number, id: string): TreeItem {
    const thread = review.known(shown(), session).find((one) => one.id === id);
    const comment = thread?.comments[0];
    const made = new TreeItem(firstLine(comment?.body ?? id, 80));
    made.description = l10n.t(
      'was on #{0}: {1}',
      thread?.anchoredNumber ?? '?',
      firstLine(thread?.quote ?? '', 80),
    );
    made.iconPath = new ThemeIcon('comment-unresolved');
    made.tooltip = (thread?.comments ?? [])
      .map(({ author, body }) => `${author}: ${body}`)
      .join('\n');
    return made;
  }

  function plainTooltip(session: number, number: number): MarkdownString {
    const message = sessionAt(shown().transcript, session).messages[number];
    const first = message?.parts.find((part) => part.kind === 'text');
    const text = new MarkdownString();
    if (first?.kind !== 'text') {
      text.appendText(message?.role ?? '');
      return text;
    }
    const beginning = first.body.text.slice(0, TOOLTIP);
    text.appendText(beginning);
    const rest = first.body.length - beginning.length;
    if (rest > 0) text.appendText(`\n\n${l10n.t('… {0} characters left out', grouped(rest))}`);
    return text;
  }

  return {
    view,
    get tree() {
      return tree;
    },
    get filter() {
      return filter;
    },
    setFilter(next) {
      if (filter === next) return;
      filter = next;
      void vscodeCommands.executeCommand('setContext', 'agentSessionReview.filter', next);
      rebuild();
    },
    async show() {
      const [first] = tree?.roots() ?? [];
      if (first === undefined) return;
      try {
        await view.reveal(first, { select: false, focus: false });
      } catch (error) {
        // The tree may be built again while it is revealed; the view is shown all the same.
        log.debug(`The Turns view could not reveal its first row: ${String(error)}`);
      }
    },
    dispose: own.dispose,
  };
}

function numberOf(node: TurnsNode): number | null {
  if (node.kind === 'message') return node.number;
  return node.kind === 'turn' ? node.turn.person : null;
}

const sessionOf = (node: TurnsNode): number => ('session' in node ? node.session : 0);

/** Who wrote a message, or which flag it has. */
export function messageIcon(message: Message, flag?: Flag): ThemeIcon {
  if (flag !== undefined) {
    const look = lookOf(flag);
    const name = { empty: 'circle-slash', corrective: 'reply', redirect: 'milestone' }[look];
    return new ThemeIcon(name, new ThemeColor(`agentSessionReview.${look}Foreground`));
  }
  switch (message.author) {
    case 'person':
      return new ThemeIcon('account');
    case 'harness':
      return new ThemeIcon('server-process');
    case 'program':
      return new ThemeIcon('info');
    case 'assistant':
      return new ThemeIcon(message.parts.some(({ kind }) => kind === 'tool') ? 'tools' : 'sparkle');
  }
}

const staleIds = (threads: readonly Thread[]) =>
  threads.filter((thread) => thread.number === null).map((thread) => thread.id);

function commentsOn(threads: readonly Thread[], number: number): number {
  return threads
    .filter((thread) => thread.number === number)
    .reduce((sum, thread) => sum + thread.comments.length, 0);
}

function emptyWords(filter: TurnsFilter): string {
  switch (filter) {
    case 'all':
      return l10n.t('This session holds no messages.');
    case 'flagged':
      return l10n.t('No flags in this session.');
    case 'commented':
      return l10n.t('No comments on this session yet.');
    case 'unreviewed':
      return l10n.t('Every incident of this session is reviewed.');
  }
}
