/**
 * The reference of endpoints and model (docs/semantics.md 16.6) in a real browser; `test/long/reference-looks.test.ts` looks at it in
 * every scheme, theme and width.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { openOperation, runQuery } from './support/reference.ts';

async function wide(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) as number;
}

inBrowser('the reference', () => {
  it('sends an example unchanged, and shows the answer [long]', async () => {
    const page = await visit('/rpc/docs');
    await page.locator('.opblock-tag').first().waitFor();
    await openOperation(page, 'Legacy: runs', 'listRuns');
    await page.getByRole('button', { name: 'Execute' }).click();
    const status = page.locator('.live-responses-table tbody td.response-col_status').first();
    await status.waitFor();
    await eventually(async () => expect(await status.textContent()).to.contain('200'));
  });

  it('can be used with the keyboard alone [long]', async () => {
    const page = await visit('/rpc/docs');
    await page.locator('.opblock-tag').first().waitFor();
    await page.locator('h3[data-tag="System"] button').focus();
    await page.keyboard.press('Enter');
    await page.locator('[id$="-health"] .opblock-summary-control').focus();
    await page.keyboard.press('Enter');
    const execute = page.getByRole('button', { name: 'Execute' });
    await execute.waitFor();
    await execute.focus();
    await page.keyboard.press('Enter');
    await page.locator('.live-responses-table').getByText('200').first().waitFor();
    await execute.and(page.locator(':focus')).waitFor();
  });

  it('offers to execute an operation only once it is read [long]', async () => {
    const page = await visit('/rpc/docs');
    await page.locator('h3[data-tag="System"]').click();
    await page.evaluate(`new MutationObserver(() => {
      const loading = document.querySelector('.opblock-body:has(.opblock-loading-animation) .execute');
      if (loading) globalThis.early ??= getComputedStyle(loading).visibility;
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.locator('[id$="-health"] .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    expect(await page.evaluate('globalThis.early')).to.equal('hidden');
  });

  it('links from the endpoints to the model, to a type, to an aspect, and back [long]', async () => {
    const page = await visit('/rpc/docs');
    await page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'Model', exact: true }).click();
    await page.getByRole('link', { name: 'dataset', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'dataset' }).waitFor();
    await page.getByRole('link', { name: 'schemaMetadata', exact: true }).first().click();
    await page.getByRole('rowheader', { name: 'fields[].fieldPath' }).waitFor();
    await page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'Endpoints', exact: true }).click();
    await page.locator('.opblock-tag').first().waitFor();
  });

  it('of GraphQL opens on a query that works as it is, in the frame of all pages [long]', async () => {
    const page = await visit('/api/graphiql');
    await page.getByText('searchAcrossEntities').first().waitFor();
    await page.getByRole('tab', { name: 'define' }).waitFor();
    await runQuery(page);
    await page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'Start here' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start here' }).waitFor();
  });

  it('of GraphQL can be read in the dark [long]', async () => {
    const page = await visit('/api/graphiql', { scheme: 'dark' });
    await runQuery(page);
    await expectAccessible(page, { only: ['color-contrast'] });
  });

  it('starts with one write and one read that work as they are', async () => {
    const page = await visit('/rpc/docs/start', { width: 390 });
    for (const [step, says] of [
      ['Write a table', '200 OK'],
      ['Read it', 'One row for each order'],
      ['Remove it again', '200 OK'],
    ] as const) {
      await page.getByRole('button', { name: `Send: ${step}` }).click();
      await page.getByRole('status').filter({ hasText: says }).first().waitFor();
    }
    await eventually(async () => expect(await wide(page)).to.be.at.most(0));
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  it('finds operations, entity types, aspects and fields by keyboard, and an operation keeps the rules of axe and fits on a phone', async () => {
    const page = await visit('/rpc/docs/start');
    const find = async (text: string): Promise<void> => {
      await page.locator('body').press('/');
      await page.keyboard.type(text);
      await page.getByRole('option').first().waitFor();
    };
    await find('fieldpath');
    await page.getByRole('option', { name: /^schemaMetadata / }).waitFor();
    await expectAccessible(page);
    await page.getByRole('option', { name: /^schemaMetadata / }).click();
    await page.getByRole('heading', { level: 1, name: 'schemaMetadata' }).waitFor();
    await find('runs?action=list');
    await page.keyboard.press('Enter');
    await page.locator('[id$="-listRuns"] .opblock-body').waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    await expectAccessible(page, { within: '.opblock.is-open' });
    await eventually(async () => expect(await wide(page)).to.be.at.most(0));
  });

  it('finds one operation after the other, and shows only the last [long]', async () => {
    const page = await visit('/rpc/docs');
    await page.locator('.opblock-tag').first().waitFor();
    await openOperation(page, 'Legacy: runs', 'listRuns');
    await page.locator('body').press('/');
    await page.keyboard.type('GET /changes');
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page, { within: '[role=listbox]' });
    await page.keyboard.press('Enter');
    await page.locator('[id$="-listRuns"] .opblock-body').waitFor({ state: 'detached' });
  });
});
