/**
 * Usage and profile, history, relationships and JSON on the page of an entity; accessibility of each tab in both schemes, and on a phone.
 */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, upstreams, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';

const name = ownNames('uitabs');
const table = urns.dataset(name('table'));
const [ann, bob] = [urns.user(name('ann')), urns.user(name('bob'))];
const tag = urns.tag(name('tag'));
const tagged = Array.from({ length: 60 }, () => urns.dataset(name('tagged')));
const DAY = 86_400_000;
const LAST = Date.UTC(2026, 9, 31);

interface Place {
  readonly tab: string;
  readonly query?: string;
  ready(page: Page): Promise<unknown>;
}

const relatedIn = (page: Page): Locator => page.getByRole('list', { name: 'Related entities' }).getByRole('listitem');

const PLACES: readonly Place[] = [
  { tab: 'schema', query: '?field=id', ready: (page) => page.getByRole('complementary', { name: 'Field id' }).waitFor() },
  // The graph database plans its statements at the first walk.
  { tab: 'lineage', ready: (page) => page.locator('.node-link').nth(1).waitFor({ timeout: 45_000 }) },
  { tab: 'lineage', query: '?view=upstream', ready: (page) => page.getByText('1 entity upstream').waitFor() },
  { tab: 'usage', ready: (page) => page.getByRole('heading', { name: 'Row count' }).waitFor() },
  { tab: 'relationships', ready: (page) => relatedIn(page).first().waitFor() },
  { tab: 'history', query: '?aspect=ownership', ready: (page) => page.getByText('From version 2 to version 3').waitFor() },
  { tab: 'history', query: '?aspect=ownership&show=beside', ready: (page) => page.getByRole('columnheader', { name: 'Before' }).waitFor() },
  { tab: 'json', ready: (page) => page.getByRole('article', { name: 'ownership' }).waitFor() },
];

inBrowser('the tabs on the page of an entity', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'amount'])),
      proposal(table, 'ownership', ownership(ann)),
      proposal(table, 'upstreamLineage', upstreams(urns.dataset(name('up')))),
      proposal(table, 'globalTags', tags(tag)),
      proposal(tag, 'tagProperties', { name: 'A tag of many' }),
    ]);
    await writeAllSearchable([proposal(table, 'ownership', ownership(ann, bob))]);
    await writeAllSearchable([
      proposal(table, 'ownership', ownership(bob)),
      ...tagged.map((urn) => proposal(urn, 'globalTags', tags(tag))),
      ...Array.from({ length: 40 }, (_, day) =>
        proposal(table, 'datasetProfile', {
          timestampMillis: LAST - day * DAY,
          rowCount: 1000 - day,
          fieldProfiles: [
            { fieldPath: 'amount', nullCount: 7, min: '1', max: '12500.5', histogram: { boundaries: ['0', '5', '9'], heights: [2, 3] } },
          ],
        }),
      ),
      proposal(table, 'datasetUsageStatistics', {
        timestampMillis: LAST,
        eventGranularity: { unit: 'DAY', multiple: 1 },
        totalSqlQueries: 21,
        userCounts: [{ user: ann, count: 21 }],
      }),
      proposal(table, 'operation', { timestampMillis: LAST, lastUpdatedTimestamp: LAST, operationType: 'INSERT', numAffectedRows: 77 }),
    ]);
  });

  it('are there at their addresses, and fit on a phone [long]', async () => {
    const page = await visit('/settings');
    for (const { tab, query = '', ready } of PLACES) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(new URL(entityPath(table, tab) + query, page.url()).href);
      await ready(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth'), tab + query).to.be.at.most(360));
    }
  });

  for (const { tab, query = '', ready } of PLACES) {
    it(`${tab}${query} passes the checks of axe, light and dark [long]`, async () => {
      const page = await visit(entityPath(table, tab) + query);
      await ready(page);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
    });
  }

  describe('usage and profile', () => {
    it('are charts whose points can be read by keyboard, and tables; show measures of columns, who uses the entity, and what happened; the history shows who wrote which version, and the difference between any two; JSON shows what the server stores, with metadata, and can be folded', async () => {
      const page = await visit(entityPath(table, 'usage'));
      const chart = page.getByRole('slider', { name: 'Row count' });
      await eventually(async () => expect(await chart.getAttribute('aria-valuetext')).to.equal('31 Oct 2026: 1,000'));
      await chart.focus();
      await page.keyboard.press('ArrowLeft');
      await eventually(async () => expect(await chart.getAttribute('aria-valuetext')).to.equal('30 Oct 2026: 999'));
      await page.getByText('As a table: Row count').click();
      const rows = page.getByRole('region', { name: 'Row count, table' }).locator('tbody tr');
      await rows.first().waitFor();
      await eventually(async () => expect(await rows.count()).to.equal(30));
      await page.getByRole('button', { name: 'all', exact: true }).click();
      await page.locator('[aria-label^="Row count, point"][aria-valuemax="40"]').waitFor();
      await eventually(async () => expect(await page.getByRole('row', { name: /^amount/ }).textContent()).to.match(/7[\s\S]*12,500\.5/));
      await page.getByRole('img', { name: '0 to 5: 2; 5 to 9: 3' }).waitFor();
      await eventually(async () => expect(await page.getByRole('region', { name: 'Who uses it' }).textContent()).to.match(/ann\S*21 uses/));
      await page
        .getByRole('row', { name: /INSERT/ })
        .getByText('77')
        .waitFor();
      await followAnew(page, `${entityPath(table, 'history')}?aspect=ownership`);
      await page.getByRole('heading', { name: 'From version 2 to version 3' }).waitFor();
      const changes = page.locator('.change');
      await eventually(async () => expect((await changes.allInnerTexts()).join('\n')).to.match(new RegExp(`Removed owners › ${ann}`)));
      await page.getByRole('radio', { name: 'Compare from version 1' }).check();
      await page.getByRole('heading', { name: 'From version 1 to version 3' }).waitFor();
      await eventually(async () => expect((await changes.allInnerTexts()).join('\n')).to.match(new RegExp(`Added owners › ${bob}`)));
      await page.goto(page.url());
      await page.getByRole('heading', { name: 'From version 1 to version 3' }).waitFor();
      await page.getByRole('button', { name: 'Side by side' }).click();
      await page.locator('td.is-added', { hasText: bob }).first().waitFor();
      await followAnew(page, `${entityPath(table, 'json')}?aspect=ownership`);
      const article = page.getByRole('article', { name: 'ownership' });
      await article.getByText('lastObserved').waitFor();
      await eventually(async () => expect(await page.locator('.json-page article').count()).to.equal(1));
      await page.getByRole('button', { name: 'Collapse all', exact: true }).click();
      await article.getByText('lastObserved').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Expand all' }).click();
      await article.getByRole('link', { name: bob }).first().waitFor();
    });
  });

  describe('history', () => {
    it('shows one version if both ends are the same [long]', async () => {
      const page = await visit(`${entityPath(table, 'history')}?aspect=ownership&from=1&to=1`);
      await page.getByRole('region', { name: 'Version 1' }).getByText('owners').first().waitFor();
    });
  });

  it('relationships are shown in both directions, by type, page by page; the tabs of people and words do not include lineage and usage', async () => {
    const page = await visit(entityPath(tag, 'relationships'));
    await page.getByRole('button', { name: 'Referenced by (61)' }).click();
    await page.getByText('1 to 50 of 61').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('51 to 61 of 61').waitFor();
    await eventually(async () => expect(await relatedIn(page).count()).to.equal(11));
    await follow(page, `${entityPath(tag, 'relationships')}?direction=incoming&type=TaggedWith`);
    await page.getByText('1 to 50 of 61').waitFor();
    expect(await relatedIn(page).count()).to.equal(50);
    expect(await relatedIn(page).filter({ hasText: 'Tagged with' }).count()).to.equal(50);
    await followAnew(page, entityPath(tag));
    await page.locator('nav.tabs').waitFor();
    const titles = await page.locator('nav.tabs a').allInnerTexts();
    expect(titles).to.include('Relationships').and.not.include('Lineage').and.not.include('Usage and profile');
  });
});
