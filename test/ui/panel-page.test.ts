import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/host/find-chromium.mjs';
import { repositoryRoot } from '../../scripts/host/workbench.mjs';
import { findSilence } from '../../src/core/findings/find-silence';
import { panelView } from '../../src/host/panel/panel-view';
import { assistant, person, reasoning, session, text } from '../support/build';
import { panelTexts } from '../support/panel-texts';

/** The panel's own page, as it is built, in a browser without VS Code around it. */

const dist = (name: string) => readFileSync(path.join(repositoryRoot, 'dist', name), 'utf8');

const words = (number: number) => `Message ${number}. ${'Some words to read. '.repeat(40)}`;

/** Forty messages; 20 is empty, and 21 asks again. */
const messages = Array.from({ length: 40 }, (_, number) => {
  if (number === 20) return assistant([], { time: number * 1000, finish: 'stop' });
  if (number === 21) return person(words(19), { time: 60_000 });
  return number % 2 === 1
    ? person(words(number), { time: number * 1000 })
    : assistant([text(words(number))], { time: number * 1000 });
});
const recorded = session(messages);

function inputOf(one: ReturnType<typeof session>) {
  return {
    uri: 'file:///home/dev/session.json',
    sessionIndex: 0,
    session: one,
    findings: findSilence(one),
    whole: new Map(),
    threads: [],
    name: 'session.json',
    problem: null,
  };
}

/** The first messages of another reading, as whole bodies. */
const grownBodies = ({ messages: all }: ReturnType<typeof session>) => ({
  whole: new Map(all.slice(0, 20).map((one) => [one.number, one])),
});

const viewAt = (selected: number, earlier = 3, later = 3) =>
  panelView({ ...inputOf(recorded), selected, before: earlier, after: later }, panelTexts);

describe('the page of the context panel', () => {
  let browser: Browser;
  let page: Page;

  const show = async (view: unknown) => {
    await page.evaluate((data) => {
      window.postMessage(data, '*');
    }, view);
    // Messages arrive in order: after this one, the view has been drawn.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('message', resolve, { once: true });
          window.postMessage('after the view', '*');
        }),
    );
  };

  /** What the page has sent since the last look. */
  const sent = () => page.evaluate<unknown[]>('sent.splice(0)');
  const focused = () => page.evaluate<string>('document.activeElement.id');
  const topOf = (number: number) =>
    page.locator(`#message-${number}`).evaluate((one) => one.getBoundingClientRect().top);

  before(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 700, height: 500 } });
    await page.setContent(
      '<!doctype html><html lang="en"><title>Panel</title><style></style><body></body></html>',
    );
    await page.addStyleTag({ content: dist('webview.css') });
    await page.evaluate(
      'var sent = []; function acquireVsCodeApi() { return { postMessage: (one) => sent.push(one), setState() {} }; }',
    );
    await page.addScriptTag({ content: dist('webview.js') });
    assert.deepEqual(await sent(), [{ kind: 'ready' }]);
  });

  after(() => browser.close());

  it('shows the incident above the selected message', async () => {
    await show(viewAt(20));
    assert.equal(await page.locator('article').count(), 7);
    assert.match(await page.locator('article[aria-current="true"]').innerText(), /^#20 Assistant/);
    assert.ok(await page.locator('#incident').isVisible());
    const card = await page.locator('#incident').boundingBox();
    const bar = await page.locator('#bar').boundingBox();
    assert.ok(card && bar && card.y >= bar.y + bar.height, 'the bar does not cover the card');
  });

  it('sends what a key stands for', async () => {
    await show(viewAt(20));
    await page.locator('#message-20').focus();
    for (const key of ['n', 'p', 'Shift+N', 'u', 'Shift+U', 'm', 'Shift+M', 'g']) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press('Control+n');
    await page.keyboard.press('j');
    for (const key of ['c', 'o', 'Enter']) await page.keyboard.press(key);
    assert.deepEqual(await sent(), [
      { kind: 'go', to: 'nextHit' },
      { kind: 'go', to: 'previousHit' },
      { kind: 'go', to: 'previousHit' },
      { kind: 'go', to: 'nextPersonMessage' },
      { kind: 'go', to: 'previousPersonMessage' },
      { kind: 'go', to: 'nextComment' },
      { kind: 'go', to: 'previousComment' },
      { kind: 'go', to: 'message' },
      { kind: 'comment', number: 21 },
      { kind: 'openWhole', number: 21 },
      { kind: 'select', number: 21 },
    ]);
  });

  it('keeps the focus on the bar’s button that was pressed', async () => {
    await show(viewAt(20));
    await page.getByRole('button', { name: 'next', exact: true }).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await sent(), [{ kind: 'go', to: 'nextFlag' }]);
    await show(viewAt(21));
    await page.keyboard.press('Enter');
    assert.deepEqual(await sent(), [{ kind: 'go', to: 'nextFlag' }]);
  });

  it('moves the focus from one message to the newly selected one', async () => {
    await show(viewAt(20));
    await page.locator('#message-20').focus();
    await show(viewAt(21));
    assert.equal(await focused(), 'message-21');
    assert.equal(await page.locator('article[tabindex="0"]').count(), 1);
  });

  it('takes no focus that it does not have', async () => {
    await show(viewAt(20));
    await show(viewAt(21));
    assert.equal(await focused(), '');
  });

  it('speaks of a newly selected message once', async () => {
    await show(viewAt(20));
    const live = page.locator('[aria-live="polite"]');
    const handle = await live.elementHandle();
    assert.match(await live.innerText(), /^#20 Assistant, empty/);
    await show(viewAt(21));
    assert.match(await handle.innerText(), /^#21 Person, re-sent/);
  });

  it('asks for more where the messages end, and steps on', async () => {
    await show(viewAt(10));
    await page.locator('#message-13').focus();
    await page.keyboard.press('j');
    assert.deepEqual(await sent(), [{ kind: 'more', direction: 'later' }]);
    await show(viewAt(10, 3, 8));
    assert.equal(await focused(), 'message-14');
  });

  it('stays where one reads when earlier messages come', async () => {
    await show(viewAt(10));
    await page.locator('#message-9').focus();
    await page.evaluate(() => {
      window.scrollBy(0, -60);
    });
    const top = await topOf(9);
    await show(viewAt(10, 8, 3));
    assert.ok(Math.abs((await topOf(9)) - top) <= 1);
    assert.equal(await focused(), 'message-9');
  });

  it('stays where it is when whole bodies come', async () => {
    await show(viewAt(20));
    const top = () => page.locator('#incident').evaluate((one) => one.getBoundingClientRect().top);
    const before = await top();
    const grown = session(
      messages.map((one, number) => (number < 20 ? person(words(number).repeat(3)) : one)),
    );
    await show(
      panelView(
        { ...inputOf(recorded), ...grownBodies(grown), selected: 20, before: 3, after: 3 },
        panelTexts,
      ),
    );
    assert.ok(Math.abs((await top()) - before) <= 1);
  });

  it('reads a long message to its end by arrow before it goes on', async () => {
    const long = session([person(words(0)), assistant([text(words(1).repeat(6))]), person('Next')]);
    await show(panelView({ ...inputOf(long), selected: 1, before: 1, after: 1 }, panelTexts));
    await page.locator('#message-1').focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'message-1');
    await page.keyboard.press('End');
    await page.waitForFunction(() => window.scrollY > 200);
    await page.waitForFunction(() => {
      const one = document.getElementById('message-1');
      return one !== null && one.getBoundingClientRect().bottom <= window.innerHeight;
    });
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'message-2');
  });

  it('jumps to the card of the incident, and to the nearest one from elsewhere', async () => {
    await show(viewAt(20));
    await page.getByRole('button', { name: /^incident 1 of / }).click();
    assert.equal(await focused(), 'incident');
    await show(viewAt(10));
    await page.getByRole('button', { name: /^incident 1 of / }).click();
    assert.deepEqual(await sent(), [{ kind: 'select', number: 20 }]);
  });

  it('says how much is left out, beside buttons that open and save all of it', async () => {
    const body = text(`begin ${words(1).repeat(400)} end`);
    const giant = session([person('Go'), assistant([body])]);
    await show(panelView({ ...inputOf(giant), selected: 1, before: 1, after: 0 }, panelTexts));
    const rest = page.locator('#message-1 .rest');
    assert.match(await rest.innerText(), /^[\d,]+ more/);
    assert.match(await page.locator('#message-1 .text').innerText(), /^begin [^]* end$/);
    await rest.getByRole('button', { name: 'whole' }).click();
    await rest.getByRole('button', { name: 'save' }).click();
    assert.deepEqual(await sent(), [
      { kind: 'openWhole', number: 1 },
      { kind: 'saveWhole', number: 1 },
    ]);
  });

  it('keeps a fold as a person left it', async () => {
    const thinking = session([person('Go'), assistant([reasoning('Hm.'), text('Done.')])]);
    const input = { ...inputOf(thinking), selected: 1, before: 1, after: 0 };
    await show(panelView(input, panelTexts));
    const fold = page.locator('details');
    assert.equal(await fold.evaluate((one) => one.hasAttribute('open')), true);
    await fold.locator('summary').click();
    await show(panelView(input, panelTexts));
    assert.equal(await fold.evaluate((one) => one.hasAttribute('open')), false);
    await page.keyboard.press('Enter');
    assert.equal(await fold.evaluate((one) => one.hasAttribute('open')), true);
  });

  it('ignores what is no message of ours', async () => {
    await show(viewAt(20));
    await show({ kind: 'view', messages: '<b>' });
    await show('anything');
    assert.equal(await page.locator('article').count(), 7);
  });

  it('never makes markup of a transcript’s text', async () => {
    const hostile = session([
      person('<img src=x onerror="document.title = \'run\'"><b>bold</b>'),
      assistant([text('[go](javascript:alert(1)) ![x](https://example.org/x.png)')]),
    ]);
    await show(panelView({ ...inputOf(hostile), selected: 0, before: 0, after: 1 }, panelTexts));
    assert.equal(await page.locator('article').locator('img, b, a').count(), 0);
    assert.match(await page.locator('#message-0').innerText(), /<b>bold<\/b>/);
    assert.equal(await page.title(), 'Panel');
  });

  it('shows the announced action beside the correction, each with the way to its message', async () => {
    const redirected = session([
      person('Sort the list.'),
      assistant([text('I will edit sort.py and run it.')]),
      assistant([], { finish: 'stop' }),
      person('Stop. Read the documents first, and do not edit sort.py.'),
      assistant([text('I read them.')]),
    ]);
    await show(panelView({ ...inputOf(redirected), selected: 3, before: 3, after: 3 }, panelTexts));
    const quotes = page.locator('.contradicts blockquote');
    assert.deepEqual(await quotes.locator('p').allInnerTexts(), [
      'I will edit sort.py and run it.',
      'Stop. Read the documents first, and do not edit sort.py.',
    ]);
    assert.deepEqual(await quotes.getByRole('button').allInnerTexts(), ['#1', '#3']);
  });
});
