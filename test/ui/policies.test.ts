/**
 * Policies in the browser: sentences, the editor, and what a change would do.
 */
import { expect } from 'chai';
import { asUser, makeUser } from '../support/access.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { choose } from './support/ways.ts';

const own = ownNames('uipolicy');
const name = (): string => own().replaceAll('_', '');
const MAY = 'query ($urn: String!) { dataset: entity(urn: $urn) { rights { canEditTags canEditOwners } } }';

inBrowser('policies', () => {
  it('are made in sentences, switched off, changed and deleted, and count at once', async () => {
    const [who, sales, table, other, policy] = [name(), name(), urns.dataset(name()), urns.dataset(name()), name()];
    const user = await makeUser(who);
    await writeAllSearchable([
      proposal(user.urn, 'corpUserEditableInfo', { displayName: who }),
      proposal(urns.of('domain', sales), 'domainProperties', { name: sales }),
      proposal(table, 'domains', { domains: [urns.of('domain', sales)] }),
      proposal(other, 'datasetProperties', { name: 'other' }),
    ]);
    const mayEdit = async (urn: string) => (await asUser(user, MAY, { urn })).data.dataset.rights;
    expect(await mayEdit(table)).to.deep.equal({ canEditTags: false, canEditOwners: false });
    const page = await visit('/access/policies');
    const kept = page.getByRole('listitem', { name: 'Editors: platform' });
    await kept.getByText('Cairn keeps this policy as it is').waitFor();
    expect(await kept.getByRole('button', { name: /^(Edit|Delete)/ }).count()).to.equal(0);
    await page.getByRole('button', { name: 'New policy' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(policy);
    await choose(page, 'Users and groups', who);
    await form.getByLabel('Search in the privileges').fill('tags');
    await form.getByRole('checkbox', { name: 'Edit tags' }).check();
    await form.getByRole('button', { name: 'Add a condition' }).click();
    await form.getByRole('checkbox', { name: 'Datasets' }).check();
    await form.getByRole('button', { name: 'Add a condition' }).click();
    await form.getByLabel('Condition 2: what').selectOption({ label: 'Domain' });
    await choose(page, 'Which', sales);
    const words = `${who} may edit tags of datasets in the domain ${sales}.`;
    await form.getByRole('status', { name: 'The policy in words' }).getByText(words).waitFor();
    await form.getByRole('button', { name: 'Who gains, who loses?' }).click();
    const report = form.getByRole('region', { name: 'What saving changes' });
    await report.getByRole('listitem').filter({ hasText: who }).getByText('edit tags on 1 asset').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await mayEdit(table)).to.deep.equal({ canEditTags: true, canEditOwners: false });
    expect(await mayEdit(other)).to.deep.equal({ canEditTags: false, canEditOwners: false });
    await page.getByLabel('Search in policies').fill(policy);
    const item = page.getByRole('listitem', { name: policy });
    await item.getByText(words).waitFor();
    await expectAccessible(page);
    await item.getByRole('button', { name: `Switch off: ${policy}` }).click();
    await item.getByText('Inactive').waitFor();
    expect(await mayEdit(table)).to.deep.equal({ canEditTags: false, canEditOwners: false });
    await item.getByRole('button', { name: `Activate: ${policy}` }).click();
    await item.getByText('Inactive').waitFor({ state: 'detached' });
    await item.getByRole('button', { name: `Edit: ${policy}` }).click();
    await form.getByLabel('Search in the privileges').fill('owners');
    await form.getByRole('checkbox', { name: 'Edit owners' }).check();
    await form.getByLabel('Last day').fill('2090-01-31');
    await form.getByRole('button', { name: 'Add a condition' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByText('Choose something in condition 3').waitFor();
    await form.getByRole('button', { name: 'Remove condition 3' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await item.getByText('until 2090-01-31').waitFor();
    expect(await mayEdit(table)).to.deep.equal({ canEditTags: true, canEditOwners: true });
    await item.getByRole('button', { name: `Delete: ${policy}` }).click();
    await form.getByRole('listitem').filter({ hasText: who }).getByText('Loses').waitFor();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    expect(await mayEdit(table)).to.deep.equal({ canEditTags: false, canEditOwners: false });
  });
});
