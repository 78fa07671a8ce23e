/**
 * Every page of the demo catalog, as its own navigation leads there: axe-core on a wide and on a narrow screen, in every theme, and nothing
 * scrolls sideways.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { urns } from '../support/make.ts';
import { endAll, startCairn } from '../support/process.ts';
import { expectAccessible } from '../ui/support/accessible.ts';
import { entityPath, inBrowser, visit } from '../ui/support/browser.ts';

const FACTS = urns.dataset('hazel.mart.fct_orders', 'snowflake');
/** Where nothing else leads. */
const STARTS = [
  ...['/', '/search?query=orders', '/search?query=orders&layout=table', '/search?query=zzzqqq', '/inbox', '/views', '/settings', '/access'],
  ...['/signin', '/signup?invite_token=x', '/reset?reset_token=x', '/mails?token=x', '/allow', '/activity/bulk', '/no/such/page'],
  ...['/entity/nothing', entityPath(urns.dataset('not.there')), `${entityPath(FACTS, 'lineage')}?up=all&column=net_amount`],
];
const LINKS = `[...document.querySelectorAll('nav a[href], nav .menu-items a[href]')].map(({ href }) => href)`;
/** A library draws these; their own tests name the rules that they keep (documentation.test.ts). */
const DRAWN = /\/(docs|graphiql|openapi\.json)\b/;
const PATIENCE_MS = 20 * 60_000;

inBrowser('every page of the demo', () => {
  let url = '';
  const places = new Set(STARTS);

  before(async function () {
    this.timeout(PATIENCE_MS);
    ({ url } = await startCairn({}, ['--demo']));
    for (const urn of await oneOfEach()) places.add(entityPath(urn));
  });
  after(endAll);

  /** The URN of an entity of each type that the demo has. */
  async function oneOfEach(): Promise<string[]> {
    const read = async <Body>(path: string): Promise<Body> => (await fetch(url + path)).json() as Promise<Body>;
    const { elements } = await read<{ elements: { name: string }[] }>('/openapi/v1/registry/models/entity/specifications?count=200');
    const found = await Promise.all(
      elements.map(({ name }) => read<{ entities?: { urn: string }[] }>(`/openapi/v3/entity/${name}?count=1`).catch(() => undefined)),
    );
    return found.flatMap((page) => page?.entities?.[0]?.urn ?? []);
  }

  /** Tabs that pages of other entities have, too, are looked at once. */
  function isNew(path: string, tabs: Set<string>): boolean {
    const [, first, , tab] = path.split('/');
    if (first !== 'entity') return !places.has(path);
    if (tab === undefined || tabs.has(tab)) return false;
    tabs.add(tab);
    return true;
  }

  async function look(page: Page, path: string): Promise<void> {
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} at ${width}`).to.be.at.most(width));
      await expectAccessible(page);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      await expectAccessible(page, { more: true });
    }
  }

  it('keeps the rules of axe at 1440 and 320 px, in light, dark and high contrast, and does not scroll sideways', async function () {
    this.timeout(PATIENCE_MS);
    const tabs = new Set<string>();
    const failed: string[] = [];
    // A set hands out what is added while one walks through it.
    for (const path of places) {
      const page = await visit(path, { at: url, width: 1440, expected: /40\d|405/ });
      await page.waitForLoadState('networkidle');
      for (const href of (await page.evaluate(LINKS)) as string[]) {
        const { origin, pathname } = new URL(href);
        if (origin === url && !DRAWN.test(pathname) && isNew(pathname, tabs)) places.add(pathname);
      }
      await look(page, path).catch((error: Error & { actual?: unknown }) => failed.push(`${error.message}\n${error.actual}`));
      await page.close();
    }
    expect(failed.join('\n')).to.equal('');
    // It did walk.
    expect(places.size).to.be.above(70);
  });
});
