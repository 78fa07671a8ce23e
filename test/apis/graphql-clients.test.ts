/**
 * What the client library of real users asks of GraphQL, as it sends it (docs/semantics.md 18.8).
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { description, ownNames, schemaMetadata, status, upstreams, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('gqlclients');

const LINEAGE = `query scrollAcrossLineage($input: ScrollAcrossLineageInput!) { scrollAcrossLineage(input: $input) { nextScrollId
  searchResults { degree entity { urn type ... on Dataset { name } } paths { path { urn type } } } } }`;
const URNS = `query ($types: [EntityType!], $query: String!, $orFilters: [AndFilterInput!], $sortInput: SearchSortInput, $includeDraft: Boolean!) {
  scrollAcrossEntities(input: {query: $query, count: 5000, types: $types, orFilters: $orFilters, sortInput: $sortInput,
    searchFlags: {skipHighlighting: true, skipAggregates: true, skipCache: true, includeSoftDeleted: false, includeDraft: $includeDraft,
      includeHiddenLifecycleStages: true}}) { nextScrollId searchResults { entity { urn } extraProperties { name value } } } }`;
const LIVE = { field: 'removed', condition: 'EQUAL', values: ['true'], negated: true };
const COLUMNS = { groupingSpec: { groupingCriteria: [] } };
/** As the client library sends it from a column. */
const GROUPING = { groupingSpec: { groupingCriteria: { baseEntityType: 'SCHEMA_FIELD', groupingEntityType: 'SCHEMA_FIELD' } } };

describe('Column lineage, in the queries of the client library', () => {
  // a.x -> b.x -> c.x, all on a platform of their own but c; d.x, of a soft-deleted dataset, comes from a.x too.
  const platform = own();
  const [a, b, d] = ['a', 'b', 'd'].map((name) => urns.dataset(name, platform)) as [string, string, string];
  const c = urns.dataset(own());
  const x = (dataset: string): string => urns.column(dataset, 'x');
  const made = (from: string, to: string) => ({
    ...upstreams(from),
    fineGrainedLineages: [{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [x(from)], downstreams: [x(to)], confidenceScore: 1 }],
  });
  const walk = async (urn: string, direction: string, filters: object[], more: object = {}): Promise<Data> => {
    const input = { urn, direction, count: 500, types: null, orFilters: [{ and: [...filters, LIVE] }], searchFlags: COLUMNS, ...more };
    return (await graphql(LINEAGE, { input })).scrollAcrossLineage;
  };
  const reached = async (...asked: Parameters<typeof walk>): Promise<string[]> =>
    (await walk(...asked)).searchResults.map(({ degree, entity }: Data) => `${degree} ${entity.urn}`);
  const degrees = (...values: string[]) => ({ field: 'degree', condition: 'EQUAL', values });

  before(async () => {
    for (const dataset of [a, b, c, d]) await write(dataset, 'schemaMetadata', schemaMetadata(['x']));
    for (const [from, to] of [
      [a, b],
      [b, c],
      [a, d],
    ] as const)
      await write(to, 'upstreamLineage', made(from, to));
    await write(d, 'status', status(true));
    await eventually(async () => expect(await reached(x(a), 'DOWNSTREAM', [])).to.deep.equal([`1 ${x(b)}`, `2 ${x(c)}`]));
  });

  it('finds columns although they are not stored, with the path to each', async () => {
    const { nextScrollId, searchResults } = await walk(x(a), 'DOWNSTREAM', [degrees('1', '2', '3+')]);
    expect(nextScrollId).to.equal(null);
    const field = (dataset: string) => ({ urn: x(dataset), type: 'SCHEMA_FIELD' });
    expect(searchResults).to.deep.equal([
      { degree: 1, entity: field(b), paths: [{ path: [field(a), field(b)] }] },
      { degree: 2, entity: field(c), paths: [{ path: [field(a), field(b), field(c)] }] },
    ]);
  });

  it('degrees narrow the result, upstream too, and filters apply to the dataset of a column [long]', async () => {
    expect(await reached(x(c), 'UPSTREAM', [degrees('1', '2', '3+')])).to.deep.equal([`1 ${x(b)}`, `2 ${x(a)}`]);
    expect(await reached(x(a), 'DOWNSTREAM', [degrees('1')])).to.deep.equal([`1 ${x(b)}`]);
    const on = { field: 'platform.keyword', condition: 'EQUAL', values: [urns.platform(platform)] };
    expect(await reached(x(a), 'DOWNSTREAM', [degrees('1', '2', '3+'), on])).to.deep.equal([`1 ${x(b)}`]);
    expect(await reached(x(a), 'DOWNSTREAM', [{ ...on, negated: true }])).to.deep.equal([`2 ${x(c)}`]);
  });

  it('pages continue until the end [long]', async () => {
    const first = await walk(x(a), 'DOWNSTREAM', [], { count: 1 });
    expect(first.searchResults).to.have.length(1);
    const second = await walk(x(a), 'DOWNSTREAM', [], { count: 1, scrollId: first.nextScrollId });
    expect(second.searchResults[0].entity.urn).to.equal(x(c));
    const last = second.nextScrollId && (await walk(x(a), 'DOWNSTREAM', [], { count: 1, scrollId: second.nextScrollId }));
    expect(last?.searchResults ?? []).to.deep.equal([]);
  });

  it('without a grouping, or with one of columns, answers datasets, with the ways of columns in paths', async () => {
    await write(b, 'schemaMetadata', schemaMetadata(['x', 'y']));
    const y = urns.column(b, 'y');
    const lines = [
      made(a, b).fineGrainedLineages,
      { upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [x(b)], downstreams: [y] },
    ].flat();
    await write(b, 'upstreamLineage', { ...upstreams(a), fineGrainedLineages: lines });
    const field = (urn: string) => ({ urn, type: 'SCHEMA_FIELD' });
    await eventually(async () => {
      const { searchResults } = await walk(x(a), 'DOWNSTREAM', [], { searchFlags: null });
      expect(searchResults.map(({ degree, entity, paths }: Data) => ({ degree, type: entity.type, urn: entity.urn, paths }))).to.deep.equal([
        { degree: 1, type: 'DATASET', urn: b, paths: [x(b), y].map((end, at) => ({ path: [x(a), x(b), end].slice(0, at + 2).map(field) })) },
        { degree: 2, type: 'DATASET', urn: c, paths: [{ path: [x(a), x(b), x(c)].map(field) }] },
      ]);
    });
    const ofClient = await walk(x(a), 'DOWNSTREAM', [degrees('1', '2', '3+')], { searchFlags: GROUPING });
    expect(ofClient.searchResults.map(({ entity }: Data) => entity.urn)).to.deep.equal([b, c]);
    const none = await walk(x(a), 'DOWNSTREAM', [], { searchFlags: null, types: ['CHART'] });
    expect(none.searchResults).to.deep.equal([]);
    const second = await walk(x(a), 'DOWNSTREAM', [degrees('2')], { searchFlags: null, types: ['DATASET'] });
    expect(second.searchResults.map(({ entity }: Data) => entity.urn)).to.deep.equal([c]);
  });
});

describe('Looking up URNs, in the queries of the client library', () => {
  const name = own('Mixed.Case');
  const urn = urns.dataset(name);
  const find = async (field: string, value: string, more: object = {}): Promise<string[]> => {
    const orFilters = [{ and: [LIVE, { field, condition: 'EQUAL', values: [value] }] }];
    const { scrollAcrossEntities } = await graphql(URNS, { types: ['DATASET'], query: '*', orFilters, includeDraft: true, ...more });
    return scrollAcrossEntities.searchResults.map(({ entity }: Data) => entity.urn);
  };

  before(async () => {
    await write(urn, 'schemaMetadata', schemaMetadata(['x']));
    await write(urn, 'datasetProperties', description('x'));
    await eventually(async () => expect(await find('urn', urn)).to.deep.equal([urn]));
  });

  it('lowercasedUrn finds a dataset by its URN in lower case, whatever the case of the URN', async () => {
    expect(await find('lowercasedUrn', urn.toLowerCase())).to.deep.equal([urn]);
    expect(await find('lowercasedUrn', `${urn.toLowerCase()}x`)).to.deep.equal([]);
  });

  it('the schema has the flags for drafts and hidden stages', async () => {
    const { __type } = await graphql('query ($name: String!) { __type(name: $name) { inputFields { name } } }', { name: 'SearchFlags' });
    expect(__type.inputFields.map((each: Data) => each.name)).to.include.members(['includeDraft', 'includeHiddenLifecycleStages']);
  });

  it('the type of a column is a constant', async () => {
    const { dataset } = await graphql(`{ dataset(urn: "${urn}") { schemaMetadata { fields { fieldPath type } } } }`);
    expect(dataset.schemaMetadata.fields).to.deep.equal([{ fieldPath: 'x', type: 'STRING' }]);
    const { __type } = await graphql('{ __type(name: "SchemaFieldDataType") { kind enumValues { name } } }');
    expect(__type.kind).to.equal('ENUM');
    expect(__type.enumValues.map((each: Data) => each.name)).to.include.members(['STRING', 'NUMBER', 'STRUCT', 'ARRAY']);
  });
});

describe('Forms, in the mutations of the command line', () => {
  const form = urns.of('form', own());
  const entity = urns.dataset(own());
  const stamped = (value: Data): unknown => value.map(({ urn, incompletePrompts }: Data) => [urn, incompletePrompts.map(({ id }: Data) => id)]);

  before(async () => {
    const prompts = ['a', 'b'].map((id) => ({ id, title: id, type: 'STRUCTURED_PROPERTY', required: false }));
    await write(form, 'formInfo', { name: 'Questions', type: 'COMPLETION', prompts });
    await write(entity, 'status', status(false));
  });

  it('batchAssignForm assigns a form to entities, each once', async () => {
    const query = `mutation batchAssignForm { batchAssignForm(input: { formUrn: "${form}", entityUrns: ["${entity}"] }) }`;
    expect(await graphql(query)).to.deep.equal({ batchAssignForm: true });
    const before = (await values(entity)).forms;
    expect(stamped(before?.incompleteForms)).to.deep.equal([[form, ['a', 'b']]]);
    await graphql(query);
    expect((await values(entity)).forms).to.deep.equal(before);
    await refused(query.replace(form, urns.of('form', own())), undefined, 'NOT_FOUND', ' does not exist');
  });

  it('createDynamicFormAssignment stores the filter', async () => {
    const criterion = '{ field: "_entityType", values: ["dataset"], condition: EQUAL, negated: false }';
    const query = `mutation createDynamicFormAssignment { createDynamicFormAssignment(input: { formUrn: "${form}" orFilters: [{ and: [${criterion}] }] }) }`;
    expect(await graphql(query)).to.deep.equal({ createDynamicFormAssignment: true });
    const or = [{ and: [{ field: '_entityType', values: ['dataset'], condition: 'EQUAL', negated: false }] }];
    expect((await values(form)).dynamicFormAssignment).to.deep.equal({ filter: { or } });
  });
});

describe('The platform of a job, in the queries of the client library', () => {
  const flow = urns.flow(own(), 'airflow');
  const job = urns.job(flow, 'load');
  const asked = async (fields: string): Promise<Data> =>
    (await graphql(`query ($urn: String!) { dataJob(urn: $urn) { dataPlatformInstance { ${fields} } } }`, { urn: job })).dataJob.dataPlatformInstance;

  it('is that of its flow, without an instance', async () => {
    await write(job, 'status', status(false));
    expect(await asked('platform { name }')).to.deep.equal({ platform: { name: 'airflow' } });
    expect(await asked('urn platform { name }')).to.equal(null);
  });

  it('and with one, which then has its URN too', async () => {
    const instance = urns.of('dataPlatformInstance', `(${urns.platform('airflow')},${own()})`);
    await write(job, 'dataPlatformInstance', { platform: urns.platform('airflow'), instance });
    expect(await asked('urn platform { name }')).to.deep.equal({ urn: instance, platform: { name: 'airflow' } });
  });
});
