/**
 * Lineage over GraphQL: counts, windows and filters (docs/semantics.md 8.3, 8.5).
 */
import { expect } from 'chai';
import { writeAllSearchable } from '../support/find.ts';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { ownNames, proposal, schemaMetadata, stamp, status, urns } from '../support/make.ts';

const own = ownNames('gqllineage');

const COUNT = 'query ($input: SearchAcrossLineageCountsInput!) { searchAcrossLineageCounts(input: $input) { total } }';
const SEARCH = 'query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { total searchResults { entity { urn } } } }';

describe('Lineage over GraphQL', () => {
  const [source, near, far, elsewhere, gone] = [
    urns.dataset(own()),
    urns.dataset(own()),
    urns.dataset(own(), 'kafka'),
    urns.dataset(own()),
    urns.dataset(own()),
  ];
  const start = urns.column(source, 'id');
  const [stored, declared, misspelt, beyond, unknown] = [
    urns.column(near, 'stored'),
    urns.column(near, 'declared'),
    urns.column(near, 'misspelt'),
    urns.column(far, 'id'),
    urns.column(elsewhere, 'id'),
  ];
  const columns = (...pairs: [from: string, to: string][]) =>
    pairs.map(([from, to]) => ({ upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [from], downstreams: [to], confidenceScore: 1 }));
  const upstream = (dataset: string, time?: number) => ({
    dataset,
    type: 'TRANSFORMED',
    ...(time && { auditStamp: stamp(undefined, time), created: stamp(undefined, time) }),
  });

  before(() =>
    writeAllSearchable([
      proposal(source, 'schemaMetadata', schemaMetadata(['id'])),
      proposal(near, 'schemaMetadata', schemaMetadata(['stored', 'declared'])),
      proposal(stored, 'documentation', { documentations: [{ documentation: 'kept' }] }),
      proposal(far, 'schemaMetadata', schemaMetadata(['id'])),
      proposal(near, 'upstreamLineage', {
        upstreams: [upstream(source, 1_000), upstream(gone, 5_000), upstream(elsewhere, 9_000)],
        fineGrainedLineages: columns([start, stored], [start, declared], [start, misspelt]),
      }),
      proposal(far, 'upstreamLineage', { upstreams: [upstream(near)], fineGrainedLineages: columns([stored, beyond], [start, unknown]) }),
      proposal(gone, 'status', status(true)),
    ]),
  );

  const count = async (more: object, urn = start, direction = 'DOWNSTREAM'): Promise<number> =>
    (await graphql(COUNT, { input: { urn, direction, ...more } })).searchAcrossLineageCounts.total;
  const found = async (input: object): Promise<Data> => {
    const { searchAcrossLineage } = await graphql(SEARCH, { input: { direction: 'DOWNSTREAM', query: '*', ...input } });
    return searchAcrossLineage.searchResults.map(({ entity }: Data) => entity.urn);
  };
  const where = (field: string, values: string[], negated = false) => ({ orFilters: [{ and: [{ field, values, negated }] }] });

  it('searchAcrossLineageCounts counts what is stored; on request what is only named, if the schema has it', async () => {
    expect(await count({})).to.equal(1);
    expect(await count({ includeGhostEntities: true })).to.equal(3);
    expect(await count({ includeGhostEntities: true, validateSchemaFields: 'ALWAYS' })).to.equal(3);
    expect(await count({ includeGhostEntities: true, validateSchemaFields: 'NONE' })).to.equal(5);
    expect(await count({}, near, 'UPSTREAM')).to.equal(1);
    expect(await count({ includeSoftDeleted: true }, near, 'UPSTREAM')).to.equal(2);
    expect(await count({ includeGhostEntities: true }, near, 'UPSTREAM')).to.equal(3);
    expect(await count({ types: ['CHART'] }, near, 'UPSTREAM')).to.equal(0);
  });

  it('searchAcrossLineageCounts takes filters; of what is not stored only those that its URN answers', async () => {
    const all = { includeGhostEntities: true, validateSchemaFields: 'NONE' };
    expect(await count({ ...all, ...where('degree', ['1']) })).to.equal(4);
    expect(await count({ ...all, ...where('parent', [near]) })).to.equal(3);
    expect(await count({ ...all, ...where('parent', [near], true) })).to.equal(2);
    expect(await count({ ...all, ...where('_entityType', ['DATASET']) })).to.equal(0);
    expect(await count(where('platform', [urns.platform('kafka')]), near)).to.equal(1);
    await refused(COUNT, { input: { urn: start, direction: 'DOWNSTREAM', ...all, ...where('platform', ['x']) } }, 'BAD_REQUEST', 'platform');
  });

  it('lineageFlags keep edges of a window', async () => {
    const upstreams = (lineageFlags: object) => found({ urn: near, direction: 'UPSTREAM', lineageFlags });
    expect(await upstreams({ endTimeMillis: 2_000 })).to.deep.equal([source]);
    expect(await upstreams({ startTimeMillis: 2_000 })).to.deep.equal([]);
    expect(await count({ lineageFlags: { startTimeMillis: 8_000 }, includeGhostEntities: true }, near, 'UPSTREAM')).to.equal(1);
  });

  it('filters of columns apply to their type, to their dataset by its URN, and to its fields', async () => {
    const columnsWhere = (field: string, values: string[]) =>
      found({ urn: start, searchFlags: { groupingSpec: { groupingCriteria: [] } }, ...where(field, values) });
    const all = [stored, declared, misspelt, beyond];
    expect(await columnsWhere('_entityType', ['SCHEMA_FIELD'])).to.have.members(all);
    expect(await columnsWhere('_entityType', ['DATASET'])).to.deep.equal([]);
    expect(await columnsWhere('parent', [far])).to.deep.equal([beyond]);
    expect(await columnsWhere('platform', [urns.platform('kafka')])).to.deep.equal([beyond]);
    expect(await found({ urn: start, ...where('platform', [urns.platform('kafka')]) })).to.deep.equal([far]);
    expect(await found({ urn: start, ...where('_entityType', ['DATASET']) })).to.have.members([near, far]);
  });
});
