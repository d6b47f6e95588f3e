import { l10n } from 'vscode';
import type { Confidence, Outcome, Recovery } from '../../core/findings/findings';

export function outcomeWords(outcome: Outcome): string {
  switch (outcome) {
    case 'recovered':
      return l10n.t('recovered');
    case 'gave-up':
      return l10n.t('gave up');
    case 'open':
      return l10n.t('still open');
  }
}

export function recoveryWords(recovery: Recovery): string {
  switch (recovery) {
    case 'resend':
      return l10n.t('after a resend');
    case 'nudge':
      return l10n.t('after a nudge');
    case 'complaint':
      return l10n.t('after a complaint');
    case 'redirect':
      return l10n.t('after a redirect');
    case 'new-task':
      return l10n.t('with a new task');
    case 'auto':
      return l10n.t('by itself');
    case 'none':
      return l10n.t('nothing followed');
  }
}

export function confidenceWords(confidence: Confidence): string {
  switch (confidence) {
    case 'certain':
      return l10n.t('certain');
    case 'likely':
      return l10n.t('likely');
    case 'possible':
      return l10n.t('possible');
  }
}
