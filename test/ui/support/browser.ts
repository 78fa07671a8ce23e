/**
 * Tests of the pages in a real browser. Each visit is watched: an error in the console or a request that leaves the host fails the test.
 */
import { expect } from 'chai';
import type { Context } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { isLong } from '../../long-title.ts';
import { graphql } from '../../support/graphql.ts';
import { sharedCairn } from '../../support/shared.ts';
import { startBrowser } from './start-browser.ts';

const STEP_MS = 60_000;
const WINDOW = { width: 1280, height: 900 };

export interface VisitOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** What the reader has chosen in the settings. */
  readonly theme?: 'light' | 'dark' | 'contrast';
  readonly density?: 'compact';
  /** Who visits has signed in with this. */
  readonly token?: string;
  /** What the reader has asked the system for. */
  readonly contrast?: 'more';
  readonly forcedColors?: 'active';
  /** Another Cairn than the shared one. */
  readonly at?: string;
  /** Another site where the test leads: an identity provider. */
  readonly also?: string;
  /** Runs in place of the script of the pages. */
  readonly script?: string;
  /** Console errors that the test is about: the browser itself reports refused requests there. */
  readonly expected?: RegExp;
}

let launched: Promise<Browser | undefined> | undefined;
interface Visit {
  readonly page: Page;
  readonly url: string;
  readonly problems: string[];
}
const visits: Visit[] = [];
/** Pages that no visit uses, each of a profile of its own: they know nothing of the visits before, but have read and compiled the scripts. */
const free: Page[] = [];
const MAIN_SCRIPT = /\/main-\w+\.js$/;
/** An address of a Cairn without a script. */
const BARE = '/health/live';
const HEARD = ['pageerror', 'console', 'request', 'requestfinished', 'response', 'download', 'dialog'] as const;

let looksLong = true;
/** Whether the test that runs is one that `npm test` leaves out. */
export const isLongTest = (): boolean => looksLong;

/** Tests in the browser; skipped, and said so, where none can run. */
export function inBrowser(title: string, tests: () => void): void {
  describe(title, () => {
    before(async function (this: Context) {
      if (await running()) return;
      process.stdout.write('The pages are not tested: neither the Chromium that npm brings nor one of the system runs here.\n');
      this.skip();
    });
    beforeEach(function (this: Context) {
      const { title = '', file = '' } = this.currentTest ?? {};
      looksLong = isLong(title, file);
    });
    tests();
    afterEach(async () => {
      const closed = visits.splice(0);
      await Promise.all(closed.map((each) => leave(each).catch(() => each.page.context().close())));
      expect(closed.flatMap(({ problems }) => problems)).to.deep.equal([]);
    });
  });
}

after(async () => {
  await (await launched)?.close();
});

/** One browser for all tests. If it has ended, only the test that used it fails. */
async function running(): Promise<Browser | undefined> {
  if ((await launched)?.isConnected() === false) {
    launched = undefined;
    free.length = 0;
  }
  launched ??= startBrowser();
  return launched;
}

/** Ends a visit: forgets what it has stored, was allowed and had. Fails if it left no page that another visit can use. */
async function leave({ page, url }: Visit): Promise<void> {
  const context = page.context();
  for (const name of HEARD) page.removeAllListeners(name);
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
  await Promise.all(context.pages().flatMap((each) => (each === page ? [] : [each.close()])));
  await page.goto(url + BARE);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  free.push(page);
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOW, reducedMotion: 'reduce' });
  context.setDefaultTimeout(STEP_MS);
  return context.newPage();
}

/** Opens a page of the shared Cairn, which knows nothing of other visits. */
export async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
  const {
    scheme = 'light',
    width = WINDOW.width,
    height = WINDOW.height,
    expected,
    theme,
    density,
    token,
    contrast,
    forcedColors,
    at,
    also,
    script,
  } = options;
  const browser = await running();
  if (!browser) throw new Error('visit() stands in tests of inBrowser()');
  const url = at ?? sharedCairn().url;
  const page = free.pop() ?? (await newPage(browser));
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme: scheme,
    reducedMotion: 'reduce',
    contrast: contrast ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
  });
  const chosen = Object.entries({ 'cairn.theme': theme, 'cairn.density': density }).filter(([, value]) => value !== undefined);
  if (chosen.length > 0 || token !== undefined) {
    if (page.url() !== url + BARE) await page.goto(url + BARE);
    await page.evaluate(`for (const [key, value] of ${JSON.stringify(chosen)}) localStorage.setItem(key, value)`);
    if (token !== undefined) await page.evaluate(`sessionStorage.setItem('cairn.token', ${JSON.stringify(token)})`);
  }
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error in the page: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected?.test(message.text()))
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const isAsked = [url, ...(also === undefined ? [] : [also])].some((site) => request.url().startsWith(`${site}/`));
    if (!isAsked && !/^(data|blob):/.test(request.url())) problems.push(`request to ${request.url()}`);
  });
  visits.push({ page, url, problems });
  if (script !== undefined) await page.route(MAIN_SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(url + path);
  return page;
}

/** Who the browser is without a token. */
export async function reader(): Promise<string> {
  return (await graphql('{ me { corpUser { urn } } }')).me.corpUser.urn;
}

/** The page of an entity, or a tab of it. */
export function entityPath(urn: string, tab?: string): string {
  return `/entity/${encodeURIComponent(urn)}${tab === undefined ? '' : `/${tab}`}`;
}
