import { commands as vscodeCommands, l10n, StatusBarAlignment, window } from 'vscode';
import { disposables, type Disposable } from '../lifecycle';
import type { EndFollower, Followed, FollowServices } from '../navigation/end-follower';
import { commands } from './ids';

/** True in `when` clauses while the end of a session is followed. */
const FOLLOWING = 'agentSessionReview.following';

/** How long a word about a command stays in the status bar, in ms. */
const STATUS_MS = 4000;

/** The toggle that keeps the end of a session in view, with its mark in the status bar. */
export function registerFollowCommand(follower: EndFollower, services: FollowServices): Disposable {
  const own = disposables();
  const item = own.add(
    window.createStatusBarItem('agentSessionReview.following', StatusBarAlignment.Left, 49),
  );
  item.name = l10n.t('Agent Session Review: following');
  item.text = `$(arrow-circle-down) ${l10n.t('Following')}`;
  item.tooltip = l10n.t('The newest message stays selected and in view. Click to stop.');
  item.command = commands.toggleFollow;
  item.accessibilityInformation = {
    label: l10n.t('Agent Session Review: following the end of the session. Press to stop.'),
    role: 'button',
  };
  const update = (followed: Followed | null) => {
    void vscodeCommands.executeCommand('setContext', FOLLOWING, followed !== null);
    if (followed === null) item.hide();
    else item.show();
  };
  own.add(follower.onDidChange(update));
  own.add(vscodeCommands.registerCommand(commands.toggleFollow, () => toggle(follower, services)));
  update(follower.followed);
  return own;
}

async function toggle(follower: EndFollower, services: FollowServices): Promise<void> {
  const wanted = sessionInView(services);
  if (wanted === null) {
    window.setStatusBarMessage(l10n.t('No transcript is open.'), STATUS_MS);
    return;
  }
  const { followed } = follower;
  if (followed?.open === wanted.open && followed.session === wanted.session) follower.stop();
  else await follower.start(wanted);
}

/** The session of the active editor, else the selected one, else the last that was opened. */
export function sessionInView({
  registry,
  selection,
  lines,
}: Omit<FollowServices, 'moves'>): Followed | null {
  const document = window.activeTextEditor?.document;
  const shown = document === undefined ? null : lines.openFor(document);
  const found = shown ?? selection.current;
  if (found !== null) return { open: found.open, session: found.session };
  const open = registry.all.at(-1);
  return open === undefined ? null : { open, session: 0 };
}
