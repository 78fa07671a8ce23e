import type { Page } from 'playwright-core';

/** Another page of the same visit, as a link to it would open it: without reading the scripts once more. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);
}
