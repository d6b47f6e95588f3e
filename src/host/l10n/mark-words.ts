import { l10n } from 'vscode';
import { labelOf, type Codebook } from '../../core/review/codebook';
import type { VerdictWord } from '../../core/review/events';
import type { MessageMarks } from '../../core/review/marks';

/** A verdict in a few words; a sign before them, so that it is seen at a glance. */
export function verdictWords(verdict: VerdictWord): string {
  switch (verdict) {
    case 'right':
      return l10n.t('✓ right');
    case 'wrong':
      return l10n.t('✗ wrong');
    case 'other-cause':
      return l10n.t('≠ other cause');
    case 'missed':
      return l10n.t('! missed');
    case 'withdrawn':
      return l10n.t('no verdict');
  }
}

/** What reviewers marked on a message, such as `✓ right · Provider fault · reviewed`; '' when they did not. */
export function marksNote(marks: MessageMarks, codebook: Codebook): string {
  const pieces = [
    ...marks.verdicts.map(({ verdict }) => verdictWords(verdict)),
    ...marks.labels.map(({ label }) => labelOf(codebook, label).name),
    marks.reviewed.length > 0 ? l10n.t('reviewed') : '',
  ];
  return [...new Set(pieces)].filter((piece) => piece !== '').join(' · ');
}

/** `3 of 30 incidents reviewed`. */
export function progressWords(reviewed: number, all: number): string {
  return l10n.t('{0} of {1} incidents reviewed', reviewed, all);
}
