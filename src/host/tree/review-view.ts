import {
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type TreeView,
} from 'vscode';
import type { Thread } from '../../core/review/thread';
import {
  precision,
  qualityOfVerdicts,
  recall,
  sumOfQuality,
  type QualityOfVerdicts,
  type VerdictQuality,
} from '../../core/quality/verdict-quality';
import { firstLine } from '../../core/reading/visible';
import { isReviewed } from '../../core/review/progress';
import { commands } from '../commands/ids';
import { commentCount } from '../l10n/finding-words';
import { progressWords } from '../l10n/mark-words';
import { debounced, disposables, type Disposable } from '../lifecycle';
import type { ReviewService } from '../review/review-service';
import type { OpenTranscript, Selection } from '../sessions/open-transcript';
import type { SessionRegistry } from '../sessions/session-registry';

const REVIEW_VIEW = 'agentSessionReview.review';
/** Changes come in bursts; in ms. */
const SETTLE_MS = 60;

type ThreadState = 'unresolved' | 'resolved' | 'stale';

interface PlacedThread {
  readonly session: number;
  readonly thread: Thread;
}

/** A row of the Review view. */
export type ReviewNode =
  | { readonly kind: 'progress' }
  | { readonly kind: 'threads'; readonly state: ThreadState }
  | ({ readonly kind: 'thread' } & PlacedThread)
  | { readonly kind: 'reviewers' }
  | { readonly kind: 'reviewer'; readonly name: string; readonly comments: number }
  | { readonly kind: 'quality' }
  | { readonly kind: 'quality-row'; readonly row: VerdictQuality; readonly of: 'kind' | 'cause' };

export interface ReviewView extends Disposable {
  readonly view: TreeView<ReviewNode>;
  /** The rows on show, for tests. */
  children(node?: ReviewNode): readonly ReviewNode[];
  item(node: ReviewNode): TreeItem;
}

/** The Review view: how far the review of the selected transcript is, its threads by state, who wrote them, and how right the flags were. */
export function createReviewView(
  registry: SessionRegistry,
  selection: Selection,
  review: ReviewService,
): ReviewView {
  const own = disposables();
  const changed = own.add(new EventEmitter<undefined>());
  const shown = () => selection.current?.open ?? registry.all.at(-1) ?? null;
  const children = (node?: ReviewNode): readonly ReviewNode[] => {
    const open = shown();
    if (open === null) return [];
    return node === undefined ? roots(open, review) : inside(node, open, review);
  };
  const item = (node: ReviewNode): TreeItem => {
    const open = shown();
    return open === null ? new TreeItem('') : rowOf(node, open, review);
  };
  const view = own.add(
    window.createTreeView<ReviewNode>(REVIEW_VIEW, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: (node) => [...children(node)],
        getTreeItem: item,
      },
    }),
  );
  const refresh = own.add(
    debounced(SETTLE_MS, () => {
      const open = shown();
      view.message = open !== null && isUntouched(open, review) ? hint() : '';
      changed.fire(undefined);
    }),
  );
  let last: OpenTranscript | null = null;
  own.add(
    selection.onDidChange(() => {
      if (shown() === last) return;
      last = shown();
      refresh.trigger();
    }),
  );
  for (const event of [registry.onDidOpen, registry.onDidChange, registry.onDidClose]) {
    own.add(event(refresh.trigger));
  }
  own.add(review.onDidChange(refresh.trigger));
  return { view, children, item, dispose: own.dispose };
}

/** Whether nobody has said anything about the transcript. */
const isUntouched = (open: OpenTranscript, review: ReviewService) =>
  sessionsOf(open).every(
    (session) =>
      review.known(open, session).length === 0 && review.knownMarks(open, session).size === 0,
  );

const hint = () =>
  l10n.t(
    'In the session, press n for the next flag, r or w to judge it, 1 to 9 for a label, c for a comment, d when the incident is done, and ? for all keys.',
  );

const sessionsOf = ({ transcript }: OpenTranscript) => transcript.sessions.map((_, index) => index);

function threadsOf(open: OpenTranscript, review: ReviewService): readonly PlacedThread[] {
  return sessionsOf(open).flatMap((session) =>
    review.known(open, session).map((thread) => ({ session, thread })),
  );
}

function stateOf({ number, resolved }: Thread): ThreadState {
  if (number === null) return 'stale';
  return resolved ? 'resolved' : 'unresolved';
}

const inState = (open: OpenTranscript, review: ReviewService, state: ThreadState) =>
  threadsOf(open, review).filter(({ thread }) => stateOf(thread) === state);

const STATES: readonly ThreadState[] = ['unresolved', 'stale', 'resolved'];

function roots(open: OpenTranscript, review: ReviewService): readonly ReviewNode[] {
  const rows: ReviewNode[] = [{ kind: 'progress' }];
  for (const state of STATES) {
    if (inState(open, review, state).length > 0) rows.push({ kind: 'threads', state });
  }
  if (threadsOf(open, review).length > 0) rows.push({ kind: 'reviewers' });
  const { kinds, missed } = qualityOf(open, review);
  if (missed > 0 || kinds.some((row) => precision(row) !== null)) rows.push({ kind: 'quality' });
  return rows;
}

function inside(
  node: ReviewNode,
  open: OpenTranscript,
  review: ReviewService,
): readonly ReviewNode[] {
  switch (node.kind) {
    case 'threads':
      return inState(open, review, node.state).map((one) => ({ kind: 'thread', ...one }));
    case 'reviewers':
      return reviewersOf(open, review);
    case 'quality': {
      const { kinds, causes } = qualityOf(open, review);
      const judged = (rows: readonly VerdictQuality[], of: 'kind' | 'cause') =>
        rows.flatMap((row): readonly ReviewNode[] =>
          precision(row) === null ? [] : [{ kind: 'quality-row', row, of }],
        );
      return [...judged(kinds, 'kind'), ...judged(causes, 'cause')];
    }
    case 'progress':
    case 'thread':
    case 'reviewer':
    case 'quality-row':
      return [];
  }
}

function reviewersOf(open: OpenTranscript, review: ReviewService): readonly ReviewNode[] {
  const counts = new Map<string, number>();
  for (const { thread } of threadsOf(open, review)) {
    for (const { author } of thread.comments) counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  return [...counts].map(([name, comments]) => ({ kind: 'reviewer', name, comments }));
}

function qualityOf(open: OpenTranscript, review: ReviewService): QualityOfVerdicts {
  return sumOfQuality(
    sessionsOf(open).map((session) =>
      qualityOfVerdicts(open.findings(session), review.knownMarks(open, session)),
    ),
  );
}

function rowOf(node: ReviewNode, open: OpenTranscript, review: ReviewService): TreeItem {
  switch (node.kind) {
    case 'progress':
      return progressRow(open, review);
    case 'threads':
      return groupRow(
        stateWords(node.state),
        STATE_ICONS[node.state],
        inState(open, review, node.state).length,
      );
    case 'thread':
      return threadRow(node);
    case 'reviewers':
      return groupRow(l10n.t('Reviewers'), 'organization', reviewersOf(open, review).length);
    case 'reviewer': {
      const made = new TreeItem(node.name);
      made.description = commentCount(node.comments);
      made.iconPath = new ThemeIcon('person');
      return made;
    }
    case 'quality':
      return qualityGroup(qualityOf(open, review));
    case 'quality-row':
      return qualityRow(node.row, node.of);
  }
}

function progressRow(open: OpenTranscript, review: ReviewService): TreeItem {
  const all = sessionsOf(open).flatMap((session) =>
    open
      .findings(session)
      .incidents.map((incident) => isReviewed(incident, review.knownMarks(open, session))),
  );
  const done = all.filter((is) => is).length;
  const made = new TreeItem(progressWords(done, all.length));
  made.iconPath = new ThemeIcon(done === all.length ? 'pass' : 'checklist');
  if (done < all.length) {
    made.command = {
      command: commands.nextUnreviewed,
      title: l10n.t('Go to the Next Unreviewed Incident'),
    };
    made.tooltip = l10n.t('Go to the next incident that is not reviewed.');
  }
  return made;
}

const STATE_ICONS: Readonly<Record<ThreadState, string>> = {
  unresolved: 'comment-unresolved',
  resolved: 'pass',
  stale: 'warning',
};

function stateWords(state: ThreadState): string {
  switch (state) {
    case 'unresolved':
      return l10n.t('Unresolved');
    case 'resolved':
      return l10n.t('Resolved');
    case 'stale':
      return l10n.t('Message not found');
  }
}

function groupRow(label: string, icon: string, count: number): TreeItem {
  const made = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  made.description = String(count);
  made.iconPath = new ThemeIcon(icon);
  return made;
}

function threadRow({ session, thread }: PlacedThread): TreeItem {
  const [first, ...replies] = thread.comments;
  const made = new TreeItem(firstLine(first?.body ?? '', 80));
  const where =
    thread.number === null
      ? l10n.t('was on #{0}: {1}', thread.anchoredNumber, firstLine(thread.quote, 80))
      : `#${thread.number}`;
  made.description = [
    where,
    first?.author ?? '',
    replies.length === 0 ? '' : l10n.t('{0} replies', replies.length),
  ]
    .filter((piece) => piece !== '')
    .join(' · ');
  made.tooltip = thread.comments.map(({ author, body }) => `${author}: ${body}`).join('\n');
  made.contextValue = thread.number === null ? 'thread,stale' : 'thread';
  made.iconPath = new ThemeIcon('comment');
  if (thread.number !== null) {
    made.command = {
      command: commands.selectMessage,
      title: l10n.t('Go to Message'),
      arguments: [thread.number, session],
    };
  }
  return made;
}

function qualityGroup(quality: QualityOfVerdicts): TreeItem {
  const made = new TreeItem(l10n.t('Detector quality'), TreeItemCollapsibleState.Collapsed);
  const share = recall(quality);
  made.description =
    share === null ? '' : l10n.t('recall {0}, {1} missed', share.toFixed(2), quality.missed);
  made.tooltip = l10n.t(
    'From your verdicts: precision is the share of judged flags that are flags indeed, recall the share of what should be flagged that is.',
  );
  made.iconPath = new ThemeIcon('graph');
  return made;
}

function qualityRow(row: VerdictQuality, of: 'kind' | 'cause'): TreeItem {
  const made = new TreeItem(row.name);
  const judged = row.right + row.wrong + row.otherCause;
  // A cause is right only when the flag is and no other cause is named.
  const share = of === 'kind' ? precision(row) : row.right / judged;
  made.description = l10n.t(
    'precision {0} · {1} right, {2} wrong, {3} other cause, {4} not judged',
    (share ?? 0).toFixed(2),
    row.right,
    row.wrong,
    row.otherCause,
    row.unjudged,
  );
  made.iconPath = new ThemeIcon(of === 'kind' ? 'flag' : 'lightbulb');
  return made;
}
