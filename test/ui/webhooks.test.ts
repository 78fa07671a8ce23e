/**
 * Webhooks and subscriptions in the browser.
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uihooks');

interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly filter: object;
}

const named = async (wanted: string): Promise<Webhook | undefined> =>
  (await api.send<{ webhooks: Webhook[] }>('GET', '/webhooks')).body.webhooks.find((each) => each.name === wanted);

inBrowser('webhooks in the browser', () => {
  it('a form creates a webhook and shows its secret once; it can be paused, resumed, rotated and deleted; a private address is refused in plain words, and nothing typed is lost; the page of an entity shows its subscribers, and subscribes and unsubscribes them', async () => {
    const wanted = name();
    const page = await visit('/hooks', { expected: /400/ });
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(wanted);
    await form.getByLabel('Address').fill('https://hooks.example/ui');
    await form.getByLabel('Entity types').fill('dataset, chart');
    await form.getByRole('button', { name: 'Create' }).click();
    const secret = await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .textContent();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await named(wanted)).to.deep.include({ state: 'active', filter: { types: ['dataset', 'chart'] } });
    await page.getByRole('button', { name: `Pause ${wanted}` }).click();
    await page.getByRole('button', { name: `Resume ${wanted}` }).click();
    await page.getByRole('button', { name: `Pause ${wanted}` }).waitFor();
    await page.getByRole('button', { name: `Rotate ${wanted}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .textContent();
    expect(rotated).to.not.equal(secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: `Replay ${wanted}` }).click();
    await page.getByLabel('After commit').fill('0');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Delete ${wanted}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => expect(await named(wanted)).to.equal(undefined));
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('http://127.0.0.1:9/');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('WEBHOOK_PRIVATE_TARGETS').first().waitFor();
    await eventually(async () => expect(await page.getByLabel('Address').inputValue()).to.equal('http://127.0.0.1:9/'));
    const [told, urn, person] = [name(), urns.dataset(name()), urns.user(name())];
    await writeAllSearchable([proposal(urn, 'datasetProperties', description('watched'))]);
    await api.send('POST', '/webhooks', { json: { url: 'https://hooks.example/ui', name: told, sends: 'subscriptions' } });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await followAnew(page, entityPath(urn));
    await page.getByRole('button', { name: 'Tell me' }).click();
    await page.getByLabel('Through').selectOption({ label: told });
    await page.getByRole('combobox', { name: 'Who wants to hear about it' }).fill(person);
    await page.getByRole('combobox', { name: 'Who wants to hear about it' }).press('Enter');
    const remove = page.getByRole('button', { name: /^Unsubscribe / });
    await remove.waitFor();
    const of = `/subscriptions?entity=${encodeURIComponent(urn)}`;
    const list = await api.send<{ subscriptions: { person: string }[] }>('GET', of);
    expect(list.body.subscriptions.map((each) => each.person)).to.deep.equal([person]);
    await remove.click();
    await remove.waitFor({ state: 'detached' });
  });
});
