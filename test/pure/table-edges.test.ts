/**
 * The lineage between entities that only their columns tell (section 8.2 of docs/semantics.md).
 */
import { expect } from 'chai';
import { edgeDifference, expectedEdges } from '../../src/graph/expected-edges.ts';
import { edgesOf } from '../../src/model/edges.ts';
import { model } from '../unit/support/model.ts';

const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;
const column = (table: string, path: string): string => `urn:svc:schemaField:(${table},${path})`;
const [a, b, c] = ['a', 'b', 'c'].map(dataset) as [string, string, string];
const JOB = 'urn:svc:dataJob:(urn:svc:dataFlow:(airflow,flow,PROD),job)';
const entry = (upstreams: string[], downstreams: string[], more = {}) => ({
  ...{ upstreamType: 'FIELD_SET', upstreams, downstreamType: 'FIELD', downstreams },
  ...more,
});
const madeFrom = (...fineGrainedLineages: object[]) => ({ upstreams: [], fineGrainedLineages });

/** The lineage between entities, as the relationship that makes it, and whether only columns tell it. */
function tables(urn: string, name: string, value: object): unknown[] {
  const type = model.entityTypes.get(urn.split(':')[2] ?? '');
  const aspect = type?.aspects.get(name);
  if (!aspect) throw new Error(`no aspect ${name}`);
  return [...edgesOf(model, aspect, urn, value).values()]
    .filter(({ lineage, source }) => lineage && !source.includes('schemaField'))
    .map(({ source, type: of, target, lineage, columnsOnly = false }) => [source, of, target, lineage, columnsOnly]);
}

describe('What columns tell of the lineage of their tables (docs/semantics.md 8.2)', () => {
  it('a dataset comes from the tables of the columns that it names, or takes for a filter, and from datasets that it takes as a whole', () => {
    const wanted = [b, 'DownstreamOf', a, 'upstream', true];
    for (const value of [
      madeFrom(entry([column(a, 'x'), column(a, 'z')], [column(b, 'y')]), entry([column(b, 'y')], [column(b, 'w')])),
      madeFrom(entry([column(a, 'x')], [])),
      madeFrom(entry([a], [column(b, 'y')], { upstreamType: 'DATASET' })),
    ])
      expect(tables(b, 'upstreamLineage', value)).to.deep.equal([wanted]);
  });

  it('what the aspect names itself is not told by columns only', () => {
    const value = { ...madeFrom(entry([column(a, 'x')], [column(b, 'y')])), upstreams: [{ dataset: a, type: 'COPY' }] };
    expect(tables(b, 'upstreamLineage', value)).to.deep.equal([[b, 'DownstreamOf', a, 'upstream', false]]);
  });

  it('who tells of the columns of others stands between their tables', () => {
    const value = madeFrom(entry([column(a, 'x')], [column(c, 'y')]));
    expect(tables(b, 'upstreamLineage', value)).to.deep.equal([
      [b, 'DownstreamOf', a, 'upstream', true],
      [c, 'DownstreamOf', b, 'upstream', true],
    ]);
    expect(tables(JOB, 'dataJobInputOutput', { fineGrainedLineages: [entry([column(a, 'x')], [column(c, 'y')])] })).to.deep.equal([
      [JOB, 'Consumes', a, 'upstream', true],
      [JOB, 'Produces', c, 'downstream', true],
    ]);
  });

  it('columns that a job or a metric reads or writes belong to tables, too', () => {
    expect(tables(JOB, 'dataJobInputOutput', { inputDatasetFields: [column(a, 'x')], outputDatasetFields: [column(b, 'y')] })).to.deep.equal([
      [JOB, 'Consumes', a, 'upstream', true],
      [JOB, 'Produces', b, 'downstream', true],
    ]);
  });

  it('charts and dashboards say so as in their other aspects', () => {
    const fields = [{ schemaFieldUrn: column(a, 'x'), schemaField: { fieldPath: 'x' } }];
    for (const urn of ['urn:svc:chart:(looker,c)', 'urn:svc:dashboard:(looker,d)'])
      expect(tables(urn, 'inputFields', { fields })).to.deep.equal([[urn, 'Consumes', a, 'upstream', true]]);
  });

  it('names that are no columns make none', () => {
    const value = madeFrom(entry(['urn:svc:tag:t', 'urn:svc:schemaField:(nothing,x)', column(b, 'x')], [column(b, 'y')]));
    expect(tables(b, 'upstreamLineage', value)).to.deep.equal([]);
  });

  it('an edge is created again once something else than columns tells it', () => {
    const [before, after] = [[], [{ dataset: a, type: 'COPY' }]].map((all) =>
      expectedEdges(model, b, [
        { name: 'upstreamLineage', value: JSON.stringify({ ...madeFrom(entry([column(a, 'x')], [])), upstreams: all }), at: 5 },
      ]),
    );
    const held = (before ?? []).flatMap((row, id) => {
      const edge = { ...row, id, via: undefined, since: 3, columnsOnly: row.columnsOnly ?? false };
      return row.lineage ? [edge, { ...edge, id: id + 10, type: 'UPSTREAM', via: row.type }] : [edge];
    });
    expect(edgeDifference(before ?? [], held)).to.deep.equal({ begin: [], end: [], stamp: [] });
    const { begin, end } = edgeDifference(after ?? [], held);
    expect([begin.map(({ target, at }) => [target, at]), end.length]).to.deep.equal([[[a, 3]], 2]);
  });
});
