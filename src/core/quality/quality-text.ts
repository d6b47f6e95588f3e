import type { Measured } from '../findings/findings';
import { countsOf } from '../findings/stages';
import { groupBy } from '../group-by';
import { scoreOf, type Group, type Verdict } from './compare';

/** A labelled file: its verdicts, or null when its format is not read. */
export interface ComparedFile {
  readonly file: string;
  readonly format: string;
  readonly verdicts: readonly Verdict[] | null;
  /** What was counted only. */
  readonly measured: readonly Measured[];
}

/** What the figures should be at least, both precision and recall. */
const AIMS: Readonly<Record<Group, number>> = { empty: 0.95, corrective: 0.9 };

const GROUPS = ['empty', 'corrective'] as const;

/** The groups of findings whose precision or recall is below its aim. */
export function belowAim(files: readonly ComparedFile[]): readonly Group[] {
  const all = files.flatMap(({ verdicts }) => verdicts ?? []);
  return GROUPS.filter((group) => {
    const { precision, recall } = scoreOf(all.filter((one) => one.group === group));
    return (precision ?? 1) < AIMS[group] || (recall ?? 1) < AIMS[group];
  });
}

/** Tables per group, kind and format, then every disagreement with its place, then what is not read. */
export function qualityText(files: readonly ComparedFile[]): string {
  const read = files.filter((file) => file.verdicts !== null);
  const all = read.flatMap(({ verdicts }) => verdicts ?? []);
  const lines = [
    `${read.length} of ${files.length} labelled files read`,
    '',
    row('', 'labelled', 'found', 'right', 'precision', 'recall'),
    ...GROUPS.map((group) =>
      scoreRow(
        `${group} (aim ${AIMS[group]})`,
        all.filter((one) => one.group === group),
      ),
    ),
    '',
    ...[...groupBy(all, ({ group, kind }) => `${group}: ${kind}`)]
      .sort(byName)
      .map(([name, verdicts]) => scoreRow(name, verdicts)),
    '',
    ...[...groupBy(read, ({ format }) => format)]
      .sort(byName)
      .flatMap(([format, own]) => formatRows(format, own)),
    '',
    ...disagreements(read),
    ...measuredRows(read),
    ...notRead(files),
  ];
  return `${lines.join('\n')}\n`;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1;

function formatRows(format: string, files: readonly ComparedFile[]): string[] {
  const own = files.flatMap(({ verdicts }) => verdicts ?? []);
  return GROUPS.map((group) =>
    scoreRow(
      `${format}, ${group}, ${files.length} files`,
      own.filter((one) => one.group === group),
    ),
  );
}

function scoreRow(name: string, verdicts: readonly Verdict[]): string {
  const { labelled, found, right, precision, recall } = scoreOf(verdicts);
  return row(name, `${labelled}`, `${found}`, `${right}`, share(precision), share(recall));
}

const row = (name: string, ...cells: readonly string[]) =>
  `${name.padEnd(44)}${cells.map((cell) => cell.padStart(10)).join('')}`.trimEnd();

const share = (value: number | null) => (value === null ? '-' : value.toFixed(2));

function disagreements(files: readonly ComparedFile[]): string[] {
  const lines = files.flatMap(({ file, verdicts }) =>
    (verdicts ?? []).filter(({ result }) => result !== 'right').map((one) => sentence(file, one)),
  );
  return lines.length === 0 ? ['No disagreements.'] : [`Disagreements: ${lines.length}`, ...lines];
}

function sentence(file: string, { result, kind, found, line, note }: Verdict): string {
  const place = `${file}:${line ?? '?'}`;
  const what =
    result === 'missed'
      ? `missed ${kind}`
      : result === 'extra'
        ? `flagged ${kind}, not labelled`
        : `flagged ${found ?? '?'}, labelled ${kind}`;
  return `  ${place}  ${what}${note === null ? '' : ` (${note})`}`;
}

function measuredRows(files: readonly ComparedFile[]): string[] {
  const counts = countsOf(files.flatMap(({ measured }) => measured));
  if (counts.length === 0) return [];
  return ['', 'Measured only:', ...counts.map(([kind, count]) => row(`  ${kind}`, '', `${count}`))];
}

function notRead(files: readonly ComparedFile[]): string[] {
  const groups = groupBy(
    files.filter(({ verdicts }) => verdicts === null),
    ({ format }) => format,
  );
  if (groups.size === 0) return [];
  const names = [...groups].sort(byName).map(([format, own]) => `${format} (${own.length})`);
  return ['', `Not read yet, not scored: ${names.join(', ')}`];
}
