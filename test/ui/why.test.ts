/**
 * Why may I (not): what somebody without rights is shown, and who may what.
 */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { changePolicy, makePolicy, makeUser, type User } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';
import { choose, countFrom, expectClicks, MOUSE } from './support/ways.ts';

const own = ownNames('uiwhy');
const name = (): string => own().replaceAll('_', '');
const REFUSED = { expected: /40[0-9]/ };

function visitAs({ secret }: User, path: string): Promise<Page> {
  return visit(path, { ...REFUSED, token: secret });
}

inBrowser('who may what', () => {
  const [who, table] = [name(), urns.dataset(name())];
  let user: User;
  let policy: string;

  before(async () => {
    user = await makeUser(who);
    policy = await makePolicy({ privileges: ['EDIT_ENTITY_TAGS'], users: [user.urn], criteria: [{ field: 'URN', values: [table] }] });
    await writeAllSearchable([
      proposal(user.urn, 'corpUserEditableInfo', { displayName: who }),
      proposal(table, 'datasetProperties', { name: who, description: 'What it is' }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id'])),
      proposal(table, 'ownership', { owners: [{ owner: urns.user(name()), type: 'DATAOWNER' }] }),
    ]);
  });

  it('shows no button for what somebody may not make [long]', async () => {
    const page = await visitAs(user, '/');
    for (const [path, button] of [
      ['/tags', 'New tag'],
      ['/hooks', 'New webhook'],
      ['/sources', 'Add a source'],
      ['/properties', 'New property'],
    ] as const) {
      await page.goto(sharedCairn().url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('button', { name: button }).count(), button).to.equal(0);
    }
  });

  it('lets a steward of columns with a tag describe these, and no others [long]', async () => {
    const tag = urns.tag(name());
    const steward = await makeUser(name());
    await makePolicy({ privileges: ['EDIT_DATASET_COL_DESCRIPTION'], users: [steward.urn], columnsTagged: [tag] });
    const columns = urns.dataset(name());
    const { fields, ...schema } = schemaMetadata(['mail', 'iban']);
    const tagged = { ...fields[0], globalTags: { tags: [{ tag }] } };
    await writeAllSearchable([proposal(columns, 'schemaMetadata', { ...schema, fields: [tagged, fields[1]] })]);
    const page = await visitAs(steward, `${entityPath(columns, 'schema')}?field=mail`);
    await page.getByLabel('Field mail').getByRole('button', { name: 'Edit description of the column' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill('where to write to');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Description of the column saved').waitFor();
    await page.goto(`${sharedCairn().url}${entityPath(columns, 'schema')}?field=iban`);
    await page.getByLabel('Field iban').waitFor();
    await page.waitForLoadState('networkidle');
    expect(
      await page
        .getByLabel('Field iban')
        .getByRole('button', { name: /^(Edit|Add)/ })
        .count(),
    ).to.equal(0);
  });

  it('says on an entity which policies count there and what somebody may do, and of a user what follows from them', async () => {
    const page = await visit(entityPath(table));
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Who can see and change this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${who} may edit tags of`).waitFor();
    await choose(page, 'What may somebody do here?', who);
    await dialog.getByRole('status').filter({ hasText: 'may here: ' }).getByText('edit tags').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await follow(page, entityPath(user.urn));
    await page.locator('.entity-head').getByText(user.urn, { exact: true }).waitFor();
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'What this user may do' }).click();
    await page.getByRole('dialog').getByText('may edit tags of').waitFor();
    await expectAccessible(page);
  });

  it('lets somebody ask for access on the page of a table with three clicks, which is granted from the inbox with two', async () => {
    const [someone, asked, reason] = [await makeUser(name()), urns.dataset(name()), name()];
    await writeAllSearchable([
      proposal(someone.urn, 'corpUserEditableInfo', { displayName: reason }),
      proposal(asked, 'datasetProperties', { name: reason, description: 'What it is' }),
    ]);
    const page = await visitAs(someone, entityPath(asked));
    countFrom(page);
    await MOUSE.press(page.getByLabel('More actions'));
    await MOUSE.press(page.getByRole('button', { name: 'Who can see and change this' }));
    const form = page.getByRole('region', { name: 'Ask for access' });
    await form.getByLabel('What do you need it for?').fill(reason);
    const wanted = form.getByLabel('What do you want to do?');
    expect(await wanted.locator('option').count()).to.be.above(5);
    await expectAccessible(page);
    await MOUSE.press(form.getByRole('button', { name: 'Ask for it' }));
    await form.getByText('You have asked.').waitFor();
    await expectClicks(page, MOUSE, 3);

    const admin = await visitAs(await makeUser(name(), 'Admin'), '/');
    countFrom(admin);
    await MOUSE.press(admin.getByRole('link', { name: /^Inbox, \d+ unread$/ }));
    const row = admin.getByRole('list', { name: 'Requests for access' }).getByRole('listitem').filter({ hasText: reason }).first();
    await row.getByText('To edit', { exact: false }).waitFor();
    await MOUSE.press(row.getByRole('button', { name: 'Grant' }));
    await row.waitFor({ state: 'detached' });
    await expectClicks(admin, MOUSE, 2);
    await page.goto(sharedCairn().url + entityPath(asked));
    await page.getByRole('button', { name: 'Add tags' }).waitFor();
    // Who may do everything there asks for nothing.
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Who can see and change this' }).click();
    await page.getByRole('heading', { name: 'Who can change it' }).waitFor();
    await eventually(async () => expect(await page.getByLabel('What do you want to do?').locator('option[value^="EDIT"]').count()).to.equal(0));
  });

  /** The dialog that explains why the change of a form was refused: the right is taken away while the form is open. */
  async function refused(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: 'Add tags' }).click();
    await changePolicy(policy, { privileges: ['EDIT_ENTITY_TAGS'], users: [user.urn], state: 'INACTIVE' });
    await page.getByRole('combobox', { name: /tag/i }).fill(urns.tag(name()));
    await page.getByRole('combobox', { name: /tag/i }).press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Why may I not?' }).click();
    return page.getByRole('dialog', { name: 'Why may I not?' });
  }

  it('shows only the buttons that would not be refused, and explains a refusal: what it needs, which policies nearly grant it, and who can', async () => {
    const page = await visitAs(user, entityPath(table));
    await page.getByRole('button', { name: 'Add tags' }).waitFor();
    for (const refused of ['Edit owners', 'Edit description', 'Add domain', 'Edit the description of id'])
      expect(await page.getByRole('button', { name: refused }).count(), refused).to.equal(0);
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Who can see and change this' }).waitFor();
    expect(await page.getByRole('button', { name: /Soft-delete|Delete permanently/ }).count()).to.equal(0);
    await follow(page, `/search?query=${who}`);
    await page.locator('.result').getByRole('link', { name: who }).first().waitFor();
    expect(await page.getByRole('checkbox', { name: `Select ${who}` }).count()).to.equal(0);
    await follow(page, entityPath(table));
    const why = await refused(page);
    await why.getByText('This needs the privilege to').waitFor();
    await why.getByText('You do not get it because it is not active.').first().waitFor();
    await why.getByText('Who can give it to you').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  it('lets somebody ask where they were refused, which is granted for a week [long]', async () => {
    await changePolicy(policy, { privileges: ['EDIT_ENTITY_TAGS'], users: [user.urn], criteria: [{ field: 'URN', values: [table] }] });
    const page = await visitAs(user, entityPath(table));
    const why = await refused(page);
    await why.getByLabel('What do you need it for?').fill(who);
    await why.getByRole('button', { name: 'Ask for it' }).click();
    await why.getByText('You have asked.').waitFor();
    const admin = await visitAs(await makeUser(name(), 'Admin'), '/inbox');
    const asked = admin.getByRole('list', { name: 'Requests for access' }).getByRole('listitem').filter({ hasText: who }).first();
    await expectAccessible(admin);
    await asked.getByLabel('For how long').selectOption('7');
    await asked.getByRole('button', { name: 'Grant' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.goto(`${sharedCairn().url}/inbox`);
    await page.getByRole('list', { name: 'What you have asked for' }).getByText('Granted').waitFor();
    await page.goto(sharedCairn().url + entityPath(table));
    await page.getByRole('button', { name: 'Add tags' }).waitFor();
  });
});
