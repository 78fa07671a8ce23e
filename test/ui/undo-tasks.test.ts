/**
 * What a steward takes back and looks up in the past, in few clicks and by keyboard alone. The budgets are the clicks that it takes. The browser
 * tests of DataHub and OpenMetadata, as of November 2026, delete in three clicks, look at a version in two or three, and restore none.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, schemaMetadata, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { inBrowser } from './support/browser.ts';
import { countedEntity, expectClicks, ifByKeyboard, WAYS } from './support/ways.ts';

const name = ownNames('uiundo');

/** The text of a field for times, to the second, in the time zone of the browser, which is that of this process. */
function localText(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

inBrowser('what a steward takes back', () => {
  for (const way of WAYS) {
    it(`who changed what, and undo it, ${way.name}: three clicks${ifByKeyboard(way, ' [long]')}`, async () => {
      const urn = urns.dataset(name());
      for (const text of ['Right', 'Wrong']) await write(urn, 'datasetProperties', description(text));
      const page = await countedEntity(urn);
      await way.press(page.getByRole('link', { name: 'History', exact: true }));
      const rows = page.locator('.versions tbody tr');
      await rows.nth(1).waitFor();
      // Who: each line names them. What: the difference of the last two stands below.
      await rows.first().getByRole('link').first().waitFor();
      await page.getByText('Wrong').first().waitFor();
      await way.press(page.getByRole('button', { name: 'Restore version 1' }));
      await way.press(page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }));
      await page.locator('.toast', { hasText: 'Restored' }).waitFor();
      await expectClicks(page, way, 3);
      expect((await values(urn)).datasetProperties).to.deep.equal(description('Right'));
    });

    it(`a table as of a time, ${way.name}: two clicks${ifByKeyboard(way, ' [long]')}`, async () => {
      const urn = urns.dataset(name());
      await write(urn, 'schemaMetadata', schemaMetadata(['id', 'dropped']));
      const then = Math.ceil(Date.now() / 1000) * 1000 + 1000;
      await eventually(() => Promise.resolve(expect(Date.now()).to.be.above(then + 50)));
      await write(urn, 'schemaMetadata', schemaMetadata(['id']));
      const page = await countedEntity(urn);
      await way.press(page.getByRole('button', { name: 'As of…' }));
      const field = page.getByLabel('Show it as of');
      await field.fill(localText(then));
      await way.press(page.getByRole('button', { name: 'Show', exact: true }));
      await page.getByText('You see the past.').waitFor();
      await page.locator('.field-row', { hasText: 'dropped' }).waitFor();
      await expectClicks(page, way, 2);
    });

    it(`a table as of last week, ${way.name}: two clicks [long]`, async () => {
      const urn = urns.dataset(name());
      await write(urn, 'datasetProperties', description('New'));
      const page = await countedEntity(urn, { expected: /404/ });
      await way.press(page.getByRole('button', { name: 'As of…' }));
      await way.press(page.getByRole('button', { name: 'Last week' }));
      await page.getByText('It did not exist then').waitFor();
      const asOf = Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '');
      expect(Date.now() - asOf).to.be.within(7 * 86_400_000, 7 * 86_400_000 + 120_000);
      await expectClicks(page, way, 2);
    });

    it(`delete and restore, ${way.name}: three clicks and one [long]`, async () => {
      const urn = urns.dataset(name());
      await write(urn, 'datasetProperties', description('Kept'));
      const page = await countedEntity(urn);
      const menu = page.locator('summary[aria-label="More actions"]');
      await way.press(menu);
      await way.press(page.getByRole('button', { name: 'Soft-delete…' }));
      await way.press(page.getByRole('dialog').getByRole('button', { name: 'Soft-delete', exact: true }));
      await page.getByText('Soft-deleted', { exact: true }).first().waitFor();
      expect((await values(urn)).status).to.deep.equal({ removed: true });
      await way.press(page.getByRole('button', { name: 'Restore', exact: true }));
      await page.locator('.toast', { hasText: 'Restored' }).waitFor();
      expect((await values(urn)).status).to.deep.equal({ removed: false });
      await expectClicks(page, way, 4);
    });
  }
});
