import { l10n, MarkdownString } from 'vscode';
import type { Cause, Incident } from '../../core/findings/findings';
import { flagNote, flagsByNumber } from '../../core/reading/flag-note';
import { duration, grouped } from '../../core/reading/quantities';
import type { Words } from '../../core/reading/words';
import { commands } from '../commands/ids';
import type { Location } from '../sessions/open-transcript';
import { sessionAt } from '../sessions/session-registry';
import { findingWords, type FindingWords } from '../l10n/finding-words';

/**
 * Explains the flags of a message: what, why, how it was recovered. Null for messages without flags.
 * Evidence quotes the transcript, so it goes in as text only; the links are ours alone.
 */
export function flagHover(location: Location, words: Words): MarkdownString | null {
  const findings = location.open.findings(location.session);
  const flags = flagsByNumber(findings).get(location.number);
  if (flags === undefined) return null;
  const { messages } = sessionAt(location.open.transcript, location.session);
  const hover = new MarkdownString();
  hover.isTrusted = { enabledCommands: [commands.selectMessage, commands.showPanel] };
  for (const flag of flags) {
    hover.appendMarkdown('**');
    hover.appendText(flagNote(flag, messages, words));
    hover.appendMarkdown('**\n\n');
  }
  const found = findingWords();
  const ids = new Set(flags.map((flag) => flag.incident));
  for (const incident of findings.incidents.filter(({ id }) => ids.has(id))) {
    appendIncident(hover, incident, found);
  }
  hover.appendMarkdown(`[${l10n.t('Show in the context panel')}](command:${commands.showPanel})`);
  return hover;
}

function appendIncident(hover: MarkdownString, incident: Incident, words: FindingWords) {
  const facts = [
    words.outcome[incident.outcome],
    words.recovery[incident.recovery],
    incident.elapsedMs === null
      ? l10n.t('elapsed time not recorded')
      : l10n.t('{0} lost', duration(incident.elapsedMs)),
    incident.tokensRespent === null
      ? l10n.t('tokens not recorded')
      : l10n.t('{0} tokens spent again', grouped(incident.tokensRespent)),
  ];
  hover.appendText(facts.join(' · '));
  hover.appendMarkdown('\n\n');
  if (incident.causes.length === 0) {
    hover.appendText(l10n.t('Cause unknown: nothing recorded points to one.'));
    hover.appendMarkdown('\n\n');
  }
  for (const cause of incident.causes) appendCause(hover, cause, words);
}

function appendCause(hover: MarkdownString, cause: Cause, words: FindingWords) {
  hover.appendMarkdown('- ');
  hover.appendText(`${cause.label} (${words.confidence[cause.confidence]})`);
  hover.appendMarkdown('\n');
  for (const evidence of cause.evidence) {
    hover.appendMarkdown('  - ');
    hover.appendText(evidence.text.replaceAll('\n', ' '));
    for (const number of evidence.messages) {
      hover.appendMarkdown(` [#${number}](command:${commands.selectMessage}?${number})`);
    }
    hover.appendMarkdown('\n');
  }
  hover.appendMarkdown('\n');
}
