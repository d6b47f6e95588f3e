import { l10n } from 'vscode';
import { grouped } from '../../core/reading/quantities';
import { MAX_HITS, type BodyKind } from '../../core/search/hit';
import type { Search } from '../search/session-search';

/** What a body is, in the person's language. */
export function bodyWords(): Readonly<Record<BodyKind, string>> {
  return {
    text: l10n.t('Text'),
    reasoning: l10n.t('Reasoning'),
    tool: l10n.t('Tool'),
    input: l10n.t('Input'),
    output: l10n.t('Result'),
    file: l10n.t('File'),
    patch: l10n.t('Patch'),
    marker: l10n.t('Note of the program'),
    error: l10n.t('Error'),
  };
}

/** `No hits`, `1 hit`, `17 hits`. */
export function hitCount(count: number): string {
  if (count === 0) return l10n.t('No hits');
  return count === 1 ? l10n.t('1 hit') : l10n.t('{0} hits', grouped(count));
}

/** `Hit 3 of 17` on a hit, `17 hits` elsewhere. */
export function hitPosition({ hits, current }: Search): string {
  return current === null
    ? hitCount(hits.length)
    : l10n.t('Hit {0} of {1}', grouped(hits.indexOf(current) + 1), grouped(hits.length));
}

/** How far a search is, and what it could not find. */
export function searchSentences(search: Search): readonly string[] {
  const { state, hits, count, changed, unreadable, done, problem } = search;
  const percent = Math.floor(done * 100);
  const messages = new Set(hits.map(({ session, number }) => `${session}/${number}`)).size;
  return [
    state === 'running' ? l10n.t('Searching, {0} %.', percent) : '',
    state === 'stopped' ? l10n.t('Stopped at {0} %.', percent) : '',
    problem ?? '',
    foundWords(count, messages),
    count > hits.length ? l10n.t('The first {0} are listed.', grouped(MAX_HITS)) : '',
    changed > 0
      ? l10n.t(
          'Not searched, because the file is not what it was when it was read: {0} messages.',
          grouped(changed),
        )
      : '',
    unreadable > 0
      ? l10n.t(
          'Not searched, because their rows are too long to read: {0} messages.',
          grouped(unreadable),
        )
      : '',
  ].filter((sentence) => sentence !== '');
}

function foundWords(count: number, messages: number): string {
  if (count === 0) return l10n.t('No hits.');
  return messages === 1
    ? l10n.t('{0} in one message.', hitCount(count))
    : l10n.t('{0} in {1} messages.', hitCount(count), grouped(messages));
}
