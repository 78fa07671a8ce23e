/**
 * Signing in to a catalog that requires a token, on a Cairn of its own.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { eventually } from '../support/eventually.ts';
import { urns } from '../support/make.ts';
import { endAll, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { expectAccessible } from '../ui/support/accessible.ts';
import { entityPath, inBrowser, visit } from '../ui/support/browser.ts';

const WRITER = 'token-of-somebody-who-writes-0123456789';
const READER = 'token-of-somebody-who-reads-0123456789';
const LATER = 'token-that-comes-later-0123456789';
const PASSWORD = 'paula has a password';
const table = urns.dataset('signin.table');
/** The browser reports refusals in its console, and that nothing is stored yet. */
const REFUSED = { expected: /401|404/ };

inBrowser('signing in', () => {
  let cairn: Cairn;
  let file: string;

  before(async function () {
    this.timeout(240_000);
    file = path.join(throwAwayFolder(), 'tokens');
    writeFileSync(file, `${WRITER} wanda\n${READER} rita read\n`, { mode: 0o600 });
    cairn = await startCairn({ ...(await emptyEngines()), AUTH_TOKENS_FILE: file, READ_POLICIES: 'true' });
    const answer = await fetch(`${cairn.url}/openapi/v3/entity/dataset?async=false`, {
      method: 'POST',
      headers: { authorization: `Bearer ${WRITER}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ urn: table, datasetProperties: { value: { name: 'the table', description: 'As the platform says' } } }]),
    });
    expect(answer.status).to.equal(200);
  });
  after(async () => {
    await cairn?.stop();
    await endAll();
  });

  /** @param status of a request with the token of the writer from then on */
  async function tokensAre(lines: string, status: number): Promise<void> {
    writeFileSync(file, lines, { mode: 0o600 });
    const headers = { authorization: `Bearer ${WRITER}` };
    await eventually(async () => expect((await fetch(`${cairn.url}/changes`, { headers })).status).to.equal(status));
  }

  /** Asked by the operator. */
  async function ask(query: string, variables: object = {}) {
    const headers = { authorization: `Bearer ${WRITER}`, 'content-type': 'application/json' };
    const answer = await fetch(`${cairn.url}/api/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const { data, errors } = (await answer.json()) as { data: { made: { inviteToken: string } }; errors?: unknown };
    expect(errors).to.equal(undefined);
    return data;
  }

  it('is a page of its own, which says what is wrong with a token and then leads to where the reader wanted to go', async () => {
    const page = await visit(entityPath(table), { at: cairn.url, ...REFUSED });
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
    await eventually(async () => expect(await page.evaluate('document.activeElement.id')).to.equal('username'));
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill(WRITER);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'the table' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(entityPath(table));
  });

  it('can be read in the dark scheme [long]', async () => {
    const page = await visit('/signin', { at: cairn.url, ...REFUSED });
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  it('says who one is and what one may do; signing out forgets the token [long]', async () => {
    const page = await visit('/signin', { at: cairn.url, ...REFUSED });
    await page.getByLabel('Token').fill(READER);
    await page.getByRole('button', { name: 'Sign in with the token' }).click();
    await page.getByLabel('You: rita').click();
    await page.getByRole('link', { name: 'Signed in as rita' }).click();
    await page.getByRole('heading', { level: 1, name: 'rita' }).waitFor();
    await page.getByText('read', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).not.to.include(READER);
  });

  it('stays for other tabs and the next day if the reader wants so, otherwise for this tab [long]', async () => {
    const page = await visit('/signin', { at: cairn.url, ...REFUSED });
    await page.getByLabel('Token').fill(WRITER);
    await page.getByRole('button', { name: 'Sign in with the token' }).click();
    await page.getByLabel('You: wanda').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${cairn.url}/tags`);
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await other.getByLabel('Token').fill(WRITER);
    await other.getByRole('checkbox', { name: 'Stay signed in' }).check();
    await other.getByRole('button', { name: 'Sign in with the token' }).click();
    await other.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    const third = await page.context().newPage();
    await third.goto(`${cairn.url}/domains`);
    await third.getByText('There are no domains yet').waitFor();
  });

  it('happens in a dialog when a token ends in the midst of typing, and what was typed is saved', async () => {
    const page = await visit('/signin', { at: cairn.url, ...REFUSED });
    await page.getByLabel('Token').fill(WRITER);
    await page.getByRole('button', { name: 'Sign in with the token' }).click();
    await page.getByLabel('You: wanda').waitFor();
    await page.goto(`${cairn.url}${entityPath(table)}`);
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByLabel('What should others know?').fill('Typed before the token ended');
    await tokensAre(`${LATER} wanda\n`, 401);
    // Not a click at its place: a read of the page may have opened the dialog first, which then lies above the button.
    await page.getByRole('button', { name: 'Save' }).dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Your token is no longer accepted' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(entityPath(table));
    await page.getByRole('textbox', { name: 'Token' }).fill(LATER);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Typed before the token ended').first().waitFor();
    await tokensAre(`${WRITER} wanda\n${READER} rita read\n`, 200);
  });

  it('is also that of the documentation and the console, which open without a token [long]', async () => {
    for (const at of ['/activity', '/glossary', '/people', '/views', '/settings', '/rpc/docs', '/rpc/docs/start', '/api/graphiql'])
      expect((await fetch(cairn.url + at)).status, at).to.equal(200);
    const page = await visit('/signin?to=/rpc', { at: cairn.url, ...REFUSED });
    await page.getByLabel('Token').fill(WRITER);
    await page.getByRole('button', { name: 'Sign in with the token' }).click();
    await page.getByLabel('You: wanda').waitFor();
    await page.goto(`${cairn.url}/rpc/docs/start`);
    await page.getByRole('button', { name: 'Send: Read it' }).click();
    await page
      .locator('.docs-answer pre')
      .getByText(/^404|^200/)
      .waitFor();
    await page.goto(`${cairn.url}/api/graphiql`);
    await page.locator('.graphiql-execute-button').click();
    await eventually(async () => expect(await page.locator('.result-window').textContent()).to.include('"total"'));
  });

  it('opens to who comes with an invitation or a reset link [long]', async () => {
    const { inviteToken } = (await ask('{ made: getInviteToken(input: {}) { inviteToken } }')).made;
    const page = await visit(`/signup?invite_token=${inviteToken}`, { at: cairn.url, ...REFUSED });
    for (const [field, text] of [
      ...[['Your name', 'Nina'] as const, ['Email', 'nina@example.com'] as const, ['User', 'nina'] as const],
      ...[['Password', PASSWORD] as const, ['Password again', PASSWORD] as const],
    ])
      await page.getByLabel(field, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Find data' }).waitFor();
    const other = await visit(`/reset?user=${urns.user('nina')}&reset_token=x`, { at: cairn.url, ...REFUSED });
    await other.getByRole('heading', { level: 1, name: 'New password' }).waitFor();
    await other.waitForLoadState('networkidle');
    expect(new URL(other.url()).pathname).to.equal('/reset');
  });

  it('lets people in with a password, shows it nowhere, and ends the session when they sign out', async () => {
    const { inviteToken } = (await ask('{ made: getInviteToken(input: {}) { inviteToken } }')).made;
    const person = { userUrn: urns.user('paula'), email: 'paula@example.com', fullName: 'Paula', password: PASSWORD, inviteToken };
    const signedUp = await fetch(`${cairn.url}/signUp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    expect(signedUp.status).to.equal(200);
    const page = await visit(entityPath(person.userUrn), { at: cairn.url, ...REFUSED });
    await page.getByRole('textbox', { name: 'User' }).fill('paula');
    await page.getByRole('textbox', { name: 'Password' }).fill('not her password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('wrong').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Paula' }).waitFor();
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage]) + document.cookie')).to.not.match(/cairn_|paula has/);
    await page.goto(`${cairn.url}/signin`);
    await page.getByText(urns.user('paula')).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto(cairn.url + entityPath(person.userUrn));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  it('shows who sees a part of the catalog only what the catalog answers', async () => {
    const change = 'mutation ($urn: String!, $input: PolicyUpdateInput!) { made: updatePolicy(urn: $urn, input: $input) }';
    const make = 'mutation ($input: PolicyUpdateInput!) { made: createPolicy(input: $input) }';
    const actors = { users: [urns.user('paula')], allUsers: false, allGroups: false, resourceOwners: false };
    const policy = { type: 'METADATA', name: 'Reading', state: 'INACTIVE', privileges: ['VIEW_ENTITY_PAGE'], actors };
    await ask(change, { urn: urns.of('dataHubPolicy', 'view-entity-page-all'), input: policy });
    const filter = { criteria: [{ field: 'URN', values: [table], condition: 'EQUALS' }] };
    await ask(make, { input: { ...policy, state: 'ACTIVE', resources: { filter } } });
    const usage = { ...policy, name: 'Usage', privileges: ['VIEW_DATASET_USAGE', 'VIEW_DATASET_PROFILE', 'VIEW_DATASET_OPERATIONS'] };
    await ask(change, { urn: urns.of('dataHubPolicy', 'view-dataset-sensitive'), input: usage });
    const page = await visit('/signin', { at: cairn.url, expected: /40[134]/ });
    await page.getByRole('textbox', { name: 'User' }).fill('paula');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: '1 Dataset' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Coverage over time' }).count()).to.equal(0);
    await page.goto(`${cairn.url}/coverage`);
    await page.getByRole('alert').getByRole('button', { name: 'Why may I not?' }).waitFor();
    expect(await page.getByRole('list', { name: 'Now' }).count()).to.equal(0);
    await page.goto(cairn.url + entityPath(table));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).to.equal(0);
    await page.getByRole('link', { name: 'Usage and profile' }).click();
    await page.getByRole('button', { name: 'Why may I not?' }).first().click();
    await page.getByRole('button', { name: 'Ask for it' }).click();
    await page.getByText('You have asked').waitFor();
  });
});
