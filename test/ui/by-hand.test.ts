/**
 * What a row says of the data of its column, keys that lead to the table, and lineage by hand.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, stamp, upstreams, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { choose, countFrom, expectClicks, MOUSE } from './support/ways.ts';

const word = ownNames('uibyhand')().replaceAll('_', '');
const chart = urns.chart(`${word}_chart`);
const [table, source, old] = ['table', 'source', 'old'].map((name) => urns.dataset(`${word}.${name}`)) as [string, string, string];

inBrowser('columns with their profile, and lineage by hand', () => {
  before(() =>
    writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} table` }),
      proposal(source, 'datasetProperties', { name: `${word} source` }),
      proposal(old, 'datasetProperties', { name: `${word} old` }),
      proposal(table, 'schemaMetadata', schemaMetadata(['amount', 'note'])),
      proposal(table, 'upstreamLineage', {
        ...upstreams(old),
        fineGrainedLineages: [
          { upstreamType: 'FIELD_SET', upstreams: [urns.column(old, 'a')], downstreamType: 'FIELD', downstreams: [urns.column(table, 'amount')] },
        ],
      }),
      proposal(chart, 'chartInfo', { title: `${word} chart`, description: '', lastModified: { created: stamp(), lastModified: stamp() } }),
      proposal(table, 'datasetProfile', {
        timestampMillis: 1_760_000_000_000,
        rowCount: 100,
        fieldProfiles: [
          {
            ...{ fieldPath: 'amount', nullCount: 25, nullProportion: 0.25, uniqueCount: 1200, min: '1', max: '9000' },
            histogram: { boundaries: ['1', '3000', '6000', '9000'], heights: [60, 10, 5] },
          },
        ],
      }),
    ]),
  );

  it('a row has the share of empty values, distinct values, the least and the greatest, and how they are spread; edges are added in both directions with a reason, others removed, and by-hand ones are marked', async () => {
    const page = await visit(entityPath(table, 'schema'));
    const row = page.getByRole('row').filter({ hasText: 'amount' });
    await row.getByText('25% empty · 1.2K distinct').waitFor();
    await row.getByText('1 to 9,000').waitFor();
    await row.getByRole('img', { name: '1 to 3000: 60; 3000 to 6000: 10; 6000 to 9000: 5' }).waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Edit the tags and terms of amount' }).click();
    await page.getByRole('dialog', { name: 'Tags and terms of amount' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await followAnew(page, entityPath(table, 'lineage'));
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'Edit lineage…' }));
    const dialog = page.getByRole('dialog', { name: 'Edit lineage' });
    const from = dialog.getByRole('region', { name: 'Made from', exact: true });
    await from.getByLabel('Reason').fill('A script copies it');
    await choose(page, 'Add what it is made from', `${word} source`);
    await from.getByText('by hand').waitFor();
    await expectAccessible(page);
    await MOUSE.press(from.getByRole('button', { name: `Remove ${word} old` }));
    const into = dialog.getByRole('region', { name: 'What is made from it' });
    await into.getByLabel('Reason').fill('Seen in its settings');
    await choose(page, 'Add what is made from it', `${word} chart`);
    await MOUSE.press(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
    await expectClicks(page, MOUSE, 3);
    await page
      .getByRole('link', { name: `${word} chart` })
      .first()
      .waitFor();
    const stored = (await values(table)).upstreamLineage as { upstreams: Record<string, unknown>[]; fineGrainedLineages?: unknown[] };
    expect(stored.upstreams).to.have.length(1);
    expect(stored.upstreams[0]).to.deep.include({ dataset: source, type: 'TRANSFORMED', properties: { source: 'UI', reason: 'A script copies it' } });
    // Column lineage through what is no longer upstream is gone, too.
    expect(stored.fineGrainedLineages ?? []).to.deep.equal([]);
    const { inputEdges } = (await values(chart)).chartInfo as { inputEdges: Record<string, unknown>[] };
    expect(inputEdges[0]).to.deep.include({ destinationUrn: table, properties: { source: 'UI', reason: 'Seen in its settings' } });

    await follow(page, entityPath(chart, 'lineage'));
    await page.getByRole('heading', { level: 1, name: `${word} chart` }).waitFor();
    await MOUSE.press(page.getByRole('button', { name: 'Edit lineage…' }));
    await from.getByText('Seen in its settings').waitFor();
    await MOUSE.press(from.getByRole('button', { name: `Remove ${word} table` }));
    await MOUSE.press(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
    expect(((await values(chart)).chartInfo as { inputEdges?: unknown[] }).inputEdges ?? []).to.deep.equal([]);
  });

  it('a key leads to the table, and its last cell cannot be edited [long]', async () => {
    const page = await visit(entityPath(table, 'schema'));
    await page.getByText('25% empty').waitFor();
    await page.keyboard.press('t');
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.equal('amount'));
    // Properties of other tests may have cells, three at most.
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.include('25% empty'));
    expect(await page.getByRole('textbox', { name: 'Description' }).count()).to.equal(0);
  });

  it('the tabs come before the sidebar for the Tab key, and beside it on the screen [long]', async () => {
    const page = await visit(entityPath(table, 'schema'));
    const [edit, tab] = [page.getByRole('button', { name: 'Add owners' }), page.getByRole('link', { name: 'Schema' })];
    await edit.waitFor();
    await tab.focus();
    const reached = edit.and(page.locator(':focus'));
    for (let tabs = 0; tabs < 60 && (await reached.count()) === 0; tabs++) await page.keyboard.press('Tab');
    expect(await reached.count()).to.equal(1);
    const [left, right] = [await edit.boundingBox(), await tab.boundingBox()];
    expect((left?.x ?? 0) < (right?.x ?? 0)).to.equal(true);
  });
});
