/**
 * `npm start -- --demo`: the demo catalog, and the reference, whose examples are about it; with the settings of support/test-namespace.ts.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { type Example, examplesOf, problemsOf, type Reference } from '../support/examples.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { entityPath, inBrowser, visit } from '../ui/support/browser.ts';
import { NAMESPACE, testNamespace } from './support/test-namespace.ts';

const DEMO = ['--demo'];
const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:postgres,shop.public.orders,PROD)';
const FACTS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,hazel.mart.fct_orders,PROD)';
const REVENUE = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,hazel.mart.daily_revenue,PROD)';

describe('--demo', function () {
  this.timeout(240_000);
  let settings: Record<string, string>;
  let cairn: RunningCairn;

  const ask = async <Body>(where: string, json?: unknown, method = json === undefined ? 'GET' : 'POST'): Promise<Body> => {
    const answer = await fetch(`${cairn.url}${where}`, { method, ...(json === undefined ? {} : { body: JSON.stringify(json) }) });
    const text = await answer.text();
    expect(answer.status, text).to.equal(200);
    return JSON.parse(text) as Body;
  };
  const start = async (): Promise<void> => {
    cairn = await startCairn(settings, DEMO);
  };

  before(async () => {
    // The other namespace, and nothing that the model does not know.
    settings = { ...(await emptyEngines()), ...NAMESPACE };
    await start();
  });
  after(endAll);

  it('loads a catalog of about ninety entities of many types before it is ready, and none is refused', async () => {
    const { entities, points } = await cairn.event('demo.loaded');
    expect(entities).to.be.within(80, 110);
    expect(points).to.be.greaterThan(300);
    expect(cairn.log.filter(({ event }) => event === 'demo.item-refused')).to.deep.equal([]);
    const types = [
      'dataset',
      'chart',
      'dashboard',
      'dataFlow',
      'dataJob',
      'corpGroup',
      'tag',
      'glossaryTerm',
      'domain',
      'structuredProperty',
      'assertion',
      'incident',
      'query',
      'dataProduct',
      'mlModel',
      'dataProcessInstance',
    ];
    const { value } = await ask<{ value: Record<string, number> }>('/entities?action=batchGetTotalEntityCount', { entities: types });
    for (const type of types) expect(value[type], type).to.be.at.least(2);
  });

  it('has lineage of at least five hops, down to dashboards, and column lineage', async () => {
    const down = await ask<{ degrees: Record<string, number>; entities: { urn: string }[] }>(
      `/lineage?urn=${encodeURIComponent(ORDERS)}&direction=DOWNSTREAM`,
    );
    expect(Object.keys(down.degrees)).to.include.members(['1', '2', '3', '4', '5']);
    expect(down.entities.map(({ urn }) => urn)).to.include('urn:li:dashboard:(looker,sales_overview)');
    const column = encodeURIComponent(`urn:li:schemaField:(${REVENUE},net_revenue)`);
    const up = await ask<{ entities: { urn: string }[] }>(`/lineage?urn=${column}&direction=UPSTREAM`);
    expect(up.entities.map(({ urn }) => urn)).to.include(`urn:li:schemaField:(${ORDERS},discount)`);
  });

  it('can be searched by words and by values of structured properties', async () => {
    const filter = { or: [{ and: [{ field: 'structuredProperties.io.hazel.markets', values: ['SE'] }] }] };
    await eventually(async () => {
      const found = await ask<{ value: { metadata: { urns: string[] } } }>('/entities?action=searchAcrossEntities', { input: 'orders', filter });
      expect(found.value.metadata.urns).to.include.members([ORDERS, FACTS]);
    });
  });

  it('has a soft-deleted entity, and aspects with a history', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,hazel.mart.revenue_report_old,PROD)';
    const exists = (more: object): Promise<{ value: boolean }> => ask('/entities?action=exists', { urn, ...more });
    expect([(await exists({})).value, (await exists({ includeSoftDelete: false })).value]).to.deep.equal([true, false]);
    const { patch } = await ask<{ patch: unknown[] }>(`/aspects/${encodeURIComponent(FACTS)}?aspect=datasetProperties&version=1&against=0`);
    expect(patch).to.not.be.empty;
  });

  it('has profiles and usage for each of the last thirty days', async () => {
    for (const aspect of ['datasetProfile', 'datasetUsageStatistics']) {
      const { value } = await ask<{ value: { values: { aspect: { value: string } }[] } }>('/aspects?action=getTimeseriesAspectValues', {
        urn: FACTS,
        entity: 'dataset',
        aspect,
      });
      const times = value.values.map((each) => (JSON.parse(each.aspect.value) as { timestampMillis: number }).timestampMillis);
      expect(times).to.have.length(30);
      expect(Date.now() - (times[0] ?? 0)).to.be.lessThan(2 * 86_400_000);
    }
  });

  inBrowser('Its pages in the other namespace', () => {
    it('show the home page, a search, an asset and its lineage [long]', async () => {
      const seen = async (path: string, text: string | RegExp): Promise<void> => {
        const page = await visit(path, { at: cairn.url });
        await page.getByText(text).first().waitFor();
      };
      await seen('/', /orders/);
      await seen('/search?query=orders', 'One row for each order');
      await seen(entityPath(ORDERS), 'One row for each order');
      await seen(entityPath(ORDERS, 'lineage'), 'fct_orders');
    });
  });

  describe('The reference', () => {
    let reference: Reference;
    before(async () => {
      reference = await ask('/restli/docs/reference.json');
    });

    it('has examples that work unchanged, with the answers that it describes: one of each operation; test/long tries all', async () => {
      expect(await problemsOf(cairn.url, reference, oneOfEach)).to.deep.equal([]);
    });

    // The rows of the APIs say which operations write: a token that only reads shows it, whatever the example is about.
    it('has no operation that writes for a user to whom no policy grants anything [long]', async () => {
      await ask('/aspects?action=ingestProposal', {
        proposal: {
          entityType: 'corpuser',
          entityUrn: 'urn:li:corpuser:nobody',
          aspectName: 'corpUserInfo',
          changeType: 'UPSERT',
          aspect: { value: '{"active":true}', contentType: 'application/json' },
        },
      });
      const [nobody, reader] = [await newToken(cairn.url, false), await newToken(cairn.url, true)];
      const wrong: string[] = [];
      let writes = 0;
      for (const example of examplesOf(reference)) {
        if (!(await denied(cairn.url, example, reader, 'read-only-token'))) continue;
        // A new catalog lets everybody make tokens of one's own, and this makes one.
        if (example.operation.operationId === 'allowProgram') continue;
        writes++;
        if (!(await denied(cairn.url, example, nobody, 'not-allowed'))) wrong.push(example.name);
      }
      expect(wrong).to.deep.equal([]);
      expect(writes).to.be.greaterThan(40);
    });

    it('lists for each path exactly the methods that it accepts', async () => {
      const addresses = new Map<string, { methods: Set<string>; address: string }>();
      for (const { where, method, address } of examplesOf(reference)) {
        const key = where.split('?')[0] ?? '';
        const known = addresses.get(key) ?? { methods: new Set(), address: address.split('?')[0] ?? '' };
        addresses.set(key, { ...known, methods: known.methods.add(method) });
      }
      for (const [where, { methods, address }] of addresses) {
        const answer = await fetch(`${cairn.url}${address}`, { method: 'PUT' });
        await answer.text();
        expect(answer.status, where).to.equal(405);
        const allowed = (answer.headers.get('allow') ?? '').split(', ');
        // A GET answers HEAD without a word.
        expect([...new Set([...allowed, 'HEAD'])], where).to.have.members([...methods.add('HEAD')]);
      }
    });
  });

  testNamespace(() => cairn.url);

  describe('A second start [long]', () => {
    it('writes nothing again, also after others have written to the store', async () => {
      await problemsOf(cairn.url, await ask('/restli/docs/reference.json'));
      await cairn.stop();
      await start();
      // Midnight may lie between.
      const { aspects, points } = await cairn.event('demo.loaded');
      expect(aspects).to.equal(0);
      expect(points).to.be.lessThan(20);
    });
  });
});

/** The first example of each operation. */
function oneOfEach(examples: Example[]): Example[] {
  const first = new Map(examples.toReversed().map((each) => [each.operation.operationId, each]));
  return examples.filter((each) => first.get(each.operation.operationId) === each);
}

/** A token of the user nobody. */
async function newToken(url: string, readOnly: boolean): Promise<string> {
  const input = { type: 'PERSONAL', actorUrn: 'urn:li:corpuser:nobody', duration: 'ONE_HOUR', name: 'x', readOnly };
  const query = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
  const answer = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data } = (await answer.json()) as { data: { createAccessToken: { accessToken: string } } };
  return data.createAccessToken.accessToken;
}

/** Is an example refused with this code? GraphQL and agents get it in an answer with 200. */
async function denied(url: string, { method, contentType, address, body }: Example, token: string, code: string): Promise<boolean> {
  const answer = await fetch(`${url}${address}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(contentType !== undefined && { 'Content-Type': contentType }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return [403, 200].includes(answer.status) && text.includes(code);
}
