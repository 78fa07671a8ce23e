/** Real sources, read by recipes in both namespaces: each twice, with the clean-up of what is gone (docs/ingestion.md). They need PyPI. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Data } from '../support/graphql.ts';
import { DATAHUB, SVC } from '../support/names.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { endAll, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';

const CREATE_SOURCE = 'mutation ($input: UpdateIngestionSourceInput!) { createIngestionSource(input: $input) }';
const CREATE_SECRET = 'mutation ($input: CreateSecretInput!) { createSecret(input: $input) }';
const RUN = 'mutation ($input: CreateIngestionExecutionRequestInput!) { createIngestionExecutionRequest(input: $input) }';
const RESULT = 'query ($urn: String!) { executionRequest(urn: $urn) { result { status report structuredReport { serializedValue } } } }';
/** The first run of a kind of source installs its packages. */
const PATIENCE_MS = 600_000;
const PASSWORD = 'p@ss/w0rd!x';
const secretRef = (name: string): string => `\${${name}}`;

for (const namespace of ['svc', 'datahub'] as const) {
  describe(`Sources in ${namespace}`, function () {
    this.timeout(2 * PATIENCE_MS);
    const prefix = namespace === 'svc' ? 'urn:svc:' : 'urn:li:';
    let cairn: RunningCairn;
    let postgres: Postgres | undefined;
    const client = makeClient(() => cairn.url, namespace === 'svc' ? SVC : DATAHUB);
    const ask = async (query: string, variables: object): Promise<Data> => {
      const { body, text } = await client.send<Data>('POST', '/api/graphql', { json: { query, variables } });
      expect(body.errors, text).to.equal(undefined);
      return body.data;
    };
    const sourceOf = async (type: string, config: object): Promise<string> => {
      const recipe = JSON.stringify({ source: { type, config } });
      return (await ask(CREATE_SOURCE, { input: { name: type, type, config: { recipe, executorId: 'default' } } })).createIngestionSource;
    };
    const run = async (source: string): Promise<Data> => {
      const urn = (await ask(RUN, { input: { ingestionSourceUrn: source } })).createIngestionExecutionRequest;
      const result = await eventually(async () => {
        const found = (await ask(RESULT, { urn })).executionRequest.result;
        expect(found?.status).to.match(/^(SUCCESS|FAILURE|ABORTED)$/);
        return found;
      }, PATIENCE_MS);
      expect(result.status, result.report).to.equal('SUCCESS');
      // SECURITY.md I4: the values of secrets are nowhere.
      expect(JSON.stringify(result)).not.to.include(PASSWORD);
      expect(JSON.parse(result.structuredReport.serializedValue)).to.include.keys('source', 'sink');
      return result;
    };
    const entity = async (urn: string): Promise<Data> =>
      (await client.send<Data>('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}?includeSoftDelete=true`)).body;
    const table = (platform: string, name: string): string => `${prefix}dataset:(${prefix}dataPlatform:${platform},${name},PROD)`;

    before(async () => {
      cairn = await startCairn({ INGESTION: 'true', API_NAMESPACE: namespace, SECRETS_KEY: randomBytes(32).toString('base64') });
      await ask(CREATE_SECRET, { input: { name: 'PG_PASSWORD', value: PASSWORD } });
    });
    after(async () => {
      postgres?.stop();
      await endAll();
    });

    it('SQLite loses a table that is dropped', async () => {
      const file = path.join(throwAwayFolder(), 'shop.db');
      const sql = (text: string): void =>
        void execFileSync('python3', ['-c', 'import sqlite3, sys\nsqlite3.connect(sys.argv[1]).executescript(sys.argv[2])', file, text]);
      sql('create table orders(id integer primary key, amount real); create table gone(x integer);');
      const source = await sourceOf('sqlalchemy', { connect_uri: `sqlite:///${file}`, platform: 'sqlite', stateful_ingestion: { enabled: true } });
      await run(source);
      expect((await entity(table('sqlite', 'main.gone'))).status.value.removed).to.equal(false);
      sql('drop table gone');
      await run(source);
      expect((await entity(table('sqlite', 'main.gone'))).status.value.removed).to.equal(true);
      expect((await entity(table('sqlite', 'main.orders'))).status.value.removed).to.equal(false);
    });

    it('Postgres with comments, keys, views and profiles loses a table that is dropped', async function () {
      postgres = await startPostgres(PASSWORD);
      if (!postgres) return this.skip();
      const { port, user, sql } = postgres;
      sql('postgres', 'create database shop');
      sql(
        'shop',
        `create table customers(id int primary key, name text); create table orders(id int primary key, customer int references customers(id), amount numeric);
         comment on table orders is 'One row an order'; create table gone(x int); create view big as select id, amount from orders where amount > 100;
         insert into customers values (1, 'a'); insert into orders select g, 1, g from generate_series(1, 200) g; analyze;`,
      );
      const source = await sourceOf('postgres', {
        ...{ host_port: `127.0.0.1:${port}`, database: 'shop', username: user, password: secretRef('PG_PASSWORD') },
        ...{ profiling: { enabled: true }, stateful_ingestion: { enabled: true } },
      });
      await run(source);
      const orders = await entity(table('postgres', 'shop.public.orders'));
      expect(orders.datasetProperties.value.description).to.equal('One row an order');
      expect(orders.schemaMetadata.value.foreignKeys[0].foreignDataset).to.equal(table('postgres', 'shop.public.customers'));
      const big = await entity(table('postgres', 'shop.public.big'));
      expect(big.upstreamLineage.value.upstreams[0].dataset).to.equal(table('postgres', 'shop.public.orders'));
      const asked = { urn: table('postgres', 'shop.public.orders'), entity: 'dataset', aspect: 'datasetProfile' };
      const { body } = await client.send<Data>('POST', '/aspects?action=getTimeseriesAspectValues', { json: asked });
      expect(JSON.parse(body.value.values[0].aspect.value).rowCount).to.equal(200);
      sql('shop', 'drop table gone');
      await run(source);
      expect((await entity(table('postgres', 'shop.public.gone'))).status.value.removed).to.equal(true);
    });

    it('a glossary file and a CSV file are read twice, and add to what people have set', async () => {
      const folder = throwAwayFolder();
      const [glossary, csv] = [path.join(folder, 'glossary.yml'), path.join(folder, 'enrich.csv')];
      writeFileSync(
        glossary,
        'version: "1"\nsource: x\nowners: {users: [ann]}\nnodes:\n  - name: Shop\n    description: Words\n    terms: [{name: Order, description: A purchase}]\n',
      );
      const target = 'urn:li:dataset:(urn:li:dataPlatform:hive,enriched,PROD)';
      writeFileSync(
        csv,
        `resource,subresource,glossary_terms,tags,owners,ownership_type,description,domain\n"${target}",,,[urn:li:tag:Gold],[urn:li:corpuser:ann],TECHNICAL_OWNER,All orders,\n`,
      );
      const words = await sourceOf('datahub-business-glossary', { file: glossary });
      const rows = await sourceOf('csv-enricher', { filename: csv });
      const theirs = { tags: [{ tag: `${prefix}tag:Silver` }] };
      await client.send('POST', '/openapi/v3/entity/dataset', {
        json: [{ urn: table('hive', 'enriched'), globalTags: { value: theirs } }],
      });
      for (const source of [words, words, rows, rows]) await run(source);
      const found = await entity(table('hive', 'enriched'));
      expect(found.globalTags.value.tags.map(({ tag }: Data) => tag)).to.deep.equal([`${prefix}tag:Silver`, `${prefix}tag:Gold`]);
      expect(found.ownership.value.owners[0].owner).to.equal(`${prefix}corpuser:ann`);
    });
  });
}
