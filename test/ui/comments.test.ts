import assert from 'node:assert/strict';
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  openWorkbench,
  reloadWorkbench,
  runCommand,
  screenshot,
  type Workbench,
} from './support/workbench';

const row = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;
const transcript = [
  row('user', 'Sort the list by date, newest first.'),
  row('assistant', ''),
  row('user', 'Sort the list by date, newest first.'),
  row('assistant', 'It is sorted.'),
].join('');

describe('comments', () => {
  let workbench: Workbench;
  let page: Page;
  let file: string;

  before(async () => {
    workbench = await openWorkbench({
      workspaceFiles: { 'run.jsonl': transcript },
      settings: {
        'agentSessionReview.reviewerName': 'Ada',
        'agentSessionReview.openPanel': false,
        'comments.openView': 'never',
      },
      viewport: { width: 1400, height: 1000 },
    });
    page = workbench.page;
    file = path.join(workbench.workspace, 'run.jsonl.Ada.review.jsonl');
    await page.getByRole('treeitem', { name: 'run.jsonl' }).dblclick();
    await page.getByRole('tab', { name: /^run\.jsonl/ }).waitFor();
    await runCommand(page, 'Agent Session Review: Open as Session');
    await page.getByRole('tab', { name: /run.*agent-session/ }).waitFor();
  });
  after(async () => {
    await screenshot(page, 'comments-at-the-end');
    await workbench.close();
  });

  const thread = () => page.locator('.review-widget').filter({ visible: true });
  const comment = (text: string) => thread().locator('.comment-body', { hasText: text });
  const tidy = async () => {
    await runCommand(page, 'Notifications: Clear All Notifications');
  };
  /** Lets the file be read but not written, whoever runs the tests: reviews are written through no link. */
  const makeUnwritable = (): (() => void) => {
    const aside = path.join(workbench.workspace, 'aside');
    renameSync(file, aside);
    symlinkSync(aside, file);
    return () => {
      renameSync(aside, file);
    };
  };
  /** VS Code enables its button a moment after the typing. */
  const submit = async () => {
    await thread()
      .locator('.comment-form-container .monaco-button:not(.disabled)', { hasText: 'Comment' })
      .waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  const events = () => readFileSync(file, 'utf8').trimEnd().split('\n').length;

  it('are written with the keyboard alone, on the flag it stepped to', async () => {
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: /Flag 1 of 2/ }).waitFor();
    await page.keyboard.press('c');
    await thread().locator('.comment-form-container .monaco-editor.focused').waitFor();
    await page.keyboard.type('Nothing at all came back.');
    await submit();
    await comment('Nothing at all came back.').waitFor();
    assert.equal(await thread().count(), 1);
    await thread().getByText('Message 1', { exact: true }).waitFor();
    await thread().getByText('Ada', { exact: true }).waitFor();
    assert.equal(events(), 1);
    await screenshot(page, 'comments');
  });

  const beginEdit = async () => {
    await thread().locator('.review-comment').first().hover();
    await thread().getByRole('button', { name: 'Edit Comment' }).click();
    await thread().locator('.edit-container .monaco-editor.focused').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
  };

  it('are edited and saved', async () => {
    await beginEdit();
    await page.keyboard.type('Edited words.');
    await thread()
      .getByRole('button', { name: /^Save\b/ })
      .click();
    await comment('Edited words.').waitFor();
    assert.equal(events(), 2);
  });

  it('go back to what they were when editing is cancelled', async () => {
    await beginEdit();
    await page.keyboard.type('Not these.');
    await thread()
      .getByRole('button', { name: /^Cancel\b/ })
      .click();
    await comment('Edited words.').waitFor();
    assert.equal(events(), 2);
  });

  it('keep what was typed when it can’t be saved', async () => {
    const restore = makeUnwritable();
    await beginEdit();
    await page.keyboard.type('Typed with care.');
    await thread()
      .getByRole('button', { name: /^Save\b/ })
      .click();
    await page
      .getByText(/can’t be written/)
      .first()
      .waitFor();
    await thread().locator('.edit-container').getByText('Typed with care.').waitFor();
    await thread().getByText('not saved').waitFor();
    await tidy();
    restore();
    await thread()
      .getByRole('button', { name: /^Save\b/ })
      .click();
    await thread().getByText('not saved').waitFor({ state: 'detached' });
    await comment('Typed with care.').waitFor();
    assert.equal(events(), 3);
  });

  it('keep a reply that can’t be saved in its editor', async () => {
    const restore = makeUnwritable();
    await thread().locator('.review-thread-reply-button').click();
    await page.keyboard.type('A reply.');
    await thread()
      .getByRole('button', { name: /^Comment\b(?! \w)/ })
      .click();
    await page
      .getByText(/can’t be written/)
      .first()
      .waitFor();
    await tidy();
    restore();
    await thread().locator('.comment-form-container').getByText('A reply.').waitFor();
    await thread()
      .getByRole('button', { name: /^Comment\b(?! \w)/ })
      .click();
    await comment('A reply.').waitFor();
    assert.equal(events(), 4);
  });

  it('of others load no images and run no commands', async () => {
    const [line] = readFileSync(file, 'utf8').split('\n');
    const event = {
      ...(JSON.parse(line ?? '') as object),
      id: 'other',
      author: 'Ben',
      comment: 'other',
      body: 'See ![x](https://example.invalid/x.png) <img src="https://example.invalid/y.png"> [run](command:workbench.action.closeAllEditors)',
    };
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    writeFileSync(file.replace('.Ada.', '.Ben.'), `${JSON.stringify(event)}\n`);
    await comment('See').waitFor();
    assert.equal(await comment('See').locator('img').count(), 0);
    assert.equal(await comment('See').locator('a[data-href^="command:"]').count(), 0);
    assert.deepEqual(
      requests.filter((url) => url.includes('example.invalid')),
      [],
    );
    await thread().locator('.review-comment', { hasText: 'See' }).hover();
    assert.equal(
      await thread()
        .locator('.review-comment', { hasText: 'See' })
        .getByRole('button', { name: 'Edit Comment' })
        .count(),
      0,
    );
  });

  it('are there after a reload of the window', async () => {
    await reloadWorkbench(page);
    await comment('Typed with care.').waitFor();
  });

  it('stand on the line of their message in the raw file, too', async () => {
    await page.getByRole('tab', { name: /^run\.jsonl(?!\.)/ }).click();
    await comment('Typed with care.').waitFor();
    const line = page.locator('.view-line', { hasText: '"assistant","content":""' });
    const [below, above] = await Promise.all([thread().boundingBox(), line.boundingBox()]);
    assert.ok(below && above);
    assert.ok(below.y >= above.y && below.y < above.y + 2 * above.height);
    await page.getByRole('tab', { name: /agent-session/ }).click();
    await comment('Typed with care.').waitFor();
  });

  it('are resolved, which closes their thread, and reopened', async () => {
    await thread()
      .getByRole('button', { name: /^Resolve\b/ })
      .click();
    await page.locator('.review-widget').first().waitFor({ state: 'hidden' });
    await page.locator('.comment-range-glyph.comment-thread').first().click();
    await thread().getByText('Message 1 · resolved').waitFor();
    await thread()
      .getByRole('button', { name: /^Reopen\b/ })
      .click();
    await thread().getByText('Message 1', { exact: true }).waitFor();
    assert.equal(events(), 6);
  });

  it('are begun beside others on the same message, and deleted', async () => {
    await page.locator('.editor-instance .view-line', { hasText: '#1' }).first().click();
    await page.keyboard.press('c');
    await thread().locator('.comment-form-container .monaco-editor.focused').waitFor();
    await page.keyboard.type('Another thought.');
    await submit();
    await comment('Another thought.').waitFor();
    assert.equal(await thread().count(), 2);
    const other = thread().filter({ hasText: 'Another thought.' });
    await other.locator('.review-comment').hover();
    await other.getByRole('button', { name: /^Delete Comment/ }).click();
    await other.waitFor({ state: 'detached' });
    assert.equal(await thread().count(), 1);
    assert.equal(events(), 8);
  });

  it('are shown at the top when their message is gone', async () => {
    const other = row('user', 'Something else.') + row('assistant', 'Yes, indeed.');
    writeFileSync(path.join(workbench.workspace, 'run.jsonl'), other);
    await thread().getByText('stale: was on message 1').waitFor();
    await comment('Typed with care.').waitFor();
    await screenshot(page, 'comments-stale');
  });
});
