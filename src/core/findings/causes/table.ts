import type { Cause, Confidence } from '../findings';
import { blankText } from './blank-text';
import { certainty, evidenceOf, type CauseContext, type CauseRule } from './cause-rule';
import { contentFilter } from './content-filter';
import { cutMidThought } from './cut-mid-thought';
import { contextNearLimit } from './context-near-limit';
import { harnessSaysEmpty } from './harness-says-empty';
import { longReasoning } from './long-reasoning';
import { malformedCall } from './malformed-call';
import { outputBudget } from './output-budget';
import { permissionDenied } from './permission-denied';
import { placeholderRow } from './placeholder-row';
import { poisonedHistory } from './poisoned-history';
import { reasoningOnlyStop } from './reasoning-only-stop';
import { requestFailed } from './request-failed';
import { resumeNoOp } from './resume-no-op';
import { silentAfterTools } from './silent-after-tools';
import { stoppedByPerson } from './stopped-by-person';
import { streamCut } from './stream-cut';
import { subagentSilent } from './subagent-silent';
import { textLostByWriter } from './text-lost-by-writer';
import { toolFailureBefore } from './tool-failure-before';
import { zeroOutput } from './zero-output';
import { zeroUsage } from './zero-usage';

/** In the order of how much each explains. Every cause that fits is kept. */
export const CAUSES: readonly CauseRule[] = [
  requestFailed,
  poisonedHistory,
  stoppedByPerson,
  contentFilter,
  malformedCall,
  outputBudget,
  streamCut,
  cutMidThought,
  contextNearLimit,
  permissionDenied,
  toolFailureBefore,
  subagentSilent,
  placeholderRow,
  blankText,
  resumeNoOp,
  zeroUsage,
  zeroOutput,
  longReasoning,
  reasoningOnlyStop,
  textLostByWriter,
  silentAfterTools,
  harnessSaysEmpty,
];

/** Everything that the empty responses of a chain show about why, the surest first; none: unknown. */
export function causesOf(context: CauseContext): readonly Cause[] {
  const causes = CAUSES.flatMap((rule) => causeOf(rule, context));
  return causes.sort((a, b) => certainty(b.confidence) - certainty(a.confidence));
}

function causeOf(rule: CauseRule, context: CauseContext): readonly Cause[] {
  const signs = context.chain.empties
    .map((empty) => rule.find(empty, context))
    .filter((sign) => sign !== null);
  if (signs.length === 0) return [];
  const confidence = signs.reduce<Confidence>(
    (best, sign) => (certainty(sign.confidence) > certainty(best) ? sign.confidence : best),
    'possible',
  );
  return [{ code: rule.code, label: rule.label, confidence, evidence: evidenceOf(signs) }];
}
