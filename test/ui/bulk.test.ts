/** Many at once in the browser: choose results, see what changes, change, report, undo. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { counted, expectClicks, MOUSE } from './support/ways.ts';

const word = ownNames('uibulk')().replaceAll('_', '');
const other = ownNames('helping')().replaceAll('_', '');
const dataset = (at: number) => urns.dataset(`${word}.t${String(at).padStart(2, '0')}`);
const tag = urns.tag(other);
const searchPath = `/search?query=${word}&all=true&sort=name`;

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen results' });
const select = (page: Page, at: number) => page.getByRole('checkbox', { name: `Select ${word} table ${String(at).padStart(2, '0')}` });
const hasTag = async (urn: string): Promise<boolean> => JSON.stringify((await values(urn)).globalTags ?? {}).includes(tag);
const ended = (within: Page | Locator, text: string) =>
  within
    .locator('.bulk-state', { hasText: new RegExp(`^${text}$`) })
    .first()
    .waitFor({ timeout: 60_000 });

const domain = (of: 'old' | 'new') => urns.of('domain', `${other}${of}`);

async function pick(within: Page | Locator, label: string, name: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label });
  await box.fill(name);
  await within.getByRole('option', { name }).first().waitFor();
  await box.press('Enter');
}

async function addTag(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Tags…' }).click();
  await pick(page, 'Add tags', other);
  await page.getByRole('button', { name: 'See what changes' }).click();
}

inBrowser('Many at once in the browser', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: other }),
      ...(['old', 'new'] as const).map((of) => proposal(domain(of), 'domainProperties', { name: `${other} ${of}` })),
      proposal(dataset(6), 'domains', { domains: [domain('old')] }),
      ...[11, 12].map((at) => proposal(dataset(at), 'schemaMetadata', schemaMetadata(['email', 'phone']))),
      ...Array.from({ length: 23 }, (_, at) => proposal(dataset(at), 'datasetProperties', { name: `${word} table ${String(at).padStart(2, '0')}` })),
    ]);
  });

  it('tags the chosen results, after it has said what will change, and undoes it [long]', async () => {
    const page = await visit(searchPath);
    await select(page, 1).check();
    await select(page, 2).check();
    await eventually(async () => expect(await bar(page).getByRole('status').textContent()).to.equal('2 selected'));
    await addTag(page);
    await page.getByRole('button', { name: 'Change 2 assets' }).waitFor();
    const values = page.getByRole('list', { name: 'Old and new values' });
    await eventually(async () => expect(await values.getByRole('listitem').allTextContents()).to.have.length(1));
    await eventually(async () => expect(await values.getByRole('link').count()).to.equal(2));
    expect(await hasTag(dataset(1))).to.equal(false);
    await page.getByRole('button', { name: 'Change 2 assets' }).click();
    await ended(page, 'Done');
    expect([await hasTag(dataset(1)), await hasTag(dataset(2)), await hasTag(dataset(3))]).to.deep.equal([true, true, false]);
    const shown = page.locator('.result', { hasText: `${word} table 01` }).getByRole('link', { name: other });
    await shown.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.bulk-state', { hasText: /^Und/ }).waitFor();
    // Whoever closes it while it works sees the results as they are then.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await shown.waitFor({ state: 'detached' });
    expect([await hasTag(dataset(1)), await hasTag(dataset(2))]).to.deep.equal([false, false]);
  });

  it('takes all that match, more than one page, and the list of bulk changes undoes it later; says which assets a rule refuses, and why; changes columns of one table, and of many by name', async () => {
    const page = await visit(searchPath);
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await eventually(async () => expect(await bar(page).getByRole('status').textContent()).to.equal('20 selected'));
    await bar(page).getByRole('button', { name: 'Select all 23 results' }).click();
    await addTag(page);
    await page.getByRole('button', { name: 'Change 23 assets' }).click();
    await ended(page, 'Done');
    expect(await hasTag(dataset(22))).to.equal(true);
    await page.getByRole('link', { name: 'All bulk changes' }).click();
    const row = page.locator('li.card').first();
    await row.getByRole('button', { name: 'Undo' }).click();
    await ended(row, 'Undone');
    expect(await hasTag(dataset(22))).to.equal(false);
    await followAnew(page, `/search?query=${other}&all=true&type=TAG`);
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await addTag(page);
    await page.getByText(/Why \d+ assets? will be refused/).click();
    await page
      .getByText(/globalTags/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Change 0 assets' }).isDisabled()).to.equal(true);
    await followAnew(page, `/entity/${encodeURIComponent(dataset(11))}/schema`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select email' }).check();
    await page.getByRole('checkbox', { name: 'Select phone' }).check();
    await bar(page).getByRole('button', { name: 'Tags…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 columns' });
    await pick(dialog, 'Add tags', other);
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await eventually(async () => expect(await dialog.getByRole('list', { name: 'Old and new values' }).getByRole('listitem').count()).to.equal(2));
    await dialog.getByRole('button', { name: 'Change 1 table' }).click();
    await ended(page, 'Done');
    expect(JSON.stringify((await values(dataset(11))).editableSchemaMetadata).split(tag)).to.have.length(3);

    await follow(page, searchPath);
    await select(page, 11).check();
    await select(page, 12).check();
    await bar(page).getByRole('button', { name: 'Description…' }).click();
    const many = page.getByRole('dialog', { name: 'Edit 2 assets' });
    await many.getByRole('combobox', { name: 'What to change' }).selectOption('Columns of the assets, by name');
    await many.getByRole('textbox', { name: 'Names of columns' }).fill('phone, fax');
    await many.getByRole('textbox', { name: 'The same for all' }).fill('With the country code');
    await many.getByRole('button', { name: 'See what changes' }).click();
    await many.getByRole('button', { name: 'Change 2 assets' }).click();
    await ended(page, 'Done');
    for (const at of [11, 12]) {
      const infos = (await values(dataset(at))).editableSchemaMetadata?.editableSchemaFieldInfo as { fieldPath: string; description?: string }[];
      expect(infos.filter(({ description }) => description === 'With the country code').map(({ fieldPath }) => fieldPath)).to.deep.equal(['phone']);
    }
  });

  it('makes several changes at once, with old and new values, one run and one undo, and keeps what is selected', async () => {
    const page = await counted(searchPath);
    await MOUSE.press(select(page, 6));
    await select(page, 10).click({ modifiers: ['Shift'] });
    await eventually(async () => expect(await bar(page).getByRole('status').textContent()).to.equal('5 selected'));
    await MOUSE.press(bar(page).getByRole('button', { name: 'Tags…' }));
    const dialog = page.getByRole('dialog', { name: 'Edit 5 assets' });
    await pick(dialog, 'Add tags', other);
    await MOUSE.press(dialog.getByRole('button', { name: '+ Domain' }));
    await pick(dialog, 'Set the domain', `${other} new`);
    await MOUSE.press(dialog.getByRole('button', { name: '+ Description' }));
    await dialog.getByRole('textbox', { name: 'The same for all' }).fill('Kept by the stewards');
    await MOUSE.press(dialog.getByRole('button', { name: 'See what changes' }));
    const rows = dialog.getByRole('list', { name: 'Old and new values' }).getByRole('listitem');
    await eventually(async () => {
      const texts = (await rows.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
      expect(texts.filter((text) => text.startsWith('Tags') && text.includes(other) && text.includes('and 2 more alike'))).to.have.length(1);
      expect(texts.some((text) => text.startsWith(`Domain Old: ${other} old → New: ${other} new${word} table 06`))).to.equal(true);
      expect(texts.some((text) => text.startsWith('Description none → New: Kept by the stewards'))).to.equal(true);
    });
    await expectAccessible(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Change 5 assets' }));
    await ended(page, 'Done');
    await expectClicks(page, MOUSE, 6);
    const { domains, editableDatasetProperties, globalTags } = await values(dataset(8));
    expect(domains?.domains).to.deep.equal([domain('new')]);
    expect(editableDatasetProperties).to.deep.include({ description: 'Kept by the stewards' });
    expect(globalTags?.tags).to.deep.equal([{ tag }]);
    await MOUSE.press(dialog.getByRole('button', { name: 'Undo' }));
    await ended(page, 'Undone');
    expect((await values(dataset(6))).domains).to.deep.include({ domains: [domain('old')] });
    await MOUSE.press(dialog.getByRole('button', { name: 'Close' }).last());
    await eventually(async () => expect(await bar(page).getByRole('status').textContent()).to.equal('5 selected'));
  });

  it('works by keyboard alone [long]', async () => {
    const page = await visit(searchPath);
    await select(page, 5).focus();
    await page.keyboard.press('Space');
    await bar(page).getByRole('button', { name: 'Deletion…' }).focus();
    await page.keyboard.press('Enter');
    const soft = page.getByRole('radio', { name: /Soft-delete/ });
    await eventually(async () =>
      expect(await soft.evaluate('document.activeElement === this || document.activeElement?.name === "bulk-deletion"')).to.equal(true),
    );
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    const change = page.getByRole('button', { name: 'Change 1 asset' });
    await change.waitFor();
    await change.focus();
    await page.keyboard.press('Enter');
    await ended(page, 'Done');
    expect((await values(dataset(5))).status).to.deep.equal({ removed: true });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('is accessible in each step, light and dark, also on a phone [long]', async () => {
    for (const [scheme, width, at] of [
      ['light', 1440, 1],
      ['dark', 390, 2],
    ] as const) {
      const page = await visit(searchPath, { scheme, width });
      await select(page, at).check();
      await expectAccessible(page);
      for (const action of ['Terms', 'Owners', 'Domain', 'Properties', 'Description', 'Deprecation', 'Deletion']) {
        await bar(page)
          .getByRole('button', { name: `${action}…` })
          .click();
        await page.getByRole('dialog').waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
      }
      await addTag(page);
      const change = page.getByRole('button', { name: 'Change 1 asset' });
      await change.waitFor();
      await expectAccessible(page);
      await change.click();
      await ended(page, 'Done');
      await expectAccessible(page);
      await page.goto(new URL('/activity/bulk', page.url()).href);
      await page.locator('li.card').first().waitFor();
      await expectAccessible(page);
      const wide = (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) as boolean;
      expect(wide).to.equal(false);
    }
  });
});
