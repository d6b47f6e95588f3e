import { csv } from './csv';
import { jsonLines } from './json-lines';
import { markdown } from './markdown';
import type { ReviewReport } from './review-report';
import { sarif } from './sarif';

/** Writes a report in one form. */
export interface Exporter {
  /** As it stands behind `--format`. */
  readonly id: string;
  /** What people call it. */
  readonly label: string;
  /** What follows the transcript's name in the name of the file. */
  readonly ending: string;
  write(report: ReviewReport): string;
}

/** Every form of a report. A new one is one file and one line here. */
export const exporters: readonly Exporter[] = [markdown, csv, jsonLines, sarif];

/** The exporter with this id; null when there is none. */
export const exporterOf = (id: string): Exporter | null =>
  exporters.find((one) => one.id === id) ?? null;
