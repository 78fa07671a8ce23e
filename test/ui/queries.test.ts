/** Queries of a table that people write down, change and delete in the browser. */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, stamp, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser } from './support/browser.ts';
import { countedEntity, countFrom, expectClicks, MOUSE } from './support/ways.ts';

const word = ownNames('uiqueries')().replaceAll('_', '');
const [table, run] = [urns.dataset(`${word}.orders`), urns.of('query', `${word}run`)];
const SQL = 'select day, sum(amount) from orders group by day';

inBrowser('queries of a table', () => {
  before(() =>
    writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} orders` }),
      proposal(table, 'schemaMetadata', schemaMetadata(['day', 'amount'])),
      proposal(run, 'queryProperties', {
        ...{ name: `${word} run`, statement: { value: 'select 1', language: 'SQL' } },
        ...{ source: 'SYSTEM', created: stamp(), lastModified: stamp() },
      }),
      proposal(run, 'querySubjects', { subjects: [{ entity: table }] }),
    ]),
  );

  it('are written down with three clicks, changed and deleted with two each; those of tools are not', async () => {
    const page = await countedEntity(table);
    await MOUSE.press(page.getByRole('link', { name: /^Queries/ }));
    await MOUSE.press(page.getByRole('button', { name: 'New query…' }));
    const dialog = page.getByRole('dialog', { name: 'New query' });
    await dialog.getByLabel('What it answers').fill(`${word} turnover`);
    await dialog.getByLabel('SQL').fill(SQL);
    await dialog.getByLabel('More about it').fill('Without taxes');
    await expectAccessible(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Create' }));
    const card = page.getByRole('article', { name: `${word} turnover` });
    await card.getByText('Without taxes').waitFor();
    await eventually(async () => expect(await card.locator('.sql').textContent()).to.include('sum(amount)'));
    await expectClicks(page, MOUSE, 3);
    await expectAccessible(page);
    expect(
      await page
        .getByRole('article', { name: `${word} run` })
        .getByRole('button', { name: /^(Edit|Delete)/ })
        .count(),
    ).to.equal(0);

    countFrom(page);
    await MOUSE.press(card.getByRole('button', { name: `Edit ${word} turnover` }));
    const edit = page.getByRole('dialog', { name: 'Edit the query' });
    await eventually(async () => expect(await edit.getByLabel('SQL').inputValue()).to.equal(SQL));
    await edit.getByLabel('SQL').fill(`${SQL} limit 7`);
    await MOUSE.press(edit.getByRole('button', { name: 'Save' }));
    await eventually(async () => expect(await card.locator('.sql').textContent()).to.include('limit 7'));
    await expectClicks(page, MOUSE, 2);

    countFrom(page);
    await MOUSE.press(card.getByRole('button', { name: `Delete ${word} turnover…` }));
    await MOUSE.press(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
    await card.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: `${word} run` }).waitFor();
    await expectClicks(page, MOUSE, 2);
  });

  it('can be written down where there are none [long]', async () => {
    const bare = urns.dataset(`${word}.bare`);
    await writeAllSearchable([proposal(bare, 'schemaMetadata', schemaMetadata(['id']))]);
    const page = await countedEntity(bare);
    await page.goto(new URL(entityPath(bare, 'queries'), page.url()).href);
    await page.getByText('The catalog knows no queries of it').waitFor();
    await page.getByRole('button', { name: 'New query…' }).waitFor();
    await expectAccessible(page);
  });
});
