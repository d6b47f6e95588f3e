// npm run bench [-- --quick]
// Measures the promises about size and speed with sessions that it writes itself (the same every
// time) and removes again, and fails when one is broken by more than the noise of this run.
// --quick leaves out the session of 1 GB.
import { spawn } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { rmSync, statSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { repositoryRoot } from '../host/prepare-host.mjs';
import { makeTempDir } from '../host/temp-dir.mjs';
import { createResults } from './results.mjs';
import { median, spread } from './statistics.mjs';

const rounds = 7;
const mega = 1_000_000;

/** How much slower than its floor a reading may be. */
const mostRatio = 1.2;
const mostResident = 300 * mega;
const mostDocument = 5 * mega;
const mostPackage = mega;
/** A line is shown without a stall when it takes no longer than this many times its bare parsing. */
const mostGiantRatio = 4;

async function buildSubjects(folder) {
  const options = {
    absWorkingDir: repositoryRoot,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  };
  const entries = {
    'subject.cjs': 'scripts/bench/subject.mjs',
    'reader-thread.js': 'src/node/reader-thread.ts',
    'cli.js': 'src/cli/main.ts',
  };
  await Promise.all(
    Object.entries(entries).map(([name, entry]) =>
      build({ ...options, entryPoints: [entry], outfile: path.join(folder, name) }),
    ),
  );
}

/** Runs Node to its end and gives the last line it printed, parsed. */
function lastLine(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) reject(new Error(`A measurement ended with status ${code}.`));
      else resolve(JSON.parse(output.trimEnd().split('\n').at(-1)));
    });
  });
}

/** The sessions and what is measured with them, in a folder of their own. */
function createBench(folder) {
  const subject = path.join(folder, 'subject.cjs');
  const measure = (what, file, ...rest) => lastLine([subject, what, file, ...rest]);
  return {
    measure,
    /** Writes a session, lets `use` measure it, and removes it. */
    async withSession(name, writer, options, use) {
      const file = path.join(folder, name);
      try {
        const written = await measure('generate', file, writer, JSON.stringify(options));
        return await use(file, written);
      } finally {
        rmSync(file, { force: true });
      }
    },
    /** Floor and candidate in turn, so that what else the machine does meets both. */
    async compare(floor, candidate, file, times = rounds) {
      const runs = { floor: [], candidate: [] };
      for (let round = 0; round < times; round += 1) {
        runs.floor.push(await measure(floor, file));
        runs.candidate.push(await measure(candidate, file));
      }
      const ms = (name) => runs[name].map((run) => run.ms);
      const floorMs = median(ms('floor'));
      const candidateMs = median(ms('candidate'));
      return {
        floorMs,
        candidateMs,
        ratio: candidateMs / floorMs,
        noise: Math.max(spread(ms('floor')), spread(ms('candidate'))),
        peakBytes: Math.max(...runs.candidate.map((run) => run.peakBytes)),
        found: runs.candidate[0],
      };
    },
    /** `scan --json` of the command line: peak memory of the whole program. */
    async scan(file) {
      const hook = path.join(repositoryRoot, 'scripts/bench/peak.cjs');
      const cli = path.join(folder, 'cli.js');
      return lastLine(['--require', hook, cli, 'scan', '--json', file]);
    },
  };
}

const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const mb = (bytes) => `${(bytes / mega).toFixed(bytes < 10 * mega ? 1 : 0)} MB`;
const percent = (share) => `${(share * 100).toFixed(0)} %`;

const compared = ({ floorMs, candidateMs, ratio, noise, peakBytes }) =>
  `${ms(candidateMs)}, ${ratio.toFixed(2)} × the floor (${ms(floorMs)}, noise ${percent(noise)}), peak ${mb(peakBytes)}`;

/** Notes whether every row, message and flag that was written was found. */
function checkCounts(results, name, found, written) {
  const { rows, accounted, odd, messages, flags } = found;
  const isAll =
    rows === written.rows &&
    accounted === rows &&
    odd === 0 &&
    messages === written.messages &&
    flags === written.flags;
  results.note(
    `rows accounted for, ${name}`,
    `${accounted} of ${written.rows} rows, ${messages} of ${written.messages} messages, ${flags} of ${written.flags} flags`,
    'all',
    isAll,
  );
}

const withinRatio = ({ ratio, noise }, most) => ratio <= most * (1 + noise);

async function measureLines(bench, results, { name, writer, options, times, promised }) {
  await bench.withSession('session.jsonl', writer, options, async (file, written) => {
    const scan = await bench.compare('count-lines', 'flags', file, 1);
    const run = await bench.compare('parse-lines', 'flags', file, times);
    const title = `flags, ${name} (${mb(written.bytes)})`;
    if (promised) {
      const limit = `${mostRatio} × reading and parsing every line`;
      results.note(title, compared(run), limit, withinRatio(run, mostRatio));
    } else results.tell(title, compared(run));
    results.tell(`counting its lines alone, ${name}`, ms(scan.floorMs));
    checkCounts(results, name, run.found, written);
    await measureThread(bench, results, name, file);
    await measureDocument(bench, results, name, file);
  });
}

async function measureThread(bench, results, name, file) {
  const run = await bench.measure('thread', file);
  results.tell(
    `in the reading thread, ${name}`,
    `${ms(run.ms)}, the other thread held up at most ${ms(run.blockMs)}, peak ${mb(run.peakBytes)}`,
  );
}

async function measureDocument(bench, results, name, file) {
  const run = await bench.measure('document', file);
  results.note(
    `reading document, ${name}`,
    `${mb(run.documentBytes)} in ${ms(run.documentMs)}; its largest message again in ${ms(run.messageMs)}`,
    `under ${mb(mostDocument)}`,
    run.documentBytes < mostDocument,
  );
  return run;
}

async function measureJsonDocument(bench, results) {
  const options = { messages: 10_000, bytesEach: 9600 };
  await bench.withSession('export.json', 'writeDocument', options, async (file, written) => {
    const run = await bench.compare('parse-whole', 'flags', file, 5);
    const name = 'JSON document';
    results.tell(
      `flags, ${name} (${mb(written.bytes)}), against JSON.parse of the whole`,
      compared(run),
    );
    checkCounts(results, name, run.found, written);
    await measureThread(bench, results, name, file);
    await measureDocument(bench, results, name, file);
  });
}

async function measureGiantLine(bench, results, characters) {
  const name = `one line of ${characters / mega} million characters`;
  await bench.withSession(
    'giant.jsonl',
    'writeGiantLine',
    { characters },
    async (file, written) => {
      const run = await bench.compare('parse-lines', 'flags', file, 5);
      results.note(
        name,
        compared(run),
        `${mostGiantRatio} × parsing it`,
        withinRatio(run, mostGiantRatio),
      );
      checkCounts(results, name, run.found, written);
      await measureThread(bench, results, name, file);
      const { preview } = await measureDocument(bench, results, name, file);
      results.note(`preview, ${name}`, preview ? 'shown' : 'not shown', 'shown', preview);
    },
  );
}

async function measureLarge(bench, results) {
  // As many messages in a megabyte as in the session of 100 MB.
  const options = { messages: 100_000, bytesEach: 9700 };
  await bench.withSession('large.jsonl', 'writeLines', options, async (file, written) => {
    const scan = await bench.scan(file);
    const name = `session of ${mb(written.bytes)}, ${written.messages} messages`;
    const limit = `under ${mb(mostResident)}`;
    results.note(
      `memory of the command line, ${name}`,
      mb(scan.peakBytes),
      limit,
      scan.peakBytes < mostResident,
    );
    const run = await bench.compare('parse-lines', 'flags', file, 1);
    results.note(`memory, ${name}`, compared(run), limit, run.peakBytes < mostResident);
    checkCounts(results, name, run.found, written);
    await measureThread(bench, results, name, file);
    await measureDocument(bench, results, name, file);
  });
}

function measurePackage(results) {
  const { name, version } = JSON.parse(
    readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'),
  );
  const info = statSync(path.join(repositoryRoot, `${name}-${version}.vsix`), {
    throwIfNoEntry: false,
  });
  if (info === undefined) results.tell('packaged extension', 'none here: `npm run package` first');
  else
    results.note(
      'packaged extension',
      mb(info.size),
      `under ${mb(mostPackage)}`,
      info.size < mostPackage,
    );
}

const lineSessions = [
  {
    name: 'JSONL, 1,000 messages',
    writer: 'writeLines',
    options: { messages: 1000, bytesEach: 9600 },
    times: rounds,
  },
  {
    name: 'JSONL, 10,000 messages',
    writer: 'writeLines',
    options: { messages: 10_000, bytesEach: 9650 },
    times: 9,
    promised: true,
  },
  {
    name: 'chat JSONL, 10,000 messages, texts only',
    writer: 'writeChat',
    options: { messages: 10_000, bytesEach: 10_000 },
    times: 9,
    promised: true,
  },
  {
    name: 'JSONL, 50,000 short messages',
    writer: 'writeLines',
    options: { messages: 50_000, bytesEach: 1200 },
    times: 5,
  },
];

async function main() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' } },
  });
  const [cpu] = cpus();
  console.log(
    `Node ${process.versions.node}, ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB\n`,
  );
  const results = createResults();
  const folder = makeTempDir();
  await buildSubjects(folder);
  const bench = createBench(folder);
  for (const session of lineSessions) await measureLines(bench, results, session);
  await measureJsonDocument(bench, results);
  for (const characters of [13 * mega, 100 * mega]) {
    await measureGiantLine(bench, results, characters);
  }
  if (values.quick !== true) await measureLarge(bench, results);
  measurePackage(results);
  return results.finish();
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
