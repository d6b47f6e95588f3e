#!/usr/bin/env node
// Stands in for the desktop `code` program in `runTests` of @vscode/test-electron:
//   vscode-launcher.mjs WORKSPACE --extensionDevelopmentPath=DIR --extensionTestsPath=FILE
//     [--user-data-dir=DIR] [--extensions-dir=DIR]
// It runs the tests in the VS Code server with its workbench in headless Chromium, prints the
// extension host's console, and exits with the suite's status. Other switches are ignored.
// Environment: VSCODE_HOST (oldest or newest), HOST_TIMEOUT_S (seconds, 300 when not set).
import path from 'node:path';
import { format, parseArgs } from 'node:util';
import { openBrowser, startServer } from './launch-host.mjs';
import { prepareHost, repositoryRoot } from './prepare-host.mjs';

// What the workbench itself says on the same channel, and what means nothing for a test.
const chatter = [
  /^Ignoring fetching additional builtin extensions/,
  /^Updating additional builtin extensions cache/,
  /^(Creating a socket|Resolv(ing|ed) connection token)/,
  /^\[(reconnection-grace-time|Service Worker|AgentHost:remote|AccountPolicyGate)\]/,
  /^ChatSessionStore: Migrating 0/,
  /^Canceled: Canceled/, // the window closes
];

const string = { type: 'string' };

function readArguments() {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: string,
      extensionTestsPath: string,
      'user-data-dir': string,
      'extensions-dir': string,
    },
  });
  const absolute = (value) => (typeof value === 'string' ? path.resolve(value) : undefined);
  return {
    folder: absolute(positionals[0]),
    extension: absolute(values.extensionDevelopmentPath),
    tests: absolute(values.extensionTestsPath),
    userDataDir: absolute(values['user-data-dir']),
    extensionsDir: absolute(values['extensions-dir']),
  };
}

/** Runs the suite and returns 0, or the reason (one line or more) why it is not 0. */
async function runSuite(server, page, { folder, extension, tests }) {
  const timeoutS = Number(process.env.HOST_TIMEOUT_S ?? 300);
  const outcome = new Promise((resolve) => {
    setTimeout(() => resolve(`no result within ${timeoutS} s`), timeoutS * 1000).unref();
    server.ended.then(() => resolve('the VS Code server ended'));
    page.once('crash', () => resolve('the browser page crashed'));
    page.once('close', () => resolve('the browser ended'));
    page.on('pageerror', (error) => console.error(`[workbench] ${error.message}`));
    page
      .exposeFunction('codeAutomationExit', (code) => resolve(code))
      .catch((error) => resolve(error.message));
  });
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    const line = format(...args);
    if (!chatter.some((pattern) => pattern.test(line))) console.log(line);
  });
  await page.goto(server.workbenchUrl({ folder, extension, tests }));
  return outcome;
}

async function main() {
  const wanted = readArguments();
  if (wanted.folder === undefined || wanted.extension === undefined || wanted.tests === undefined) {
    console.error(
      'Usage: vscode-launcher.mjs WORKSPACE --extensionDevelopmentPath=DIR --extensionTestsPath=FILE',
    );
    return 2;
  }
  const host = await prepareHost(process.env.VSCODE_HOST ?? 'oldest');
  const server = await startServer(host, wanted);
  try {
    const browser = await openBrowser({ home: server.home });
    const result = await runSuite(server, browser.page, wanted);
    if (typeof result === 'string') {
      const picture = path.join(repositoryRoot, 'test-results', `host-${host.name}-failed.png`);
      await browser.page.screenshot({ path: picture, timeout: 5000 }).catch(() => undefined);
      console.error(`The tests did not finish: ${result}.\n${server.readLog()}`);
    }
    await Promise.race([browser.close(), server.ended]).catch(() => undefined);
    return result === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
process.exit();
