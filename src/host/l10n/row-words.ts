import { l10n } from 'vscode';
import type { RowCounts } from '../../core/model/session';
import { grouped } from '../../core/reading/quantities';

/** `3 rows were not understood`: unknown and malformed ones. */
export function notUnderstood({ unknown, malformed }: RowCounts): string {
  const count = unknown + malformed;
  return count === 1
    ? l10n.t('1 row was not understood')
    : l10n.t('{0} rows were not understood', grouped(count));
}
