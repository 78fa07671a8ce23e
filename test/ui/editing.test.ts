/**
 * Editing on the page of an entity: what stewards edit, and two of them at once.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';

const name = ownNames('uiedit');
const word = name().replaceAll('_', '');
const tag = (label: string) => urns.tag(`${word}${label}`);
const term = urns.term(`${word}term`);
const ann = urns.user(`${word}ann`);
const property = (label: string) => urns.of('structuredProperty', `${word}.${label}`);
const definition = (label: string, type: string, more: object = {}) =>
  proposal(property(label), 'propertyDefinition', {
    qualifiedName: `${word}.${label}`,
    displayName: `${word} ${label}`,
    valueType: urns.of('dataType', `svc.${type}`),
    entityTypes: [urns.of('entityType', 'svc.dataset')],
    ...more,
  });

/** A dataset of its own for one test. */
async function made(): Promise<string> {
  const urn = urns.dataset(name('table'));
  await write(urn, 'datasetProperties', { name: 'a table', description: 'As the platform says' });
  await write(urn, 'schemaMetadata', schemaMetadata(['id']));
  return urn;
}

async function edit(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${what}` }).click();
  await page.getByRole('dialog').waitFor();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function pick(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label });
  await field.fill(text);
  await page.getByRole('dialog').locator('.suggestions').getByRole('option').first().waitFor();
  await field.press('Enter');
}

inBrowser('editing in the browser', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag('gold'), 'tagProperties', { name: `${word} gold` }),
      proposal(tag('raw'), 'tagProperties', { name: `${word} raw` }),
      proposal(term, 'glossaryTermInfo', { name: `${word} revenue`, definition: 'What was earned', termSource: 'INTERNAL' }),
      proposal(ann, 'corpUserInfo', { active: true, displayName: `${word} ann` }),
      definition('class', 'string', { allowedValues: [{ value: { string: 'open' } }, { value: { string: 'closed' } }] }),
      definition('days', 'number'),
      definition('seen', 'date'),
      definition('notes', 'string', { cardinality: 'MULTIPLE' }),
    ]);
  });

  it('a description is stored beside the one from the platform', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'description');
    const field = page.getByLabel('What should others know?');
    await eventually(async () => expect(await field.inputValue()).to.equal('As the platform says'));
    await field.fill('One row an order.\n\nCancelled ones, too.');
    await save(page);
    await page.locator('.sidebar').getByText('Cancelled ones, too.').waitFor();
    const now = await values(urn);
    expect(now.editableDatasetProperties?.description).to.equal('One row an order.\n\nCancelled ones, too.');
    expect(now.datasetProperties?.description).to.equal('As the platform says');
  });

  it('tags, terms, owners and links can be added by name and removed', async () => {
    const urn = await made();
    await write(urn, 'globalTags', tags(tag('raw')));
    const page = await visit(entityPath(urn));
    await edit(page, 'tags');
    await page.getByRole('button', { name: `Remove ${word} raw` }).click();
    await pick(page, 'Add a tag', `${word} go`);
    await save(page);
    await edit(page, 'glossary terms');
    await pick(page, 'Add a term', `${word} rev`);
    await save(page);
    await edit(page, 'owners');
    await page.getByLabel('Type of ownership').selectOption({ label: 'Data steward' });
    await pick(page, 'Add an owner', `${word} an`);
    await save(page);
    await edit(page, 'links');
    await page.getByLabel('Address').fill('https://example.org/orders');
    await page.getByLabel('Link text').fill('How it is made');
    await page.getByRole('button', { name: 'Add this link' }).click();
    await save(page);
    await page.getByRole('link', { name: 'How it is made' }).waitFor();
    const now = await values(urn);
    expect(now.globalTags).to.deep.equal(tags(tag('gold')));
    expect(now.glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
    expect(now.ownership?.owners).to.deep.include.members([
      { owner: ann, type: 'DATA_STEWARD', typeUrn: urns.of('ownershipType', '__system__data_steward') },
    ]);
    expect(now.institutionalMemory).to.have.nested.property('elements[0].url', 'https://example.org/orders');
  });

  it('structured properties have a form that follows their definitions', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'properties');
    await page.getByLabel(`${word} class`).selectOption({ label: 'closed' });
    await page.getByLabel(`${word} days`).fill('30.5');
    await page.getByLabel(`${word} seen`).fill('2026-03-31');
    await page.getByLabel(`${word} notes`).fill('first\nsecond');
    await save(page);
    await page.locator('.sidebar').getByText('first, second').waitFor();
    const { properties } = (await values(urn)).structuredProperties as { properties: { propertyUrn: string; values: unknown }[] };
    expect(Object.fromEntries(properties.map((each) => [each.propertyUrn, each.values]))).to.deep.equal({
      [property('class')]: [{ string: 'closed' }],
      [property('days')]: [{ double: 30.5 }],
      [property('seen')]: [{ string: '2026-03-31' }],
      [property('notes')]: [{ string: 'first' }, { string: 'second' }],
    });
    await edit(page, 'properties');
    await page.getByLabel(`${word} days`).fill('');
    await save(page);
    await page.locator('.sidebar').getByText('30.5').waitFor({ state: 'detached' });
    const later = (await values(urn)).structuredProperties as { properties: unknown[] };
    expect(later.properties).to.have.length(3);
  });

  it('if two people edit at once, nothing is overwritten; what was typed is kept and can be applied', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn), { expected: /412/ });
    await edit(page, 'description');
    await page.getByLabel('What should others know?').fill('Mine');
    await write(urn, 'editableDatasetProperties', { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else changed this while you were editing.').waitFor();
    await eventually(async () => expect(await page.locator('.conflict-theirs').textContent()).to.equal('Theirs'));
    await eventually(async () => expect(await page.getByLabel('What should others know?').inputValue()).to.equal('Mine'));
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Theirs');
    await page.getByRole('button', { name: 'Apply mine to theirs' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Mine');
  });

  it('a tag that somebody else adds meanwhile stays', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn), { expected: /412/ });
    await edit(page, 'tags');
    await pick(page, 'Add a tag', `${word} go`);
    await write(urn, 'globalTags', tags(tag('raw')));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Apply mine to theirs' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await values(urn)).globalTags).to.deep.equal(tags(tag('raw'), tag('gold')));
  });

  it('the version of the other person can be kept instead', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn), { expected: /412/ });
    await edit(page, 'description');
    await page.getByLabel('What should others know?').fill('Mine');
    await write(urn, 'editableDatasetProperties', { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await page.locator('.sidebar').getByText('Theirs', { exact: true }).waitFor();
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Theirs');
  });

  it('an entity can be soft-deleted and restored', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await page.getByRole('button', { name: 'Soft-delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Soft-delete' }).click();
    await page.getByText('Soft-deleted', { exact: true }).first().waitFor();
    expect((await values(urn)).status).to.deep.equal({ removed: true });
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Soft-delete…' }).waitFor();
    expect((await values(urn)).status).to.deep.equal({ removed: false });
  });

  it('a link that is not a web address cannot be added, and Escape returns to where the reader was', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'links');
    await page.getByLabel('Address').fill('ftp://example.org');
    await eventually(async () => expect(await page.getByRole('button', { name: 'Add this link' }).isDisabled()).to.equal(true));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal('Edit links'));
  });

  it('the page of a missing entity says so', async () => {
    const page = await visit(entityPath(urns.dataset(`${word}.nowhere`)), { expected: /404/ });
    await page.getByText('This entity is not in the catalog').waitFor();
  });
});
