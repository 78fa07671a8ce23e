/**
 * Access: people come in, get rights, leave; groups, tokens, service accounts.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { asUser, makeUser, tokenOf, type User } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { graphql } from '../support/graphql.ts';
import { ownership, ownNames, proposal, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';
import { choose } from './support/ways.ts';

const own = ownNames('uiaccess');
/** One word, so that searches find it whole. */
const name = (): string => own().replaceAll('_', '');
/** The browser reports in its console what a reader may not do, and what is not there. */
const REFUSED = { expected: /40[0-9]/ };

/** A page of somebody who has signed in with a token. */
function visitAs({ secret }: User, path: string): Promise<Page> {
  return visit(path, { ...REFUSED, token: secret });
}

async function secretIn(page: Page): Promise<string> {
  const text = await page.getByRole('dialog').locator('code').last().textContent();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  return text ?? '';
}

const tab = (page: Page, title: string) => page.getByRole('navigation', { name: 'Access' }).getByRole('link', { name: title, exact: true });

inBrowser('who comes in', () => {
  // This file may be the first: the search for roles has to find those that come with Cairn, and an empty catalog has another home page.
  before(() => writeAllSearchable([proposal(urns.dataset(name()), 'datasetProperties', { name: 'first' })]));

  it('fits a phone: lists of people and tokens have no columns there [long]', async () => {
    const who = name();
    const user = await makeUser(who);
    const group = urns.group(name());
    await writeAllSearchable([
      proposal(group, 'corpGroupInfo', { displayName: 'long'.repeat(20), admins: [], members: [], groups: [] }),
      proposal(user.urn, 'nativeGroupMembership', { nativeGroups: [group] }),
    ]);
    const input = `{ type: PERSONAL, actorUrn: "${user.urn}", duration: ONE_HOUR, name: "phone" }`;
    expect((await asUser(user, `mutation { createAccessToken(input: ${input}) { accessToken } }`)).errors).to.equal(undefined);
    const page = await visitAs(user, '/access');
    await page.setViewportSize({ width: 390, height: 800 });
    const tokens = page.getByRole('listitem').filter({ hasText: 'Made' }).getByRole('button', { name: 'Revoke: phone' });
    await eventually(async () => {
      await page.reload();
      await page.getByRole('region', { name: 'My tokens and sessions' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await tokens.count()).to.equal(1);
    });
    const all = await visit('/access/users', { width: 390, height: 800 });
    await all.getByLabel('Search in users').fill(who);
    const shown = all.getByRole('listitem').filter({ hasText: who });
    await shown.getByText('Last use').waitFor();
    await shown.getByRole('button', { name: `Suspend: ${who}` }).waitFor();
    await shown.getByText('longlong').waitFor();
    for (const each of [page, all]) {
      expect(await each.getByRole('table').count()).to.equal(0);
      await expectAccessible(each);
      await eventually(async () => expect(await each.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
      await each.setViewportSize({ width: 320, height: 800 });
      await eventually(async () => expect(await each.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320));
    }
  });

  for (const [scheme, mark] of [
    ['light', ''],
    ['dark', ', in dark [long]'],
  ] as const) {
    it(`is invited by a link, signs up, sees only what is theirs, and makes and revokes a token${mark}`, async () => {
      const who = name();
      const page = await visit('/', { scheme });
      await page.getByLabel('You and settings').click();
      await page.getByRole('link', { name: 'Access' }).click();
      await page.getByRole('heading', { level: 1, name: 'Access' }).waitFor();
      await tab(page, 'Users').click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByRole('radio', { name: 'Editor' }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Make the link' }).click();
      const link = new URL(await secretIn(page));
      const theirs = await visit(link.pathname + link.search, { ...REFUSED, scheme });
      await theirs.getByLabel('Your name').fill(`Ann ${who}`);
      await theirs.getByLabel('Email').fill(`${who}@example.com`);
      await theirs.getByLabel('User').fill(who);
      await theirs.getByLabel('Password', { exact: true }).fill('correct horse battery');
      await theirs.getByLabel('Password again').fill('wrong');
      await expectAccessible(theirs);
      await theirs.getByRole('button', { name: 'Sign up' }).click();
      await theirs.getByRole('alert').getByText('The two passwords differ').waitFor();
      await theirs.getByLabel('Password again').fill('correct horse battery');
      await theirs.getByRole('button', { name: 'Sign up' }).click();
      await theirs.getByRole('heading', { name: 'Find data' }).waitFor();
      await follow(theirs, '/access');
      await theirs.locator('dl').getByText('Editor', { exact: true }).waitFor();
      expect(await tab(theirs, 'Users').count()).to.equal(0);
      await theirs.getByRole('button', { name: 'New token' }).click();
      await theirs.getByRole('dialog').getByLabel('Name').fill('laptop');
      await theirs.getByLabel('It counts for').selectOption({ label: 'A day' });
      await theirs.getByLabel('It only reads').check();
      await theirs.getByRole('button', { name: 'Create' }).click();
      expect(await secretIn(theirs)).to.match(/^cairn_/);
      const row = theirs.getByRole('row').filter({ hasText: 'laptop' });
      await row.getByText('Reads only').waitFor();
      await expectAccessible(theirs);
      await row.getByRole('button', { name: 'Revoke: laptop' }).click();
      await theirs.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
      await follow(theirs, '/access/users');
      await theirs.getByText('You may not manage users').waitFor();
    });

    it(`gets a role, a reset link with which the password is set, and leaves with a successor${mark}`, async () => {
      const [who, successor, table] = [name(), name(), urns.dataset(name())];
      const leaver = await makeUser(who);
      await makeUser(successor);
      await writeAllSearchable([proposal(table, 'datasetProperties', { name: who }), proposal(table, 'ownership', ownership(leaver.urn))]);
      const page = await visit('/access/users', { scheme });
      await page.getByLabel('Search in users').fill(who);
      const row = page.getByRole('row').filter({ hasText: who });
      await row.getByRole('button', { name: `Role: ${who}` }).click();
      await page.getByRole('radio', { name: 'Reader' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Reader', { exact: true }).waitFor();
      await row.getByRole('button', { name: `Reset link: ${who}` }).click();
      await page.getByRole('button', { name: 'Make the link' }).click();
      const link = new URL(await secretIn(page));
      const theirs = await visit(link.pathname + link.search, { ...REFUSED, scheme });
      await theirs.getByLabel('Password', { exact: true }).fill('another horse battery');
      await theirs.getByLabel('Password again').fill('another horse battery');
      await expectAccessible(theirs);
      await theirs.getByRole('button', { name: 'Set the password' }).click();
      await theirs.getByRole('heading', { name: 'Find data' }).waitFor();
      await row.getByRole('button', { name: `Suspend: ${who}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('combobox', { name: 'Successor' }).waitFor();
      await expectAccessible(page);
      await choose(page, 'Successor', successor);
      await page.getByRole('button', { name: 'See what changes' }).click();
      await page.getByRole('button', { name: 'Change 1 asset' }).click();
      await page.getByText('Done', { exact: true }).waitFor();
      await eventually(async () =>
        expect(JSON.stringify((await values(table)).ownership))
          .to.include(successor)
          .and.not.include(leaver.urn),
      );
      await page.getByRole('button', { name: 'Close', exact: true }).last().click();
      await row.getByText('Suspended').waitFor();
      await expectAccessible(page);
      await row.getByRole('button', { name: `Reactivate: ${who}` }).click();
      await row.getByRole('button', { name: `Suspend: ${who}` }).waitFor();
    });

    it(`is in groups, which people make, fill, give a role and delete${mark}`, async () => {
      const [who, group] = [name(), name()];
      const member = await makeUser(who);
      await writeAllSearchable([proposal(member.urn, 'corpUserEditableInfo', { displayName: who })]);
      const page = await visit('/access/groups', { scheme });
      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(group);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('button', { name: `Members: ${group}` }).waitFor();
      await page.getByLabel('Search in groups').fill(group);
      await page.getByRole('button', { name: `Members: ${group}` }).click();
      await choose(page, 'Add a member', who);
      await page.getByRole('button', { name: `Remove ${who}` }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: `Role: ${group}` }).click();
      await page.getByRole('radio', { name: 'Editor' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row').filter({ hasText: group }).getByText('Editor').waitFor();
      const { debugAccess } = await graphql('query ($urn: String!) { debugAccess(userUrn: $urn) { allRoles } }', { urn: member.urn });
      expect(debugAccess.allRoles).to.deep.equal([urns.of('dataHubRole', 'Editor')]);
      const theirs = await visitAs(await tokenOf(member.urn), '/access');
      await theirs.getByRole('link', { name: group }).waitFor();
      await theirs.getByRole('button', { name: `Members: ${group}` }).click();
      await theirs.getByRole('dialog').getByRole('link', { name: who }).waitFor();
      expect(await theirs.getByLabel('Add a member').count()).to.equal(0);
      await page.getByRole('button', { name: `Delete: ${group}` }).click();
      await page.getByRole('dialog').getByText('1 member').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Nothing matches').waitFor();
    });

    it(`may be a program, with a service account and its tokens${mark}`, async () => {
      const account = name();
      const page = await visit('/access/services', { scheme });
      await page.getByRole('button', { name: 'New service account' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(account);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('button', { name: `Tokens: ${account}` }).click();
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByRole('dialog').last().getByLabel('Name').fill('nightly');
      await page.getByRole('button', { name: 'Create' }).click();
      await page
        .getByRole('dialog')
        .last()
        .getByText(/^cairn_/)
        .waitFor();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('row').filter({ hasText: 'nightly' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await tab(page, 'Tokens').click();
      await page.getByRole('row').filter({ hasText: 'nightly' }).getByText(account).waitFor();
      await tab(page, 'Roles').click();
      await page.getByRole('button', { name: 'Who and what: Reader' }).click();
      await page.getByRole('dialog').getByText('What it gives').waitFor();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await tab(page, 'Service accounts').click();
      await page.getByRole('button', { name: `Delete: ${account}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: `Delete: ${account}` }).waitFor({ state: 'detached' });
    });
  }
});
