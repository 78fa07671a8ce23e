/**
 * Editing on the page of an entity: what stewards edit, and two of them at once.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';
import { counted, expectClicks, MOUSE } from './support/ways.ts';

const name = ownNames('uiedit');
const word = name().replaceAll('_', '');
const tag = (label: string) => urns.tag(`${word}${label}`);
const term = urns.term(`${word}term`);
const ann = urns.user(`${word}ann`);
const [sales, finance] = [urns.of('domain', `${word}sales`), urns.of('domain', `${word}finance`)];
const product = urns.of('dataProduct', `${word}numbers`);
const auditor = urns.of('ownershipType', `${word}auditor`);
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
  await MOUSE.press(page.getByRole('button', { name: new RegExp(`^(Edit|Add) ${what}$`) }));
  await page.getByRole('dialog').waitFor();
}

/** @param waits until the page shows it: it moves what stands below it */
async function save(page: Page, waits = true): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  if (waits) await page.locator('article[aria-busy="false"]').waitFor();
}

async function pick(page: Page, label: string, text: string, option?: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label });
  await field.fill(text);
  const options = page.getByRole('dialog').locator('.suggestions').getByRole('option');
  await (option === undefined ? options.first() : options.filter({ hasText: option })).click();
  await options.first().waitFor({ state: 'hidden' });
}

interface Edit {
  readonly what: string;
  /** Before the page of the table is open. */
  readonly first?: (urn: string) => Promise<unknown>;
  readonly edits: (page: Page, urn: string) => Promise<void>;
}

const EDITS: readonly Edit[] = [
  {
    what: 'a description is stored beside the one from the platform',
    edits: async (page, urn) => {
      await edit(page, 'description');
      const field = page.getByLabel('What should others know?');
      await eventually(async () => expect(await field.inputValue()).to.equal('As the platform says'));
      await field.fill('One row an order.\n\nCancelled ones, too.');
      await save(page);
      await page.locator('.sidebar').getByText('One row an order.').waitFor();
      const now = await values(urn);
      expect(now.editableDatasetProperties, 'no name').to.deep.equal({ description: 'One row an order.\n\nCancelled ones, too.' });
      expect(now.datasetProperties?.description).to.equal('As the platform says');
    },
  },
  {
    what: 'tags, terms, owners and links can be added by name and removed',
    first: (urn) => write(urn, 'globalTags', tags(tag('raw'))),
    edits: async (page, urn) => {
      await edit(page, 'tags');
      await page.getByRole('button', { name: `Remove ${word} raw` }).click();
      await page.getByLabel('Add a tag').and(page.locator(':focus')).waitFor();
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
      await page.getByLabel('Address').and(page.locator(':focus')).waitFor();
      await save(page);
      await page.getByRole('link', { name: 'How it is made' }).waitFor();
      const now = await values(urn);
      expect(now.globalTags).to.deep.equal(tags(tag('gold')));
      expect(now.glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
      expect(now.ownership?.owners).to.deep.include.members([
        { owner: ann, type: 'DATA_STEWARD', typeUrn: urns.of('ownershipType', '__system__data_steward') },
      ]);
      expect(now.institutionalMemory).to.have.nested.property('elements[0].url', 'https://example.org/orders');
    },
  },
  {
    what: 'a domain is set, changed and removed',
    edits: async (page, urn) => {
      await edit(page, 'domain');
      await pick(page, 'Choose a domain', `${word} sa`, `${word} sales`);
      await save(page);
      expect((await values(urn)).domains?.domains).to.deep.equal([sales]);
      await edit(page, 'domain');
      await pick(page, 'Choose another domain', `${word} fi`, `${word} finance`);
      await save(page);
      await page
        .locator('.sidebar')
        .getByRole('link', { name: `${word} finance` })
        .waitFor();
      expect((await values(urn)).domains?.domains).to.deep.equal([finance]);
      await edit(page, 'domain');
      await page.getByRole('button', { name: `Remove ${word} finance` }).click();
      await save(page);
      await page.getByRole('button', { name: 'Add domain' }).waitFor();
      expect((await values(urn)).domains?.domains).to.deep.equal([]);
    },
  },
  {
    what: 'an asset joins a data product and leaves it; the other assets of the product stay',
    edits: async (page, urn) => {
      const other = await made();
      await write(product, 'dataProductProperties', { name: `${word} numbers`, assets: [{ destinationUrn: other }] });
      await edit(page, 'data products');
      await pick(page, 'Add to a data product', `${word} num`, `${word} numbers`);
      await page.getByRole('button', { name: `Remove ${word} numbers` }).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page
        .locator('.sidebar')
        .getByRole('link', { name: `${word} numbers` })
        .waitFor();
      const assets = async (): Promise<unknown> => {
        const { assets: all } = (await values(product)).dataProductProperties as { assets: { destinationUrn: string }[] };
        return all.map((each) => each.destinationUrn);
      };
      expect(await assets()).to.deep.equal([other, urn]);
      await edit(page, 'data products');
      await page.getByRole('button', { name: `Remove ${word} numbers` }).click();
      await page.getByRole('button', { name: `Remove ${word} numbers` }).waitFor({ state: 'detached' });
      expect(await assets()).to.deep.equal([other]);
    },
  },
  {
    what: 'an asset is deprecated with a replacement and a date, and is not any more',
    edits: async (page, urn) => {
      const instead = urns.dataset(`${word}.instead`);
      await writeAllSearchable([proposal(instead, 'datasetProperties', { name: `${word} instead` })]);
      await edit(page, 'deprecation');
      await page.getByLabel('Why, and what to do instead').fill('Counts twice');
      await pick(page, 'Use this instead', `${word} instead`, `${word} instead`);
      await page.getByLabel('Gone by').fill('2027-03-31');
      await expectAccessible(page);
      await save(page);
      await page.locator('.entity-head').getByText('Counts twice').waitFor();
      const { actor: _, ...now } = (await values(urn)).deprecation ?? {};
      expect(now).to.deep.equal({ deprecated: true, note: 'Counts twice', replacement: instead, decommissionTime: Date.UTC(2027, 2, 31) });
      await edit(page, 'deprecation');
      await eventually(async () => expect(await page.getByLabel('Gone by').inputValue()).to.equal('2027-03-31'));
      await page.getByRole('button', { name: 'It is not deprecated any more' }).click();
      await save(page);
      await page.getByRole('button', { name: 'Add deprecation' }).waitFor();
      expect((await values(urn)).deprecation)
        .to.include({ deprecated: false })
        .and.not.have.any.keys('replacement', 'decommissionTime');
    },
  },
  {
    what: 'a note is changed, and the time of the same deprecation stays',
    first: (urn) => write(urn, 'deprecation', { deprecated: true, note: 'Old', actor: ann, decommissionTime: 1_893_499_200_123, more: 'of others' }),
    edits: async (page, urn) => {
      await edit(page, 'deprecation');
      await page.getByLabel('Why, and what to do instead').fill('New');
      await save(page);
      const { actor: _, ...now } = (await values(urn)).deprecation ?? {};
      expect(now).to.deep.equal({ deprecated: true, note: 'New', decommissionTime: 1_893_499_200_123, more: 'of others' });
    },
  },
  {
    what: 'a tag and a term that do not exist are created where they are needed',
    edits: async (page, urn) => {
      await edit(page, 'tags');
      await pick(page, 'Add a tag', `${word} brand new`, `Create tag “${word} brand new”`);
      await save(page);
      // It moves the buttons below it.
      await page
        .locator('.sidebar')
        .getByRole('link', { name: `${word} brand new` })
        .waitFor();
      await edit(page, 'glossary terms');
      await pick(page, 'Add a term', `${word} margin`, `Create term “${word} margin”`);
      await expectAccessible(page);
      await save(page);
      const [made1, made2] = [urns.tag(`${word}-brand-new`), urns.term(`${word}-margin`)];
      const now = await values(urn);
      expect(now.globalTags).to.deep.equal(tags(made1));
      expect(now.glossaryTerms?.terms).to.deep.equal([{ urn: made2 }]);
      expect((await values(made1)).tagProperties).to.include({ name: `${word} brand new` });
      expect((await values(made2)).glossaryTermInfo).to.include({ name: `${word} margin` });
    },
  },
  {
    what: 'structured properties have a form that follows their definitions',
    edits: async (page, urn) => {
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
    },
  },
  {
    what: 'an entity can be soft-deleted and restored',
    edits: async (page, urn) => {
      await page.getByLabel('More actions').click();
      await page.getByRole('button', { name: 'Soft-delete…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Soft-delete' }).click();
      await page.getByText('Soft-deleted', { exact: true }).first().waitFor();
      expect((await values(urn)).status).to.deep.equal({ removed: true });
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' });
      expect((await values(urn)).status).to.deep.equal({ removed: false });
    },
  },
];

inBrowser('editing in the browser', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag('gold'), 'tagProperties', { name: `${word} gold` }),
      proposal(tag('raw'), 'tagProperties', { name: `${word} raw` }),
      proposal(term, 'glossaryTermInfo', { name: `${word} revenue`, definition: 'What was earned', termSource: 'INTERNAL' }),
      proposal(ann, 'corpUserInfo', { active: true, displayName: `${word} ann` }),
      proposal(sales, 'domainProperties', { name: `${word} sales` }),
      proposal(finance, 'domainProperties', { name: `${word} finance` }),
      proposal(product, 'dataProductProperties', { name: `${word} numbers` }),
      proposal(auditor, 'ownershipTypeInfo', {
        name: `${word} auditor`,
        created: { time: 1, actor: ann },
        lastModified: { time: 1, actor: ann },
      }),
      definition('class', 'string', { allowedValues: [{ value: { string: 'open' } }, { value: { string: 'closed' } }] }),
      definition('days', 'number'),
      definition('seen', 'date'),
      definition('notes', 'string', { cardinality: 'MULTIPLE' }),
    ]);
  });

  it(EDITS.map(({ what }) => what).join('; '), async () => {
    const page = await visit('/settings');
    for (const { first, edits } of EDITS) {
      const urn = await made();
      await first?.(urn);
      await follow(page, entityPath(urn));
      await page.locator('.entity-head').getByText(urn, { exact: true }).waitFor();
      await edits(page, urn);
    }
  });

  it('a link is changed, and one that is still in the fields is saved too [long]', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'links');
    await page.getByLabel('Address').fill('https://example.org/first');
    await page.getByLabel('Link text').fill('First');
    // The page reads the entity again after a save. Who is faster sees the new value, too.
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(
      (url) => url.pathname.endsWith(`/generic/${encodeURIComponent(urn)}`),
      (route) => held.then(() => route.continue()),
    );
    await save(page, false);
    const stored = (await values(urn)).institutionalMemory as { elements: { createStamp: object }[] };
    await edit(page, 'links');
    await page.getByRole('button', { name: 'Change First' }).click();
    goOn();
    await page.getByLabel('Address').fill('https://example.org/second');
    await save(page);
    await page.getByRole('link', { name: 'First' }).waitFor();
    const { elements } = (await values(urn)).institutionalMemory as { elements: { url: string; description: string; createStamp: object }[] };
    expect(elements.map(({ url, description }) => [url, description])).to.deep.equal([['https://example.org/second', 'First']]);
    expect(elements[0]?.createStamp, 'who added it, and when').to.deep.equal(stored.elements[0]?.createStamp);
  });

  it('a name that exists is not offered to be created again [long]', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'tags');
    await page.getByRole('combobox', { name: 'Add a tag' }).fill(`${word} GOLD`);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: `${word} gold` })
      .waitFor();
    await eventually(async () => expect(await page.getByRole('option', { name: /Create/ }).count()).to.equal(0));
  });

  it('owners may have an ownership type of the catalog [long]', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'owners');
    await page.getByLabel('Type of ownership').selectOption({ label: `${word} auditor` });
    await pick(page, 'Add an owner', `${word} an`, `${word} ann`);
    await save(page);
    await page.locator('.sidebar').getByText(`${word} auditor`).waitFor();
    expect((await values(urn)).ownership?.owners).to.deep.equal([{ owner: ann, type: 'CUSTOM', typeUrn: auditor }]);
  });

  it('if two people edit at once, nothing is overwritten; what was typed is kept and is applied with one click more', async () => {
    const urn = await made();
    const page = await counted(entityPath(urn), { expected: /412/ });
    await edit(page, 'description');
    await page.getByLabel('What should others know?').fill('Mine');
    await write(urn, 'editableDatasetProperties', { description: 'Theirs' });
    await MOUSE.press(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Somebody else changed this while you were editing.').waitFor();
    await eventually(async () => expect((await page.locator('.conflict-theirs').textContent())?.trim()).to.equal('Theirs'));
    await eventually(async () => expect(await page.getByLabel('What should others know?').inputValue()).to.equal('Mine'));
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Theirs');
    await MOUSE.press(page.getByRole('button', { name: 'Apply mine to theirs' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectClicks(page, MOUSE, 3);
    expect((await values(urn)).editableDatasetProperties?.description).to.equal('Mine');
  });

  it('a tag that somebody else adds meanwhile stays [long]', async () => {
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

  it('the version of the other person can be kept instead [long]', async () => {
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

  it('a link that is not a web address cannot be added, and Escape returns to where the reader was [long]', async () => {
    const urn = await made();
    const page = await visit(entityPath(urn));
    await edit(page, 'links');
    await page.getByLabel('Address').fill('ftp://example.org');
    await eventually(async () => expect(await page.getByRole('button', { name: 'Add this link' }).isDisabled()).to.equal(true));
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', { name: 'Discard what you typed?' }).waitFor();
    // Escape once more goes back to the form, with what was typed.
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await page.getByLabel('Address').inputValue()).to.equal('ftp://example.org'));
    await page.getByLabel('Address').fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal('Add links'));
  });

  it('the page of a missing entity says so', async () => {
    const page = await visit(entityPath(urns.dataset(`${word}.nowhere`)), { expected: /404/ });
    await page.getByText('This entity is not in the catalog').waitFor();
  });
});
