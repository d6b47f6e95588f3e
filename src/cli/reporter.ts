import { redactionRules } from '../core/redaction/rules';
import { redacted } from '../core/report/redact';
import type { SessionReport } from '../core/report/scan-report';
import type { ScanArguments } from './arguments';
import type { Output } from './output';
import type { Progress } from './progress';
import { failedLine } from './sentences';
import { sessionText, totalsText } from './table';

/** Prints what a scan finds as it is found, and knows the exit status in the end. */
export interface Reporter {
  session(report: SessionReport): Promise<void>;
  /** A path could not be scanned: one line about it. */
  fail(line: string): Promise<void>;
  /** One line about something that is no failure. */
  remark(line: string): Promise<void>;
  /** Prints what stands at the end. 0 scanned, 1 flags under `failOnFlags`, 3 a path failed. */
  finish(): Promise<0 | 1 | 3>;
}

export interface Printers {
  readonly out: Output;
  readonly err: Output;
  readonly progress: Progress;
}

/** A reporter for one run; what it prints is redacted when the arguments say so. */
export function createReporter(args: ScanArguments, { out, err, progress }: Printers): Reporter {
  let sessions = 0;
  let flags = 0;
  let incidents = 0;
  let failed = 0;
  const say = async (line: string) => {
    progress.clear();
    await err.write(`${line}\n`);
  };
  return {
    async session(whole) {
      const report = args.redact ? await redacted(whole, redactionRules) : whole;
      sessions += 1;
      flags += report.flags.length;
      incidents += report.incidents.length;
      progress.clear();
      await out.write(args.json ? `${JSON.stringify(report)}\n` : sessionText(report));
    },
    async fail(line) {
      failed += 1;
      await say(line);
    },
    remark: say,
    async finish() {
      progress.clear();
      if (!args.json && sessions > 1) await out.write(totalsText({ sessions, flags, incidents }));
      if (failed > 1) await say(failedLine(failed));
      if (failed > 0) return 3;
      return args.failOnFlags && flags > 0 ? 1 : 0;
    },
  };
}
