import type { Page } from 'playwright-core';

/** Another page of the same visit, as a link to it would open it: without reading the scripts once more. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);
}

/** As `follow`, through a page that has nothing of the others: what is found afterwards is not of the page before. */
export async function followAnew(page: Page, path: string): Promise<void> {
  await follow(page, '/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await follow(page, path);
}
