import { expect } from 'chai';
import { lostDrawnEdges } from '../../../src/catalog/write/drawn-edges.ts';
import { model } from '../support/model.ts';

const HOLDER = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,down,PROD)';
const by = (actor: string) => ({ time: 1, actor });
const drawn = (dataset: string, actor = 'urn:svc:corpuser:eva') => ({
  ...{ dataset, type: 'TRANSFORMED', auditStamp: by(actor) },
  properties: { source: 'UI' },
});
const found = (dataset: string) => ({ dataset, type: 'TRANSFORMED', auditStamp: by('urn:svc:corpuser:robot') });

function lost(aspect: string, before: unknown, now: unknown) {
  const spec = model.aspects.get(aspect);
  if (!spec) throw new Error(`no aspect ${aspect}`);
  return lostDrawnEdges(spec, HOLDER, before === undefined ? undefined : JSON.stringify(before), now).map(({ other, by }) => [other, by]);
}

describe('Edges that people drew and that a whole value leaves out', () => {
  const before = { upstreams: [found('a'), drawn('b'), drawn('c', 'urn:svc:corpuser:ken')] };

  it('are named with who drew them; what programs found is not', () => {
    expect(lost('upstreamLineage', before, { upstreams: [found('b')] })).to.deep.equal([['c', 'urn:svc:corpuser:ken']]);
    expect(lost('upstreamLineage', before, { upstreams: [] })).to.deep.equal([
      ['b', 'urn:svc:corpuser:eva'],
      ['c', 'urn:svc:corpuser:ken'],
    ]);
    expect(lost('upstreamLineage', before, undefined)).to.have.length(2);
  });

  it('of jobs, charts and dashboards, too', () => {
    const edge = { destinationUrn: 'd', created: by('urn:svc:corpuser:eva'), properties: { source: 'UI' } };
    expect(lost('dataJobInputOutput', { inputDatasetEdges: [edge], outputDatasetEdges: [] }, { inputDatasetEdges: [] })).to.deep.equal([
      ['d', 'urn:svc:corpuser:eva'],
    ]);
  });

  it('are none of a new aspect, and none of one without edges that are drawn', () => {
    expect(lost('upstreamLineage', undefined, before)).to.deep.equal([]);
    expect(lost('datasetProperties', { name: 'UI' }, { name: 'x' })).to.deep.equal([]);
  });
});
