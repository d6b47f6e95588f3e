import type { Findings } from '../findings/findings';
import { incidentNumber } from '../review/progress';
import type { Marks, Verdict } from '../review/marks';

/** How right the flags of one kind, or the causes of one code, were by the verdicts of reviewers. */
export interface VerdictQuality {
  /** Kind of flag or code of cause. */
  readonly name: string;
  readonly right: number;
  readonly wrong: number;
  /** The flag is right, its cause is not. */
  readonly otherCause: number;
  /** Without a verdict. */
  readonly unjudged: number;
}

export interface QualityOfVerdicts {
  readonly kinds: readonly VerdictQuality[];
  readonly causes: readonly VerdictQuality[];
  /** Messages that should have been flagged. */
  readonly missed: number;
}

interface Count {
  right: number;
  wrong: number;
  otherCause: number;
  unjudged: number;
}

/** Counts the verdicts on the flags of a session. Of several reviewers the last verdict counts. */
export function qualityOfVerdicts(findings: Findings, marks: Marks): QualityOfVerdicts {
  const kinds = new Map<string, Count>();
  const causes = new Map<string, Count>();
  for (const { kind, number } of findings.flags) {
    add(kinds, kind, lastVerdict(marks, number, kind));
  }
  for (const incident of findings.incidents) {
    const number = incidentNumber(incident);
    const flag = findings.flags.find((one) => one.number === number);
    const verdict = lastVerdict(marks, number, flag?.kind ?? null);
    for (const { code } of incident.causes) add(causes, code, verdict);
  }
  const missed = [...marks.values()].filter(({ verdicts }) =>
    verdicts.some(({ verdict }) => verdict === 'missed'),
  ).length;
  return { kinds: counted(kinds), causes: counted(causes), missed };
}

/** The sum over several sessions. */
export function sumOfQuality(all: readonly QualityOfVerdicts[]): QualityOfVerdicts {
  const sum = (of: (one: QualityOfVerdicts) => readonly VerdictQuality[]) => {
    const counts = new Map<string, Count>();
    for (const { name, right, wrong, otherCause, unjudged } of all.flatMap(of)) {
      const count = countOf(counts, name);
      count.right += right;
      count.wrong += wrong;
      count.otherCause += otherCause;
      count.unjudged += unjudged;
    }
    return counted(counts);
  };
  return {
    kinds: sum(({ kinds }) => kinds),
    causes: sum(({ causes }) => causes),
    missed: all.reduce((missed, one) => missed + one.missed, 0),
  };
}

/** Share of the judged flags that are flags indeed; null when none is judged. */
export function precision({ right, wrong, otherCause }: VerdictQuality): number | null {
  const judged = right + wrong + otherCause;
  return judged === 0 ? null : (right + otherCause) / judged;
}

/** Share of what should be flagged that is; null when nothing is judged. */
export function recall({ kinds, missed }: QualityOfVerdicts): number | null {
  const found = kinds.reduce((sum, { right, otherCause }) => sum + right + otherCause, 0);
  return found + missed === 0 ? null : found / (found + missed);
}

function lastVerdict(marks: Marks, number: number, kind: string | null): Verdict | null {
  const verdicts = marks.get(number)?.verdicts.filter(({ flag }) => flag === kind) ?? [];
  return [...verdicts].sort((a, b) => a.time - b.time).at(-1) ?? null;
}

function countOf(counts: Map<string, Count>, name: string): Count {
  const count = counts.get(name) ?? { right: 0, wrong: 0, otherCause: 0, unjudged: 0 };
  counts.set(name, count);
  return count;
}

function add(counts: Map<string, Count>, name: string, verdict: Verdict | null): void {
  const count = countOf(counts, name);
  switch (verdict?.verdict) {
    case 'right':
      count.right += 1;
      return;
    case 'wrong':
      count.wrong += 1;
      return;
    case 'other-cause':
      count.otherCause += 1;
      return;
    default:
      count.unjudged += 1;
  }
}

const counted = (counts: ReadonlyMap<string, Count>): readonly VerdictQuality[] =>
  [...counts].map(([name, count]) => ({ name, ...count }));
