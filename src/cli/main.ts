import { version } from '../../package.json';
import { HELP, USAGE, readArguments, type Arguments } from './arguments';
import { exportReview } from './export';
import { createOutput } from './output';
import { createProgress } from './progress';
import { scan } from './scan';
import { oneLine } from './sentences';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs the command line and returns the exit status. */
async function main(args: Arguments): Promise<number> {
  const stop = new AbortController();
  const stopped: { status?: number } = {};
  const err = createOutput(
    process.stderr,
    () => undefined,
    () => undefined,
  );
  const out = createOutput(
    process.stdout,
    () => {
      // The reader has seen enough: no error, and nothing more to do.
      stop.abort();
    },
    (error) => {
      stopped.status = 3;
      stop.abort();
      void err.write(`The output could not be written: ${oneLine(error.message)}\n`);
    },
  );
  switch (args.command) {
    case 'help':
      await out.write(HELP);
      return 0;
    case 'version':
      await out.write(`${version}\n`);
      return 0;
    case 'wrong':
      await err.write(`${oneLine(args.sentence)}\n${USAGE}\n`);
      return 2;
    case 'scan':
    case 'export': {
      for (const [signal, status] of Object.entries(SIGNALS)) {
        // Once only: a second Ctrl+C ends the program at once.
        process.once(signal, () => {
          stopped.status = status;
          stop.abort();
        });
      }
      const progress = createProgress(process.stderr);
      const world = { out, err, progress, signal: stop.signal };
      const status =
        args.command === 'scan'
          ? await scan(args.scan, world)
          : await exportReview(args.export, world);
      return stopped.status ?? status;
    }
  }
}

// The status is set rather than the process ended: what is still to be written is written.
main(readArguments(process.argv.slice(2))).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? String(error.stack) : String(error)}\n`);
    process.exitCode = 3;
  },
);
