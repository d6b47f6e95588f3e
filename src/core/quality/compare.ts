import type { CorrectiveKind, EmptyKind } from '../findings/findings';
import { isCorrective } from '../reading/flag-note';
import type { Label } from './labels';

/** A flag as the detectors gave it, with its place in the file. */
export interface FoundFlag {
  readonly kind: EmptyKind | CorrectiveKind;
  /** 1-based; null where the source has no lines. */
  readonly line: number | null;
  /** 0-based number of its message. */
  readonly number: number;
}

export type Group = 'empty' | 'corrective';

/** One label or flag that has, or has not, its counterpart. */
export interface Verdict {
  /** The other kind: at the right place, but neither the label's kind nor one that is right as well. */
  readonly result: 'right' | 'missed' | 'extra' | 'other-kind';
  readonly group: Group;
  /** The label's kind; for an extra flag its own. */
  readonly kind: string;
  /** What was flagged; null for what was missed. */
  readonly found: string | null;
  readonly line: number | null;
  readonly note: string | null;
}

/**
 * Compares the flags of one labelled file with its labels, each with one counterpart at most. Flags at a
 * doubtful place are not judged.
 */
export function compare(labels: readonly Label[], flags: readonly FoundFlag[]): readonly Verdict[] {
  const left = new Set(flags);
  const wanted = labels.filter(({ what }) => what === 'empty' || what === 'corrective');
  // Exact kinds first: a nudge that got no response has two labels at one place.
  const verdicts = new Map<Label, Verdict>();
  for (const fits of [isExact, isRight, isOtherKind]) {
    for (const label of wanted) {
      if (verdicts.has(label)) continue;
      const flag = [...left].find((one) => isAt(label, one) && fits(label, one));
      if (flag === undefined) continue;
      left.delete(flag);
      verdicts.set(label, verdictOf(label, flag, fits === isOtherKind ? 'other-kind' : 'right'));
    }
  }
  const extra = [...left].filter((flag) => !labels.some((label) => isDoubt(label, flag)));
  return [
    ...wanted.map((label) => verdicts.get(label) ?? verdictOf(label, null, 'missed')),
    ...extra.map((flag): Verdict => ({
      result: 'extra',
      group: groupOf(flag),
      kind: flag.kind,
      found: flag.kind,
      line: flag.line,
      note: null,
    })),
  ];
}

const groupOf = ({ kind }: FoundFlag): Group => (isCorrective(kind) ? 'corrective' : 'empty');

const isExact = (label: Label, flag: FoundFlag) => label.kind === flag.kind;
const isRight = (label: Label, flag: FoundFlag) => label.alt.includes(flag.kind);
const isOtherKind = (label: Label, flag: FoundFlag) => label.what === groupOf(flag);

function isAt({ line, number, alt_lines }: Label, flag: FoundFlag): boolean {
  if (flag.line !== null && (flag.line === line || alt_lines.includes(flag.line))) return true;
  return number !== null && number !== undefined && number === flag.number;
}

function isDoubt(label: Label, flag: FoundFlag): boolean {
  if (label.what !== 'doubtful' || !isAt(label, flag)) return false;
  return label.about === undefined || label.about === 'both' || label.about === groupOf(flag);
}

function verdictOf(label: Label, flag: FoundFlag | null, result: Verdict['result']): Verdict {
  return {
    result,
    group: label.what === 'corrective' ? 'corrective' : 'empty',
    kind: label.kind ?? '?',
    found: flag?.kind ?? null,
    line: label.line ?? null,
    note: label.note ?? null,
  };
}

/** Counts over verdicts. */
export interface Score {
  readonly labelled: number;
  readonly found: number;
  readonly right: number;
  /** Share of what was found that is right; null when nothing was found. */
  readonly precision: number | null;
  /** Share of what is labelled that was found; null when nothing is labelled. */
  readonly recall: number | null;
}

/** The score of these verdicts: something found as another kind is neither right nor found by its label. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (...results: readonly Verdict['result'][]) =>
    verdicts.filter(({ result }) => results.includes(result)).length;
  const right = count('right');
  const labelled = count('right', 'missed', 'other-kind');
  const found = count('right', 'extra', 'other-kind');
  return {
    labelled,
    found,
    right,
    precision: found === 0 ? null : right / found,
    recall: labelled === 0 ? null : right / labelled,
  };
}
