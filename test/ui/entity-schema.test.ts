/**
 * The schema of a dataset on its page.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uischema');
const table = urns.dataset(name('orders'));
const customers = urns.dataset(name('customers'));
const wide = urns.dataset(name('wide'));
const pii = urns.tag(name('pii'));
const PATHS = ['id', 'customer_id', 'shipping', 'shipping.city', 'shipping.country', 'shipping.country.code'];
const EVENT = '[version=2.0].[type=struct].[type=struct].event';

inBrowser('the schema on the page of a dataset', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(table, 'schemaMetadata', {
        ...schemaMetadata([...PATHS, EVENT, `${EVENT}.[type=string].kind`]),
        primaryKeys: ['id'],
        foreignKeys: [
          {
            name: 'fk',
            foreignDataset: customers,
            foreignFields: [urns.column(customers, 'number')],
            sourceFields: [urns.column(table, 'customer_id')],
          },
        ],
      }),
      proposal(table, 'editableSchemaMetadata', {
        editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'Counts the orders', globalTags: { tags: [{ tag: pii }] } }],
      }),
      proposal(wide, 'schemaMetadata', schemaMetadata(Array.from({ length: 3000 }, (_, index) => `column_${index}`))),
    ]);
  });

  it('shows keys, types and tags; descriptions by people win over those from the platform; folds nested fields, in both versions of paths; can be searched by names, descriptions, types and tags, and the URL contains the search; draws only the visible rows of thousands of fields, and can reach the last one', async () => {
    const page = await visit(entityPath(table, 'schema'));
    const row = page.getByRole('row', { name: /^id/ });
    await eventually(async () => expect(await row.textContent()).to.match(/PK[\s\S]*String[\s\S]*Counts the orders/));
    await page
      .getByRole('row', { name: /^customer_id/ })
      .getByTitle('Foreign key')
      .waitFor();
    await page.getByText('1 foreign key').waitFor();
    await page.getByRole('button', { name: 'id', exact: true }).click();
    const details = page.getByRole('complementary', { name: 'Field id' });
    await details.getByText('From the source about id').waitFor();
    expect(new URL(page.url()).searchParams.get('field')).to.equal('id');
    await expectAccessible(page);
    await followAnew(page, entityPath(table, 'schema'));
    await page.getByRole('row', { name: /^kind/ }).waitFor();
    await eventually(async () => expect(await page.getByRole('row', { name: /^code/ }).getAttribute('aria-level')).to.equal('3'));
    await page.getByRole('button', { name: 'Collapse shipping' }).click();
    await page.getByRole('row', { name: /^city/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('row', { name: /^city/ }).waitFor();
    await followAnew(page, entityPath(table, 'schema'));
    await page.getByRole('searchbox', { name: 'Search in fields' }).fill('country');
    await page.getByRole('row', { name: /^customer_id/ }).waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.locator('.field-open').allInnerTexts()).to.deep.equal(['shipping', 'country', 'code']));
    await page.reload();
    await page.locator('mark').first().waitFor();
    await page.getByRole('searchbox', { name: 'Search in fields' }).fill('nothing has this');
    await page.getByText('No field matches').waitFor();
    await followAnew(page, entityPath(wide, 'schema'));
    await page.getByText('3,000 fields').waitFor();
    await eventually(async () => expect(await page.locator('.field-row').count()).to.be.lessThan(100));
    await page.getByRole('button', { name: 'column_0', exact: true }).focus();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'column_2999', exact: true }).waitFor();
    await eventually(async () => expect(await page.locator('.field-row').count()).to.be.lessThan(100));
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.equal('column_2999'));
  });

  for (const width of [390, 320])
    it(`shows descriptions below the names on a phone of ${width} px, where there are any [long]`, async () => {
      const page = await visit(entityPath(table, 'schema'), { width, height: 800 });
      const text = page.getByRole('row', { name: /^id/ }).getByText('Counts the orders');
      await text.waitFor();
      const { x = 0, width: wide = 0 } = (await text.boundingBox()) ?? {};
      expect(x >= 0 && x + wide <= width && wide > width / 2).to.equal(true);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'id', exact: true }).focus();
      for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
      await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.include('Counts the orders'));
    });

  it('can be used by keyboard [long]', async () => {
    const page = await visit(entityPath(table, 'schema'));
    await page.getByRole('button', { name: 'id', exact: true }).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    await page.locator('tr[aria-expanded=false]', { hasText: 'shipping' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).to.equal('city'));
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Field shipping.city' }).waitFor();
  });
});
