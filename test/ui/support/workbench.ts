// What the UI tests share: a real VS Code workbench with this extension, in a Playwright page.
import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Locator, Page } from 'playwright-core';
import { makeTempDir, openHost, repositoryRoot } from '../../../scripts/host/workbench.mjs';

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'hc-dark': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
};

const readyTimeoutMs = 60_000;
const waitTimeoutMs = 30_000;
const pollMs = 100;

export interface WorkbenchOptions {
  /** Dark where not given. */
  theme?: keyof typeof themes;
  /** Which VS Code; `UI_HOST` in the environment, otherwise the oldest. */
  version?: 'oldest' | 'newest';
  /** User settings. */
  settings?: Record<string, unknown>;
  /** Files to add to the fresh copy of test/fixtures/workspace: path inside it, and content. */
  workspaceFiles?: Record<string, string | Uint8Array>;
  /** A file of the workspace (path inside it), or a URI, to open at the start. */
  openFile?: string;
  /** Environment variables for the extension host. `HOME` is an empty folder where not given. */
  env?: Record<string, string>;
  /** Size of the page in CSS pixels. */
  viewport?: { width: number; height: number };
}

export interface Workbench {
  page: Page;
  /** Absolute path of the workspace folder. */
  workspace: string;
  /** VS Code's version number. */
  vscode: string;
  /** Closes everything and removes what was written. */
  close: () => Promise<void>;
}

/** Repeats a look until it gives something, or throws with the sentence given and what is on show. */
async function poll<T>(
  page: Page,
  look: () => Promise<T | undefined>,
  otherwise: string,
): Promise<T> {
  const end = Date.now() + waitTimeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${otherwise} ${await onShow(page)}`);
    await delay(pollMs);
  }
}

/** What may stand in the way of a person, for the message of an error. */
async function onShow(page: Page): Promise<string> {
  const of = async (what: string, selector: string) => {
    const texts = await page
      .locator(selector)
      .allInnerTexts()
      .catch(() => []);
    return texts.length === 0 ? '' : `${what}: ${texts.join(' | ').replace(/\s+/g, ' ')}.`;
  };
  const shown = await Promise.all([
    of('Editors', '.tabs-container .tab'),
    of('Menu', '[role="menuitem"]'),
    of('Quick input', '.quick-input-widget:visible'),
    of('Notices', '.notification-toast'),
    of('Dialog', '.monaco-dialog-box'),
    of('Status', '.statusbar-item'),
  ]);
  return shown.filter((text) => text !== '').join(' ');
}

async function waitUntilReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: readyTimeoutMs });
  // The remote indicator has its name once the connection to the server stands.
  await page.locator('[id="status.host"]').waitFor({ timeout: readyTimeoutMs });
  // What the extension contributes joins the workbench later still.
  await page
    .getByRole('tab', { name: 'Agent Session Review' })
    .first()
    .waitFor({ timeout: readyTimeoutMs });
}

/**
 * Opens a workbench with this extension under development on a fresh workspace, and waits until
 * it can be used. Every call has its own server, settings and browser profile.
 */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const {
    theme = 'dark',
    settings = {},
    workspaceFiles = {},
    openFile,
    env = {},
    viewport,
  } = options;
  const temp = makeTempDir();
  const workspace = path.join(temp, 'workspace');
  const home = path.join(temp, 'home');
  await mkdir(home);
  await cp(path.join(repositoryRoot, 'test/fixtures/workspace'), workspace, { recursive: true });
  for (const [name, content] of Object.entries(workspaceFiles)) {
    const file = path.join(workspace, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const host = await openHost({
    version: options.version ?? (process.env['UI_HOST'] === 'newest' ? 'newest' : 'oldest'),
    folder: workspace,
    extension: repositoryRoot,
    settings: { 'workbench.colorTheme': themes[theme], ...settings },
    env: { HOME: home, ...env },
    ...(openFile === undefined
      ? {}
      : { openFile: openFile.includes(':') ? openFile : path.join(workspace, openFile) }),
    ...(viewport === undefined ? {} : { viewport }),
  });
  try {
    await waitUntilReady(host.page);
  } catch (error) {
    await screenshot(host.page, 'workbench-not-ready').catch(() => undefined);
    await host.close();
    throw error;
  }
  return { page: host.page, workspace, vscode: host.vscode, close: host.close };
}

/**
 * Reloads the window: the extension starts again in a new extension host, and the workbench
 * restores the editors that were open.
 */
export async function reloadWorkbench(page: Page): Promise<void> {
  const url = new URL(page.url());
  // A file to open at the start would take the place of what was open.
  const payload = (url.searchParams.get('payload') ?? '[]').replace(/,\["openFile","[^"]*"\]/, '');
  url.searchParams.set('payload', payload);
  await page.evaluate(`history.replaceState(null, '', ${JSON.stringify(url.toString())})`);
  // The command, unlike the browser's own reload, waits until the state is saved.
  const loaded = page.waitForEvent('load');
  await runCommand(page, 'Developer: Reload Window');
  await loaded;
  await waitUntilReady(page);
}

/**
 * Runs a command by its title as the palette shows it (with its category, as in
 * `View: Toggle Terminal`), the way a person does.
 * @throws Error when the palette doesn't offer it
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  // Commands of the extension join the palette a little after the workbench is ready.
  await poll(
    page,
    async () => {
      await page.keyboard.press('F1');
      await widget.waitFor({ timeout: 2000 }).catch(() => undefined);
      if (!(await widget.isVisible())) return undefined;
      const input = widget.locator('input[type="text"]');
      // The palette closes by itself when something else takes the focus: then ask again.
      const isTyped = await input.fill(`>${title}`, { timeout: 2000 }).then(
        () => true,
        () => false,
      );
      if (!isTyped) return undefined;
      const row = widget
        .locator('.monaco-list-row')
        .filter({ has: page.getByText(title, { exact: true }) });
      const isOffered = await row
        .first()
        .waitFor({ timeout: 1500 })
        .then(
          () => true,
          () => false,
        );
      const isChosen =
        isOffered &&
        (await row
          .first()
          .click({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          ));
      if (isChosen) return true;
      await page.keyboard.press('Escape');
      return undefined;
    },
    `The command palette does not offer '${title}'.`,
  );
}

/**
 * Chooses an item of a tree row's context menu, the way a person does.
 * @throws Error when the menu doesn't offer it
 */
export async function chooseFromMenu(page: Page, row: Locator, item: string): Promise<void> {
  const offered = page.getByRole('menuitem', { name: item });
  // Items of the extension join the menus a little after the workbench is ready.
  await poll(
    page,
    async () => {
      await row.click({ button: 'right' });
      await offered.waitFor({ timeout: 1000 }).catch(() => undefined);
      if (await offered.isVisible()) {
        await offered.click();
        const isTaken = await offered.waitFor({ state: 'hidden', timeout: 1000 }).then(
          () => true,
          () => false,
        );
        // A menu that has only just opened takes no clicks yet.
        if (isTaken) return true;
      }
      await page.keyboard.press('Escape');
      return undefined;
    },
    `The menu does not offer '${item}'.`,
  );
}

/**
 * Clicks until what a click brings is there, as a person does whose click went to a row that was
 * being drawn anew.
 * @throws Error when it does not come
 */
export async function clickUntil(target: Locator, result: Locator): Promise<void> {
  await poll(
    target.page(),
    async () => {
      await target.click({ timeout: 5000 }).catch(() => undefined);
      return result.waitFor({ timeout: 3000 }).then(
        () => true,
        () => undefined,
      );
    },
    'A click had no effect.',
  );
}

/**
 * The frame of the webview that shows a text, once it does. A webview's content is two frames deep.
 * @throws Error when no webview shows it
 */
export async function webviewFrame(page: Page, text: string | RegExp): Promise<Frame> {
  return poll(
    page,
    async () => {
      for (const frame of page.frames()) {
        if (frame === page.mainFrame()) continue;
        // A frame may go away while it's looked at.
        const shows = await frame
          .getByText(text)
          .first()
          .isVisible()
          .catch(() => false);
        if (shows) return frame;
      }
      return undefined;
    },
    `No webview shows '${text.toString()}'.`,
  );
}

/** Writes `test-results/<name>.png` and returns its absolute path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const file = path.join(repositoryRoot, 'test-results', `${name}.png`);
  await page.screenshot({ path: file });
  return file;
}

let axeSource: string | undefined;

/**
 * Runs axe on a frame and returns what it finds wrong. It gets in the way the developer tools
 * do, so the page's content security policy stays as it is.
 */
export async function axeOn(
  frame: Frame,
  options: RunOptions = {},
): Promise<AxeResults['violations']> {
  axeSource ??= readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
  await frame.evaluate(axeSource);
  const results = await frame.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return results.violations;
}
