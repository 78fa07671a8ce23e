/**
 * Tests of the pages in a real browser. Each visit is watched: an error in the console or a request that leaves the host fails the test.
 */
import { expect } from 'chai';
import type { Context } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { sharedCairn } from '../../support/shared.ts';
import { startBrowser } from './start-browser.ts';

const STEP_MS = 60_000;

export interface VisitOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** What the reader has chosen in the settings. */
  readonly theme?: 'light' | 'dark' | 'contrast';
  readonly density?: 'compact';
  /** What the reader has asked the system for. */
  readonly contrast?: 'more';
  readonly forcedColors?: 'active';
  /** Another Cairn than the shared one. */
  readonly at?: string;
  /** Another site where the test leads: an identity provider. */
  readonly also?: string;
  /** Console errors that the test is about: the browser itself reports refused requests there. */
  readonly expected?: RegExp;
}

let launched: Promise<Browser | undefined> | undefined;
const visits: { page: Page; problems: string[] }[] = [];

/** Tests in the browser; skipped, and said so, where none can run. */
export function inBrowser(title: string, tests: () => void): void {
  describe(title, () => {
    before(async function (this: Context) {
      if (await running()) return;
      process.stdout.write('The pages are not tested: neither the Chromium that npm brings nor one of the system runs here.\n');
      this.skip();
    });
    tests();
    afterEach(async () => {
      const closed = visits.splice(0);
      // A browser that has ended has closed them.
      await Promise.allSettled(closed.map(({ page }) => page.context().close()));
      expect(closed.flatMap(({ problems }) => problems)).to.deep.equal([]);
    });
  });
}

after(async () => {
  await (await launched)?.close();
});

/** One browser for all tests. If it has ended, only the test that used it fails. */
async function running(): Promise<Browser | undefined> {
  if ((await launched)?.isConnected() === false) launched = undefined;
  launched ??= startBrowser();
  return launched;
}

/** Opens a page of the shared Cairn in a browser of its own: nothing is kept from other visits. */
export async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
  const { scheme = 'light', width = 1280, height = 900, expected, theme, density, contrast, forcedColors, at, also } = options;
  const browser = await running();
  if (!browser) throw new Error('visit() stands in tests of inBrowser()');
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    contrast: contrast ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
  });
  const chosen = Object.entries({ 'cairn.theme': theme, 'cairn.density': density }).filter(([, value]) => value !== undefined);
  // Only once: what the reader then chooses stays.
  await context.addInitScript(
    `for (const [key, value] of ${JSON.stringify(chosen)}) if (!localStorage.getItem(key)) localStorage.setItem(key, value);`,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const problems: string[] = [];
  const url = at ?? sharedCairn().url;
  page.on('pageerror', (error) => problems.push(`error in the page: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected?.test(message.text()))
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const isAsked = [url, ...(also === undefined ? [] : [also])].some((site) => request.url().startsWith(`${site}/`));
    if (!isAsked && !/^(data|blob):/.test(request.url())) problems.push(`request to ${request.url()}`);
  });
  visits.push({ page, problems });
  await page.goto(url + path);
  return page;
}

/** The page of an entity, or a tab of it. */
export function entityPath(urn: string, tab?: string): string {
  return `/entity/${encodeURIComponent(urn)}${tab === undefined ? '' : `/${tab}`}`;
}
