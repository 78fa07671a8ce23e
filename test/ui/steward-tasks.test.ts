/**
 * What a steward does to one asset, in few clicks and by keyboard alone. The budgets are the clicks that it takes. In the browser tests of
 * DataHub and OpenMetadata, as of November 2026, an owner is four clicks, a tag or a term three (add, choose, save), a documentation three, and a
 * deprecation three (menu, deprecate, save; DataHub only).
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { inBrowser } from './support/browser.ts';
import { choose, countedEntity, countFrom, expectClicks, WAYS, type Way } from './support/ways.ts';

const name = ownNames('uitasks');
const word = name().replaceAll('_', '');
const [tag, term, ann, instead] = [urns.tag(`${word}t`), urns.term(`${word}g`), urns.user(`${word}u`), urns.dataset(`${word}.instead`)];

async function made(): Promise<string> {
  const urn = urns.dataset(name('table'));
  await write(urn, 'datasetProperties', { name: 'a table' });
  await write(urn, 'schemaMetadata', schemaMetadata(['id', 'name']));
  return urn;
}

async function set(page: Page, way: Way, what: string, label: string, text: string): Promise<void> {
  await way.press(page.getByRole('button', { name: `Add ${what}`, exact: true }));
  await choose(page, label, text);
  await way.press(page.getByRole('button', { name: 'Save' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

inBrowser('the tasks of a steward on one asset', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: `${word} tag` }),
      proposal(term, 'glossaryTermInfo', { name: `${word} term`, definition: 'What it means', termSource: 'INTERNAL' }),
      proposal(ann, 'corpUserInfo', { active: true, displayName: `${word} ann` }),
      proposal(instead, 'datasetProperties', { name: `${word} instead` }),
    ]);
  });

  for (const way of WAYS) {
    it(`owner, tag and term on a table, ${way.name}: two clicks each [long]`, async () => {
      const urn = await made();
      const page = await countedEntity(urn);
      await set(page, way, 'owners', 'Add an owner', `${word} ann`);
      await set(page, way, 'tags', 'Add a tag', `${word} tag`);
      await set(page, way, 'glossary terms', 'Add a term', `${word} term`);
      await expectClicks(page, way, 6);
      const now = await values(urn);
      expect(now.ownership?.owners).to.have.nested.property('[0].owner', ann);
      expect(now.globalTags).to.deep.equal(tags(tag));
      expect(now.glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
    });

    it(`tag and term on a column, ${way.name}: two clicks [long]`, async () => {
      const urn = await made();
      const page = await countedEntity(urn);
      if (way.name === 'by mouse') await way.press(page.getByRole('button', { name: 'Edit the tags and terms of name' }));
      else {
        // The table is one stop of the Tab key; arrows lead to its cells.
        await page.getByRole('button', { name: 'id', exact: true }).focus();
        for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      }
      await choose(page, 'Add a tag', `${word} tag`);
      await choose(page, 'Add a term', `${word} term`);
      await way.press(page.getByRole('button', { name: 'Save' }));
      await page.locator('.edit-here').waitFor({ state: 'detached' });
      await expectClicks(page, way, 2);
      expect((await values(urn)).editableSchemaMetadata).to.have.nested.property('editableSchemaFieldInfo[0].globalTags.tags[0].tag', tag);
    });

    it(`documentation with a list and a link, and a deprecation with a replacement, ${way.name}: two clicks each [long]`, async () => {
      const urn = await made();
      const page = await countedEntity(urn);
      await way.press(page.getByRole('button', { name: 'Add description' }));
      const field = page.getByLabel('What should others know?');
      await field.fill('- first\n- see ');
      await field.press('End');
      await field.pressSequentially(`@${word}`);
      const option = page.getByRole('option', { name: `${word} instead` });
      await option.waitFor();
      if (way.name === 'by mouse') await way.press(option);
      else {
        for (let moves = 0; moves < 8 && (await option.getAttribute('aria-selected')) !== 'true'; moves++) await field.press('ArrowDown');
        await field.press('Enter');
      }
      await field.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectClicks(page, way, 2);
      expect((await values(urn)).editableDatasetProperties?.description).to.equal(`- first\n- see [${word} instead](${instead}) `);
      countFrom(page);
      await way.press(page.getByRole('button', { name: 'Add deprecation' }));
      await page.getByLabel('Why, and what to do instead').fill('Counts twice');
      await choose(page, 'Use this instead', `${word} instead`);
      await way.press(page.getByRole('button', { name: 'Save' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectClicks(page, way, 2);
      expect((await values(urn)).deprecation).to.include({ deprecated: true, note: 'Counts twice', replacement: instead });
    });
  }
});
