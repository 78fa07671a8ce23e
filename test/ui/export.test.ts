/**
 * Each list that offers it is saved as CSV: a file with a head and its rows (docs/pages.md, Search). search.test.ts has that of the search,
 * impact.test.ts that of the impact.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, stamp, urns } from '../support/make.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const word = ownNames('uiexport')().replaceAll('_', '');
const [table, below] = [urns.dataset(`${word}.facts`), urns.dataset(`${word}.below`)];
const [user, tag, term, container] = [urns.user(word), urns.tag(word), urns.term(word), urns.container(word)];
const [domain, inner, node, product, property] = [
  urns.of('domain', word),
  urns.of('domain', `${word}-inner`),
  urns.of('glossaryNode', word),
  urns.of('dataProduct', word),
  urns.of('structuredProperty', `${word}.level`),
];

const CARDS = '"Name","Type","Platform","Path"';
const COUNTED = /^"Name","Type".*,"Assets"$/;
const ACTIVITY = '"Time","Person","Entity","What","Run","URN"';

interface List {
  readonly what: string;
  readonly long?: true;
  readonly path: string;
  readonly file: string;
  /** How the head begins, or what it looks like. */
  readonly head: string | RegExp;
  /** Of each of these, there is a line. */
  readonly lines: readonly string[];
  /** Does the page say how many there are? */
  readonly counted?: true;
}

const LISTS: readonly List[] = [
  { what: 'domains', path: `/domains?find=${word}`, file: 'domains.csv', head: COUNTED, lines: [`"${word} domain"`] },
  { what: 'data products', path: `/products?find=${word}`, file: 'data-products.csv', head: CARDS, lines: [`"${word} product"`] },
  { what: 'tags', long: true, path: `/tags?find=${word}`, file: 'tags.csv', head: COUNTED, lines: [`"${word} tag"`] },
  { what: 'people', long: true, path: `/people?find=${word}`, file: 'people.csv', head: COUNTED, lines: [`"${word} person"`] },
  { what: 'the glossary', long: true, path: '/glossary', file: 'glossary.csv', head: '"Name","Type","In"', lines: [`${word} node`, `${word} term`] },
  { what: 'properties', path: `/properties?named=${word}`, file: 'properties.csv', head: '"Name","Id","Kind"', lines: [`"${word} level"`] },
  // It has what all tests have written.
  { what: 'all activity', long: true, path: '/activity', file: 'activity.csv', head: ACTIVITY, lines: [`"${word} facts"`] },
  {
    what: 'the activity of a domain',
    path: `/activity?domain=${encodeURIComponent(domain)}`,
    file: 'activity.csv',
    head: ACTIVITY,
    lines: [`"${word} facts"`],
  },
  { what: 'the columns of a table', path: entityPath(table, 'schema'), file: 'columns.csv', head: '"Column","Type"', lines: ['"id"', '"amount"'] },
  {
    what: 'the relationships of a table',
    path: entityPath(table, 'relationships'),
    file: 'references.csv',
    head: '"Relationship","Name","Type","URN"',
    lines: [`"${word} person"`, `"${word} outer"`],
  },
  {
    what: 'the activity of a table',
    path: entityPath(table, 'activity'),
    file: 'activity.csv',
    head: ACTIVITY,
    lines: ['columns', 'added the owner'],
  },
  { what: 'the contents of a container', long: true, path: entityPath(container), file: 'contents.csv', head: CARDS, lines: [`"${word} facts"`] },
  {
    what: 'the assets of a domain, with those below it',
    path: entityPath(domain),
    file: 'assets.csv',
    head: CARDS,
    lines: [`"${word} facts"`, `"${word} below"`],
    counted: true,
  },
  { what: 'what a person owns', long: true, path: entityPath(user), file: 'owned-assets.csv', head: CARDS, lines: [`"${word} facts"`] },
];

interface Saved {
  readonly name: string;
  readonly text: string;
}

async function saved(page: Page): Promise<Saved> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync((await file.path()) ?? '', 'utf8').replace('\ufeff', '') };
}

function expectLines({ name, text }: Saved, { file, head, lines }: List, results: number | undefined): void {
  expect(name).to.equal(file);
  const [titles = '', ...rows] = text.trimEnd().split('\r\n');
  if (typeof head === 'string') expect(titles.startsWith(head), titles).to.equal(true);
  else expect(titles).to.match(head);
  if (results !== undefined) expect(rows).to.have.length(results);
  const count = titles.split('","').length;
  for (const line of lines) {
    const row = rows.find((each) => each.includes(line));
    expect(row?.split('","').length, `a row with ${line}`).to.equal(count);
  }
}

inBrowser('lists as CSV', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(domain, 'domainProperties', { name: `${word} domain` }),
      proposal(inner, 'domainProperties', { name: `${word} inner`, parentDomain: domain }),
      proposal(below, 'datasetProperties', { name: `${word} below` }),
      proposal(below, 'domains', { domains: [inner] }),
      proposal(tag, 'tagProperties', { name: `${word} tag` }),
      proposal(node, 'glossaryNodeInfo', { name: `${word} node`, definition: 'Words' }),
      proposal(term, 'glossaryTermInfo', { name: `${word} term`, definition: 'A word', termSource: 'INTERNAL', parentNode: node }),
      proposal(user, 'corpUserInfo', { active: true, displayName: `${word} person` }),
      proposal(container, 'containerProperties', { name: `${word} outer` }),
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${word}.level`,
        displayName: `${word} level`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
      }),
      proposal(table, 'datasetProperties', { name: `${word} facts` }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'amount'])),
      proposal(table, 'ownership', ownership(user)),
      proposal(table, 'domains', { domains: [domain] }),
      proposal(table, 'container', { container }),
      proposal(table, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: stamp(user) }),
      proposal(product, 'dataProductProperties', { name: `${word} product`, assets: [{ destinationUrn: table }] }),
    ]);
  });

  for (const [mark, lists] of [
    ['', LISTS.filter(({ long }) => !long)],
    [' [long]', LISTS.filter(({ long }) => long)],
  ] as const)
    it(lists.map(({ what }) => what).join('; ') + mark, async () => {
      const page = await visit('/settings');
      for (const each of lists) {
        await followAnew(page, each.path);
        const said = each.counted && (await page.getByText(/^[\d,]+ results?$/).textContent());
        expectLines(await saved(page), each, said ? Number.parseInt(said, 10) : undefined);
      }
    });
});
