/**
 * What only columns connect is lineage of their tables, whoever asks (sections 8.2, 8.3 and 8.6 of docs/semantics.md).
 */
import { expect } from 'chai';
import { type Agent, connectAgent } from '../support/agent.ts';
import { api, encode } from '../support/client.ts';
import { valueOf } from '../support/legacy.ts';
import { reached } from '../support/lineage.ts';
import { deletion, ownNames, stamp, upstreams, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { write } from '../support/writes.ts';

const own = ownNames('columns-only');
const entry = (upstream: string, ...downstreams: string[]) => ({
  ...{ upstreamType: 'FIELD_SET', upstreams: [upstream], downstreamType: 'FIELD_SET', downstreams },
});
const fieldsOf = (upstream: string) => ({ fields: [{ schemaFieldUrn: upstream }] });

interface Told {
  readonly urn: string;
  /** An aspect that names a column of a table, and one of its own or of `below`. */
  readonly aspect: string;
  readonly value: (upstream: string) => unknown;
  /** What lies behind. */
  readonly below?: string;
}

const below = urns.dataset(own('below'));
const table = urns.dataset(own('table'));
const TELLERS: Record<string, Told> = {
  'a dataset': {
    ...{ urn: table, aspect: 'upstreamLineage' },
    value: (upstream) => ({ upstreams: [], fineGrainedLineages: [entry(upstream, urns.column(table, 'y'))] }),
  },
  'a dataset that filters by it': {
    ...{ urn: urns.dataset(own('filter')), aspect: 'upstreamLineage' },
    value: (upstream) => ({ upstreams: [], fineGrainedLineages: [entry(upstream)] }),
  },
  'a job': {
    ...{ urn: urns.of('dataJob', `(${urns.of('dataFlow', `(airflow,${own()},PROD)`)},load)`), aspect: 'dataJobInputOutput', below },
    value: (upstream) => ({ inputDatasets: [], outputDatasets: [], fineGrainedLineages: [entry(upstream, urns.column(below, 'y'))] }),
  },
  'a chart': { urn: urns.chart(own('chart')), aspect: 'inputFields', value: fieldsOf },
  'a dashboard': { urn: urns.dashboard(own('board')), aspect: 'inputFields', value: fieldsOf },
};

describe('Lineage that only columns tell', () => {
  let agent: Agent;
  before(async () => {
    agent = await connectAgent(sharedCairn().url);
    await write(below, 'datasetProperties', { name: 'below' });
  });
  after(() => agent.close());

  /** What lies below an asset, as each way to ask says it. */
  const answers = async (urn: string): Promise<Record<string, string[]>> => {
    const impact = await api.send<{ affected: { urn: string; degree?: number; path: string[] }[] }>('GET', `/impact?urn=${encode(urn)}`);
    const search = await valueOf<{ entities: { entity: string; degree: number }[] }>('entities', 'searchAcrossLineage', {
      ...{ urn, direction: 'DOWNSTREAM', input: '*' },
    });
    const { assets } = (await agent.call('lineage_of', { asset: urn, direction: 'downstream' })) as unknown as {
      assets?: { urn: string; hops: number }[];
    };
    return {
      lineage: await reached(urn, 'DOWNSTREAM'),
      search: search.entities.map(({ entity, degree }) => `${degree} ${entity}`),
      impact: impact.body.affected.map(({ urn: far, degree, path }) => `${degree} ${far}${path.at(-1) === far ? '' : ' without a way'}`).sort(),
      agents: (assets ?? []).map(({ urn: far, hops }) => `${hops} ${far}`),
    };
  };

  for (const [what, { urn, aspect, value, below: next }] of Object.entries(TELLERS))
    it(`of ${what} is lineage to everybody, until it is told no more`, async () => {
      const source = urns.dataset(own('source'));
      await write(source, 'datasetProperties', { name: 'source' });
      await write(urn, aspect, value(urns.column(source, 'x')));
      const wanted = [`1 ${urn}`, ...(next ? [`2 ${next}`] : [])];
      const found = await answers(source);
      expect(found).to.deep.equal({ lineage: wanted, search: wanted, impact: wanted, agents: wanted });
      const { paths } = (await agent.call('paths_between', { from: source, to: next ?? urn })) as unknown as {
        paths?: { steps: { urn: string }[] }[];
      };
      expect(paths?.map(({ steps }) => steps.map((step) => step.urn))).to.deep.equal([[source, urn, ...(next ? [next] : [])]]);
      await api.ingestProposal(deletion(urn, aspect));
      expect(await reached(source, 'DOWNSTREAM')).to.deep.equal([]);
    });

  it('and another aspect tells, too, is one way', async () => {
    const [source, chart] = [urns.dataset(own()), urns.chart(own())];
    const info = { title: '', description: '', lastModified: { created: stamp(), lastModified: stamp() } };
    await write(source, 'datasetProperties', { name: 'source' });
    await write(chart, 'inputFields', fieldsOf(urns.column(source, 'x')));
    await write(chart, 'chartInfo', { ...info, inputEdges: [{ destinationUrn: source }] });
    const { paths } = (await agent.call('paths_between', { from: source, to: chart })) as unknown as { paths?: object[] };
    expect(paths).to.have.length(1);
    await api.ingestProposal(deletion(chart, 'inputFields'));
    expect(await reached(source, 'DOWNSTREAM')).to.deep.equal([`1 ${chart}`]);
  });

  it('does not name the table: to remove references to the table changes nothing', async () => {
    const [source, target] = [urns.dataset(own()), urns.dataset(own())];
    await write(target, 'upstreamLineage', { upstreams: [], fineGrainedLineages: [entry(urns.column(source, 'x'), urns.column(target, 'y'))] });
    const counted = await valueOf<{ total: number }>('entities', 'deleteReferences', { urn: source, dryRun: true });
    expect(counted.total).to.equal(0);
    await write(target, 'upstreamLineage', upstreams(source));
    expect((await valueOf<{ total: number }>('entities', 'deleteReferences', { urn: source, dryRun: true })).total).to.equal(1);
  });
});
