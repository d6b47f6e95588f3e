import { l10n, StatusBarAlignment, window } from 'vscode';
import { commands } from '../commands/ids';
import { unreviewed } from '../../core/review/progress';
import { flagCount } from '../l10n/finding-words';
import { progressWords } from '../l10n/mark-words';
import { disposables, type Disposable } from '../lifecycle';
import type { ReviewService } from '../review/review-service';
import type { Location, Selection } from '../sessions/open-transcript';
import { sessionAt, type SessionRegistry } from '../sessions/session-registry';
import { stops } from './order';

/** `3 of 17` in the status bar while a transcript is open; a click goes to the next flag. */
export function registerStatus(
  registry: SessionRegistry,
  selection: Selection,
  review: ReviewService,
): Disposable {
  const own = disposables();
  const item = own.add(
    window.createStatusBarItem('agentSessionReview.position', StatusBarAlignment.Left, 50),
  );
  item.name = l10n.t('Agent Session Review: position');
  item.command = commands.nextFlag;
  const progress = own.add(
    window.createStatusBarItem('agentSessionReview.progress', StatusBarAlignment.Left, 49),
  );
  progress.name = l10n.t('Agent Session Review: progress');
  progress.command = commands.nextUnreviewed;
  const updateProgress = (at: Location) => {
    const findings = at.open.findings(at.session);
    const all = findings.incidents.length;
    const left = unreviewed(findings, review.knownMarks(at.open, at.session)).length;
    if (all === 0 || left === all) {
      progress.hide();
      return;
    }
    const words = progressWords(all - left, all);
    progress.text = `$(checklist) ${all - left}/${all}`;
    progress.tooltip = l10n.t('{0}. Go to the next one that is not.', words);
    progress.accessibilityInformation = { label: l10n.t('Agent Session Review: {0}', words) };
    progress.show();
  };
  const update = () => {
    const { current } = selection;
    if (current === null) {
      item.hide();
      progress.hide();
      return;
    }
    const { open, session, number } = current;
    const { messages } = sessionAt(open.transcript, session);
    const numbers = stops('flags', messages, open.findings(session), []);
    const index = numbers.indexOf(number);
    const words = positionWords(index, numbers.length);
    item.text = `$(flag) ${words}`;
    item.tooltip = l10n.t('Message {0}. Go to the next flag.', number);
    item.accessibilityInformation = {
      label: l10n.t('Agent Session Review: message {0}, {1}', number, words),
    };
    item.show();
    updateProgress(current);
  };
  own.add(selection.onDidChange(update));
  own.add(registry.onDidChange(update));
  own.add(review.onDidChange(update));
  update();
  return own;
}

/** `Flag 3 of 17` on a flag, `17 flags` elsewhere. `index` is 0-based, -1 when not on a flag. */
function positionWords(index: number, count: number): string {
  return index < 0 ? flagCount(count) : l10n.t('Flag {0} of {1}', index + 1, count);
}
