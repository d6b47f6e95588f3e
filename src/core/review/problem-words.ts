import type { LogProblem } from './log';

/** Lines that are named; of more only the count is told. */
const MOST_LINES = 20;

/** A sentence about the lines of a review file that gave no event; null when there are none. */
export function problemWords(file: string, problems: readonly LogProblem[]): string | null {
  if (problems.length === 0) return null;
  const lines = problems
    .slice(0, MOST_LINES)
    .map(({ line, kind }) => `${line} (${kind})`)
    .join(', ');
  const more = problems.length > MOST_LINES ? ', …' : '';
  const count =
    problems.length === 1
      ? '1 line gives no event and is'
      : `${problems.length} lines give no event and are`;
  return `${file}: ${count} passed over: ${lines}${more}.`;
}

/** A sentence about marks whose message can't be found any more; none when there are none. */
export const staleWords = (count: number): readonly string[] =>
  count === 0
    ? []
    : [`${count} verdicts, labels or states stand on messages that are not found any more.`];
