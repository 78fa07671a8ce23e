/**
 * Lineage over GraphQL: counts, windows and filters (docs/semantics.md 8.3, 8.5).
 */
import { expect } from 'chai';
import { writeAllSearchable } from '../support/find.ts';
import { type Data, graphql } from '../support/graphql.ts';
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
        fineGrainedLineages: columns([start, stored], [start, declared], [start, misspelt], [start, unknown]),
      }),
      proposal(far, 'upstreamLineage', { upstreams: [upstream(near)], fineGrainedLineages: columns([stored, beyond]) }),
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
    expect(await count({ ...all, ...where('platform', [urns.platform('kafka')]) })).to.equal(1);
    expect(await count({ ...all, orFilters: [{ and: [{ field: 'urn', condition: 'CONTAIN', values: ['STORED'] }] }] })).to.equal(1);
    expect(await count({ ...all, ...where('tags', [urns.tag('x')]) })).to.equal(0);
    expect(await count({ ...all, ...where('tags', [urns.tag('x')], true) })).to.equal(5);
  });

  it('lineageFlags keep edges of a window [long]', async () => {
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

describe('Ways of lineage over GraphQL', () => {
  const [raw, clean, made, report] = [urns.dataset(own(), 'kafka'), urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
  const flow = urns.of('dataFlow', `(airflow,${own()},PROD)`);
  const [job, later] = [urns.of('dataJob', `(${flow},clean)`), urns.of('dataJob', `(${flow},make)`)];
  const [query, insert] = [urns.of('query', own()), urns.of('query', own())];
  const id = (dataset: string): string => urns.column(dataset, 'id');
  const pair = (from: string, to: string, more: object = {}) => ({
    upstreamType: 'FIELD_SET',
    downstreamType: 'FIELD',
    upstreams: [from],
    downstreams: [to],
    ...more,
  });
  const FIELDS = 'total searchResults { entity { urn type } degree ignoredAsHop paths { path { urn type } } }';
  const QUERY = `query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) { ${FIELDS} } }`;
  const SCROLL = `query ($input: ScrollAcrossLineageInput!) { scrollAcrossLineage(input: $input) { nextScrollId ${FIELDS} } }`;

  before(() =>
    writeAllSearchable([
      ...[raw, clean, made, report].map((urn) => proposal(urn, 'schemaMetadata', schemaMetadata(['id']))),
      proposal(job, 'dataJobInputOutput', {
        inputDatasets: [raw],
        outputDatasets: [clean],
        fineGrainedLineages: [pair(id(raw), id(clean))],
      }),
      proposal(later, 'dataJobInputOutput', {
        inputDatasets: [clean],
        outputDatasets: [made],
        fineGrainedLineages: [pair(id(clean), id(made))],
      }),
      proposal(report, 'upstreamLineage', {
        upstreams: [{ dataset: made, type: 'TRANSFORMED', query: insert, properties: { source: 'UI' }, auditStamp: stamp(urns.user('ann'), 7_000) }],
        fineGrainedLineages: [pair(id(made), id(report), { query })],
      }),
      proposal(query, 'status', status(false)),
    ]),
  );

  const search = async (input: object): Promise<Data[]> =>
    (await graphql(QUERY, { input: { direction: 'DOWNSTREAM', query: '*', ...input } })).searchAcrossLineage.searchResults;
  const ways = (results: Data[]): unknown =>
    Object.fromEntries(results.map(({ entity, paths }) => [entity.urn, paths.map(({ path }: Data) => path.map(({ urn }: Data) => urn))]));

  it('paths of columns have the job or the query that makes each step', async () => {
    const searchFlags = { groupingSpec: { groupingCriteria: [] } };
    expect(ways(await search({ urn: id(raw), searchFlags }))).to.deep.equal({
      [id(clean)]: [[id(raw), job, id(clean)]],
      [id(made)]: [[id(raw), job, id(clean), later, id(made)]],
      [id(report)]: [[id(raw), job, id(clean), later, id(made), query, id(report)]],
    });
    const [, , last] = (await search({ urn: id(raw), searchFlags })) as [Data, Data, Data];
    expect(last.degree).to.equal(3);
    const types = last.paths[0].path.map(({ type }: Data) => type);
    expect(types).to.deep.equal(['SCHEMA_FIELD', 'DATA_JOB', 'SCHEMA_FIELD', 'DATA_JOB', 'SCHEMA_FIELD', 'QUERY', 'SCHEMA_FIELD']);
  });

  it('paths of datasets have the jobs between them, and the query of a step', async () => {
    const found = ways(await search({ urn: raw, types: ['DATASET'] })) as Record<string, string[][]>;
    expect(found[report]).to.deep.equal([[raw, job, clean, later, made, insert, report]]);
  });

  const degrees = (results: Data[]): unknown[] => results.map(({ entity, degree, ignoredAsHop }) => [entity.urn, degree, ignoredAsHop]);
  const whole = [job, clean, later, made, report].map((urn, at) => [urn, at + 1, false]);
  const without = [
    [clean, 1, false],
    [job, 1, true],
    [later, 2, true],
    [made, 2, false],
    [report, 3, false],
  ];

  it('what ignoreAsHops names is no step: what lies behind it is as near', async () => {
    expect(degrees(await search({ urn: raw }))).to.deep.equal(whole);
    const found = await search({ urn: raw, lineageFlags: { ignoreAsHops: [{ entityType: 'DATA_JOB', platforms: [] }] } });
    expect(degrees(found)).to.have.deep.members(without);
    expect(found.map(({ degree }) => degree)).to.deep.equal([1, 1, 2, 2, 3]);
  });

  it('ignoreAsHops may be of a platform, with filters of the degree, and in a scroll [long]', async () => {
    const lineageFlags = { ignoreAsHops: [{ entityType: 'DATA_JOB', platforms: [urns.platform('airflow')] }] };
    const near = await search({ urn: raw, types: ['DATASET'], lineageFlags, orFilters: [{ and: [{ field: 'degree', values: ['2'] }] }] });
    expect(degrees(near)).to.deep.equal([[made, 2, false]]);
    const elsewhere = { ignoreAsHops: [{ entityType: 'DATA_JOB', platforms: [urns.platform('spark')] }] };
    expect(degrees(await search({ urn: raw, lineageFlags: elsewhere }))).to.deep.equal(whole);
    const scrolled: unknown[] = [];
    for (let scrollId: string | null | undefined; scrollId !== null; ) {
      const input = { urn: raw, direction: 'DOWNSTREAM', query: '*', count: 2, lineageFlags, scrollId };
      const { scrollAcrossLineage: page } = await graphql(SCROLL, { input });
      scrolled.push(...degrees(page.searchResults));
      scrollId = page.nextScrollId;
    }
    expect(scrolled).to.have.deep.members(without);
  });

  it('an edge says when and by whom it was made, and whether by hand', async () => {
    const { dataset } = await graphql(
      `query ($urn: String!) { dataset(urn: $urn) { lineage(input: { direction: UPSTREAM, count: 10 }) { relationships {
        degree entity { urn } updatedOn updatedActor { urn } createdOn isManual paths { path { urn } } } } } }`,
      { urn: report },
    );
    expect(dataset.lineage.relationships[0]).to.deep.equal({
      degree: 1,
      entity: { urn: made },
      updatedOn: 7_000,
      updatedActor: { urn: urns.user('ann') },
      createdOn: null,
      isManual: true,
      paths: [{ path: [{ urn: report }, { urn: insert }, { urn: made }] }],
    });
  });
});
