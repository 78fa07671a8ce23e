/**
 * Slow and failing answers in the browser: the pages say nothing about what is not shown yet, an older answer never replaces a newer one, and
 * what could not be read is said, with a way to try again.
 */
import { expect } from 'chai';
import type { Page, Request, Route } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, stamp, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';

const own = ownNames('uislow');
const word = own().replaceAll('_', '');
const table = urns.dataset(`${word}.orders`);
const target = urns.dataset(`${word}.invoices`);
const property = urns.of('structuredProperty', `${word}.level`);
const form = urns.of('form', word);
const REFUSED = /Failed to load resource/;

const isQuery = (name: string) => (request: Request) => (request.postData() ?? '').includes(`"query ${name}(`);

/** Holds requests back until they are let go. */
async function hold(page: Page, wanted: (request: Request) => boolean) {
  const held: Route[] = [];
  let open = false;
  await page.route('**/*', async (route) => {
    if (open || !wanted(route.request())) return route.fallback();
    held.push(route);
  });
  return {
    held,
    async come(count = 1): Promise<void> {
      await eventually(async () => expect(held.length).to.be.at.least(count));
    },
    async letGo(): Promise<void> {
      open = true;
      // Requests that nobody wants any more are gone.
      await Promise.allSettled(held.map((route) => route.continue()));
    },
  };
}

/** Fails requests until they are answered again. */
async function fail(page: Page, wanted: (request: Request) => boolean, status = 500): Promise<() => void> {
  let failing = true;
  await page.route('**/*', (route) =>
    failing && wanted(route.request()) ? route.fulfill({ status, json: { status, message: 'It is broken.' } }) : route.fallback(),
  );
  return () => {
    failing = false;
  };
}

inBrowser('slow and failing answers', () => {
  let then = 0;
  before(async () => {
    await writeAllSearchable([
      // The glossary counts what carries a term.
      proposal(urns.of('glossaryTerm', own()), 'glossaryTermInfo', { name: 'a term', definition: 'A word', termSource: 'INTERNAL' }),
      proposal(target, 'datasetProperties', { name: 'Invoices' }),
      proposal(table, 'datasetProperties', { name: 'Orders', description: 'As it was' }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'city'])),
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${word}.level`,
        displayName: `${word} level`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.schemaField'), urns.of('entityType', 'svc.dataset')],
        allowedValues: [{ value: { string: 'green' } }, { value: { string: 'red' } }],
      }),
      proposal(urns.tag(word), 'tagProperties', { name: word }),
      proposal(property, 'structuredPropertySettings', { showInColumnsTable: true }),
      proposal(form, 'formInfo', {
        name: `${word} form`,
        prompts: [{ id: word, title: 'How good is it?', type: 'STRUCTURED_PROPERTY', structuredPropertyParams: { urn: property }, required: true }],
      }),
    ]);
    await write(target, 'forms', {
      incompleteForms: [{ urn: form, incompletePrompts: [{ id: word, lastModified: stamp() }] }],
      completedForms: [],
    });
    then = Date.now();
    await eventually(async () => expect(Date.now()).to.be.greaterThan(then + 5));
    await write(table, 'datasetProperties', { name: 'Orders', description: 'As it is' });
    await write(target, 'upstreamLineage', { upstreams: [{ dataset: table, type: 'TRANSFORMED', auditStamp: { time: 0, actor: urns.user('x') } }] });
  });

  const past = (): string => `${entityPath(table, 'documentation')}?asOf=${encodeURIComponent(new Date(then + 2).toISOString())}`;

  it('says that it shows the past when it does, not before', async () => {
    const page = await visit(entityPath(table, 'documentation'));
    const text = page.locator('.documentation-text');
    await text.getByText('As it is').waitFor();
    const reads = await hold(page, (request) => request.url().includes('asOf='));
    await follow(page, past());
    await page.getByText('Looking for how it was').waitFor();
    await reads.come();
    expect(await page.getByText('You see the past').count()).to.equal(0);
    expect(await text.textContent()).to.equal('As it is\n');
    await reads.letGo();
    await page.getByText('You see the past.').waitFor();
    expect(await text.textContent()).to.equal('As it was\n');
  });

  it('says that it shows the past until it shows the present [long]', async () => {
    const page = await visit(past());
    await page.getByText('You see the past.').waitFor();
    const reads = await hold(page, (request) => request.url().includes('/entity/generic/'));
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('Going back to now').waitFor();
    expect(await page.locator('.documentation-text').textContent()).to.equal('As it was\n');
    expect(await page.locator('.documentation button, .sidebar button:enabled').count()).to.equal(0);
    await reads.letGo();
    await page.locator('.documentation-text').getByText('As it is').waitFor();
    await page.getByRole('region', { name: 'Time' }).waitFor({ state: 'hidden' });
  });

  it('does not say that the past is shown when it could not be read [long]', async () => {
    const page = await visit(entityPath(table), { expected: REFUSED });
    await page.locator('.sidebar').getByText('As it is').waitFor();
    const mend = await fail(page, (request) => request.url().includes('asOf='), 503);
    await follow(page, past());
    await page.getByRole('alert').getByText('It is broken.').waitFor();
    expect(await page.getByText('You see the past').count()).to.equal(0);
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.documentation-text').getByText('As it was').waitFor();
  });

  it('shows the JSON of the past in the past [long]', async () => {
    const page = await visit(past().replace('/documentation', '/json'));
    await page.getByText('You see the past.').waitFor();
    await page.getByRole('article', { name: 'datasetProperties' }).getByText('As it was').waitFor();
  });

  it('an older read of columns does not replace a newer one [long]', async () => {
    const urn = urns.dataset(own('table'));
    await write(urn, 'schemaMetadata', schemaMetadata(['id', 'city']));
    const page = await visit('/settings');
    let first: Route | undefined;
    await page.route('**/schemafield/batchGet*', async (route) => {
      if (first) return route.fallback();
      first = route;
      const answer = await route.fetch();
      await written;
      await route.fulfill({ response: answer }).catch(() => undefined);
    });
    let done: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      done = resolve;
    });
    await follow(page, entityPath(urn, 'schema'));
    await page.getByRole('columnheader', { name: `${word} level` }).waitFor();
    await eventually(async () => expect(first).to.not.equal(undefined));
    const at = 4 + (await page.getByRole('columnheader').allTextContents()).slice(4).indexOf(`${word} level`);
    const cell = page.locator('.field-row', { hasText: 'city' }).locator(`[data-cell="${at}"]`);
    await cell.dblclick();
    await page.locator('.edit-here').getByLabel(`${word} level`).selectOption({ label: 'red' });
    await page.locator('.edit-here').getByRole('button', { name: 'Save' }).click();
    await cell.getByText('red').waitFor();
    const old = page.waitForEvent('requestfinished', { timeout: 1000 }).catch(() => undefined);
    done();
    await old;
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await cell.textContent()).to.contain('red');
    expect((await values(urns.column(urn, 'city'))).structuredProperties).to.have.nested.property('properties[0].values[0].string', 'red');
  });

  it('keeps what it says about results true while others are on their way', async () => {
    const page = await visit(`/search?query=${word}`);
    const results = page.getByRole('region', { name: 'Results' });
    const before = `Results for “${word}”`;
    await results.getByRole('heading', { name: before }).waitFor();
    await results.getByText(/\d results?$/).waitFor();
    const reads = await hold(page, isQuery('find'));
    await follow(page, `/search?query=${word}nothing&is.platform=none`);
    await reads.come();
    await results.getByText('Searching…').waitFor();
    expect(await results.getByRole('heading', { level: 1 }).textContent()).to.equal(before);
    expect(await page.getByText('Nothing matches').count()).to.equal(0);
    await reads.letGo();
    await results.getByText('Nothing matches').waitFor();
    await results.getByRole('heading', { name: `${before.slice(0, -1)}nothing”` }).waitFor();
  });

  it('does not say that there are no relationships before they are read [long]', async () => {
    const page = await visit(`${entityPath(target, 'relationships')}?direction=incoming`);
    await page.getByText('Nothing references it').waitFor();
    const reads = await hold(page, (request) => request.url().includes('/relationships?'));
    await page.getByRole('button', { name: /^References/ }).click();
    await reads.come();
    expect(await page.getByText('It references nothing').count()).to.equal(0);
    await reads.letGo();
    await page.getByRole('list', { name: 'Related entities' }).getByRole('link', { name: 'Orders' }).waitFor();
  });

  it('does not say how far the lineage goes before it is read [long]', async () => {
    const page = await visit('/settings');
    const reads = await hold(page, (request) => request.url().includes('action=getNeighbours'));
    await follow(page, entityPath(table, 'lineage'));
    await reads.come();
    const hops = page.getByLabel('Hops downstream', { exact: true });
    expect(await hops.textContent()).to.equal('…');
    await reads.letGo();
    await eventually(async () => expect(await hops.textContent()).to.equal('1'));
  });

  it('waits calmly while Cairn is starting, and goes on by itself', async () => {
    const page = await visit('/settings', { expected: REFUSED });
    let starting = true;
    const refused = { status: 503, headers: { 'retry-after': '1' }, json: { status: 503, code: 'starting', message: 'Cairn is starting' } };
    await page.route('**/*', (route) =>
      starting && ['fetch', 'xhr'].includes(route.request().resourceType()) ? route.fulfill(refused) : route.fallback(),
    );
    await follow(page, entityPath(table));
    const said = page.getByRole('status').filter({ hasText: 'Cairn is starting. This page goes on by itself' });
    await said.waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
    starting = false;
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await said.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  it('does not say that the property of a question is gone before the properties are read [long]', async () => {
    const page = await visit('/settings');
    const reads = await hold(page, (request) => request.url().includes('/entity/structuredproperty'));
    await follow(page, entityPath(target, 'forms'));
    await reads.come();
    await page.getByText('Loading the forms').waitFor();
    await reads.letGo();
    await page.getByRole('button', { name: 'Answer: How good is it?' }).waitFor();
    expect(await page.getByText('does not exist any more').count()).to.equal(0);
  });

  it('opens a tab by its address only when it is known whether there is one [long]', async () => {
    const page = await visit('/settings');
    const reads = await hold(page, isQuery('about'));
    await follow(page, entityPath(target, 'queries'));
    await reads.come();
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    expect(await page.locator('.schema, .documentation').count()).to.equal(0);
    await reads.letGo();
    await page.getByText('There is nothing at this address').waitFor();
    await page.getByRole('link', { name: 'Show its first tab' }).click();
    await page.locator('.documentation').waitFor();
  });

  const failing = [
    ['What can be edited here', isQuery('entityRights'), entityPath(table)],
    ['The filters by property', (request) => request.url().includes('/entity/structuredproperty'), `/search?query=${word}`],
    ['How many assets each has', isQuery('count'), '/tags'],
    ['The definitions of the properties', (request) => request.url().includes('/entity/structuredproperty'), entityPath(table)],
    ['Its use, its checks', isQuery('about'), entityPath(table)],
    ['The properties of the columns', (request) => request.url().includes('/schemafield/batchGet'), entityPath(table, 'schema')],
    ['The properties of the column', (request) => request.url().includes('/schemafield/batchGet'), `${entityPath(table, 'schema')}?field=id`],
    ['How many assets carry each term', isQuery('count'), '/glossary'],
    ['The types of entities', (request) => request.url().includes('/entity/specifications'), '/activity'],
    ['What uses it', isQuery('total'), `/properties/${encodeURIComponent(property)}`],
  ] as const satisfies readonly (readonly [string, (request: Request) => boolean, string])[];
  for (const [at, [what, wanted, path]] of failing.entries()) {
    it(`“${what} … could not be” is said, and goes away when it is tried again${at < 1 ? '' : ' [long]'}`, async () => {
      const page = await visit('/settings', { expected: REFUSED });
      const mend = await fail(page, wanted);
      await follow(page, path);
      const said = page.getByRole('alert').filter({ hasText: new RegExp(`${what}\\b.* could not be`) });
      await said.getByText('It is broken.').waitFor();
      await expectAccessible(page);
      mend();
      await said.getByRole('button', { name: 'Try again' }).click();
      await said.waitFor({ state: 'hidden' });
    });
  }

  it('does not say that nothing has a name when suggestions could not be read [long]', async () => {
    const page = await visit('/activity', { expected: REFUSED });
    const mend = await fail(page, isQuery('suggest'));
    await page.getByRole('combobox', { name: 'Domain' }).fill(word);
    await page.getByRole('alert').getByText('It is broken.').waitFor();
    expect(await page.getByText('Nothing has this name').count()).to.equal(0);
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing has this name').waitFor();
  });

  it('says that there is nothing at an address without a page', async () => {
    const page = await visit('/settings');
    for (const path of ['/nope', '/settings/nope', '/activity/bulk/nope', `${entityPath(table, 'json')}/nope`]) {
      await follow(page, path);
      await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
      await eventually(async () => expect(await page.title()).to.equal('Nothing here · Cairn'));
      await follow(page, '/settings');
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    }
    await follow(page, '/nope');
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.getByRole('heading', { level: 1, name: /Find data|Cairn/ }).waitFor();
  });
});
