/**
 * Suggesting a change where one may not make it, and accepting or declining it.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { makePolicy, makeUser, type User } from '../support/access.ts';
import { writeAllSearchable } from '../support/find.ts';
import { description, ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { countFrom, expectClicks, MOUSE } from './support/ways.ts';

const own = ownNames('uisuggest');
const name = (): string => own().replaceAll('_', '');

async function visitAs(user: User, path: string): Promise<Page> {
  const page = await visit(path, { expected: /40[0-9]/, token: user.secret });
  countFrom(page);
  return page;
}

inBrowser('suggestions', () => {
  const [table, tableName, tag, tagName] = [urns.dataset(name()), name(), urns.tag(name()), name()];
  let [owner, reader]: User[] = [];

  before(async () => {
    owner = await makeUser(name());
    reader = await makeUser(name());
    await makePolicy({ privileges: ['EDIT_ENTITY'], users: [owner.urn], criteria: [{ field: 'OWNER', values: [owner.urn] }] });
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: tagName }),
      proposal(table, 'datasetProperties', { name: tableName }),
      proposal(table, 'editableDatasetProperties', description('The old text')),
      proposal(table, 'schemaMetadata', schemaMetadata(['id'])),
      proposal(table, 'ownership', { owners: [{ owner: owner.urn, type: 'DATAOWNER' }] }),
    ]);
  });

  const users = (): [User, User] => {
    if (!owner || !reader) throw new Error('made before');
    return [owner, reader];
  };

  it('suggests a description with two clicks, which the owner accepts from the inbox with two; suggests a tag of a column, which the owner declines on the page of the table with a sentence', async () => {
    const [may, mayNot] = users();
    const page = await visitAs(mayNot, entityPath(table));
    expect(await page.getByRole('button', { name: 'Edit description' }).count()).to.equal(0);
    await MOUSE.press(page.getByRole('button', { name: 'Suggest description' }));
    const dialog = page.getByRole('dialog', { name: 'Suggest description' });
    expect(await dialog.getByLabel('Description').inputValue()).to.equal('The old text');
    await dialog.getByLabel('Description').fill('The new text');
    await dialog.getByLabel('Why').fill('It had an old name');
    await expectAccessible(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Suggest', exact: true }));
    const mine = page.getByRole('list', { name: 'What you have suggested' });
    await mine.getByText('The new text').waitFor();
    await expectClicks(page, MOUSE, 2);

    const inbox = await visitAs(may, '/');
    await MOUSE.press(inbox.getByRole('link', { name: /^Inbox, \d+ unread$/ }));
    const row = inbox.getByRole('list', { name: 'Suggestions' }).getByRole('listitem').filter({ hasText: 'It had an old name' }).first();
    await row.getByText('The old text').waitFor();
    await row.getByText('The new text').waitFor();
    await expectAccessible(inbox);
    await MOUSE.press(row.getByRole('button', { name: 'Accept' }));
    await row.waitFor({ state: 'detached' });
    await expectClicks(inbox, MOUSE, 2);
    await follow(inbox, entityPath(table, 'documentation'));
    await inbox.getByLabel('Documentation').getByText('The new text').waitFor();

    await follow(inbox, `${entityPath(table, 'history')}?aspect=editableDatasetProperties`);
    await inbox.getByText('suggested by').waitFor();

    await follow(page, '/inbox');
    await page.getByRole('list', { name: 'What you have suggested' }).getByText('Accepted by').waitFor();
    await follow(page, `${entityPath(table, 'schema')}?field=id`);
    countFrom(page);
    await MOUSE.press(page.getByLabel('Field id').getByRole('button', { name: 'Suggest tags and terms of the column' }));
    const tags = page.getByRole('dialog', { name: 'Suggest tags and terms of id' });
    await tags.getByRole('combobox', { name: 'Add tags' }).fill(tagName);
    await MOUSE.press(tags.getByRole('option', { name: tagName }).first());
    await MOUSE.press(tags.getByRole('button', { name: 'Suggest', exact: true }));
    await page.getByRole('list', { name: 'What you have suggested' }).getByText(tagName).waitFor();
    await expectClicks(page, MOUSE, 3);

    await followAnew(inbox, entityPath(table));
    countFrom(inbox);
    const next = inbox.getByRole('list', { name: 'Suggestions' }).getByRole('listitem').filter({ hasText: tagName }).first();
    await next.getByText(tagName).waitFor();
    await MOUSE.press(next.getByRole('button', { name: 'Decline' }));
    await inbox.getByRole('dialog').getByLabel('Why not').fill('It is only a number');
    await MOUSE.press(inbox.getByRole('dialog').getByRole('button', { name: 'Decline' }));
    await inbox.getByRole('list', { name: 'Suggestions' }).waitFor({ state: 'detached' });
    await expectClicks(inbox, MOUSE, 2);

    await follow(page, '/inbox');
    await page.getByRole('list', { name: 'What you have suggested' }).getByText('It is only a number').waitFor();
  });
});
