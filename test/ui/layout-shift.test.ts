/**
 * Nothing moves under the reader while a page loads: the sum of layout shifts of each page and tab, as Chromium measures it.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, stamp, tags, upstreams, urns } from '../support/make.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';

const word = ownNames('uishift')().replaceAll('_', '');
const table = urns.dataset(`${word}.mart.facts`);
const [user, tag, term, container] = [urns.user(word), urns.tag(word), urns.term(word), urns.container(word)];
const [domain, node, product] = [urns.of('domain', word), urns.of('glossaryNode', word), urns.of('dataProduct', word)];

/** Google calls 0.1 good. Half of it is what one eye hardly sees. */
const MOST = 0.05;
const TABS = ['schema', 'documentation', 'lineage', 'impact', 'quality', 'usage', 'relationships', 'activity', 'history', 'json'];
const PAGES = ['/', `/search?query=${word}`, '/browse', '/activity', '/activity/bulk', '/glossary', '/domains', '/products', '/tags', '/people'];

/** Adds up the shifts that no input caused, from the first paint on. */
const WATCH = `window.shifts = []; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.parentElement?.className ?? '')]);
  }
}).observe({ type: 'layout-shift', buffered: true })`;

async function shiftOf(page: Page, path: string): Promise<{ sum: number; shifts: unknown }> {
  await page.goto(new URL(path, page.url()).href);
  await page.waitForLoadState('networkidle');
  // What came last is drawn.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shifts = (await page.evaluate('shifts')) as [number, ...string[]][];
  return { sum: shifts.reduce((sum, [value]) => sum + value, 0), shifts };
}

inBrowser('the layout of a page while it loads', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(domain, 'domainProperties', { name: `${word} domain` }),
      proposal(tag, 'tagProperties', { name: `${word} tag with a long name` }),
      proposal(node, 'glossaryNodeInfo', { name: `${word} node`, definition: 'Words' }),
      proposal(term, 'glossaryTermInfo', { name: `${word} term with a long name`, definition: 'A word', termSource: 'INTERNAL', parentNode: node }),
      proposal(user, 'corpUserInfo', { active: true, displayName: `${word} person` }),
      proposal(container, 'containerProperties', { name: `${word} outer` }),
      proposal(table, 'datasetProperties', {
        name: `${word} facts`,
        description: '# What happened\n\n- one\n- two',
        customProperties: { engine: '7' },
      }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'amount'])),
      proposal(table, 'globalTags', tags(tag)),
      proposal(table, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: stamp(user) }),
      proposal(table, 'ownership', ownership(user)),
      proposal(table, 'domains', { domains: [domain] }),
      proposal(table, 'container', { container }),
      proposal(table, 'upstreamLineage', upstreams(urns.dataset(`${word}.raw.facts`))),
      proposal(table, 'datasetProfile', { timestampMillis: Date.now(), rowCount: 1234, columnCount: 2, sizeInBytes: 5_000_000 }),
      proposal(table, 'datasetUsageStatistics', { timestampMillis: Date.now(), totalSqlQueries: 12, uniqueUserCount: 3 }),
      proposal(product, 'dataProductProperties', { name: `${word} product`, assets: [{ destinationUrn: table }] }),
    ]);
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    it(`stays in place, ${width} pixels wide`, async () => {
      const page = await visit('/hooks', { width, height });
      await page.addInitScript(WATCH);
      for (const path of [...PAGES, ...TABS.map((tab) => entityPath(table, tab))]) {
        const { sum, shifts } = await shiftOf(page, path);
        expect(sum, `${path} ${JSON.stringify(shifts)}`).to.be.below(MOST);
      }
    }).timeout(240_000);
  }
});
