/**
 * Search for what needs work, what is used most, what is large and what is fresh.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { countFrom, expectClicks, MOUSE, pickFrom } from './support/ways.ts';

const word = ownNames('uiquality')().replaceAll('_', '');
const [little, much] = [urns.dataset(`${word}.little`), urns.dataset(`${word}.much`)];
const DAY = 86_400_000;

inBrowser('search by quality, use and size', () => {
  before(async () => {
    const now = Math.floor(Date.now() / DAY) * DAY;
    await writeAllSearchable([
      proposal(little, 'datasetProperties', { name: `${word} little` }),
      proposal(little, 'ownership', ownership(urns.user(word))),
      proposal(much, 'datasetProperties', { name: `${word} much`, description: 'Much of it' }),
      proposal(little, 'datasetProfile', { timestampMillis: now, rowCount: 5, sizeInBytes: 50 }),
      proposal(much, 'datasetProfile', { timestampMillis: now, rowCount: 5000, sizeInBytes: 50_000 }),
      proposal(little, 'datasetUsageStatistics', { timestampMillis: now, totalSqlQueries: 900, uniqueUserCount: 2 }),
      proposal(much, 'datasetUsageStatistics', { timestampMillis: now, totalSqlQueries: 3, uniqueUserCount: 1 }),
      proposal(little, 'operation', { timestampMillis: now, operationType: 'INSERT', lastUpdatedTimestamp: now - 90 * DAY }),
      proposal(urns.of('assertion', word), 'assertionInfo', { type: 'CUSTOM', entityUrn: much }),
      proposal(urns.of('assertion', word), 'assertionRunEvent', {
        ...{ timestampMillis: now, runId: 'one', asserteeUrn: much, assertionUrn: urns.of('assertion', word), status: 'COMPLETE' },
        result: { type: 'FAILURE' },
      }),
      proposal(much, 'operation', { timestampMillis: now, operationType: 'INSERT', lastUpdatedTimestamp: now }),
    ]);
  });

  it('sorts by largest, most used and freshest data; narrows to what lacks something, in words, and says so in the title; puts filters together with and, or and not, shows them as text, and reads them again: eighteen clicks for three conditions', async () => {
    const page = await visit(`/search?query=${word}&type=DATASET&sort=name`);
    // Each order turns the one before.
    for (const [order, first, second] of [
      ['Largest', 'much', 'little'],
      ['Most used', 'little', 'much'],
      ['Freshest data', 'much', 'little'],
    ] as const) {
      await page.getByLabel('Sort').selectOption({ label: order });
      await eventually(async () =>
        expect(await page.getByRole('heading', { level: 2 }).allTextContents()).to.deep.equal([`${word} ${first}`, `${word} ${second}`]),
      );
    }
    await followAnew(page, `/search?query=${word}`);
    const quality = page.getByRole('list', { name: 'Quality' });
    await quality.getByLabel('Without an owner').check();
    await page.getByRole('heading', { level: 2, name: `${word} much` }).waitFor();
    await eventually(async () => expect(await page.getByRole('heading', { level: 2 }).count()).to.equal(1));
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await quality.getByLabel('Without an owner').uncheck();
    await quality.getByLabel('Without a description').check();
    await page.getByRole('heading', { level: 2, name: `${word} little` }).waitFor();
    await quality.getByLabel('Without a description').uncheck();
    await quality.getByLabel('Whose data is stale').check();
    await eventually(async () => expect(await page.getByRole('heading', { level: 2 }).allTextContents()).to.deep.equal([`${word} little`]));
    await page.getByRole('button', { name: /^Without Quality: whose data is stale/ }).waitFor();
    await quality.getByLabel('Whose data is stale').uncheck();
    await quality.getByLabel('With a failing check').check();
    await eventually(async () => expect(await page.getByRole('heading', { level: 2 }).allTextContents()).to.deep.equal([`${word} much`]));
    await follow(page, '/search?type=DATASET&is.hasOwners=false');
    await page.getByRole('heading', { level: 1, name: 'Datasets without an owner' }).waitFor();
    await page.getByRole('button', { name: 'Without Quality: without an owner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
    await follow(page, `/search?type=DATASET&is.owners=${encodeURIComponent(urns.user(word))}`);
    await page.getByRole('heading', { level: 1, name: `Datasets with owner ${word}` }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await followAnew(page, `/search?query=${word}`);
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'And, or, not…' }));
    const dialog = page.getByRole('dialog', { name: 'Put filters together' });
    const row = (at: string) => ({
      not: dialog.getByRole('combobox', { name: `Not, condition ${at}` }),
      field: dialog.getByRole('combobox', { name: `Field, condition ${at}` }),
      comparison: dialog.getByRole('combobox', { name: `Comparison, condition ${at}` }),
      value: dialog.getByRole('textbox', { name: `Value, condition ${at}` }),
    });
    await pickFrom(row('1.1').field, 'Rows', MOUSE);
    await pickFrom(row('1.1').comparison, 'is at least', MOUSE);
    await row('1.1').value.fill('1000');
    await MOUSE.press(dialog.getByRole('button', { name: '+ or, condition 1' }));
    await pickFrom(row('1.2').field, 'Description', MOUSE);
    await pickFrom(row('1.2').comparison, 'has a value', MOUSE);
    await MOUSE.press(dialog.getByRole('button', { name: '+ and' }));
    await pickFrom(row('2.1').not, 'It is not so that', MOUSE);
    await pickFrom(row('2.1').field, 'Queries', MOUSE);
    await pickFrom(row('2.1').comparison, 'is at least', MOUSE);
    await row('2.1').value.fill('900');
    const text = `/q ${word} AND (rowCount:[1000 TO *] OR _exists_:description) AND NOT totalSqlQueries:[900 TO *]`;
    await dialog.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Search', exact: true }));
    await expectClicks(page, MOUSE, 18);
    await eventually(async () => expect(await page.getByRole('heading', { level: 2 }).allTextContents()).to.deep.equal([`${word} much`]));
    await page
      .getByRole('heading', {
        level: 1,
        name: `Assets for “${word}” where rows is at least 1000 or description has a value and queries is not at least 900`,
      })
      .waitFor();
    await page.getByRole('button', { name: 'And, or, not…' }).click();
    await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Leave out condition 2.1' }).click();
    await dialog.getByRole('combobox', { name: 'Not, condition 1.1' }).selectOption('It is not so that');
    await dialog.getByRole('button', { name: 'Leave out condition 1.2' }).click();
    await dialog.getByRole('button', { name: 'Search', exact: true }).click();
    await eventually(async () => expect(await page.getByRole('heading', { level: 2 }).allTextContents()).to.deep.equal([`${word} little`]));
  });

  for (const [width, mark] of [
    [390, ''],
    [320, ' [long]'],
  ] as const)
    it(`begins with what was found, its order in sight and the other tools behind a button, ${width} px wide${mark}`, async () => {
      const page = await visit(`/search?query=${word}`, { width, height: 800 });
      const first = page.getByRole('heading', { level: 2 }).first();
      await first.waitFor();
      await eventually(async () => expect((await first.boundingBox())?.y).to.be.below(400));
      const lines = await Promise.all(
        [page.getByRole('button', { name: 'Filters' }), page.getByLabel('Sort'), page.getByRole('button', { name: 'More', exact: true })].map(
          (tool) => tool.boundingBox(),
        ),
      );
      expect(lines.map((box) => box !== null && box.x + box.width <= width && Math.abs(box.y - (lines[0]?.y ?? 0)) < 6)).to.deep.equal([
        true,
        true,
        true,
      ]);
      expect(await page.getByRole('button', { name: 'Export CSV' }).isVisible()).to.equal(false);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Export CSV' }).waitFor();
      await expectAccessible(page);
    });
});
