import { l10n } from 'vscode';
import type { Confidence, Measured, Outcome, Recovery } from '../../core/findings/findings';
import { countsOf } from '../../core/findings/stages';

/** Words for what the findings say in codes. */
export interface FindingWords {
  readonly outcome: Readonly<Record<Outcome, string>>;
  readonly recovery: Readonly<Record<Recovery, string>>;
  readonly confidence: Readonly<Record<Confidence, string>>;
}

/** The findings' words in the person's language. */
export function findingWords(): FindingWords {
  return {
    outcome: {
      recovered: l10n.t('recovered'),
      'gave-up': l10n.t('gave up'),
      open: l10n.t('still open'),
    },
    recovery: {
      resend: l10n.t('after a resend'),
      nudge: l10n.t('after a nudge'),
      complaint: l10n.t('after a complaint'),
      redirect: l10n.t('after a redirect'),
      'new-task': l10n.t('with a new task'),
      auto: l10n.t('by itself'),
      none: l10n.t('nothing followed'),
    },
    confidence: {
      certain: l10n.t('certain'),
      likely: l10n.t('likely'),
      possible: l10n.t('possible'),
    },
  };
}

/** `No flags`, `1 flag`, `17 flags`. */
export function flagCount(count: number): string {
  if (count === 0) return l10n.t('No flags');
  return count === 1 ? l10n.t('1 flag') : l10n.t('{0} flags', count);
}

/** What was counted and not flagged, such as `counted only: silent-end 2, nudge 1`; nothing when there is none. */
export function measuredCounts(measured: readonly Measured[]): readonly string[] {
  const counts = countsOf(measured).map(([kind, count]) => `${kind} ${count}`);
  return counts.length === 0 ? [] : [l10n.t('counted only: {0}', counts.join(', '))];
}

/** `1 comment`, `3 comments`. */
export function commentCount(count: number): string {
  return count === 1 ? l10n.t('1 comment') : l10n.t('{0} comments', count);
}
