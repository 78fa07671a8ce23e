/**
 * What a row says of the data of its column, keys that lead to the table, and lineage by hand.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, upstreams, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { choose } from './support/ways.ts';

const word = ownNames('uibyhand')().replaceAll('_', '');
const [table, source, old] = ['table', 'source', 'old'].map((name) => urns.dataset(`${word}.${name}`)) as [string, string, string];

inBrowser('columns with their profile, and lineage by hand', () => {
  before(() =>
    writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} table` }),
      proposal(source, 'datasetProperties', { name: `${word} source` }),
      proposal(old, 'datasetProperties', { name: `${word} old` }),
      proposal(table, 'schemaMetadata', schemaMetadata(['amount', 'note'])),
      proposal(table, 'upstreamLineage', upstreams(old)),
      proposal(table, 'datasetProfile', {
        timestampMillis: 1_760_000_000_000,
        rowCount: 100,
        fieldProfiles: [{ fieldPath: 'amount', nullCount: 25, nullProportion: 0.25, uniqueCount: 1200, min: '1', max: '9000' }],
      }),
    ]),
  );

  it('a row has the share of empty values, distinct values, the least and the greatest', async () => {
    const page = await visit(entityPath(table, 'schema'));
    const row = page.getByRole('row').filter({ hasText: 'amount' });
    await row.getByText('25% empty · 1.2K distinct').waitFor();
    await row.getByText('1 to 9,000').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
  });

  it('a key leads to the table, and its last cell cannot be edited', async () => {
    const page = await visit(entityPath(table, 'schema'));
    await page.getByText('25% empty').waitFor();
    await page.keyboard.press('t');
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.equal('amount'));
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).to.include('25% empty');
    expect(await page.getByRole('textbox', { name: 'Description' }).count()).to.equal(0);
  });

  it('the tabs come before the sidebar for the Tab key, and beside it on the screen', async () => {
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

  it('an upstream dataset is added by hand with a reason, and another one removed', async () => {
    const page = await visit(entityPath(table, 'lineage'));
    await page.getByRole('button', { name: 'Edit upstream…' }).click();
    const dialog = page.getByRole('dialog', { name: 'What it is made from' });
    await dialog.getByLabel('Reason').fill('A script copies it');
    await choose(page, 'Add a dataset that it is made from', `${word} source`);
    await dialog.getByText('by hand').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Remove ${old}` }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: `${word} source` })
      .first()
      .waitFor();
    const stored = (await values(table)).upstreamLineage as { upstreams: Record<string, unknown>[] };
    expect(stored.upstreams).to.have.length(1);
    expect(stored.upstreams[0]).to.deep.include({ dataset: source, type: 'TRANSFORMED', properties: { source: 'UI', reason: 'A script copies it' } });
  });
});
