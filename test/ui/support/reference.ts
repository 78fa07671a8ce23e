/**
 * Steps in the reference of the API.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';

/** Opens an operation, as a click on its tag and on its line does. */
export async function openOperation(page: Page, tag: string, operation: string): Promise<void> {
  const head = page.locator(`h3[data-tag="${tag}"]`);
  if ((await head.getAttribute('data-is-open')) !== 'true') await head.click();
  await page.locator(`[id$="-${operation}"] .opblock-summary-control`).first().click();
  await page.locator(`[id$="-${operation}"] .opblock-body`).first().waitFor();
}

/** Runs the query with which the GraphQL console opens. */
export async function runQuery(page: Page): Promise<void> {
  await page.getByText('searchAcrossEntities').first().waitFor();
  await page.locator('.graphiql-execute-button').click();
  await eventually(async () => expect(await page.locator('.result-window').textContent()).to.match(/"total":\s\d/));
}
