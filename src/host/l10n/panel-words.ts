import { l10n } from 'vscode';
import type { PanelTexts } from '../panel/panel-texts';
import { confidenceWords, outcomeWords, recoveryWords } from './finding-words';
import { readingWords } from './reading-words';

/** The context panel's words in the person's language. */
export function panelTexts(): PanelTexts {
  return {
    reading: readingWords(),
    webview: {
      previousFlag: l10n.t('Previous flag'),
      nextFlag: l10n.t('Next flag'),
      earlier: l10n.t('Show earlier messages'),
      later: l10n.t('Show later messages'),
      comment: l10n.t('Comment'),
      openWhole: l10n.t('Open whole message'),
      incident: l10n.t('Incident'),
      messages: l10n.t('Messages'),
      input: l10n.t('Input'),
      output: l10n.t('Result'),
      resolved: l10n.t('resolved'),
      keys: l10n.t(
        'N next flag, P previous flag, U next person’s message, J and K next and previous message, Enter select, C comment, O open whole message',
      ),
    },
    flagOf: l10n.t('Flag {0} of {1}'),
    flagCount: l10n.t('{0} flags'),
    noFlags: l10n.t('No flags'),
    message: l10n.t('message {0}'),
    incidentTitle: l10n.t('Incident: {0}, {1}'),
    contradicts: l10n.t('Message {0} speaks against what message {1} announced:'),
    attempts: l10n.t('attempts: {0}'),
    elapsed: l10n.t('{0} lost'),
    tokensRespent: l10n.t('{0} tokens spent again'),
    elapsedNotRecorded: l10n.t('elapsed time not recorded'),
    tokensNotRecorded: l10n.t('tokens not recorded'),
    unknownCause: l10n.t('Cause unknown: nothing recorded points to one.'),
    notRecorded: l10n.t('Not recorded: {0}'),
    tokens: l10n.t('{0} in, {1} out'),
    tokensReasoning: l10n.t('{0} reasoning'),
    tokensCached: l10n.t('{0} cached'),
    took: l10n.t('took {0}'),
    stopped: l10n.t('stop: {0}'),
    nothing: l10n.t('Nothing: no text, no tool call.'),
    noResponse: l10n.t('No response follows this message.'),
    blank: l10n.t('Text that shows nothing to a reader'),
    hidden: l10n.t('Reasoning, hidden by the provider'),
    reasoning: l10n.t('Reasoning, {0} characters'),
    unfinished: l10n.t('cut while it was written'),
    leftOut: l10n.t('{0} more characters: open the whole message'),
    outcome: {
      recovered: outcomeWords('recovered'),
      'gave-up': outcomeWords('gave-up'),
      open: outcomeWords('open'),
    },
    recovery: {
      resend: recoveryWords('resend'),
      nudge: recoveryWords('nudge'),
      complaint: recoveryWords('complaint'),
      redirect: recoveryWords('redirect'),
      'new-task': recoveryWords('new-task'),
      auto: recoveryWords('auto'),
      none: recoveryWords('none'),
    },
    confidence: {
      certain: confidenceWords('certain'),
      likely: confidenceWords('likely'),
      possible: confidenceWords('possible'),
    },
  };
}
