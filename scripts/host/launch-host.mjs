// Starts the VS Code server that prepare-host.mjs made ready, and opens its workbench in Chromium.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { URLSearchParams, fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';
import { makeTempDir } from './temp-dir.mjs';

const startTimeoutMs = 60_000;

/** A quiet workbench: nothing opens by itself, nothing asks, nothing looks for updates. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
};

// The longest name of a socket that the server puts into its temp folder is 53 characters, and a
// socket's whole path may have 103.
const longestTempDir = 50;

/** The environment for the server: ours without what would change how it runs, and with what the caller adds. */
function serverEnvironment(temp, added) {
  const env = { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}' };
  if (temp.length <= longestTempDir) env.TMPDIR = temp;
  for (const name of [
    'CODE_SERVER_PARENT_PID', // the entry file would wait for a parent
    'ELECTRON_RUN_AS_NODE',
    'NODE_OPTIONS',
    'NODE_TEST_CONTEXT',
    'VSCODE_IPC_HOOK_CLI',
    'XDG_RUNTIME_DIR', // sockets would be left there
  ]) {
    delete env[name];
  }
  return { ...env, ...added };
}

/** Waits for the line in which the server says its port. */
function waitForPort(child, readLog) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`The VS Code server ${why}.\n${readLog()}`));
    const timer = setTimeout(() => fail('did not start in time'), startTimeoutMs);
    const look = () => {
      const port = /Extension host agent listening on (\d+)/.exec(readLog())?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout.on('data', look);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with status ${code} before it was ready`);
    });
  });
}

/**
 * Starts the server on a free port of 127.0.0.1. It ends, and its temp folder goes, when `stop()`
 * is called or this process ends in any way.
 * @param host what `prepareHost` returned
 * @param options.settings user settings, added to the quiet ones
 * @param options.env environment variables for the server and the extension host
 * @param options.userDataDir, options.extensionsDir folders to use instead of fresh ones
 * @returns `authority` (host:port), `home` (the temp folder), `workbenchUrl`, `readLog`, `ended`, `stop`
 */
export async function startServer(
  host,
  { settings = {}, env = {}, userDataDir, extensionsDir } = {},
) {
  const home = makeTempDir();
  const dataDir = userDataDir ?? path.join(home, 'data');
  mkdirSync(path.join(dataDir, 'User'), { recursive: true });
  writeFileSync(
    path.join(dataDir, 'User/settings.json'),
    JSON.stringify({ ...quietSettings, ...settings }, null, 2),
  );
  const token = randomBytes(16).toString('hex'); // keeps other users and web pages of this machine out
  const guard = fileURLToPath(new URL('guard.mjs', import.meta.url));
  const args = [
    ...['--host', '127.0.0.1', '--port', '0', '--connection-token', token],
    ...['--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust'],
    ...['--server-data-dir', path.join(home, 'server'), '--user-data-dir', dataDir],
    ...['--extensions-dir', extensionsDir ?? path.join(home, 'extensions')],
    '--enable-smoke-test-driver', // without it newer builds ignore the payload of workbenchUrl
  ];
  const child = spawn(process.execPath, [guard, home, host.node, host.serverMain, ...args], {
    env: serverEnvironment(home, env),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // so that Ctrl+C reaches only us, and we decide in which order things end
  });
  let log = '';
  const append = (data) => (log = (log + data).slice(-50_000));
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin.destroy();
    await ended;
  };
  const readLog = () => log;
  try {
    const authority = `127.0.0.1:${await waitForPort(child, readLog)}`;
    return {
      authority,
      home,
      readLog,
      ended,
      stop,
      workbenchUrl: (what) => workbenchUrl({ authority, token, home }, what),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether this is a URI rather than a path; one letter before the colon is a Windows drive. */
const isUri = (text) => /^[a-z][a-z\d+.-]+:/i.test(text);

/**
 * Another path of the extension under development, outside its folder. The server is unpacked
 * inside that folder, so VS Code 1.100 would take its own colour themes for the extension's, and
 * would show one of them in place of the theme in the settings.
 */
function linkExtension(home, extension) {
  const link = path.join(home, 'extension');
  rmSync(link, { force: true });
  symlinkSync(extension, link, 'junction');
  return link;
}

/**
 * The address of the workbench with a folder, an extension under development and, for a test run,
 * the module whose `run()` the extension host calls. All are absolute paths of this machine;
 * `openFile`, which is opened at the start, may also be a URI.
 */
function workbenchUrl({ authority, token, home }, { folder, extension, tests, openFile }) {
  const remote = (file) =>
    isUri(file) ? file : `vscode-remote://${authority}${pathToFileURL(file).pathname}`;
  const payload = [
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
    ...(extension === undefined
      ? []
      : [['extensionDevelopmentPath', remote(linkExtension(home, extension))]]),
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(tests)]]),
    ...(openFile === undefined ? [] : [['openFile', remote(openFile)]]),
  ];
  const query = new URLSearchParams({
    tkn: token,
    folder: pathToFileURL(folder).pathname,
    payload: JSON.stringify(payload),
  });
  return `http://${authority}/?${query}`;
}

/**
 * Opens a page in Chromium, with a fresh profile inside `home`.
 * @param options.home a temp folder that somebody else removes
 * @param options.headless false to see it
 * @param options.viewport in CSS pixels
 * @returns the Playwright page, and `close()` for the whole browser
 */
export async function openBrowser({
  home,
  headless = true,
  viewport = { width: 1280, height: 900 },
}) {
  const temp = path.join(home, 'browser');
  mkdirSync(temp, { recursive: true });
  const context = await chromium.launchPersistentContext(path.join(temp, 'profile'), {
    executablePath: findChromium(),
    headless,
    viewport,
    artifactsDir: path.join(temp, 'artifacts'),
    env: { ...process.env, TMPDIR: temp },
    args: [
      '--no-sandbox', // containers and CI run as root
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, close: () => context.close() };
}
