/**
 * `npm run screenshots`: takes the pictures of the documentation, of the demo catalog on a new server, into `test/ui/screenshots/`.
 */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { urns } from '../support/make.ts';
import { endAll, startCairn } from '../support/process.ts';
import { startBrowser } from './support/start-browser.ts';

const FOLDER = path.join(import.meta.dirname, 'screenshots');
const MOST_BYTES = 180_000;

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Visible when the page is complete. */
  readonly ready: string;
  readonly scheme?: 'dark';
  readonly width?: number;
  readonly height?: number;
  act?(page: Page): Promise<unknown>;
}

const FACTS = encodeURIComponent(urns.dataset('hazel.mart.fct_orders', 'snowflake'));

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/', ready: '.counts' },
  {
    name: 'autocomplete',
    path: '/',
    ready: '.counts',
    height: 480,
    act: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('ord');
      await page.locator('[role=option]').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'search', path: `/search?query=orders&is.platform=${encodeURIComponent(urns.platform('snowflake'))}`, ready: '.result' },
  { name: 'browse', path: '/browse/DATASET/prod/snowflake/hazel/mart', ready: '.tree-leaf', height: 620 },
  { name: 'entity', path: `/entity/${FACTS}/schema`, ready: '.sidebar .facts' },
  {
    name: 'lineage',
    path: `/entity/${FACTS}/lineage`,
    ready: '.node-link',
    height: 620,
    act: (page) => page.getByRole('button', { name: 'Full window' }).click(),
  },
  { name: 'usage', path: `/entity/${FACTS}/usage`, ready: 'svg' },
  { name: 'history', path: `/entity/${FACTS}/history`, ready: '.tab-body table, .tab-body ul, .tab-body li', height: 700 },
  {
    name: 'editing',
    path: `/entity/${FACTS}/schema`,
    ready: '.sidebar .facts',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit properties' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'documentation',
    path: `/entity/${FACTS}/documentation`,
    ready: '.documentation-text',
    act: async (page) => {
      await page.locator('.documentation').getByRole('button', { name: 'Edit' }).click();
      const field = page.getByLabel('What should others know?');
      await field.fill(`${DOCUMENTED}\n\nSee also `);
      await field.pressSequentially('@rev');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'columns',
    path: `/entity/${FACTS}/schema`,
    ready: '.field-row',
    act: async (page) => {
      await page.locator('.field-row').nth(1).locator('[data-cell="2"]').dblclick();
      await page.locator('.edit-here textarea').fill('The customer who placed the order. Guests have none.');
    },
  },
  {
    name: 'lineage-column',
    path: `/entity/${FACTS}/lineage?up=all&column=net_amount`,
    ready: '.column-line',
    height: 620,
    act: (page) => page.getByRole('button', { name: 'Full window' }).click(),
  },
  { name: 'impact', path: `/entity/${FACTS}/impact`, ready: '.tab-body li' },
  { name: 'quality', path: `/entity/${FACTS}/quality`, ready: 'article' },
  { name: 'entity-activity', path: `/entity/${FACTS}/activity`, ready: '.feed-row' },
  { name: 'domain', path: `/entity/${encodeURIComponent(urns.of('domain', 'sales'))}`, ready: '.row' },
  { name: 'glossary', path: '/glossary', ready: '.glossary-line' },
  { name: 'people', path: '/people', ready: '.row' },
  { name: 'activity', path: '/activity', ready: '.feed-row' },
  {
    name: 'bulk',
    path: '/search?query=orders',
    ready: '.result',
    act: async (page) => {
      for (const box of (await page.locator('.result .select-box input').all()).slice(0, 3)) await box.check();
    },
  },
  { name: 'search-table', path: '/search?query=orders&layout=table', ready: '.result-table td', height: 740 },
  { name: 'views', path: '/views', ready: 'h1', height: 480 },
  { name: 'webhooks', path: '/hooks', ready: 'h1', height: 580 },
  { name: 'settings', path: '/settings', ready: 'h1' },
  { name: 'sign-in', path: '/signin', ready: 'h1', height: 480 },
  { name: 'start', path: '/rpc/docs/start', ready: 'h1' },
  { name: 'reference', path: '/rpc/docs', ready: 'h1, h2' },
  { name: 'properties', path: '/properties', ready: 'td', height: 580 },
  { name: 'dark', path: `/entity/${FACTS}/lineage`, ready: '.node-link', scheme: 'dark' },
  { name: 'dark-home', path: '/', ready: '.counts', scheme: 'dark' },
  { name: 'phone', path: '/search?query=orders', ready: '.result', width: 390, height: 780 },
  { name: 'phone-entity', path: `/entity/${FACTS}`, ready: '.field-row', width: 390, height: 780, scheme: 'dark' },
  { name: 'wide', path: `/entity/${FACTS}/schema`, ready: '.field-row', width: 2560, height: 1300 },
];

const DOCUMENTED = `# Orders, with net revenue

One row for each **order** that was not cancelled.

- Amounts are in *euro*, without tax
- \`order_id\` is unique

| Column | Unit |
| --- | --- |
| \`net_amount\` | EUR |
| \`items\` | pieces |`;

/** Pages name what the search index has. */
async function expectIndexed(url: string): Promise<void> {
  const { index } = (await (await fetch(`${url}/health/detailed`)).json()) as { index: { building: boolean; behind: number } };
  if (index.building || index.behind > 0) throw new Error('The search index is not complete');
}

async function take(browser: Browser, url: string, { name, path: where, ready, scheme, width = 1280, height = 860, act }: Shot): Promise<void> {
  const context = await browser.newContext({ colorScheme: scheme ?? 'light', viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url + where);
  await page.locator(ready).first().waitFor();
  await act?.(page);
  await page.waitForLoadState('networkidle');
  const file = path.join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file });
  await context.close();
  const bytes = statSync(file).size;
  process.stdout.write(`${name}.png ${Math.round(bytes / 1000)} kB\n`);
  if (bytes > MOST_BYTES) throw new Error(`${name}.png is larger than ${MOST_BYTES / 1000} kB`);
}

const browser = await startBrowser();
if (!browser) throw new Error('no browser runs here: neither the Chromium that npm installs nor that of the system');
try {
  mkdirSync(FOLDER, { recursive: true });
  const { url } = await startCairn({}, ['--demo']);
  await eventually(() => expectIndexed(url));
  for (const shot of SHOTS) await take(browser, url, shot);
} finally {
  await browser.close();
  await endAll();
}
