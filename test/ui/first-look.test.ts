import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openWorkbench, screenshot, webviewFrame, type Workbench } from './support/workbench';

const row = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;

describe('a reading document that is opened by its address, as the demo does', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-look-'));
  const file = path.join(folder, 'run 100%.jsonl');
  let workbench: Workbench;

  before(async () => {
    writeFileSync(file, row('user', 'Sort it.') + row('assistant', '') + row('user', 'Sort it.'));
    const query = JSON.stringify({ transcript: pathToFileURL(file).href, session: 0 });
    const name = encodeURIComponent('run 100%.jsonl.agent-session');
    workbench = await openWorkbench({
      openFile: `agent-session:/${name}?${encodeURIComponent(query)}`,
    });
  });
  after(async () => {
    await screenshot(workbench.page, 'first-look');
    await workbench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows tree and panel beside it, and steps at once', async () => {
    const { page } = workbench;
    await webviewFrame(page, /^#0 Person$/);
    await page.getByRole('tree', { name: /Turns/ }).waitFor();
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('n');
    const panel = await webviewFrame(page, /^#1 Assistant$/);
    await panel.locator('article[aria-current="true"][data-number="1"]').waitFor();
    await page.getByRole('button', { name: /Flag 1 of 2/ }).waitFor();
  });
});
