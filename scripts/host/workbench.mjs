// One call that gives a real VS Code with an extension under development, in a Playwright page.
import { openBrowser, startServer } from './launch-host.mjs';
import { prepareHost } from './prepare-host.mjs';

/**
 * Starts the host and opens its workbench on a folder. See workbench.d.mts for the options.
 * @throws Error with one sentence when something is missing on this machine
 */
export async function openHost({
  version = 'oldest',
  folder,
  extension,
  openFile,
  settings,
  env,
  viewport,
}) {
  const host = await prepareHost(version);
  const server = await startServer(host, { settings, env });
  try {
    const browser = await openBrowser({ home: server.home, viewport });
    const close = async () => {
      await Promise.race([browser.close(), server.ended]).catch(() => undefined);
      await server.stop();
    };
    try {
      await browser.page.goto(server.workbenchUrl({ folder, extension, openFile }));
      return { page: browser.page, vscode: host.vscode, readLog: server.readLog, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export { makeTempDir } from './temp-dir.mjs';
export { repositoryRoot } from './prepare-host.mjs';
