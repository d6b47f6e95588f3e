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

const none = { passed: 0, failed: 0, skipped: 0 };
const sum = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** Runs test files in one Node; a run that ended badly without a failed test counts as one failure. */
function runFiles(files, switches) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter=spec', ...switches, ...files],
    { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let isStopped = false;
  const stop = (signal) => {
    isStopped = true;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output = (output + stripVTControlCharacters(text)).slice(-1_000_000);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (isStopped) process.exit(1);
      const counts = readCounts(output);
      resolve(code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 });
    });
  });
}

/**
 * Runs the tests below a folder with Node's own runner and ends this process with the outcome:
 * 0 only when something ran and nothing failed. The last line is `N passed, N failed`.
 * Arguments that begin with `-` go to Node (`--test-name-pattern=...`); the others choose the
 * files whose path contains one of them.
 */
export async function runNodeTests(dir, args, run = runFiles) {
  const switches = args.filter((arg) => arg.startsWith('-'));
  const wanted = args.filter((arg) => !arg.startsWith('-'));
  const files = testFiles(dir).filter(
    (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
  );
  if (files.length === 0) console.error(`No test file below ${dir} matches.`);
  const counts = files.length === 0 ? none : await run(files, switches);
  console.log(countsLine(counts));
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

/**
 * For tests in a real workbench, which can be late on a busy machine: one file after the other, and
 * a file with failures once more. What passes only then is named, so that it can be mended.
 */
export async function oneByOne(files, switches) {
  let counts = none;
  const late = [];
  for (const file of files) {
    const first = await runFiles([file], switches);
    if (first.failed === 0) {
      counts = sum(counts, first);
      continue;
    }
    console.log(`${file} has failures: once more, with a new workbench.`);
    const second = await runFiles([file], switches);
    if (second.failed === 0) late.push(`${file} passed only when it was run again.`);
    counts = sum(counts, second);
  }
  for (const line of late) console.log(line);
  return counts;
}
