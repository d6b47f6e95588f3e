// Only Node's own modules here: this runs before there is a node_modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestNode = 20;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Whether node_modules holds every dependency in the version that package.json names. */
function isInstalled() {
  const { dependencies, devDependencies } = readJson(path.join(root, 'package.json'));
  return Object.entries({ ...dependencies, ...devDependencies }).every(
    ([name, version]) =>
      readJson(path.join(root, 'node_modules', name, 'package.json')).version === version,
  );
}

/**
 * Installs the development dependencies unless they are there.
 * @throws Error with one sentence when Node is too old or npm fails
 */
export function installDependencies() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new Error(`Node ${oldestNode} or newer is needed; this is ${process.version}.`);
  }
  if (isInstalled()) return;
  console.log('Installing the development dependencies (npm ci)');
  const cli = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund'];
  const { status } = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm ci failed: is the npm registry reachable?');
}
