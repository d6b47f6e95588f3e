import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import {
  axeOn,
  openWorkbench,
  reloadWorkbench,
  runCommand,
  screenshot,
  webviewFrame,
  type Workbench,
} from './support/workbench';

describe('the workbench of the UI tests', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      theme: 'light',
      workspaceFiles: { 'notes/page.md': '# A page\n\nWith one sentence.\n' },
      openFile: 'notes/page.md',
    });
  });

  after(() => workbench.close());

  it('shows the workspace in the theme asked for', async () => {
    const { page } = workbench;
    await page.getByRole('treeitem', { name: 'notes', exact: true }).waitFor();
    assert.equal(await page.locator('.monaco-workbench.vs').count(), 1);
  });

  it('opens the file asked for', async () => {
    await workbench.page.getByRole('tab', { name: /page\.md/ }).waitFor();
  });

  it('runs a command, reads a webview and checks it with axe', async () => {
    const { page } = workbench;
    await runCommand(page, 'Markdown: Open Preview');
    const frame = await webviewFrame(page, 'With one sentence.');
    assert.equal(await frame.getByRole('heading', { name: 'A page' }).count(), 1);
    const violations = await axeOn(frame, { runOnly: ['image-alt'] });
    assert.deepEqual(violations, []);
  });

  it('takes a picture', async () => {
    const file = await screenshot(workbench.page, 'smoke');
    assert.ok(statSync(file).size > 10_000);
  });

  it('comes back after a reload of the window', async () => {
    await reloadWorkbench(workbench.page);
    await webviewFrame(workbench.page, 'With one sentence.');
  });
});
