/**
 * What the page of an entity opens on, by its type, and what its head says.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, stamp, tags, upstreams, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';

const word = ownNames('purpose')().replaceAll('_', '');
const table = urns.dataset(`${word}.mart.facts`);
const view = urns.dataset(`${word}.mart.daily`);
const domain = urns.of('domain', word);
const tag = urns.tag(word);
const node = urns.of('glossaryNode', word);
const term = urns.term(`${word}term`);
const user = urns.user(word);
const container = urns.container(word);
const inner = urns.container(`${word}inner`);
const dashboard = urns.dashboard(word);
const [chart, gone] = [urns.chart(word), urns.chart(`${word}gone`)];
const flow = urns.flow(word);
const job = urns.job(flow, 'build');
const run = urns.of('dataProcessInstance', `${word}run`);
const model = `${urns.of('mlModel', '')}(${urns.platform('mlflow')},${word},PROD)`;
const query = urns.of('query', word);
const ofColumns = urns.of('query', `${word}columns`);
const column = (path: string) => `${urns.of('schemaField', '')}(${table},${path})`;
const assertion = urns.of('assertion', word);
const incident = urns.of('incident', word);
const contract = urns.of('dataContract', word);
const policy = urns.of('dataHubPolicy', word);
const property = urns.of('structuredProperty', `${word}.level`);
const product = urns.of('dataProduct', word);
const document = urns.of('document', word);
const group = urns.of('corpGroup', word);
const models = `${urns.of('mlModelGroup', '')}(${urns.platform('mlflow')},${word},PROD)`;
const day = 86_400_000;

interface Opens {
  readonly what: string;
  readonly urn: string;
  readonly tab: string;
  /** What one reads there. */
  readonly shows: readonly string[];
  /** What else one sees and does there. */
  readonly then?: (page: Page) => Promise<void>;
}

async function seeDashboard(page: Page): Promise<void> {
  await eventually(async () =>
    expect(await page.getByRole('link', { name: 'Open at the source' }).getAttribute('href')).to.equal('https://tool.example/1'),
  );
  const charts = page.getByRole('list', { name: 'Charts' }).getByRole('listitem');
  await charts.getByText('Not in the catalog').waitFor();
  const missing = charts.filter({ hasText: 'Not in the catalog' });
  expect(await missing.getByRole('link').getAttribute('title')).to.equal(gone);
  await eventually(async () => expect(await charts.count()).to.equal(2));
  await follow(page, entityPath(dashboard, 'relationships'));
  const related = page.getByRole('list', { name: 'Related entities' }).getByRole('listitem');
  expect(await related.filter({ hasText: 'Not in the catalog' }).getByRole('link').getAttribute('title')).to.equal(gone);
  // Nothing is stored about a column that its table has.
  await follow(page, entityPath(ofColumns, 'relationships'));
  await related.filter({ hasText: 'no_such' }).getByText('Not in the catalog').waitFor();
  await eventually(async () => expect(await related.count()).to.equal(2));
  expect(await related.filter({ hasText: 'Not in the catalog' }).getByRole('link').getAttribute('title')).to.equal(column('no_such'));
}

async function seeMembers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Members' }).click();
  await page
    .getByRole('list', { name: 'Members' })
    .getByRole('link', { name: `${word} person` })
    .waitFor();
}

async function readDocument(page: Page): Promise<void> {
  await page.locator('.document-text').getByRole('heading', { name: 'How to read it' }).waitFor();
  await page
    .locator('.document-text')
    .getByRole('link', { name: `${word} facts` })
    .click();
  await page.getByRole('heading', { level: 1, name: `${word} facts` }).waitFor();
}

async function searchInDomain(page: Page): Promise<void> {
  await page.getByText(`${word} facts`).waitFor();
  await page.getByLabel('Search in assets').fill('nothingofthiskind');
  await page.getByText('Nothing matches').waitFor();
  expect(new URL(page.url()).searchParams.get('find')).to.equal('nothingofthiskind');
  await page.getByLabel('Search in assets').fill('facts');
  await page.getByText(`${word} facts`).waitFor();
}

async function goToTableInSql(page: Page): Promise<void> {
  await page
    .locator('.sql')
    .getByRole('link', { name: `${word}.mart.facts` })
    .click();
  await page.getByRole('heading', { level: 1, name: `${word} facts` }).waitFor();
}

async function seeTable(page: Page): Promise<void> {
  const head = page.locator('.entity-head');
  await head.getByText('1 open incident').waitFor();
  await eventually(async () =>
    expect(await head.textContent())
      .to.include('1 failing check')
      .and.to.include('1.2K rows')
      .and.to.include('5 MB'),
  );
  const above = page.getByRole('navigation', { name: 'Part of' }).getByRole('link');
  await eventually(async () => expect(await above.allTextContents()).to.deep.equal([`${word} outer`, `${word} inner`]));
  await page.getByText('duck 7').waitFor();
  await head.getByText('1 failing check').click();
  await page.getByText(`${word} is complete`).waitFor();
  await page.getByRole('link', { name: /Queries/ }).click();
  await page.getByRole('link', { name: `${word} query` }).waitFor();
  await eventually(async () => expect(await page.locator('.sql').textContent()).to.include('select'));
}

const OPENS: readonly Opens[] = [
  { what: 'a domain on its assets, and searches in them', urn: domain, tab: 'Assets', shows: [`${word} facts`], then: searchInDomain },
  { what: 'a data product on its assets', urn: product, tab: 'Assets', shows: [`${word} facts`] },
  { what: 'a container on its contents', urn: container, tab: 'Contents', shows: [`${word} inner`] },
  {
    what: 'a table on its schema, below where it is, how big and what is wrong, beside its queries',
    urn: table,
    tab: 'Schema',
    shows: ['amount'],
    then: seeTable,
  },
  { what: 'a group on what it owns, beside its members', urn: group, tab: 'Owned assets', shows: ['mart.daily'], then: seeMembers },
  { what: 'a group of models on its versions', urn: models, tab: 'Versions', shows: [`${word} model`] },
  { what: 'a person on what they own', urn: user, tab: 'Owned assets', shows: [`${word} facts`] },
  { what: 'a tag on what carries it', urn: tag, tab: 'Assets', shows: [`${word} facts`] },
  { what: 'a term on what carries it', urn: term, tab: 'Assets', shows: [`${word} facts`] },
  { what: 'a group of the glossary on its terms', urn: node, tab: 'Terms', shows: [`${word} term`] },
  { what: 'a query on its SQL, whose tables are links', urn: query, tab: 'SQL', shows: ['select * from', `${word} facts`], then: goToTableInSql },
  { what: 'a view on its SQL', urn: view, tab: 'SQL', shows: ['select day from facts', `${word} facts`] },
  {
    what: 'a dashboard on its charts, in the catalog or not, with a link to its tool',
    urn: dashboard,
    tab: 'Charts',
    shows: [`${word} chart`],
    then: seeDashboard,
  },
  { what: 'a chart on its inputs', urn: chart, tab: 'Inputs', shows: [`${word} facts`, `${word} dashboard`] },
  { what: 'a pipeline on its jobs', urn: flow, tab: 'Jobs', shows: ['build'] },
  { what: 'a job on inputs, outputs and runs', urn: job, tab: 'Inputs and outputs', shows: ['Inputs', 'Outputs', `${word} run`, 'Failed', '2 min'] },
  { what: 'a model on metrics and parameters', urn: model, tab: 'Model', shows: ['auc', '0.8', 'max_depth'] },
  { what: 'an assertion on its results', urn: assertion, tab: 'Results', shows: ['Failed', 'Passed', `${word} facts`] },
  { what: 'a structured property on its values', urn: property, tab: 'Values', shows: ['high', '1'] },
  { what: 'a document on its text, which is Markdown', urn: document, tab: 'Text', shows: ['How to read it', `${word} facts`], then: readDocument },
  { what: 'a policy on its sentence', urn: policy, tab: 'Policy', shows: ['All users may edit tags of', 'Draft: grants nothing'] },
  { what: 'an incident on what is wrong and with what', urn: incident, tab: 'Incident', shows: [`${word} is late`, `${word} facts`] },
  { what: 'a contract on what it promises', urn: contract, tab: 'Promises', shows: [`${word} is complete`] },
];

inBrowser('what the page of an entity opens on', () => {
  before(async () => {
    const at = stamp(user);
    await writeAllSearchable([
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${word}.level`,
        displayName: `${word} level`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
      }),
      proposal(domain, 'domainProperties', { name: `${word} domain` }),
      proposal(tag, 'tagProperties', { name: `${word} tag` }),
      proposal(node, 'glossaryNodeInfo', { name: `${word} node`, definition: 'Words' }),
      proposal(term, 'glossaryTermInfo', { name: `${word} term`, definition: 'A word', termSource: 'INTERNAL', parentNode: node }),
      proposal(user, 'corpUserInfo', { active: true, displayName: `${word} person` }),
      proposal(user, 'groupMembership', { groups: [group] }),
      proposal(container, 'containerProperties', { name: `${word} outer` }),
      proposal(inner, 'containerProperties', { name: `${word} inner` }),
      proposal(inner, 'container', { container }),
    ]);
    await writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} facts`, description: 'What happened', customProperties: { engine: 'duck 7' } }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'amount'])),
      proposal(table, 'globalTags', tags(tag)),
      proposal(table, 'glossaryTerms', { terms: [{ urn: term }], auditStamp: at }),
      proposal(table, 'ownership', ownership(user)),
      proposal(table, 'domains', { domains: [domain] }),
      proposal(table, 'container', { container: inner }),
      proposal(table, 'structuredProperties', { properties: [{ propertyUrn: property, values: [{ string: 'high' }] }] }),
      proposal(table, 'datasetProfile', { timestampMillis: Date.now(), rowCount: 1234, columnCount: 2, sizeInBytes: 5_000_000 }),
      proposal(view, 'viewProperties', { materialized: false, viewLanguage: 'SQL', viewLogic: 'select day from facts' }),
      proposal(view, 'upstreamLineage', upstreams(table)),
      proposal(view, 'ownership', ownership(group)),
      proposal(group, 'corpGroupInfo', { displayName: `${word} group`, admins: [], members: [], groups: [] }),
      proposal(models, 'mlModelGroupProperties', { name: `${word} models` }),
      proposal(product, 'dataProductProperties', { name: `${word} product`, assets: [{ destinationUrn: table }] }),
      proposal(ofColumns, 'querySubjects', { subjects: [{ entity: column('id') }, { entity: column('no_such') }] }),
      proposal(chart, 'chartInfo', { title: `${word} chart`, description: '', lastModified: {}, inputEdges: [{ destinationUrn: table }] }),
      proposal(dashboard, 'dashboardInfo', {
        title: `${word} dashboard`,
        description: '',
        lastModified: {},
        dashboardUrl: 'https://tool.example/1',
        chartEdges: [{ destinationUrn: chart }, { destinationUrn: gone }],
      }),
      proposal(flow, 'dataFlowInfo', { name: `${word} flow` }),
      proposal(job, 'dataJobInfo', { name: 'build', type: { string: 'SQL' } }),
      proposal(job, 'dataJobInputOutput', { inputDatasets: [table], outputDatasets: [view] }),
      proposal(run, 'dataProcessInstanceProperties', { name: `${word} run`, created: at }),
      proposal(run, 'dataProcessInstanceRelationships', { parentTemplate: job, upstreamInstances: [] }),
      proposal(run, 'dataProcessInstanceRunEvent', {
        timestampMillis: Date.now(),
        status: 'COMPLETE',
        result: { type: 'FAILURE', nativeResultType: 'failed' },
        durationMillis: 120_000,
      }),
      proposal(model, 'mlModelProperties', {
        name: `${word} model`,
        groups: [models],
        trainingMetrics: [{ name: 'auc', value: '0.8' }],
        hyperParams: [{ name: 'max_depth', value: '6' }],
      }),
      proposal(query, 'queryProperties', {
        name: `${word} query`,
        source: 'MANUAL',
        statement: { language: 'SQL', value: `select * from ${word}.mart.facts` },
        created: at,
        lastModified: at,
      }),
      proposal(query, 'querySubjects', { subjects: [{ entity: table }] }),
      proposal(assertion, 'assertionInfo', {
        type: 'VOLUME',
        description: `${word} is complete`,
        volumeAssertion: {
          type: 'ROW_COUNT_TOTAL',
          entity: table,
          rowCountTotal: { operator: 'GREATER_THAN', parameters: { value: { value: '1', type: 'NUMBER' } } },
        },
      }),
      ...[2, 1, 0].map((ago) =>
        proposal(assertion, 'assertionRunEvent', {
          timestampMillis: Date.now() - ago * day,
          runId: `${ago}`,
          asserteeUrn: table,
          assertionUrn: assertion,
          status: 'COMPLETE',
          result: { type: ago === 0 ? 'FAILURE' : 'SUCCESS' },
        }),
      ),
      proposal(document, 'documentInfo', {
        title: `${word} document`,
        status: { state: 'PUBLISHED' },
        contents: { text: `# How to read it\n\n- first the [${word} facts](${table})` },
        created: at,
        lastModified: at,
      }),
      proposal(policy, 'dataHubPolicyInfo', {
        displayName: `${word} policy`,
        description: '',
        type: 'METADATA',
        state: 'DRAFT',
        privileges: ['EDIT_ENTITY_TAGS'],
        actors: { allUsers: true },
        resources: { filter: { criteria: [{ field: 'URN', values: [table], condition: 'EQUALS' }] } },
      }),
      proposal(contract, 'dataContractProperties', { entity: table, dataQuality: [{ assertion }] }),
      proposal(incident, 'incidentInfo', {
        type: 'OPERATIONAL',
        title: `${word} is late`,
        entities: [table],
        status: { state: 'ACTIVE', lastUpdated: at },
        created: at,
      }),
    ]);
  });

  async function isOpen(page: Page, { urn, tab, shows }: Opens): Promise<void> {
    // The page before may have the same tab and texts.
    await page.locator('.entity-head').getByText(urn, { exact: true }).waitFor();
    const body = page.locator('.tab-body');
    for (const text of shows) await body.getByText(text).locator('visible=true').first().waitFor();
    await eventually(async () => expect(await page.locator('.tab[aria-current]').textContent()).to.include(tab));
  }

  it(`${OPENS.map(({ what }) => what).join('; ')}; the head of a run says how it ended, and how long it took; an incident can be reported, commented on, resolved and opened again`, async () => {
    const page = await visit('/settings');
    for (const each of OPENS) {
      await follow(page, entityPath(each.urn));
      await isOpen(page, each);
      await each.then?.(page);
    }
    await follow(page, entityPath(run));
    await page.getByRole('heading', { level: 1 }).getByText('Failed', { exact: true }).waitFor();
    const head = page.locator('.entity-head');
    await head.getByText('took 2 min').waitFor();
    await head.getByText(/^started/).waitFor();
    await followAnew(page, entityPath(table, 'quality'));
    await page.getByText('0 of 1 check passed').waitFor();
    await page.getByRole('button', { name: 'Report an incident…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is wrong').fill(`${word} numbers are doubled`);
    await dialog.getByLabel('Priority').selectOption('High');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Report' }).click();
    const card = page.getByRole('article', { name: `${word} numbers are doubled` });
    await card.getByText('High', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Assign…' }).click();
    await dialog.getByRole('combobox', { name: 'Who works on it' }).fill(`${word} person`);
    await dialog
      .getByRole('option', { name: `${word} person` })
      .first()
      .click();
    await dialog.getByLabel('Stage').selectOption('Work in progress');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Works on it:').waitFor();
    await card.getByRole('link', { name: `${word} person` }).waitFor();
    await card.getByText('Work in progress').waitFor();
    await card.getByLabel(/^Comment on/).fill('Look at the join');
    await card.getByRole('button', { name: 'Comment', exact: true }).click();
    await card.getByRole('listitem').getByText('Look at the join').waitFor();
    await card.getByLabel(/^Comment on/).fill('The join was wrong');
    await card.getByRole('button', { name: 'Resolve' }).click();
    await card.getByText('Resolved', { exact: true }).waitFor();
    await card.getByText('The join was wrong').waitFor();
    await card.getByRole('button', { name: 'Open again' }).click();
    await card.getByRole('button', { name: 'Resolve' }).waitFor();
  });

  for (const each of OPENS) {
    it(`${each.what}, without findings of axe in light and dark, and on a phone [long]`, async () => {
      const page = await visit(entityPath(each.urn));
      await isOpen(page, each);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 800 });
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    });
  }

  it('the head of an incident says whether it is open, which is resolved and opened again on its own page [long]', async () => {
    const page = await visit(entityPath(incident));
    const head = page.getByRole('heading', { level: 1 });
    await head.getByText('Open', { exact: true }).waitFor();
    const card = page.getByRole('article', { name: `${word} is late` });
    await card.getByLabel(/^Comment on/).fill('It came');
    await card.getByRole('button', { name: 'Resolve' }).click();
    await head.getByText('Resolved', { exact: true }).waitFor();
    await card.getByText('It came').waitFor();
    await card.getByRole('button', { name: 'Open again' }).click();
    await head.getByText('Open', { exact: true }).waitFor();
  });

  it('what is typed as soon as a field appears stays in it [long]', async () => {
    const first = await visit(entityPath(domain));
    // Its script stays in it.
    const page = await first.context().newPage();
    await page.addInitScript(`
      const typeAtOnce = (label) => {
        const field = document.querySelector('input[aria-label="' + label + '"]:not([data-typed])');
        if (!field) return;
        field.dataset.typed = '';
        field.value = 'nothingofthiskind';
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      const look = () => ['Search in assets', 'Search the catalog'].forEach(typeAtOnce);
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    `);
    await page.goto(first.url());
    await page.getByText('Nothing matches').waitFor();
    expect(await page.getByLabel('Search in assets').inputValue()).to.equal('nothingofthiskind');
    expect(await page.getByLabel('Search the catalog').inputValue()).to.equal('nothingofthiskind');
  });
});
