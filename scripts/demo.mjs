// npm run demo: opens a real VS Code with this extension on the sample sessions.
// Desktop VS Code where `code` is on the PATH, otherwise VS Code in the browser.
// DEMO=browser chooses the browser in any case.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies } from './install.mjs';

const isWindows = process.platform === 'win32';
const hasScreen =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Fills an empty folder with the sample sessions; returns the path of the first. */
function makeSample(root, folder) {
  const args = ['--import', 'tsx', path.join(root, 'scripts/make-sample.mjs'), folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The sample sessions could not be made.');
  const [first] = readdirSync(folder).sort();
  return path.join(folder, first);
}

/** The URI of the reading document of a transcript, as src/host/documents/reading-uri.ts writes it. */
function readingUri(transcript) {
  const query = JSON.stringify({ transcript: pathToFileURL(transcript).href, session: 0 });
  const name = `${path.basename(transcript)}.agent-session`;
  return `agent-session:/${encodeURIComponent(name)}?${encodeURIComponent(query)}`;
}

/** Whether `code` opens a window on this machine; inside a remote VS Code it means something else. */
function hasDesktop(findOnPath) {
  if (process.env.DEMO === 'browser' || process.env.VSCODE_IPC_HOOK_CLI || !hasScreen) return false;
  return findOnPath(isWindows ? 'code.cmd' : 'code') !== undefined;
}

/** Opens desktop VS Code with settings and extensions of its own, so that the person's stay as they are. */
function openDesktop(root) {
  const home = path.join(root, '.vscode-test/demo');
  const folder = path.join(home, 'sample');
  rmSync(folder, { recursive: true, force: true });
  const transcript = makeSample(root, folder);
  const settings = path.join(home, 'data/User/settings.json');
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ 'workbench.startupEditor': 'none' }));
  const args = [
    ...['--new-window', '--disable-workspace-trust', '--skip-welcome'],
    ...[
      '--user-data-dir',
      path.join(home, 'data'),
      '--extensions-dir',
      path.join(home, 'extensions'),
    ],
    `--extensionDevelopmentPath=${root}`,
    ...['--folder-uri', pathToFileURL(folder).href],
    ...['--file-uri', readingUri(transcript)],
  ];
  console.log(`Opening desktop VS Code on ${folder}`);
  const { status, error } = spawnSync('code', args, { stdio: 'inherit', shell: isWindows });
  if (status !== 0) {
    throw new Error(
      `'code' failed (${error?.message ?? status}); 'DEMO=browser npm run demo' does without it.`,
    );
  }
}

/** Opens an address in the person's browser; false where there is no program for that. */
function openAddress(findOnPath, address) {
  const opener = { darwin: 'open', win32: 'explorer.exe' }[process.platform] ?? 'xdg-open';
  const isThere = isWindows || findOnPath(opener) !== undefined;
  if (process.env.CI || !hasScreen || !isThere) return false;
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
  child.once('error', () => console.log('No browser could be started: open the address yourself.'));
  child.unref();
  return true;
}

/** Runs VS Code for the browser until Ctrl+C, or until its server ends. */
async function serveBrowser(root, findOnPath) {
  const { hostVersions, prepareHost } = await import('./host/prepare-host.mjs');
  const { startServer } = await import('./host/launch-host.mjs');
  const { makeTempDir } = await import('./host/temp-dir.mjs');
  console.log(
    "There is no desktop VS Code here ('code' on the PATH): using VS Code for the browser.",
  );
  const canRunNewest = Number(process.versions.node.split('.')[0]) >= hostVersions.newest.node;
  const host = await prepareHost(canRunNewest ? 'newest' : 'oldest');
  const folder = path.join(makeTempDir(), 'sample');
  const transcript = makeSample(root, folder);
  console.log(`Starting VS Code ${host.vscode}`);
  const server = await startServer(host);
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => resolve('asked'));
    server.ended.then(() => resolve('ended'));
  });
  const address = server.workbenchUrl({
    folder,
    extension: root,
    openFile: readingUri(transcript),
  });
  const isOpened = openAddress(findOnPath, address);
  console.log(`\n${isOpened ? 'Opening' : 'Open in a browser'}:\n\n  ${address}\n`);
  console.log('It runs until you press Ctrl+C. The sample is a copy and goes with it.');
  if ((await stopped) === 'ended')
    throw new Error(`The VS Code server ended.\n${server.readLog()}`);
  await server.stop();
}

async function main() {
  installDependencies();
  const { buildAll } = await import('./build.mjs');
  const { findOnPath, repositoryRoot } = await import('./host/prepare-host.mjs');
  console.log('Building the extension');
  await buildAll();
  if (hasDesktop(findOnPath)) openDesktop(repositoryRoot);
  else await serveBrowser(repositoryRoot, findOnPath);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
