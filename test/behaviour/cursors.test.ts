/** A cursor belongs to the question that it came from: with another one it is refused, where it would end the scroll early. */
import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { where, writeAllSearchable } from '../support/find.ts';
import { ask as askGraph } from '../support/graphql.ts';
import { ownership, ownNames, proposal, upstreams, urns } from '../support/make.ts';

const own = ownNames('cursors');

interface Scroll {
  readonly what: string;
  /** Asks for one item after the cursor; `other` asks another question. */
  ask(scrollId: string | undefined, other: boolean): Promise<{ status: number; next: string | null | undefined; refused: string | undefined }>;
}

describe('A scrollId of another request', () => {
  const platform = own();
  const [top = '', ...below] = Array.from({ length: 4 }, () => urns.dataset(own(), platform));
  const filter = where({ field: 'platform', values: [urns.platform(platform)] });
  const owners = [own(), own(), own()].map(urns.user);
  const profile = (timestampMillis: number) => proposal(top, 'datasetProfile', { timestampMillis, rowCount: 1 });

  before(() =>
    writeAllSearchable([
      proposal(top, 'ownership', ownership(...owners)),
      ...below.map((urn) => proposal(urn, 'upstreamLineage', upstreams(top))),
      proposal(top, 'upstreamLineage', upstreams(...below)),
      profile(1),
      profile(2),
      profile(3),
    ]),
  );

  type Body = { scrollId?: string; message?: string; details?: { pointer: string }[]; value?: { scrollId?: string } };
  const rest = async (method: string, address: string, scrollId: string | undefined, json?: object) => {
    const { status, body } = await api.send<Body>(method, scrollId === undefined ? address : `${address}&scrollId=${scrollId}`, json ? { json } : {});
    return { status, next: body.scrollId, refused: body.details?.[0]?.pointer };
  };
  const legacy = async (action: string, params: object, scrollId: string | undefined) => {
    const { status, body } = await api.send<Body>('POST', `/entities?action=${action}`, { json: { ...params, ...(scrollId ? { scrollId } : {}) } });
    return { status, next: body.value?.scrollId, refused: body.details?.[0]?.pointer };
  };
  const graph = async (field: string, type: string, input: object) => {
    const query = `query ($input: ${type}!) { ${field}(input: $input) { nextScrollId } }`;
    const { data, errors } = await askGraph(query, { input });
    const extensions = errors?.[0]?.extensions;
    return { status: extensions?.code ?? 200, next: data?.[field]?.nextScrollId, refused: extensions?.details?.[0]?.pointer };
  };
  const orFilters = filter.or;

  const SCROLLS: Scroll[] = [
    {
      what: 'v3 list, another order',
      ask: (id, other) => rest('GET', `/openapi/v3/entity/dataset?count=1${other ? '&sortOrder=DESCENDING' : ''}`, id),
    },
    { what: 'v3 list, another type', ask: (id, other) => rest('GET', `/openapi/v3/entity/${other ? 'corpuser' : 'generic'}?count=1`, id) },
    {
      what: 'v2 list, another query',
      ask: (id, other) => rest('GET', `/openapi/v2/entity/dataset?count=1&query=platform:*${platform}${other ? '*' : ''}`, id),
    },
    {
      what: 'entity/scroll, another filter',
      ask: (id, other) => rest('POST', '/openapi/v3/entity/scroll?count=1', id, { entities: ['dataset'], filter: other ? {} : filter }),
    },
    {
      what: 'relationships of an entity, the other direction',
      ask: (id, other) => rest('GET', `/openapi/v3/relationship/dataset/${encode(top)}?count=1&direction=${other ? 'INCOMING' : 'OUTGOING'}`, id),
    },
    {
      what: 'relationship/scroll, other types',
      ask: (id, other) => rest('POST', `/openapi/v3/relationship/scroll?count=1&relationshipTypes=${other ? 'TaggedWith' : 'OwnedBy'}`, id, {}),
    },
    {
      what: 'all of a relationship, other ends',
      ask: (id, other) => rest('GET', `/openapi/v3/relationship/OwnedBy?count=1${other ? '&sourceTypes=chart' : ''}`, id),
    },
    {
      what: 'lineage/scroll, other URNs',
      ask: (id, other) => rest('POST', '/openapi/v3/lineage/scroll?count=1', id, { urns: [other ? below[0] : top] }),
    },
    {
      what: 'timeseries, another window',
      ask: (id, other) =>
        rest('GET', `/openapi/v2/timeseries/dataset/datasetProfile?count=1&urns=${encode(top)}${other ? '&endTimeMillis=2' : ''}`, id),
    },
    {
      what: 'scrollAcrossEntities, another text',
      ask: (id, other) => legacy('scrollAcrossEntities', { input: other ? 'x' : '*', entities: ['dataset'], filter, count: 1 }, id),
    },
    {
      what: 'scrollAcrossLineage, fewer hops',
      ask: (id, other) => legacy('scrollAcrossLineage', { urn: top, direction: 'UPSTREAM', count: 1, ...(other ? { maxHops: 1 } : {}) }, id),
    },
    {
      what: 'GraphQL scrollAcrossEntities, other types',
      ask: (scrollId, other) =>
        graph('scrollAcrossEntities', 'ScrollAcrossEntitiesInput', {
          types: other ? ['CHART'] : ['DATASET'],
          query: '*',
          orFilters,
          count: 1,
          scrollId,
        }),
    },
    {
      what: 'GraphQL scrollAcrossLineage, the other direction',
      ask: (scrollId, other) =>
        graph('scrollAcrossLineage', 'ScrollAcrossLineageInput', { urn: top, direction: other ? 'DOWNSTREAM' : 'UPSTREAM', count: 1, scrollId }),
    },
  ];

  for (const { what, ask } of SCROLLS) {
    it(`is refused, and one of the same request continues: ${what}`, async () => {
      const { status, next } = await ask(undefined, false);
      expect(status).to.equal(200);
      expect(next).to.be.a('string');
      const cursor = next as string;
      expect(await ask(cursor, false)).to.include({ status: 200, refused: undefined });
      expect(await ask(cursor, true)).to.deep.include({ status: 400, refused: '/scrollId' });
      expect(await ask('e30', false), 'no cursor of ours').to.include({ status: 400, refused: '/scrollId' });
    });

    it(`is refused with a value that no page gives: ${what}`, async () => {
      const { next } = await ask(undefined, false);
      const cursor = JSON.parse(Buffer.from(next as string, 'base64url').toString()) as Record<string, string | number>;
      const forged = Object.entries(cursor).flatMap(([name, value]) => {
        const values = typeof value === 'number' ? ['1e999', '-1e999', '0.5', '1e15'] : name === 'key' ? ['"[\\"a\\",]"', '"[\\"\\"\\"]"'] : ['1'];
        // JSON writes no infinite number, but reads 1e999 as one.
        return values.map((each) => JSON.stringify({ ...cursor, [name]: '«»' }).replace('"«»"', each));
      });
      for (const text of forged) {
        const { status, refused } = await ask(Buffer.from(text).toString('base64url'), false);
        if (!/1e15/.test(text) || status !== 200) expect([status, refused], text).to.deep.equal([400, '/scrollId']);
      }
    });
  }
});
