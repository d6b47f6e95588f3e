import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from './host/prepare-host.mjs';

/** The `*.test.ts` files below a folder of the repository, in a fixed order. */
function testFiles(dir) {
  const root = path.join(repositoryRoot, dir);
  return readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(dir, name));
}

/** The counts in the closing lines of Node's `spec` reporter; what was cancelled has failed. */
function readCounts(output) {
  const count = (name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}

/** One line that says how a run went. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Runs the tests below a folder with Node's own runner and ends this process with the outcome:
 * 0 only when something ran and nothing failed. The last line is `N passed, N failed`.
 * Arguments that begin with `-` go to Node (`--test-name-pattern=...`); the others choose the
 * files whose path contains one of them.
 */
export function runNodeTests(dir, args, nodeArgs = []) {
  const switches = args.filter((arg) => arg.startsWith('-'));
  const wanted = args.filter((arg) => !arg.startsWith('-'));
  const files = testFiles(dir).filter(
    (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
  );
  if (files.length === 0) {
    console.error(`No test file below ${dir} matches.`);
    console.log(countsLine({ passed: 0, failed: 0, skipped: 0 }));
    process.exitCode = 1;
    return;
  }
  const child = spawn(
    process.execPath,
    [...['--import', 'tsx', '--test', '--test-reporter=spec'], ...nodeArgs, ...switches, ...files],
    { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output = (output + stripVTControlCharacters(text)).slice(-1_000_000);
  });
  child.once('close', (code) => {
    const counts = readCounts(output);
    console.log(countsLine(counts));
    process.exitCode = code === 0 && counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  });
}
