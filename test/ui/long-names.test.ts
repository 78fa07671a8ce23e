/**
 * Names as warehouses have them: long, deep, and thousands in one table. Nothing is cut without a way to read it, and no page scrolls sideways.
 */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';

const word = ownNames('uilong')().replaceAll('_', '');
const PROJECT = 'public-project-of-the-whole-company';
const SCHEMA = `${word}_synthetic_records_of_all_years`;
const NAME = 'observation_period_of_everybody_merged_and_filtered';
const full = `${PROJECT}.${SCHEMA}.${NAME}`;
const table = urns.dataset(full, 'bigquery');
const deep = `${word}Response.identifierOfTheAssigner.codingOfTheOrganisation.displayedNameOfIt`;
const type = `STRUCT<${Array.from({ length: 60 }, (_, at) => `part${at} STRING`).join(', ')}>`;

const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

async function expectNoSideways(page: Page): Promise<void> {
  await eventually(async () => expect(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))).to.be.at.most(0));
}

inBrowser('long names', () => {
  before(async () => {
    const { fields, ...schema } = schemaMetadata([deep, `${word}Record`, ...Array.from({ length: 300 }, (_, at) => `column_${at}`)]) as {
      fields: Record<string, unknown>[];
    };
    const typed = fields.map((field) => (field.fieldPath === `${word}Record` ? { ...field, nativeDataType: type } : field));
    await writeAllSearchable([
      proposal(table, 'datasetProperties', { name: NAME, qualifiedName: full }),
      proposal(table, 'browsePathsV2', { path: [{ id: PROJECT }, { id: SCHEMA }] }),
      proposal(table, 'schemaMetadata', { ...schema, fields: typed }),
    ]);
  });

  it('make no page of a phone scroll sideways, and leave its menu and the × of a dialog in the window; scroll under the head of their columns, and those of types do not push the rest of the details away', async () => {
    const page = await visit('/settings', { width: 390, height: 844 });
    for (const [path, ready] of [
      ['/activity', '.feed-row'],
      [`/search?query=${word}Response`, '.matches'],
      [entityPath(table, 'activity'), '.feed-row'],
      [entityPath(table, 'schema'), '.field-row'],
    ] as const) {
      await follow(page, path);
      await page.locator(ready).first().waitFor();
      await expectNoSideways(page);
    }
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Who can see and change this…' }).waitFor();
    await expectNoSideways(page);
    await page.getByRole('button', { name: 'Who can see and change this…' }).click();
    const dialog = page.getByRole('dialog', { name: `Who can see and change ${NAME}` });
    const close = await box(dialog.getByRole('button', { name: 'Close' }).first());
    expect(close.x + close.width).to.be.within(1, 390);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await followAnew(page, entityPath(table, 'schema'));
    await page.locator('.field-row').first().waitFor();
    await page.evaluate('scrollTo(0, 4000)');
    await eventually(async () => expect((await box(page.getByRole('columnheader', { name: 'Description' }))).y).to.be.within(40, 80));
    await follow(page, `${entityPath(table, 'schema')}?field=${word}Record`);
    const details = page.getByRole('complementary', { name: `Field ${word}Record` });
    await details.getByRole('region', { name: 'Type at the source' }).waitFor();
    await eventually(async () => expect((await box(details.getByRole('region', { name: 'Type at the source' }))).height).to.be.below(160));
  });

  for (const [width, mark] of [
    [390, ''],
    [1440, ' [long]'],
  ] as const) {
    it(`are suggested by their last part, beside their path, ${width} wide${mark}`, async () => {
      const page = await visit('/', { width });
      await page.getByRole('combobox', { name: 'Search the catalog' }).fill(word);
      const option = page.getByRole('option').filter({ hasText: NAME }).first();
      await option.waitFor();
      await eventually(async () => expect(await option.locator('.suggestion-text').textContent()).to.equal(NAME));
      await eventually(async () => expect(await option.locator('.suggestion-note').textContent()).to.include(`${PROJECT} / ${SCHEMA}`));
      await eventually(async () => expect((await box(option.locator('.suggestion-text'))).width).to.be.above(250));
    });
  }

  it('leave the title of a search and its tools in their two lines [long]', async () => {
    const page = await visit(`/search?query=${word}Response`, { width: 1440 });
    await page.locator('.result').first().waitFor();
    const middle = async (locator: Locator): Promise<number> => {
      const { y, height } = await box(locator);
      return y + height / 2;
    };
    await eventually(async () => {
      const tools = await middle(page.getByRole('button', { name: 'Export CSV' }));
      expect(await middle(page.getByRole('heading', { level: 1 }))).to.be.below(tools - 12);
      for (const tool of [page.getByRole('button', { name: 'Save view' }), page.getByLabel('Select this page'), page.getByLabel('Sort')])
        expect(await middle(tool)).to.be.closeTo(tools, 4);
    });
  });
});
