/**
 * Making, moving and deleting what assets are ordered by: terms and groups, domains, data products, tags, documents.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, stamp, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { choose, counted, countFrom, drag, expectClicks, MOUSE } from './support/ways.ts';

const word = ownNames('uiarrange')().replaceAll('_', '');
const table = urns.dataset(`${word}.table`);
const [group, other, inner] = ['group', 'other', 'inner'].map((id) => urns.of('glossaryNode', `${word}${id}`)) as [string, string, string];
const term = urns.term(`${word}term`);
const doomed = urns.term(`${word}doomed`);
const domain = urns.of('domain', `${word}domain`);

/** The URN of the entity whose page is shown. */
async function made(page: Page, title: string): Promise<string> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '');
}

inBrowser('governance, made and arranged in the browser', () => {
  before(async () => {
    const node = (urn: string, name: string, parentNode?: string) => proposal(urn, 'glossaryNodeInfo', { name, definition: '', parentNode });
    await writeAllSearchable([
      node(group, `${word} group`),
      node(other, `${word} other`),
      node(inner, `${word} inner`, group),
      proposal(term, 'glossaryTermInfo', { name: `${word} term`, definition: 'A word', termSource: 'INTERNAL', parentNode: group }),
      proposal(doomed, 'glossaryTermInfo', { name: `${word} doomed`, definition: 'A word', termSource: 'INTERNAL' }),
      proposal(domain, 'domainProperties', { name: `${word} domain` }),
      proposal(table, 'datasetProperties', { name: `${word} table` }),
    ]);
    await writeAllSearchable([proposal(table, 'glossaryTerms', { terms: [{ urn: doomed }], auditStamp: stamp() })]);
  });

  it('a new term has a definition and a group, a domain is made in another one, a data product has a domain and takes assets that a search finds, and a tag and a document are made; the page of each opens: two clicks each', async () => {
    const page = await counted('/glossary');
    await MOUSE.press(page.getByRole('button', { name: 'New term' }));
    const form = page.getByRole('dialog', { name: 'New term' });
    await form.getByLabel('Name', { exact: true }).fill(`${word} revenue`);
    await form.getByLabel('Definition').fill('What customers *pay*');
    await choose(page, 'Group', `${word} group`);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await MOUSE.press(form.getByRole('button', { name: 'Create' }));
    const urn = await made(page, `${word} revenue`);
    await expectClicks(page, MOUSE, 2);
    expect((await values(urn)).glossaryTermInfo).to.deep.include({
      name: `${word} revenue`,
      definition: 'What customers *pay*',
      termSource: 'INTERNAL',
      parentNode: group,
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await follow(page, '/domains');
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'New domain' }));
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${word} part`);
    await choose(page, 'Part of the domain', `${word} domain`);
    await MOUSE.press(page.getByRole('button', { name: 'Create' }));
    const part = await made(page, `${word} part`);
    await expectClicks(page, MOUSE, 2);
    expect((await values(part)).domainProperties).to.include({ parentDomain: domain });
    await page
      .getByRole('navigation', { name: 'Part of' })
      .getByRole('link', { name: `${word} domain` })
      .waitFor();
    await follow(page, '/products');
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'New data product' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(`${word} product`);
    await dialog.getByLabel('Description').fill('For reports');
    await choose(page, 'Domain', `${word} domain`);
    await MOUSE.press(dialog.getByRole('button', { name: 'Create' }));
    const product = await made(page, `${word} product`);
    await choose(page, 'Add an asset', `${word} table`);
    await page
      .getByRole('list', { name: 'Assets' })
      .getByRole('link', { name: `${word} table` })
      .waitFor();
    await expectClicks(page, MOUSE, 2);
    await expectAccessible(page);
    const now = await values(product);
    expect(now.dataProductProperties).to.have.nested.property('assets[0].destinationUrn', table);
    expect(now.domains?.domains).to.deep.equal([domain]);
    await page.getByRole('button', { name: `Remove ${word} table` }).click();
    await page.getByText('This product has no assets yet').waitFor();
    await follow(page, '/tags');
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'New tag' }));
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${word} tag`);
    await MOUSE.press(page.getByRole('button', { name: 'Create' }));
    await made(page, `${word} tag`);
    await follow(page, '/documents');
    await MOUSE.press(page.getByRole('button', { name: 'New document' }));
    await page.getByRole('dialog').getByLabel('Title').fill(`${word} guide`);
    await page.getByRole('dialog').getByLabel('Text').fill('Read **this** first');
    await MOUSE.press(page.getByRole('button', { name: 'Create' }));
    await made(page, `${word} guide`);
    await page.getByText('Read this first').first().waitFor();
    await expectClicks(page, MOUSE, 4);
    await follow(page, `/documents?find=${word}`);
    await page.getByRole('link', { name: `${word} guide` }).waitFor();
  });

  it('a term with a taken id is refused in words, with a link to the one that has it [long]', async () => {
    const page = await visit('/glossary');
    await page.getByRole('button', { name: 'New term' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill(`${word}term`);
    await form.getByRole('button', { name: 'Create' }).click();
    await form
      .getByRole('alert')
      .getByRole('link', { name: `${word} term` })
      .waitFor();
    await form.getByRole('textbox', { name: 'Id' }).fill(`${word}term2`);
    await form.getByRole('button', { name: 'Create' }).click();
    expect(await made(page, `${word}term`)).to.equal(urns.term(`${word}term2`));
  });

  it('a group makes groups and terms in it [long]', async () => {
    const page = await visit(entityPath(group));
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${word} below`);
    await page.getByRole('button', { name: 'Create' }).click();
    expect((await values(await made(page, `${word} below`))).glossaryNodeInfo).to.include({ parentNode: group });
  });

  it('a term moves to another group under another name with one click, and never into itself; a tag says which columns are sensitive; deleting a term says how many assets carry it, and takes it off them: three clicks; a domain moves into another one by dragging it once, back with Undo, and by keyboard', async () => {
    const page = await counted(entityPath(term));
    await MOUSE.press(page.getByRole('button', { name: 'Rename or move…' }));
    await page.getByLabel('Name', { exact: true }).fill(`${word} renamed`);
    await choose(page, 'Group: another one', `${word} other`);
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: `${word} renamed` }).waitFor();
    await expectClicks(page, MOUSE, 1);
    await eventually(async () => expect((await values(term)).glossaryTermInfo).to.include({ name: `${word} renamed`, parentNode: other }));
    await follow(page, entityPath(group));
    await page.getByRole('heading', { level: 1, name: `${word} group` }).waitFor();
    await page.getByRole('button', { name: 'Rename or move…' }).click();
    await choose(page, 'Group', `${word} inner`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('is itself in').waitFor();
    const tag = urns.tag(`${word}_pay`);
    await write(tag, 'tagProperties', { name: `${word} pay`, colorHex: '#aa0000' });
    await followAnew(page, entityPath(tag));
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Show columns with this tag only').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1 }).getByText('Sensitive columns').waitFor();
    await eventually(async () => expect((await values(tag)).tagProperties).to.include({ isSensitive: true, colorHex: '#aa0000' }));
    await followAnew(page, entityPath(doomed));
    countFrom(page);
    await MOUSE.press(page.getByLabel('More actions'));
    await MOUSE.press(page.getByRole('button', { name: 'Delete permanently…' }));
    const dialog = page.getByRole('dialog', { name: `Delete “${word} doomed” permanently?` });
    await dialog.getByText('1 asset carries it').waitFor();
    await expectAccessible(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Delete permanently' }));
    await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
    await expectClicks(page, MOUSE, 3);
    await eventually(async () => expect((await values(table)).glossaryTerms?.terms ?? []).to.deep.equal([]));
    const [outer, inner] = [urns.of('domain', `${word}outer`), urns.of('domain', `${word}inner`)];
    await writeAllSearchable([
      proposal(outer, 'domainProperties', { name: `${word} outer` }),
      proposal(inner, 'domainProperties', { name: `${word} moving` }),
    ]);
    const parentOf = async () => (await values(inner)).domainProperties?.parentDomain;
    await followAnew(page, '/domains');
    countFrom(page);
    const tree = page.getByRole('region', { name: 'Tree of domains' });
    await tree.getByRole('link', { name: `${word} moving` }).waitFor();
    await expectAccessible(page);
    const line = (name: string) => tree.getByRole('listitem').filter({ hasText: name }).last().locator('.domain-line').first();
    await drag(line(`${word} moving`), line(`${word} outer`));
    await tree.getByText(`${word} moving is moved.`).waitFor();
    await expectClicks(page, MOUSE, 1);
    expect(await parentOf()).to.equal(outer);
    await tree.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await parentOf()).to.equal(undefined));
    // The tree is read again after Undo, and its buttons are new.
    await eventually(async () => {
      await tree.getByRole('button', { name: `Move… ${word} moving` }).press('Enter');
      await page.getByRole('combobox', { name: 'Into the domain' }).waitFor({ timeout: 2_000 });
    });
    await choose(page, 'Into the domain', `${word} outer`);
    await eventually(async () => expect(await parentOf()).to.equal(outer));
    await tree.getByRole('button', { name: `Move… ${word} outer` }).click();
    await choose(page, 'Into the domain', `${word} moving`);
    await page.getByRole('alert').getByText('cannot be in itself').waitFor();
  });

  it('terms and groups of the tree are chosen in a range with Shift, and changed together [long]', async () => {
    const page = await visit(`/glossary`);
    const tree = page.getByRole('list', { name: 'Glossary', exact: true });
    await tree.getByRole('checkbox', { name: `Select ${word} group` }).check();
    await tree.getByRole('checkbox', { name: `Select ${word} other` }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Chosen results' });
    // The first group, what is open in it, and the second one.
    const count = await tree.getByRole('checkbox', { checked: true }).count();
    expect(count).to.be.above(2);
    await bar.getByText(`${count} selected`).waitFor();
    await expectAccessible(page);
    await tree.getByRole('checkbox', { name: `Select ${word} group` }).uncheck();
    await bar.getByRole('button', { name: 'Domain…' }).click();
    await choose(page, 'Set the domain', `${word} domain`);
    await page.getByRole('button', { name: 'See what changes' }).click();
    await page.getByRole('button', { name: `Change ${count - 1} assets` }).click();
    await page.getByRole('status').getByText('Done', { exact: true }).waitFor();
    expect((await values(other)).domains?.domains).to.deep.equal([domain]);
    expect((await values(group)).domains).to.equal(undefined);
  });
});
