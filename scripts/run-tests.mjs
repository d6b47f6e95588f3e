// npm test [-- unit oldest newest ui]: runs all tests (or the tiers named), prints a table, and
// `N passed, N failed` over everything as the last line. A tier in which nothing ran is a failure.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installDependencies } from './install.mjs';

const tiers = [
  { name: 'unit', what: 'plain Node', script: 'run-unit-tests.mjs', args: [] },
  {
    name: 'oldest',
    what: 'VS Code 1.100',
    script: 'run-host-tests.mjs',
    args: ['oldest', '--no-build'],
  },
  {
    name: 'newest',
    what: 'newest VS Code',
    script: 'run-host-tests.mjs',
    args: ['newest', '--no-build'],
  },
  {
    name: 'ui',
    what: 'VS Code through its window',
    script: 'run-ui-tests.mjs',
    args: ['--no-build'],
  },
];

/** The counts of the last `N passed, N failed` line of a run, or zeros. */
function readCounts(output) {
  const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;
  const found = stripVTControlCharacters(output)
    .split('\n')
    .map((text) => line.exec(text.trim()))
    .findLast((match) => match !== null);
  const [passed, failed, skipped] = (found ?? []).slice(1).map((text) => Number(text ?? 0));
  return { passed: passed ?? 0, failed: failed ?? 0, skipped: skipped ?? 0 };
}

function runTier(root, { name, what, script, args }) {
  console.log(`\n=== ${name}: ${what} ===`);
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts', script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      output = (output + text).slice(-100_000);
    });
    child.once('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, forward);
      const counts = readCounts(output);
      // A run that ended badly without naming a failed test counts as one failure.
      const isBroken = (code !== 0 || counts.passed === 0) && counts.failed === 0;
      const seconds = (Date.now() - start) / 1000;
      const failed = isBroken ? 1 : counts.failed;
      resolve({ name, ...counts, failed, seconds, isStopped: signal !== null });
    });
  });
}

function printTable(results) {
  const rows = [
    ['tests', 'passed', 'failed', 'skipped', 'seconds'],
    ...results.map(({ name, passed, failed, skipped, seconds }) =>
      [name, passed, failed, skipped, seconds.toFixed(1)].map(String),
    ),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  console.log();
  for (const [name, ...numbers] of rows) {
    const cells = numbers.map((text, index) => text.padStart(widths[index + 1]));
    console.log([name.padEnd(widths[0]), ...cells].join('  '));
  }
}

async function main(wanted) {
  const unknown = wanted.filter((name) => !tiers.some((tier) => tier.name === name));
  if (unknown.length > 0) {
    const names = tiers.map((tier) => tier.name).join(', ');
    throw new Error(`Unknown tests '${unknown.join(' ')}': expected some of ${names}.`);
  }
  installDependencies();
  const { buildAll } = await import('./build.mjs');
  const { prepareHost, repositoryRoot } = await import('./host/prepare-host.mjs');
  const { findChromium } = await import('./host/find-chromium.mjs');
  const { countsLine } = await import('./node-tests.mjs');
  const chosen = tiers.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (chosen.some(({ name }) => name !== 'unit')) {
    findChromium(); // before anything long, so that what is missing is said at once
    await buildAll();
    await prepareHost('oldest');
    if (chosen.some(({ name }) => name === 'newest')) await prepareHost('newest');
  }

  const results = [];
  for (const tier of chosen) {
    const result = await runTier(repositoryRoot, tier);
    results.push(result);
    if (result.isStopped) break;
  }
  printTable(results);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(`\n${countsLine(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
