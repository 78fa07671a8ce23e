/**
 * Columns edited in the table of the schema, and links that lead to a column.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';

const name = ownNames('uicolumns');
const word = name().replaceAll('_', '');
const [pii, key] = [urns.tag(`${word}pii`), urns.tag(`${word}key`)];
const term = urns.term(`${word}customer`);
const property = urns.of('structuredProperty', `${word}.masking`);
const shown = urns.of('structuredProperty', `${word}.level`);
const EVENT = '[version=2.0].[type=struct].[type=struct].event.[type=string].kind';

async function made(paths: readonly string[] = ['id', 'name', 'city']): Promise<string> {
  const urn = urns.dataset(name('table'));
  await write(urn, 'schemaMetadata', schemaMetadata([...paths]));
  return urn;
}

interface Edited {
  readonly fieldPath: string;
  readonly description?: string;
  readonly globalTags?: unknown;
  readonly glossaryTerms?: { readonly terms: unknown };
}

async function edited(urn: string): Promise<readonly Edited[]> {
  return ((await values(urn)).editableSchemaMetadata?.editableSchemaFieldInfo ?? []) as Edited[];
}

const cell = (page: Page, row: string, at: number) => page.locator('.field-row', { hasText: row }).locator(`[data-cell="${at}"]`);
const editor = (page: Page) => page.locator('.edit-here');

/** The schema of a table, once the page knows what the reader may change: before, no cell opens. */
async function schemaOf(urn: string, options?: Parameters<typeof visit>[1]): Promise<Page> {
  const page = await visit(entityPath(urn, 'schema'), options);
  await page.locator('.is-editable').first().waitFor();
  return page;
}

async function focused(page: Page): Promise<unknown> {
  return page.evaluate('[document.activeElement.closest("tr")?.dataset.path, document.activeElement.dataset.cell].join(" ")');
}

inBrowser('columns on the page of a dataset', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(pii, 'tagProperties', { name: `${word} pii` }),
      proposal(key, 'tagProperties', { name: `${word} key` }),
      proposal(term, 'glossaryTermInfo', { name: `${word} customer`, definition: 'Who buys', termSource: 'INTERNAL' }),
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${word}.masking`,
        displayName: `${word} masking`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.schemaField')],
        allowedValues: [{ value: { string: 'hashed' } }, { value: { string: 'clear' } }],
      }),
      proposal(shown, 'propertyDefinition', {
        qualifiedName: `${word}.level`,
        displayName: `${word} level`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.schemaField')],
        allowedValues: [{ value: { string: 'red' } }, { value: { string: 'green' } }],
      }),
      proposal(shown, 'structuredPropertySettings', { showInColumnsTable: true }),
    ]);
  });

  it('descriptions are edited by keyboard alone: arrows to the cell, Enter, the text, and Enter, which goes on to the next column; tags and terms are added and removed, and those of the source and of other columns stay; structured properties of a column are set beside its other facts; one that is shown as a column of schema tables is edited in its cell; a link to a column opens the schema at the column, far down and folded too', async () => {
    const urn = await made();
    const page = await schemaOf(urn);
    await page.getByRole('button', { name: 'id', exact: true }).focus();
    for (const pressed of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(pressed);
    await eventually(async () => expect(await focused(page)).to.equal('name 2'));
    await page.keyboard.press('Enter');
    await editor(page).getByLabel('Description').waitFor();
    await expectAccessible(page);
    await page.keyboard.type('What the customer is called');
    await editor(page).getByText('From the source about name').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Description of city' }).waitFor();
    await cell(page, 'name', 2).getByText('What the customer is called').waitFor();
    await eventually(async () => expect(await page.evaluate('document.activeElement.id')).to.equal('column-description'));
    await page.keyboard.type('Where they live');
    await page.keyboard.press('Enter');
    // It is the last one.
    await editor(page).waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused(page)).to.equal('city 2'));
    expect(await edited(urn)).to.deep.equal([
      { fieldPath: 'name', description: 'What the customer is called' },
      { fieldPath: 'city', description: 'Where they live' },
    ]);
    // The description of the source comes back when nothing else is written.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await editor(page).getByLabel('Description').fill('');
    await page.keyboard.press('Control+Enter');
    await editor(page).waitFor({ state: 'detached' });
    await cell(page, 'name', 2).getByText('about name').waitFor();
    expect((await edited(urn))[0]?.description).to.equal(undefined);
    const other = urns.dataset(name('table'));
    const { fields, ...rest } = schemaMetadata(['id', 'name']) as { fields: object[] };
    await write(other, 'schemaMetadata', { ...rest, fields: fields.map((field) => ({ ...field, globalTags: tags(key) })) });
    await write(other, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'Kept' }] });
    await followAnew(page, entityPath(other, 'schema'));
    await page.locator('.is-editable').first().waitFor();
    await cell(page, 'name', 3).hover();
    await page.getByRole('button', { name: 'Edit the tags and terms of name' }).click();
    await editor(page).getByText('from the source').waitFor();
    await editor(page).getByRole('combobox', { name: 'Add a tag' }).fill(`${word} pi`);
    await editor(page)
      .getByRole('option', { name: `${word} pii Tag` })
      .click();
    await editor(page).getByRole('combobox', { name: 'Add a term' }).fill(`${word} cust`);
    await editor(page)
      .getByRole('option', { name: `${word} customer Glossary term` })
      .click();
    await editor(page)
      .getByRole('button', { name: `Remove ${word} customer` })
      .waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await editor(page).getByRole('button', { name: 'Save' }).click();
    await editor(page).waitFor({ state: 'detached' });
    await cell(page, 'name', 3).getByText(`${word} pii`).waitFor();
    const [id, second] = await edited(other);
    expect(id).to.deep.equal({ fieldPath: 'id', description: 'Kept' });
    expect(second).to.deep.include({ fieldPath: 'name', globalTags: tags(pii) });
    expect(second?.glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
    await page.keyboard.press('Enter');
    await editor(page)
      .getByRole('button', { name: `Remove ${word} pii` })
      .click();
    await editor(page).getByRole('button', { name: 'Save' }).click();
    await cell(page, 'name', 3).getByText(`${word} pii`).waitFor({ state: 'detached' });
    expect((await edited(other))[1]).to.not.have.property('globalTags');
    const third = await made();
    await page.emulateMedia({ colorScheme: 'light' });
    await followAnew(page, `${entityPath(third, 'schema')}?field=name`);
    const details = page.getByRole('complementary', { name: 'Field name' });
    await details.getByRole('button', { name: 'Add properties of the column' }).click();
    await page.getByLabel(`${word} masking`).selectOption({ label: 'hashed' });
    await page.getByRole('button', { name: 'Save' }).click();
    await details.getByText('hashed').waitFor();
    await expectAccessible(page);
    const { properties } = (await values(urns.column(third, 'name'))).structuredProperties as {
      properties: { propertyUrn: string; values: unknown }[];
    };
    expect(properties.map((each) => [each.propertyUrn, each.values])).to.deep.equal([[property, [{ string: 'hashed' }]]]);
    const shownIn = await made();
    await write(urns.column(shownIn, 'city'), 'structuredProperties', { properties: [{ propertyUrn: shown, values: [{ string: 'green' }] }] });
    await followAnew(page, entityPath(shownIn, 'schema'));
    await page.locator('.is-editable').first().waitFor();
    await page.getByRole('columnheader', { name: `${word} level` }).waitFor();
    const at = 4 + (await page.getByRole('columnheader').allTextContents()).slice(4).indexOf(`${word} level`);
    await cell(page, 'city', at).getByText('green').waitFor();
    await page.getByRole('button', { name: 'name', exact: true }).focus();
    for (let step = 0; step < at; step++) await page.keyboard.press('ArrowRight');
    await eventually(async () => expect(await focused(page)).to.equal(`name ${at}`));
    await page.keyboard.press('Enter');
    await editor(page).getByLabel(`${word} level`).selectOption({ label: 'red' });
    await expectAccessible(page);
    await editor(page).getByRole('button', { name: 'Save' }).click();
    await cell(page, 'name', at).getByText('red').waitFor();
    expect((await values(urns.column(shownIn, 'name'))).structuredProperties?.properties).to.have.nested.property('[0].values[0].string', 'red');
    const paths = Array.from({ length: 300 }, (_, at) => `column_${at}`);
    const long = urns.dataset(name('table'));
    const inner = urns.column(long, 'deep.inner');
    await write(long, 'schemaMetadata', {
      ...schemaMetadata([...paths, 'deep', 'deep.inner']),
      foreignKeys: [{ name: 'fk', foreignDataset: long, foreignFields: [inner], sourceFields: [urns.column(long, 'column_0')] }],
    });
    await followAnew(page, entityPath(inner));
    const row = page.locator('.field-row.is-selected', { hasText: 'inner' });
    await row.waitFor();
    await page.getByRole('complementary', { name: 'Field deep.inner' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(entityPath(long, 'schema'));
    expect(new URL(page.url()).searchParams.get('field')).to.equal('deep.inner');
    // Within the same page, too.
    await follow(page, `${entityPath(long, 'schema')}?field=column_0`);
    // What still loads above the table would move it after the click.
    await page.waitForLoadState('networkidle');
    await page.getByRole('complementary', { name: 'Field column_0' }).getByRole('link', { name: 'deep.inner' }).click();
    await row.waitFor();
    await eventually(async () => expect(await row.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight)).to.equal(true));
  });

  it('Escape leaves a cell: at once if nothing was typed, else after a question [long]', async () => {
    const urn = await made();
    const page = await schemaOf(urn);
    await cell(page, 'city', 2).dblclick();
    await editor(page).getByLabel('Description').waitFor();
    await page.keyboard.press('Escape');
    await editor(page).waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused(page)).to.equal('city 2'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('Half a');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await editor(page).getByLabel('Description').inputValue()).to.equal('Half a'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await editor(page).waitFor({ state: 'detached' });
    expect(await edited(urn)).to.deep.equal([]);
  });

  it('two people edit two columns at once without a question; of the same column both texts are shown [long]', async () => {
    const urn = await made();
    const page = await schemaOf(urn, { expected: /412/ });
    await cell(page, 'city', 2).dblclick();
    await editor(page).getByLabel('Description').fill('Mine');
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'Theirs, of another column' }] });
    await page.keyboard.press('Enter');
    await editor(page).waitFor({ state: 'detached' });
    expect(await edited(urn)).to.deep.equal([
      { fieldPath: 'id', description: 'Theirs, of another column' },
      { fieldPath: 'city', description: 'Mine' },
    ]);
    await cell(page, 'city', 2).getByText('Mine').waitFor();
    await cell(page, 'city', 2).dblclick();
    await editor(page).getByLabel('Description').fill('Mine again');
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'city', description: 'Theirs' }] });
    await page.keyboard.press('Enter');
    await page.locator('.conflict-theirs').getByText('Theirs').waitFor();
    await editor(page).getByRole('button', { name: 'Keep theirs' }).click();
    await cell(page, 'city', 2).getByText('Theirs').waitFor();
  });

  it('columns are edited on a phone, where the table has no room for cells [long]', async () => {
    const urn = await made();
    const page = await visit(`${entityPath(urn, 'schema')}?field=city`, { width: 390, height: 780 });
    const details = page.getByRole('complementary', { name: 'Field city' });
    await details.getByRole('button', { name: 'Edit description of the column' }).click();
    await page.getByRole('dialog').getByLabel('Description').fill('Where the customer lives');
    await page.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Where the customer lives').waitFor();
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    expect(await edited(urn)).to.deep.equal([{ fieldPath: 'city', description: 'Where the customer lives' }]);
  });

  it('a path with slashes, commas and types can be edited like any other [long]', async () => {
    const urn = await made(['a/b~c,(d)', EVENT]);
    const page = await schemaOf(urn);
    for (const row of ['a/b~c,(d)', 'kind']) {
      await cell(page, row, 2).last().dblclick();
      await editor(page).getByLabel('Description').fill(`About ${row}`);
      await page.keyboard.press('Control+Enter');
      await editor(page).waitFor({ state: 'detached' });
      await cell(page, row, 2).getByText(`About ${row}`, { exact: true }).waitFor();
    }
    expect(await edited(urn)).to.deep.equal([
      { fieldPath: 'a/b~c,(d)', description: 'About a/b~c,(d)' },
      { fieldPath: EVENT, description: 'About kind' },
    ]);
  });

  it('columns in relationships lead to the schema; one that is gone is said to be [long]', async () => {
    const [urn, other] = [await made(), await made()];
    await write(other, 'schemaMetadata', {
      ...schemaMetadata(['customer']),
      foreignKeys: [{ name: 'fk', foreignDataset: urn, foreignFields: [urns.column(urn, 'id')], sourceFields: [urns.column(other, 'customer')] }],
    });
    const page = await visit(entityPath(other, 'relationships'));
    await page.getByRole('listitem').getByRole('link', { name: /\.id$/ }).click();
    await page.getByRole('complementary', { name: 'Field id' }).waitFor();
    await page.goto(page.url().replace('field=id', 'field=gone'));
    await page.getByText('The schema has no column gone any more.').waitFor();
  });
});
