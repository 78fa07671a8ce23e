import { expect } from 'chai';
import type { EdgeRow } from '../../src/graph/changes.ts';
import { edgeDifference, expectedEdges, type HeldEdge } from '../../src/graph/expected-edges.ts';
import { model } from '../unit/support/model.ts';

const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;
const URN = dataset('a');
const OWNED = { name: 'ownership', value: JSON.stringify({ owners: [{ owner: 'urn:svc:corpuser:o', type: 'DATAOWNER' }] }), at: 50 };
const MADE_FROM = {
  name: 'upstreamLineage',
  value: JSON.stringify({ upstreams: [{ dataset: dataset('b'), type: 'COPY', auditStamp: { time: 5, actor: 'urn:svc:corpuser:o' } }] }),
  at: 60,
};
const PRODUCT = { name: 'dataProcessInstanceOutput', value: JSON.stringify({ outputEdges: [{ destinationUrn: URN }] }), at: 70 };

let id = 0;
/** What the graph holds when all is as it should be. */
function held(expected: readonly EdgeRow[], since = 10): HeldEdge[] {
  return expected.flatMap(({ source, target, type, aspect, holder, stamps, lineage, columnsOnly = false }) => {
    const edge: HeldEdge = { id: id++, type, via: undefined, source, target, aspect, holder, since, stamps, columnsOnly };
    const ends = lineage === 'downstream' ? { source: target, target: source } : {};
    return lineage ? [edge, { ...edge, ...ends, id: id++, type: 'UPSTREAM', via: type }] : [edge];
  });
}
const short = ({ type, source, target }: Pick<EdgeRow, 'type' | 'source' | 'target'>): string[] => [type, source, target];

describe('The edges of the latest aspects, compared with the stored ones (docs/semantics.md 8.2)', () => {
  const expected = expectedEdges(model, URN, [OWNED, MADE_FROM]);

  it('each edge has its aspect, its entity and the time of the version', () => {
    const [owned, made] = expected;
    expect(owned).to.include({ type: 'OwnedBy', source: URN, target: 'urn:svc:corpuser:o', aspect: 'ownership', holder: URN, at: 50 });
    expect(made).to.include({ type: 'DownstreamOf', target: dataset('b'), lineage: 'upstream', at: 60 });
  });

  it('aspects that the model does not know make no edges', () => {
    expect(expectedEdges(model, 'urn:svc:sensor:1', [OWNED])).to.deep.equal([]);
    expect(expectedEdges(model, URN, [{ ...OWNED, name: 'fedBy' }])).to.deep.equal([]);
  });

  it('an edge to a hard-deleted entity is not expected', () => {
    const lost = [{ aspect: 'ownership', type: 'OwnedBy', source: URN, target: 'urn:svc:corpuser:o' }];
    expect(expectedEdges(model, URN, [OWNED, MADE_FROM], lost).map(({ type }) => type)).to.deep.equal(['DownstreamOf']);
  });

  it('nothing changes if all edges are correct, also lineage in both directions', () => {
    const produced = expectedEdges(model, 'urn:svc:dataProcessInstance:p', [PRODUCT]);
    expect(produced).to.have.length(1);
    for (const each of [expected, produced]) expect(edgeDifference(each, held(each))).to.deep.equal({ begin: [], end: [], stamp: [] });
  });

  it('two latest versions that say the same edge do not make two of it', () => {
    const twice = expectedEdges(model, URN, [OWNED, OWNED, MADE_FROM]);
    expect(edgeDifference(twice, held(expected))).to.deep.equal({ begin: [], end: [], stamp: [] });
    expect(edgeDifference(twice, []).begin).to.have.length(2);
  });

  it('a missing edge begins at the time of its version', () => {
    const { begin, end } = edgeDifference(expected, held(expected.slice(1)));
    expect(begin).to.deep.equal([expected[0]]);
    expect(end).to.deep.equal([]);
  });

  it('an edge without an aspect ends, and so does a double without its edge', () => {
    const stray = { ...(expected[0] as EdgeRow), target: 'urn:svc:corpuser:stray' };
    const [, , double] = held(expected) as [HeldEdge, HeldEdge, HeldEdge];
    const { begin, end } = edgeDifference(expected, [...held([...expected, stray]), { ...double, id: -1, source: dataset('c') }]);
    expect(begin).to.deep.equal([]);
    expect(end.map(short)).to.deep.equal([
      ['OwnedBy', URN, 'urn:svc:corpuser:stray'],
      ['UPSTREAM', dataset('c'), dataset('b')],
    ]);
  });

  it('a lineage edge without its double, a duplicate edge, and a wrong double are replaced, with their original time', () => {
    const whole = held(expected);
    const [owned, made, double] = whole as [HeldEdge, HeldEdge, HeldEdge];
    for (const broken of [
      [owned, made],
      [owned, double],
      [...whole, { ...made, id: -1 }],
      [...whole, { ...double, id: -1 }],
    ]) {
      const { begin, end } = edgeDifference(expected, broken);
      expect(begin).to.deep.equal([{ ...expected[1], at: 10 }]);
      expect(end).to.have.members(broken.filter((edge) => edge !== owned));
    }
  });

  it('wrong stamps are corrected, on an edge and on its double', () => {
    const aged = held(expected).map((edge) => (edge.via ? { ...edge, stamps: { updatedOn: 1 } } : edge));
    expect(edgeDifference(expected, aged)).to.deep.equal({ begin: [], end: [], stamp: [expected[1]] });
  });
});
