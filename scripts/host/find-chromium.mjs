// Finds (or, where that is possible without asking anything, installs) a Chromium-like browser.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from './prepare-host.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

function usualPlaces() {
  if (process.platform === 'darwin') {
    const apps = [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
    const roots = ['/Applications', path.join(process.env.HOME ?? '', 'Applications')];
    return roots.flatMap((root) => apps.map((app) => path.join(root, app)));
  }
  if (process.platform === 'win32') {
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(
      (name) => process.env[name],
    );
    return roots
      .filter((root) => root !== undefined)
      .flatMap((root) => programs.map((program) => path.join(root, program)));
  }
  return names.map((name) => `/usr/bin/${name}`);
}

function search() {
  return (
    names.map(findOnPath).find((file) => file !== undefined) ??
    usualPlaces().find((file) => existsSync(file))
  );
}

/** Runs apt-get as root without asking for a password; false where that is impossible. */
function aptInstall(name, log) {
  if (findOnPath('apt-get') === undefined) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return false;
  const apt = (...args) => {
    const [program, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  log(`${name}: not found, installing it with apt-get`);
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  return install() || (apt('update') && install());
}

/**
 * The absolute path of a Chromium, Chrome or Edge: `CHROMIUM` in the environment, the PATH, the
 * usual places, and at last `apt-get install chromium` as root or through a sudo that asks nothing.
 * @throws Error that says what to install when there is none
 */
export function findChromium(log = console.log) {
  const chosen = process.env.CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM is set to ${chosen}, which does not exist.`);
  }
  const found = search() ?? (aptInstall('chromium', log) ? search() : undefined);
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium found: install Chromium or Google Chrome (Debian or Ubuntu: sudo apt-get install chromium), or set CHROMIUM to the path of its program.',
  );
}
