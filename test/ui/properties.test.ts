/**
 * Structured properties in the browser: making, changing, deleting softly and for good.
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uiprops');
const word = name().replaceAll('_', '');
const id = (label: string) => `${word}.${label}`;
const property = (label: string) => urns.of('structuredProperty', id(label));
const pathOf = (label: string) => `/properties/${encodeURIComponent(property(label))}`;
const definition = (label: string) =>
  proposal(property(label), 'propertyDefinition', {
    qualifiedName: id(label),
    displayName: `${word} ${label}`,
    valueType: urns.of('dataType', 'svc.string'),
    entityTypes: [urns.of('entityType', 'svc.dataset')],
  });

inBrowser('structured properties in the browser', () => {
  it('a form creates a property with allowed values, and the list shows it; its id is refused for another, and nothing typed is lost; a definition can be changed: name, meaning, more types; a property can be soft-deleted and restored; deleting permanently shows how many values it removes, and requires the typed id', async () => {
    const page = await visit('/properties');
    await page.getByRole('button', { name: 'New property' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill(`${word} class`);
    await form.getByLabel('Id', { exact: true }).fill(id('class'));
    await form.getByLabel('What it means').fill('How secret it is');
    await form.getByLabel('Allow several values').check();
    await form.getByLabel('Allowed values').fill('open: for all\nclosed');
    await form.getByLabel('Dashboard').check();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: `${word} class` }).waitFor();
    const { propertyDefinition } = await values(property('class'));
    expect(propertyDefinition).to.deep.include({
      qualifiedName: id('class'),
      displayName: `${word} class`,
      cardinality: 'MULTIPLE',
      entityTypes: ['dataset', 'dashboard'].map((type) => urns.of('entityType', `svc.${type}`)),
      allowedValues: [{ value: { string: 'open' }, description: 'for all' }, { value: { string: 'closed' } }],
    });
    await page.getByRole('link', { name: 'All properties' }).click();
    await page.getByLabel('Search in properties').fill(id('class'));
    await page.getByRole('link', { name: `${word} class` }).waitFor();
    await eventually(async () => expect(await page.getByRole('row').count()).to.equal(2));
    // The address follows when the typing pauses.
    await eventually(async () => expect(new URL(page.url()).searchParams.get('named')).to.equal(id('class')));
    await page.getByRole('button', { name: 'New property' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Another');
    await page.getByLabel('Id', { exact: true }).fill(id('class'));
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('already exists').waitFor();
    await eventually(async () => expect(await page.getByLabel('Name', { exact: true }).inputValue()).to.equal('Another'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    await writeAllSearchable([definition('old')]);
    await followAnew(page, pathOf('old'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByLabel('Name', { exact: true }).fill(`${word} new`);
    await form.getByLabel('Chart', { exact: true }).check();
    await eventually(async () => expect(await form.getByLabel('Dataset', { exact: true }).isDisabled()).to.equal(true));
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: `${word} new` }).waitFor();
    const old = (await values(property('old'))).propertyDefinition;
    expect(old?.entityTypes).to.deep.equal(['dataset', 'chart'].map((type) => urns.of('entityType', `svc.${type}`)));
    await page.getByRole('button', { name: 'Soft-delete' }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    expect((await values(property('old'))).status).to.deep.include({ removed: true });
    await eventually(async () => expect(await page.getByRole('button', { name: 'Edit', exact: true }).isDisabled()).to.equal(true));
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Soft-delete' }).waitFor();
    expect((await values(property('old'))).status).to.deep.include({ removed: false });
    const datasets = [1, 2].map(() => urns.dataset(name('table')));
    await writeAllSearchable([definition('gone'), ...datasets.map((urn) => proposal(urn, 'datasetProperties', { name: 'a table' }))]);
    await writeAllSearchable(
      datasets.map((urn) => proposal(urn, 'structuredProperties', { properties: [{ propertyUrn: property('gone'), values: [{ string: 'x' }] }] })),
    );
    await followAnew(page, pathOf('gone'));
    await page.getByText('2 entities').waitFor();
    await page.getByRole('button', { name: 'Delete permanently…' }).click();
    const dialog = page.getByRole('dialog');
    await eventually(async () => expect(await dialog.textContent()).to.include('its values on 2 entities'));
    const button = dialog.getByRole('button', { name: 'Delete permanently' });
    await eventually(async () => expect(await button.isDisabled()).to.equal(true));
    await dialog.getByRole('textbox').fill(id('gone'));
    await button.click();
    await page.waitForURL(/\/properties$/);
    expect((await api.send('HEAD', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(property('gone'))}`)).status).to.equal(404);
    await eventually(async () => expect((await values(datasets[0] ?? '')).structuredProperties?.properties ?? []).to.deep.equal([]));
  });
});
