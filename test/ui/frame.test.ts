/**
 * What belongs to every page: settings, keys, the page as API calls.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { ownNames, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';

const name = ownNames('uiframe');
const title = name('table');
const table = urns.dataset(title);

const colour = (page: Page): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
const attribute = (page: Page, what: string): Promise<unknown> => page.evaluate(`document.documentElement.dataset.${what}`);

async function openMenu(page: Page): Promise<void> {
  await page.getByLabel('You and settings').click();
}

inBrowser('the frame of every page', () => {
  before(async () => {
    await write(table, 'datasetProperties', { name: title, description: 'A table of the frame' });
    await write(table, 'schemaMetadata', schemaMetadata(['id', 'price']));
  });

  it('has settings by keyboard, whose theme stays for the next pages and is there before they are drawn', async () => {
    const page = await visit('/');
    await page.getByLabel('You and settings').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('radio', { name: /^System/ }).focus();
    for (const _ of ['light', 'dark']) await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await colour(page)).to.equal('rgb(16, 22, 27)'));
    await expectAccessible(page, { whole: true });
    await page.goto(`${sharedCairn().url}${entityPath(table)}`, { waitUntil: 'commit' });
    await page.locator('head > link[rel=stylesheet]').waitFor({ state: 'attached' });
    await eventually(async () => expect(await attribute(page, 'theme')).to.equal('dark'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () => expect(await colour(page)).to.equal('rgb(16, 22, 27)'));
    await page.goto(`${sharedCairn().url}/rpc/docs/start`);
    await eventually(async () => expect(await colour(page)).to.equal('rgb(16, 22, 27)'));
  });

  it('says that there is nothing at an address', async () => {
    const page = await visit('/nope', { expected: /404/ });
    await page.getByText('There is nothing at this address').waitFor();
    await expectAccessible(page, { whole: true });
  });

  it('follows the system unless something is chosen; shows more columns of a table in compact density, with rows of one height', async () => {
    const page = await visit('/settings', { contrast: 'more' });
    await page.getByRole('radio', { name: /^System/ }).waitFor();
    await eventually(async () => expect(await attribute(page, 'contrast')).to.equal('more'));
    await page.emulateMedia({ contrast: 'no-preference', colorScheme: 'dark' });
    await eventually(async () => expect(await attribute(page, 'contrast')).to.equal('usual'));
    await eventually(async () => expect(await colour(page)).to.equal('rgb(16, 22, 27)'));
    await page.getByRole('radio', { name: 'Light', exact: true }).check();
    await eventually(async () => expect(await colour(page)).to.equal('rgb(246, 247, 248)'));
    await page.getByRole('radio', { name: 'High contrast' }).check();
    await eventually(async () => expect(await colour(page)).to.equal('rgb(0, 0, 0)'));
    await page.getByRole('radio', { name: /^System/ }).check();
    const heights = async (): Promise<number[]> => {
      await follow(page, entityPath(table, 'schema'));
      await page.locator('.field-row').nth(1).waitFor();
      return page.locator('.field-row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    };
    expect(await heights()).to.deep.equal([54, 54]);
    await follow(page, '/settings');
    await page.getByRole('radio', { name: /^Compact/ }).check();
    expect(await heights()).to.deep.equal([32, 32]);
  });

  it('shows more rows in compact density [long]', async () => {
    const high = async (density?: 'compact'): Promise<number> => {
      const page = await visit('/people', density ? { density } : {});
      const row = page.locator('.row').first();
      await row.waitFor();
      return (await row.boundingBox())?.height ?? 0;
    };
    expect(await high('compact')).to.be.below((await high()) * 0.9);
  });

  it('an entity has a contrast of 7 : 1 in high contrast', async () => {
    const page = await visit(entityPath(table, 'schema'), { theme: 'contrast' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, { more: true, whole: true });
  });

  for (const [place, path] of [
    ['an entity', () => entityPath(table, 'schema')],
    ['home', () => '/'],
    ['search', () => `/search?query=${title}`],
    ['governance', () => '/tags'],
    ['settings', () => '/settings'],
    ['activity', () => '/activity'],
    ['the first steps with the API', () => '/rpc/docs/start'],
    ['the model', () => '/rpc/docs/model/aspect/ownership'],
  ] as const) {
    it(`${place} has a contrast of 7 : 1 in high contrast, light and dark, and works with the colours of the system [long]`, async () => {
      const page = await visit(path(), { theme: 'contrast' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, { more: true, whole: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, { more: true, whole: true });
      await page.emulateMedia({ forcedColors: 'active' });
      await expectAccessible(page, { whole: true });
    });
  }

  it('lists the keys when ? is pressed, and goes to a page by two keys, one after the other, but not from a field', async () => {
    const page = await visit(entityPath(table));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('what?');
    const box = page.getByRole('combobox', { name: 'Search the catalog' });
    await eventually(async () => expect(await box.inputValue()).to.equal('what?'));
    await eventually(async () => expect(await page.getByRole('dialog').count()).to.equal(0));
    await box.blur();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByRole('region', { name: 'Lineage as a graph' }).waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expectAccessible(page);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await follow(page, '/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).click();
    for (const [key, name] of [
      ['i', 'Inbox'],
      ['o', 'Glossary'],
      ['a', 'Activity'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    // A box forgets what stands in it when the page changes, a moment after the page is drawn.
    await eventually(async () => {
      await box.blur();
      await page.keyboard.press('/');
      await page.keyboard.type('gi');
      expect(await box.inputValue()).to.equal('gi');
    });
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  });

  it('has no keys of one character when they are switched off; the menu still lists them [long]', async () => {
    const page = await visit('/settings');
    await page.getByRole('radio', { name: 'Off' }).check();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await eventually(async () => expect(await page.evaluate('document.activeElement.getAttribute("role")')).not.to.equal('combobox'));
    await page.keyboard.press('?');
    await eventually(async () => expect(await page.getByRole('dialog').count()).to.equal(0));
    await openMenu(page);
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });

  it('shows each page as API calls that answer the same when they are sent again [long]', async () => {
    for (const path of [`/search?query=${title}`, entityPath(table), '/browse', '/tags']) {
      const page = await visit(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Show this page as API calls' }).click();
      const dialog = page.getByRole('dialog', { name: 'This page as API calls' });
      await dialog.locator('summary').first().waitFor();
      const curl = (await dialog.locator('pre').first().textContent()) ?? '';
      const [, url = ''] = /'(http[^']+)'/.exec(curl) ?? [];
      const [, body] = /-d '(.*)'$/s.exec(curl) ?? [];
      const answer = await fetch(url, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect(answer.status, curl).to.equal(200);
      if (path.startsWith('/search')) expect(await answer.text()).to.include(table);
      await expectAccessible(page);
    }
  });

  it('opens a call in the console, and copies it', async () => {
    const page = await visit(`/search?query=${title}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: title }).first().waitFor();
    await page.getByRole('button', { name: 'Show this page as API calls' }).click();
    await page.getByRole('button', { name: 'Copy: /api/graphql find' }).click();
    await page.getByText('Copied').waitFor();
    await eventually(async () => expect(await page.evaluate('navigator.clipboard.readText()')).to.match(/^curl -X POST /));
    await page.getByRole('link', { name: 'Open in the console' }).first().click();
    await page.locator('.graphiql-execute-button').click();
    await eventually(async () => expect(await page.locator('.result-window').textContent()).to.include('"searchResults"'));
  });
});
