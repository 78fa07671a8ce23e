/** Many at once in the browser: choose results, see what changes, change, report, undo. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';

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

async function addTag(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Tags…' }).click();
  const box = page.getByRole('combobox', { name: 'Add tags' });
  await box.fill(other);
  await page.getByRole('option', { name: other }).first().waitFor();
  await box.press('Enter');
  await page.getByRole('button', { name: 'See what changes' }).click();
}

inBrowser('Many at once in the browser', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: other }),
      ...Array.from({ length: 23 }, (_, at) => proposal(dataset(at), 'datasetProperties', { name: `${word} table ${String(at).padStart(2, '0')}` })),
    ]);
  });

  it('tags the chosen results, after it has said what will change, and undoes it', async () => {
    const page = await visit(searchPath);
    await select(page, 1).check();
    await select(page, 2).check();
    await eventually(async () => expect(await bar(page).getByRole('status').textContent()).to.equal('2 selected'));
    await addTag(page);
    await page.getByRole('button', { name: 'Change 2 assets' }).waitFor();
    await eventually(async () => expect(await page.getByRole('list', { name: 'Assets that will change' }).getByRole('listitem').count()).to.equal(2));
    expect(await hasTag(dataset(1))).to.equal(false);
    await page.getByRole('button', { name: 'Change 2 assets' }).click();
    await ended(page, 'Done');
    expect([await hasTag(dataset(1)), await hasTag(dataset(2)), await hasTag(dataset(3))]).to.deep.equal([true, true, false]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await ended(page, 'Undone');
    expect([await hasTag(dataset(1)), await hasTag(dataset(2))]).to.deep.equal([false, false]);
  });

  it('takes all that match, more than one page, and the list of bulk changes undoes it later', async () => {
    const page = await visit(searchPath);
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await eventually(async () => expect(await bar(page).getByRole('status').textContent()).to.equal('20 selected'));
    await bar(page).getByRole('button', { name: 'Select all 23 results' }).click();
    await addTag(page);
    await page.getByRole('button', { name: 'Change 23 assets' }).click();
    await ended(page, 'Done');
    expect(await hasTag(dataset(22))).to.equal(true);
    await page.getByRole('link', { name: 'All bulk changes' }).click();
    const row = page.locator('.bulk-list > li').first();
    await row.getByRole('button', { name: 'Undo' }).click();
    await ended(row, 'Undone');
    expect(await hasTag(dataset(22))).to.equal(false);
  });

  it('says which assets a rule refuses, and why', async () => {
    const page = await visit(`/search?query=${other}&all=true&type=TAG`);
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await addTag(page);
    await page.getByText(/Why \d+ assets? will be refused/).click();
    await page
      .getByText(/globalTags/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Change 0 assets' }).isDisabled()).to.equal(true);
  });

  it('works by keyboard alone', async () => {
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

  it('is accessible in each step, light and dark, also on a phone', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await visit(searchPath, { scheme, width: scheme === 'dark' ? 390 : 1440 });
      await select(page, 1).check();
      await expectAccessible(page);
      for (const action of ['Terms', 'Owners', 'Domain', 'Property', 'Deprecation', 'Deletion']) {
        await bar(page)
          .getByRole('button', { name: `${action}…` })
          .click();
        await page.getByRole('dialog').waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
      }
      await addTag(page);
      await page.getByRole('button', { name: 'Change 1 asset' }).waitFor();
      await expectAccessible(page);
      await page.goto(new URL('/activity/bulk', page.url()).href);
      await page.locator('.bulk-list > li').first().waitFor();
      await expectAccessible(page);
      const wide = (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) as boolean;
      expect(wide).to.equal(false);
    }
  });
});
