// npm run compare-readers -- REVISION [REVISION] FOLDER...
// Reads folders of transcripts with the readers of two git revisions, of one and of the files as they are
// now when only one is given, and prints what changed in rows, messages and flags, file by file and without
// content. Status 0 when nothing changed, 1 when something did, 2 when it could not be compared.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { comparedText } from '../src/core/quality/compare-readings.ts';
import { repositoryRoot } from './host/prepare-host.mjs';
import { makeTempDir } from './host/temp-dir.mjs';

const usage = 'Usage: npm run compare-readers -- REVISION [REVISION] FOLDER...';

/** Runs a program in the repository to its end and gives what it printed. */
function output(program, args) {
  const run = spawnSync(program, args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`${program} ${args[0]}: ${run.stderr.trim()}`);
  return run.stdout;
}

const isRevision = (name) => {
  try {
    output('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    return true;
  } catch {
    return false;
  }
};

/** A folder that is named like a branch is a folder, except in the first place. */
function argumentsOf([first, ...rest]) {
  if (first === undefined) throw new Error(usage);
  if (!isRevision(first)) throw new Error(`git knows no revision ${first}. ${usage}`);
  const [second] = rest;
  const hasSecond = second !== undefined && !existsSync(second) && isRevision(second);
  const folders = (hasSecond ? rest.slice(1) : rest).map((folder) => path.resolve(folder));
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new Error(`There is no folder ${missing}. ${usage}`);
  if (folders.length === 0) throw new Error(`No folder is named. ${usage}`);
  return { before: first, after: hasSecond ? second : null, folders };
}

/** What the readers of a tree make of the folders. */
function readingsOf(tree, folders) {
  const script = path.join(import.meta.dirname, 'read-for-comparison.mjs');
  const lines = output(process.execPath, ['--import', 'tsx', script, tree, ...folders]);
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Checks a revision out for as long as it is read; null: the files as they are now. */
function readingsAt(revision, folders) {
  if (revision === null) return readingsOf(repositoryRoot, folders);
  const tree = path.join(makeTempDir(), 'tree');
  output('git', ['worktree', 'add', '--quiet', '--detach', tree, revision]);
  try {
    symlinkSync(
      path.join(repositoryRoot, 'node_modules'),
      path.join(tree, 'node_modules'),
      'junction',
    );
    return readingsOf(tree, folders);
  } finally {
    output('git', ['worktree', 'remove', '--force', tree]);
  }
}

try {
  const { before, after, folders } = argumentsOf(process.argv.slice(2));
  const { text, changed } = comparedText(readingsAt(before, folders), readingsAt(after, folders));
  process.stdout.write(text);
  process.exitCode = changed > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
