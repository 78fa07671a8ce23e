/**
 * Patches of an aspect that is not there yet, as client libraries build them (docs/semantics.md 13.6).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';

const own = ownNames('patchtemplate');

/** Patches are sent as bare lists of operations by the legacy API, in an object by OpenAPI. */
async function patch(urn: string, aspect: string, operations: readonly object[]): Promise<Record<string, unknown>> {
  const more = { changeType: 'PATCH', aspect: { value: JSON.stringify(operations), contentType: 'application/json-patch+json' } };
  const answer = await api.ingestProposal(proposal(urn, aspect, {}, more));
  expect(answer.status, answer.text).to.equal(200);
  return (await values(urn))[aspect] as Record<string, unknown>;
}

const input = urns.dataset('patched');
const edge = (field: string) => ({ op: 'add', path: `/${field}/${input}`, value: { destinationUrn: input } });
const property = { op: 'add', path: '/customProperties/a', value: 'b' };

describe('A patch of an absent aspect starts from an empty one', () => {
  for (const [name, urn, aspect, field] of [
    ['chart', urns.chart(own()), 'chartInfo', 'inputEdges'],
    ['dashboard', urns.dashboard(own()), 'dashboardInfo', 'datasetEdges'],
  ] as const) {
    it(`${aspect} of a ${name} then has no title, and stamps of now`, async () => {
      const from = Date.now();
      const value = await patch(urn, aspect, [edge(field), property]);
      expect(value).to.deep.include({ title: '', description: '', customProperties: { a: 'b' }, [field]: [{ destinationUrn: input }] });
      const stamps = value.lastModified as Record<string, { time: number; actor: string }>;
      expect(stamps).to.have.keys('created', 'lastModified');
      expect(stamps.created?.actor).to.match(/corpuser/);
      expect(stamps.created?.time).to.be.within(from, Date.now());
    });
  }

  it('dataJobInfo then has neither name nor type', async () => {
    const job = urns.job(urns.flow(own()), own());
    expect(await patch(job, 'dataJobInfo', [property])).to.deep.include({ name: '', type: { string: '' }, customProperties: { a: 'b' } });
  });
});

describe('A patch that removes', () => {
  it('a whole list that the aspect must have leaves it empty', async () => {
    const urn = urns.dataset(own());
    const [tag, user] = [urns.tag(own()), urns.user(own())];
    const lists: readonly [string, string, object][] = [
      ['globalTags', 'tags', { tags: [{ tag }] }],
      ['ownership', 'owners', { owners: [{ owner: user, type: 'DATAOWNER' }] }],
      ['documentation', 'documentations', { documentations: [{ documentation: 'x' }] }],
      ['upstreamLineage', 'upstreams', { upstreams: [{ dataset: input, type: 'TRANSFORMED' }] }],
    ];
    for (const [aspect, list, value] of lists) {
      await api.ingestProposal(proposal(urn, aspect, value));
      expect((await patch(urn, aspect, [{ op: 'remove', path: `/${list}` }]))[list], aspect).to.deep.equal([]);
    }
  });

  it('a field that it need not have takes it away; an absent aspect begins with its empty lists and maps', async () => {
    const urn = urns.dataset(own());
    expect(await patch(urn, 'datasetProperties', [{ op: 'add', path: '/description', value: 'x' }])).to.deep.equal({
      description: 'x',
      customProperties: {},
      tags: [],
    });
    expect(await patch(urn, 'datasetProperties', [{ op: 'remove', path: '/description' }])).to.not.have.property('description');
  });
});
