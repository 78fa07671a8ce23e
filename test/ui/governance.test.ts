/**
 * The pages of governance: the glossary, domains, data products, tags, people.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, stamp, tags, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const word = ownNames('govern')().replaceAll('_', '');
const [one, two] = [urns.dataset(`${word}.one`), urns.dataset(`${word}.two`)];
const domain = urns.of('domain', word);
const above = urns.of('domain', `${word}above`);
const product = urns.of('dataProduct', word);
const node = urns.of('glossaryNode', word);
const term = urns.term(`${word}term`);
const user = urns.user(word);
const tag = urns.tag(word);

interface List {
  readonly path: string;
  readonly title: string;
  readonly name: string;
  readonly uses: string;
}

const LISTS: readonly List[] = [
  { path: '/domains', title: 'Domains', name: `${word} domain`, uses: '2 assets' },
  { path: '/products', title: 'Data products', name: `${word} product`, uses: '1 asset' },
  { path: '/tags', title: 'Tags', name: `${word} tag`, uses: '2 assets' },
  { path: '/people', title: 'People', name: `${word} person`, uses: '2 assets' },
];

inBrowser('the pages of governance', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(domain, 'domainProperties', { name: `${word} domain`, parentDomain: above }),
      proposal(above, 'domainProperties', { name: `${word} above` }),
      proposal(tag, 'tagProperties', { name: `${word} tag` }),
      proposal(node, 'glossaryNodeInfo', { name: `${word} words`, definition: 'Words' }),
      proposal(term, 'glossaryTermInfo', { name: `${word} term`, definition: 'A word', termSource: 'INTERNAL', parentNode: node }),
      proposal(user, 'corpUserInfo', { active: true, displayName: `${word} person` }),
      proposal(product, 'dataProductProperties', { name: `${word} product`, assets: [{ destinationUrn: one }] }),
    ]);
    await writeAllSearchable([
      ...[one, two].flatMap((urn) => [
        proposal(urn, 'datasetProperties', { name: urn }),
        proposal(urn, 'domains', { domains: [domain] }),
        proposal(urn, 'ownership', ownership(user)),
      ]),
      proposal(one, 'globalTags', tags(tag)),
      proposal(one, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: stamp() }),
      // The first carries both twice, the second only in a column.
      ...[one, two].flatMap((urn) => [
        proposal(urn, 'schemaMetadata', schemaMetadata(['id'])),
        proposal(urn, 'editableSchemaMetadata', {
          editableSchemaFieldInfo: [{ fieldPath: 'id', globalTags: tags(tag), glossaryTerms: { terms: [{ urn: term }], auditStamp: stamp() } }],
        }),
      ]),
    ]);
  });

  async function find(page: Page, { path, title, name, uses }: List): Promise<void> {
    await page.getByRole('navigation', { name: 'Governance' }).getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByLabel(`Search in ${title.toLowerCase()}`).fill(word);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
    await row.getByText(uses).waitFor();
    expect(new URL(page.url()).pathname).to.equal(path);
    await expectAccessible(page);
  }

  it('lists of domains, data products, tags and people find one by its name, and say how many assets it has; the glossary is a tree that opens by keyboard, with the number of assets that carry a term', async () => {
    const page = await visit('/glossary');
    for (const list of LISTS) await find(page, list);
    await followAnew(page, '/glossary');
    const group = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `${word} words` }) });
    const line = group.getByRole('listitem').filter({ has: page.getByRole('link', { name: `${word} term`, exact: true }) });
    await line.waitFor();
    await eventually(async () => expect(await line.getByRole('link', { name: `2 assets carry ${word} term` }).textContent()).to.equal('2'));
    await group.getByRole('button', { name: `Close ${word} words` }).focus();
    await page.keyboard.press('Enter');
    await line.waitFor({ state: 'detached' });
    await page.getByLabel('Search in the glossary').fill(`${word} term`);
    await page.getByRole('link', { name: `${word} term`, exact: true }).waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  it('a domain has what is in the domains below it: in the list, on its page, and where it narrows a search', async () => {
    const page = await visit('/glossary');
    await find(page, { path: '/domains', title: 'Domains', name: `${word} above`, uses: '2 assets' });
    await followAnew(page, entityPath(above, 'assets'));
    await page.getByRole('region', { name: 'Assets' }).getByText('3 results').waitFor();
    for (const each of [one, two, `${word} domain`])
      await page.getByRole('region', { name: 'Assets' }).getByText(each, { exact: true }).first().waitFor();
    await followAnew(page, `/search?type=DATASET&is.domains=${encodeURIComponent(above)}`);
    await page.getByText('2 results', { exact: true }).first().waitFor();
    await page.getByText('Choosing one also finds what is below it').waitFor();
    await expectAccessible(page);
  });

  for (const list of LISTS) {
    it(`${list.path} passes the checks of axe in dark, and fits on a phone [long]`, async () => {
      const page = await visit('/glossary', { scheme: 'dark' });
      await find(page, list);
      await page.setViewportSize({ width: 390, height: 800 });
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    });
  }

  it('the tab of the page is in sight on a phone, also if it is the last [long]', async () => {
    const page = await visit('/people', { width: 390, height: 800 });
    const tab = page.getByRole('navigation', { name: 'Governance' }).getByRole('link', { name: 'People' });
    await eventually(async () => {
      const { x = 390, width = 0 } = (await tab.boundingBox()) ?? {};
      expect(x + width).to.be.at.most(390);
    });
  });
});
