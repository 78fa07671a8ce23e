/**
 * The lineage of an entity on its page: as a picture and as lists.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, status, upstreams, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uilineage');
const dataset = (label: string): string => urns.dataset(name(label));
const [far, raw, orders, mart] = [dataset('far'), dataset('raw'), dataset('orders'), dataset('mart')];
const job = urns.job(urns.flow(name('flow')), 'load');
const [one, two] = [dataset('one'), dataset('two')];
const lonely = dataset('lonely');

const node = (page: Page, urn: string) => page.locator(`.node-link[data-urn="${urn}"]`);
const shown = (page: Page) => page.locator('.node-link').count();

inBrowser('the lineage on the page of an entity', () => {
  before(async () => {
    const column = (path: string) => ({ upstreamType: 'FIELD_SET', downstreamType: 'FIELD', transformOperation: 'SUM', ...fieldsOf(path) });
    const fieldsOf = (path: string) => ({ upstreams: [urns.column(orders, path)], downstreams: [urns.column(mart, 'total')] });
    await writeAllSearchable([
      proposal(job, 'dataJobInfo', { name: 'Load the orders', type: { string: 'SQL' } }),
      proposal(raw, 'upstreamLineage', upstreams(far)),
      proposal(job, 'dataJobInputOutput', { inputDatasets: [raw], outputDatasets: [orders] }),
      proposal(mart, 'upstreamLineage', { ...upstreams(orders), fineGrainedLineages: [column('amount')] }),
      proposal(orders, 'schemaMetadata', schemaMetadata(['id'])),
      proposal(lonely, 'status', status(false)),
      proposal(one, 'upstreamLineage', upstreams(two)),
      proposal(two, 'upstreamLineage', upstreams(one)),
    ]);
  });

  it('draws jobs between datasets, upstream on the left; shows the chosen number of hops, the next one of a card by a button, and of all by the level; highlights the lineage of a column; as a list shows distance and path, and can be sorted by either; says so if there is none', async () => {
    const page = await visit(entityPath(orders, 'lineage'));
    // The graph database plans its statements at the first walk.
    for (const urn of [raw, job, orders, mart]) await node(page, urn).waitFor({ timeout: 45_000 });
    const left = async (urn: string): Promise<number> => (await node(page, urn).boundingBox())?.x ?? Number.NaN;
    await eventually(async () => expect(await left(raw)).to.be.lessThan(await left(job)));
    await eventually(async () => expect(await left(job)).to.be.lessThan(await left(orders)));
    await eventually(async () => expect(await left(orders)).to.be.lessThan(await left(mart)));
    await page.getByRole('link', { name: 'Load the orders Airflow · Data job' }).waitFor();
    await expectAccessible(page);
    await followAnew(page, `${entityPath(orders, 'lineage')}?up=1&down=1`);
    await node(page, job).waitFor();
    await eventually(async () => expect(await node(page, raw).count()).to.equal(0));
    await page.getByRole('button', { name: 'Show 1 more upstream of Load the orders' }).click();
    await node(page, raw).waitFor();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expectAccessible(page);
    await node(page, job).focus();
    await page.getByRole('button', { name: 'Hide the entities upstream of Load the orders' }).click();
    await node(page, raw).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'One hop more upstream' }).click();
    await node(page, raw).waitFor();
    await eventually(async () => expect(await node(page, far).count()).to.equal(0));
    await page.getByRole('button', { name: 'All hops upstream' }).click();
    await node(page, far).waitFor();
    await page.getByRole('button', { name: 'One hop less upstream' }).click();
    await node(page, far).waitFor({ state: 'detached' });
    await followAnew(page, `${entityPath(mart, 'lineage')}?column=total`);
    const panel = page.getByRole('region', { name: 'Lineage of the column total' });
    await panel.getByText('amount').waitFor();
    await page.locator('.node.is-lit', { has: node(page, orders) }).waitFor();
    await page.locator('.node.is-dim', { has: node(page, raw) }).waitFor();
    await eventually(async () => expect(await node(page, orders).textContent()).to.contain('amount'));
    await eventually(async () => {
      const line = await page.locator('.column-line').boundingBox();
      const [source, made] = [await page.getByTitle('amount').boundingBox(), await page.locator('.node').getByTitle('total').boundingBox()];
      expect(line?.x).to.be.closeTo((source?.x ?? 0) + (source?.width ?? 0), 16);
      expect((line?.x ?? 0) + (line?.width ?? 0)).to.be.closeTo(made?.x ?? 0, 16);
      expect(line?.y).to.be.within(source?.y ?? 0, (source?.y ?? 0) + (source?.height ?? 0));
    });
    await followAnew(page, entityPath(mart, 'lineage'));
    await page.getByRole('link', { name: 'Upstream list' }).click();
    await page.getByText('4 entities upstream: 1 at 1 hop, 1 at 2 hops').waitFor();
    const hops = (): Promise<string[]> => page.locator('tbody tr > td:nth-child(3)').allInnerTexts();
    await eventually(async () => expect(await hops()).to.deep.equal(['1', '2', '3', '4']));
    await page.getByRole('button', { name: 'Hops' }).click();
    await page.getByRole('columnheader', { name: 'Hops', exact: false }).and(page.locator('[aria-sort=descending]')).waitFor();
    await eventually(async () => expect(await hops()).to.deep.equal(['4', '3', '2', '1']));
    await page.getByRole('row', { name: /far/ }).getByRole('link', { name: 'Load the orders' }).waitFor();
    await expectAccessible(page);
    await followAnew(page, entityPath(lonely, 'lineage'));
    await page.getByText('No lineage yet').waitFor();
  });

  it('arrow keys move through it; + shows more, Enter opens [long]', async () => {
    const page = await visit(`${entityPath(orders, 'lineage')}?up=1&down=1`);
    await page.getByRole('button', { name: 'Show 1 more upstream of Load the orders' }).waitFor();
    await node(page, orders).focus();
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect(await page.evaluate('document.activeElement.dataset.urn')).to.equal(job));
    await page.keyboard.press('+');
    await node(page, raw).waitFor();
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect(await page.evaluate('document.activeElement.dataset.urn')).to.equal(raw));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => decodeURIComponent(url.pathname).includes(raw));
  });

  it('ends at a cycle [long]', async () => {
    const page = await visit(`${entityPath(one, 'lineage')}?up=all&down=all`);
    await node(page, two).waitFor();
    await eventually(async () => expect(await page.locator('.edge').count()).to.be.at.least(2));
    await eventually(async () => expect(await shown(page)).to.equal(2));
  });
});
