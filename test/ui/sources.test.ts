/**
 * Sources in the browser: added, tested, scheduled, run, read and rolled back (docs/pages.md, Sources). The test itself is the executor: it writes what
 * one elsewhere would write.
 */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { act, exists } from '../support/legacy.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, type VisitOptions, visit } from './support/browser.ts';

const own = ownNames('uisources');
const ELSEWHERE = 'elsewhere';
const PASSWORD = 'correct-horse-battery';

/** Another server of the same store, which has a key for secrets. */
let cairn: Cairn;
const open = (path: string, options: VisitOptions = {}): Promise<Page> => visit(path, { at: cairn.url, ...options });

/** What an executor has written: at the latest, when the page shows it. */
const RESULT = 'dataHubExecutionRequestResult';
const report = (source: object, sink: object = {}) => ({
  type: 'RUN_INGEST',
  contentType: 'application/json',
  serializedValue: JSON.stringify({ source: { type: 'postgres', report: source }, sink: { type: 'datahub-rest', report: sink } }),
});

/** The newest request for this task. */
async function newest(task: string): Promise<string> {
  return eventually(async () => {
    const query = 'query { listExecutionRequests(input: { start: 0, count: 5 }) { executionRequests { urn input { task } } } }';
    const { executionRequests } = (await graphql(query)).listExecutionRequests as { executionRequests: { urn: string; input: { task: string } }[] };
    const found = executionRequests.find(({ input }) => input.task === task);
    if (!found) throw new Error(`no request to ${task}`);
    return found.urn;
  });
}

const runOf = (page: Page): string => new URL(page.url()).searchParams.get('run') ?? '';

inBrowser('sources in the browser', () => {
  before(async () => {
    const { neo4j, typesense } = sharedCairn();
    cairn = await startCairn({
      ...{ NEO4J_URI: neo4j.uri, NEO4J_USERNAME: neo4j.username, NEO4J_PASSWORD: neo4j.password },
      ...{ TYPESENSE_URL: typesense.url, TYPESENSE_API_KEY: typesense.apiKey, SECRETS_KEY: randomBytes(32).toString('base64') },
    });
  });
  after(() => cairn?.stop());

  it('a form adds a database: its password becomes a secret that no page shows again, the connection is tested before, and it runs every night', async () => {
    const name = `${own()} shop`;
    const page = await open('/sources');
    await page.getByRole('link', { name: 'Sources' }).waitFor();
    await page.getByRole('button', { name: 'Add a source' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^PostgreSQL/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^PostgreSQL/ }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Host and port').fill('db.example.com:5432');
    await dialog.getByLabel('Database').fill('shop');
    await dialog.getByLabel('User').fill('reader');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByLabel('Only these schemas').fill('public\nsales');
    await dialog.getByRole('button', { name: 'Test the connection' }).click();
    await dialog.getByText('Waiting for the executor').waitFor();
    const test = await newest('TEST_CONNECTION');
    expect(JSON.stringify(await values(test))).to.not.include(PASSWORD);
    const found = {
      basic_connectivity: { capable: true },
      capability_report: { 'SourceCapability.DATA_PROFILING': { capable: false, failure_reason: 'No SELECT' } },
    };
    await write(test, RESULT, {
      status: 'SUCCESS',
      structuredReport: { ...report({}), type: 'TEST_CONNECTION', serializedValue: JSON.stringify(found) },
    });
    await dialog.getByText('Connected.').waitFor();
    await dialog.getByText('Data profiling: No SELECT').waitFor();
    await dialog.getByText('Stored as').waitFor();
    await dialog.getByLabel('Run', { exact: true }).selectOption('Every night');
    await dialog.getByLabel('At', { exact: true }).fill('03:30');
    await dialog.getByLabel('Time zone').fill('Europe/Paris');
    await dialog.getByText('every night at 03:30 (Europe/Paris)').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByText('Runs every night at 03:30 (Europe/Paris)').waitFor();
    const urn = decodeURIComponent(new URL(page.url()).pathname.replace('/sources/', ''));
    const { dataHubIngestionSourceInfo: info } = await values(urn);
    expect(info).to.deep.include({ type: 'postgres', schedule: { interval: '30 3 * * *', timezone: 'Europe/Paris' } });
    const { recipe } = (info?.config ?? {}) as { recipe: string };
    expect(JSON.parse(recipe).source.config).to.deep.include({
      host_port: 'db.example.com:5432',
      schema_pattern: { allow: ['public', 'sales'] },
      stateful_ingestion: { enabled: true },
    });
    expect(JSON.parse(recipe).source.config.password).to.match(/^\$\{UISOURCES.*_SHOP_PASSWORD\}$/);
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByText('Stored as').waitFor();
    expect(await page.content()).to.not.include(PASSWORD);
    await dialog.getByRole('button', { name: 'Edit the recipe as YAML' }).click();
    await eventually(async () => expect(await dialog.getByLabel('Recipe').inputValue()).to.include('host_port: db.example.com:5432'));
    await dialog.getByLabel('Run', { exact: true }).selectOption('Only when somebody runs it');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Runs only when somebody runs it').waitFor();
    await page.getByRole('button', { name: 'Run every night' }).click();
    await page.getByText('Runs every night at 02:00').waitFor();
    await page.getByRole('link', { name: 'All sources' }).click();
    await page.getByRole('row', { name: new RegExp(`${name}.*PostgreSQL.*Not yet.*On, every night`) }).waitFor();
  });

  it('a run is followed live, with warnings and log; it says what it changed, was refused and no longer found; it is rolled back after a question that names the numbers; the next is stopped', async () => {
    const source = urns.of('dataHubIngestionSource', own());
    const [made, gone, bad] = [urns.dataset(own('made')), urns.dataset(own('gone')), urns.dataset(own('bad'))];
    await write(gone, 'datasetProperties', description('was there'));
    const recipe = JSON.stringify({ source: { type: 'postgres', config: { host_port: 'db:5432', database: 'shop', username: 'u' } } });
    await write(source, 'dataHubIngestionSourceInfo', { name: own(), type: 'postgres', config: { recipe, executorId: ELSEWHERE } });
    const page = await open(`/sources/${encodeURIComponent(source)}`);
    await page.getByText('It has not run yet.').waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText(`The executor “${ELSEWHERE}” has not begun yet`).waitFor();
    const run = runOf(page);
    const warnings = [{ title: 'No statistics', message: 'The view has no rows', context: ['shop.public.empty'] }];
    await write(run, RESULT, {
      status: 'RUNNING',
      startTimeMs: Date.now(),
      report: 'reading shop.public',
      structuredReport: report({ events_produced: 7, warnings }),
    });
    await page.getByRole('log').getByText('reading shop.public').waitFor();
    await page.getByText('shop.public.empty').waitFor();
    await page.getByText('Running').first().waitFor();
    const within = { systemMetadata: { runId: run } };
    const proposals = [
      proposal(made, 'datasetProperties', description('new'), within),
      proposal(gone, 'status', { removed: true }, within),
      proposal(bad, 'datasetProperties', { description: 7 }, within),
    ];
    await act('aspects', 'ingestProposalBatch', { proposals, async: true });
    const done = { events_produced: 9, warnings, soft_deleted_stale_entities: [gone] };
    await write(run, RESULT, {
      status: 'SUCCESS',
      durationMs: 65_000,
      report: 'reading shop.public\nfinished',
      structuredReport: report(done, { total_records_written: 8 }),
    });
    await page.getByText('Succeeded').first().waitFor();
    await page.getByRole('log').getByText('finished').waitFor();
    await page.getByText('1 min 5 s').first().waitFor();
    await page.getByText('1 record. ').waitFor();
    await page.getByRole('list', { name: 'Assets that it no longer found' }).getByRole('link').waitFor();
    await page.getByRole('list', { name: 'Assets that it wrote' }).getByRole('link').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Roll back…' }).click();
    const question = page.getByRole('list', { name: 'What will change' });
    await question.getByText('1 entity that the run made will be deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('The run is rolled back.').waitFor();
    expect((await values(gone)).status).to.not.deep.equal({ removed: true });
    expect(await exists(made)).to.equal(false);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('has not begun yet').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stopping…' }).waitFor();
    const next = runOf(page);
    expect(next).to.not.equal(run);
    expect((await values(next)).dataHubExecutionRequestSignal).to.include({ signal: 'KILL' });
    await write(next, RESULT, { status: 'CANCELLED' });
    await page.getByRole('region', { name: 'Run', exact: true }).getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    expect(await exists(source)).to.equal(false);
  });

  it('on a phone and by keyboard a recipe is added as YAML, and what is wrong in it is said; a server that runs none says the line that changes this', async () => {
    const name = own();
    const page = await open('/sources', { width: 360, scheme: 'dark' });
    await page.route('**/api/graphql', async (route) => {
      if (!route.request().postData()?.includes('query ingestion')) return route.fallback();
      return route.fulfill({ json: { data: { appConfig: { managedIngestionConfig: { enabled: false } } } } });
    });
    await page.reload();
    await page.getByText('INGESTION=true npm start').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a source' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Airflow/ }).press('Enter');
    await dialog.getByText('apache-airflow-providers-openlineage').waitFor();
    await dialog.getByText(cairn.url).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a source' }).press('Enter');
    await dialog.getByRole('button', { name: /^Anything else/ }).press('Enter');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    const recipe = dialog.getByLabel('Recipe');
    await recipe.fill('source: [');
    await recipe.press('Tab');
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await dialog.getByRole('alert').getByText('The text is no YAML').waitFor();
    await recipe.fill('sink: {}');
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await dialog.getByRole('alert').getByText('The recipe needs').waitFor();
    await recipe.fill(`source:\n  type: clickhouse\n  config:\n    password: ${PASSWORD}\n`);
    await dialog.getByText('Who runs it').press('Enter');
    await dialog.getByLabel('Executor').fill(ELSEWHERE);
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const urn = decodeURIComponent(new URL(page.url()).pathname.replace('/sources/', ''));
    const { config } = (await values(urn)).dataHubIngestionSourceInfo as { config: { recipe: string; executorId: string } };
    expect(config.executorId).to.equal(ELSEWHERE);
    expect(JSON.parse(config.recipe).source.config.password).to.match(/^\$\{.+\}$/);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
  });
});
