import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { resentQuestion, silenceAfterCrash, silenceThenCorrection } from '../support/cases';
import {
  axeOn,
  chooseFromMenu,
  clickUntil,
  openWorkbench,
  reloadWorkbench,
  runCommand,
  screenshot,
  webviewFrame,
  type Workbench,
} from './support/workbench';

interface Case {
  readonly name: string;
  readonly theme: 'dark' | 'light' | 'hc-dark';
  readonly build: () => unknown;
  readonly empty: number;
  readonly recovery: number;
  readonly incident: RegExp;
  /** What the panel must show of the incident. */
  readonly shows: readonly RegExp[];
  /** A word that stands in many messages. */
  readonly word: string;
}

const cases: readonly Case[] = [
  {
    name: 'resent-question',
    theme: 'dark',
    build: resentQuestion,
    word: 'loss',
    empty: 8132,
    recovery: 8134,
    incident: /recovered, after a resend/,
    shows: [
      /#8132/,
      /empty · no content at all/,
      /re-sent word for word · 42 s later/,
      /42 s lost/,
    ],
  },
  {
    name: 'silence-after-crash',
    theme: 'light',
    build: silenceAfterCrash,
    word: 'memory',
    empty: 9285,
    recovery: 9287,
    incident: /recovered, after a nudge/,
    shows: [/message 9284/, /OutOfMemoryError/, /nudge/],
  },
  {
    name: 'silence-then-correction',
    theme: 'hc-dark',
    build: silenceThenCorrection,
    word: 'length',
    empty: 8584,
    recovery: 8586,
    incident: /recovered, after a redirect/,
    shows: [/<conversation_data>/, /speaks against what message 8583 announced/],
  },
];

const selected = (panel: Frame) => panel.locator('article[aria-current="true"]');

/** Waits until the panel has this message selected. */
async function panelAt(page: Page, number: number): Promise<Frame> {
  const panel = await webviewFrame(page, new RegExp(`^#${number} (Assistant|Person)$`));
  await panel.locator(`article[aria-current="true"][data-number="${number}"]`).waitFor();
  return panel;
}

for (const one of cases) {
  describe(`the review of ${one.name}`, () => {
    let workbench: Workbench;
    let page: Page;

    before(async () => {
      workbench = await openWorkbench({
        theme: one.theme,
        viewport: { width: 1600, height: 900 },
        workspaceFiles: { [`${one.name}.json`]: JSON.stringify(one.build(), null, 2) },
      });
      page = workbench.page;
      page.setDefaultTimeout(30_000);
    });
    after(() => workbench.close());

    it('opens from the Explorer, with tree, document and panel', async () => {
      const row = page.getByRole('treeitem', { name: `${one.name}.json` });
      await chooseFromMenu(page, row, 'Open as Session');
      await page.getByRole('tab', { name: new RegExp(`${one.name}.*agent-session`) }).waitFor();
      await page.getByRole('tree', { name: /Turns/ }).waitFor();
      await panelAt(page, 0);
      await page.getByRole('button', { name: /2 flags/ }).waitFor();
    });

    it('jumps to the empty response and to the message after it by keyboard', async () => {
      await page.keyboard.press('n');
      const panel = await panelAt(page, one.empty);
      await page
        .getByText(new RegExp(`^#${one.empty}`))
        .first()
        .waitFor();
      const incident = panel.getByRole('region', { name: 'Incident' });
      await incident.getByRole('heading', { name: one.incident }).waitFor();
      const words = await panel.locator('main').innerText();
      for (const shown of one.shows) assert.match(words, shown);
      assert.match(await selected(panel).innerText(), /Nothing: no text, no tool call\./);
      await page.getByRole('button', { name: /Flag 1 of 2/ }).waitFor();
      await screenshot(page, `review-${one.name}`);
      await page.keyboard.press('n');
      await panelAt(page, one.empty + 1);
      await page.keyboard.press('p');
      await panelAt(page, one.empty);
    });

    it('goes on in the panel by keyboard', async () => {
      const panel = await panelAt(page, one.empty);
      await selected(panel).focus();
      await page.keyboard.press('n');
      await panelAt(page, one.empty + 1);
      await page.keyboard.press('j');
      await panel.locator(`article[data-number="${one.empty + 2}"]:focus`).waitFor();
      await page.keyboard.press('Enter');
      await panelAt(page, one.empty + 2);
    });

    it('follows the links of the panel by mouse', async () => {
      const panel = await panelAt(page, one.empty + 2);
      await panel.getByRole('button', { name: 'Previous flag' }).click();
      await panelAt(page, one.empty + 1);
      const incident = panel.getByRole('region', { name: 'Incident' });
      await incident.getByRole('button', { name: `#${one.recovery}` }).click();
      await panelAt(page, one.recovery);
    });

    it('jumps by mouse from the tree', async () => {
      await runCommand(page, 'Agent Session Review: Show Flagged Only');
      const tree = page.getByRole('tree', { name: /Turns/ });
      const panel = await panelAt(page, one.recovery);
      await clickUntil(
        tree.getByRole('treeitem', { name: new RegExp(`#${one.empty}\\b`) }),
        panel.locator(`article[aria-current="true"][data-number="${one.empty}"]`),
      );
      await runCommand(page, 'Agent Session Review: Show All Turns');
    });

    it('has a panel without violations of accessibility rules', async () => {
      const panel = await panelAt(page, one.empty);
      const violations = await axeOn(panel);
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
    });

    it('comes back after it was hidden, and after a reload of the window', async () => {
      await panelAt(page, one.empty);
      await reloadWorkbench(page);
      await panelAt(page, one.empty);
    });

    it('searches by keyboard, walks what was found, and ends the search', async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.press('/');
      const input = page.locator('.quick-input-widget input');
      await input.waitFor();
      await page.keyboard.press('Alt+w');
      await page.getByText(/whole words only/).waitFor();
      await page.keyboard.type(one.word);
      await screenshot(page, `search-input-${one.name}`);
      await page.keyboard.press('Enter');
      const position = page.getByRole('button', { name: /search for .*, Hit [\d,]+ of [\d,]+/ });
      await position.waitFor();
      const label = (await position.getAttribute('aria-label')) ?? '';
      const first = page.getByRole('button', { name: label, exact: true });
      await page.getByRole('tree', { name: /Search/ }).waitFor();
      await page.keyboard.press('n');
      await first.waitFor({ state: 'hidden' });
      await page.keyboard.press('p');
      await first.waitFor();
      await page.keyboard.press('n');
      await first.waitFor({ state: 'hidden' });
      await screenshot(page, `search-${one.name}`);
      await page.keyboard.press('Escape');
      await position.waitFor({ state: 'hidden' });
      await page.getByRole('tree', { name: /Search/ }).waitFor({ state: 'hidden' });
    });
  });
}
