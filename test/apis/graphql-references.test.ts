/**
 * What known clients read beside aspects: references as objects, what is above and in an entity, health, lists (docs/graphql.md).
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, schemaMetadata, stamp, status, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gqlrefs');

/** An assertion that a query finds no rows. */
const SQL = (entity: string) => ({
  type: 'METRIC',
  entity,
  statement: 'select count(*) from orders',
  operator: 'EQUAL_TO',
  parameters: { value: { value: '0', type: 'NUMBER' } },
});

describe('References in GraphQL', () => {
  const [top, middle] = [urns.of('glossaryNode', own()), urns.of('glossaryNode', own())] as const;
  const term = urns.term(own());
  const [outer, inner] = [urns.container(own()), urns.container(own())] as const;
  const [parent, domain] = [urns.of('domain', own()), urns.of('domain', own())] as const;
  const dataset = urns.dataset(own());
  const twin = urns.dataset(own());
  const incident = urns.of('incident', own());
  const assertion = urns.of('assertion', own());
  const query = urns.of('query', own());

  before(async () => {
    await write(top, 'glossaryNodeInfo', { definition: 'top', name: 'Top' });
    await write(middle, 'glossaryNodeInfo', { definition: 'middle', name: 'Middle', parentNode: top });
    await write(term, 'glossaryTermInfo', { definition: 'a term', termSource: 'INTERNAL', name: 'Term', parentNode: middle });
    // A soft-deleted one does not count.
    const removed = urns.term(own());
    await write(removed, 'glossaryTermInfo', { definition: 'a term', termSource: 'INTERNAL', name: 'Gone', parentNode: middle });
    await write(removed, 'status', { removed: true });
    await write(outer, 'containerProperties', { name: 'Outer' });
    await write(inner, 'containerProperties', { name: 'Inner' });
    await write(inner, 'container', { container: outer });
    await write(parent, 'domainProperties', { name: 'Parent' });
    await write(domain, 'domainProperties', { name: 'Child', parentDomain: parent });
    await write(dataset, 'datasetProperties', { name: 'Orders', customProperties: { team: 'shop' } });
    await write(dataset, 'schemaMetadata', schemaMetadata(['x']));
    await write(dataset, 'container', { container: inner });
    await write(dataset, 'domains', { domains: [domain] });
    await write(dataset, 'siblings', { siblings: [twin], primary: true });
    await write(twin, 'status', status(false));
    await write(incident, 'incidentInfo', {
      type: 'FRESHNESS',
      title: 'Late',
      entities: [dataset],
      priority: 1,
      status: { state: 'ACTIVE', lastUpdated: stamp() },
      created: stamp(),
    });
    await write(assertion, 'assertionInfo', { type: 'SQL', sqlAssertion: SQL(dataset) });
    const run = (time: number, type: string) => ({
      timestampMillis: time,
      runId: `r${time}`,
      asserteeUrn: dataset,
      status: 'COMPLETE',
      assertionUrn: assertion,
      result: { type },
    });
    for (const point of [run(1_000, 'FAILURE'), run(2_000, 'SUCCESS')]) await write(assertion, 'assertionRunEvent', point);
    await write(query, 'queryProperties', {
      statement: { value: 'select 1', language: 'SQL' },
      source: 'MANUAL',
      created: stamp(),
      lastModified: stamp(),
    });
    await write(query, 'querySubjects', { subjects: [{ entity: dataset }, { entity: urns.column(dataset, 'x') }] });
  });

  it('what is above an entity is a list, the nearest first', async () => {
    const answer = await graphql(
      `query ($term: String!, $dataset: String!, $domain: String!) {
        glossaryTerm(urn: $term) { hierarchicalName parentNodes { count nodes { urn properties { name } } } }
        dataset(urn: $dataset) { parentContainers { count containers { properties { name } } } browsePathV2 { path { name entity { urn } } } }
        domain(urn: $domain) { parentDomains { count domains { urn } } }
      }`,
      { term, dataset, domain },
    );
    const name = term.slice(term.lastIndexOf(':') + 1);
    expect(answer.glossaryTerm).to.deep.equal({
      hierarchicalName: name,
      parentNodes: {
        count: 2,
        nodes: [
          { urn: middle, properties: { name: 'Middle' } },
          { urn: top, properties: { name: 'Top' } },
        ],
      },
    });
    expect(answer.dataset.parentContainers).to.deep.equal({
      count: 2,
      containers: [{ properties: { name: 'Inner' } }, { properties: { name: 'Outer' } }],
    });
    expect(answer.domain.parentDomains).to.deep.equal({ count: 1, domains: [{ urn: parent }] });
  });

  it('parts of aspects know the entity that carries them, and columns are entities', async () => {
    const answer = await graphql(
      `{ dataset(urn: "${dataset}") { properties { customProperties { key associatedUrn } } platform { displayName }
        schemaMetadata { name datasetUrn aspectVersion platformUrn platformSchema { ... on TableSchema { schema } } fields { schemaFieldEntity { urn } } } } }`,
    );
    expect(answer.dataset.properties.customProperties).to.deep.equal([{ key: 'team', associatedUrn: dataset }]);
    expect(answer.dataset.schemaMetadata).to.deep.equal({
      name: 'SampleSchema',
      datasetUrn: dataset,
      aspectVersion: 0,
      platformUrn: urns.platform('hive'),
      platformSchema: { schema: '{"type":"record"}' },
      fields: [{ schemaFieldEntity: { urn: urns.column(dataset, 'x') } }],
    });
  });

  it('the field of a chart is the column of the dataset that it is made from', async () => {
    const [chart, table] = [urns.chart(own()), urns.dataset(own())];
    const schemaField = { fieldPath: 'id', nativeDataType: 'int', type: { type: { 'com.svc.schema.NumberType': {} } } };
    await write(chart, 'inputFields', { fields: [{ schemaFieldUrn: urns.column(table, 'id'), schemaField }] });
    const shown = await graphql(
      `{ chart(urn: "${chart}") { inputFields { fields { schemaField { fieldPath schemaFieldEntity { urn parent { urn } } } } } } }`,
    );
    const schemaFieldEntity = { urn: urns.column(table, 'id'), parent: { urn: table } };
    expect(shown.chart.inputFields.fields).to.deep.equal([{ schemaField: { fieldPath: 'id', schemaFieldEntity } }]);
  });

  it('health tells which open incident was changed last', async () => {
    const table = urns.dataset(own());
    await write(table, 'status', status(false));
    const incidents = [urns.of('incident', own()), urns.of('incident', own())] as const;
    const info = (time: number) => ({
      ...{ type: 'OPERATIONAL', title: `at ${time}`, entities: [table], created: stamp() },
      status: { state: 'ACTIVE', lastUpdated: stamp(undefined, time) },
    });
    for (const [at, urn] of incidents.entries()) await write(urn, 'incidentInfo', info(20 - at));
    const read = '{ type activeIncidentHealthDetails { count latestIncident { urn } latestIncidentUrn latestIncidentTitle lastActivityAt } }';
    const { dataset } = await graphql(`{ dataset(urn: "${table}") { health ${read} } }`);
    const details = {
      count: 2,
      latestIncident: { urn: incidents[0] },
      latestIncidentUrn: incidents[0],
      latestIncidentTitle: 'at 20',
      lastActivityAt: 20,
    };
    expect(dataset.health).to.deep.equal([{ type: 'INCIDENTS', activeIncidentHealthDetails: details }]);
    const well = urns.dataset(own());
    await write(well, 'status', status(false));
    const { entities } = await graphql(`query ($urns: [String!]!) { entities(urns: $urns) { ... on Dataset { health ${read} } } }`, {
      urns: [well, table],
    });
    expect(entities).to.deep.equal([{ health: null }, { health: dataset.health }]);
  });

  it('health counts open incidents and assertions whose latest run failed', async () => {
    const health = async () => (await graphql(`{ dataset(urn: "${dataset}") { health { type status causes } } }`)).dataset.health;
    const incidents = { type: 'INCIDENTS', status: 'FAIL', causes: [incident] };
    expect(await health()).to.deep.equal([incidents, { type: 'ASSERTIONS', status: 'PASS', causes: [] }]);
    const { assertion: runs } = await graphql(
      `{ assertion(urn: "${assertion}") { info { entityUrn } runEvents(limit: 10) { total failed succeeded errored runEvents { timestampMillis } } } }`,
    );
    expect(runs).to.deep.equal({
      info: { entityUrn: dataset },
      runEvents: { total: 2, failed: 1, succeeded: 1, errored: 0, runEvents: [{ timestampMillis: 2_000 }, { timestampMillis: 1_000 }] },
    });
  });

  it('an incident has its fields itself', async () => {
    const { incident: found } = await graphql(`{ incident(urn: "${incident}") { incidentType title priority status { state } entity { urn } } }`);
    expect(found).to.deep.equal({
      incidentType: 'FRESHNESS',
      title: 'Late',
      priority: 'HIGH',
      status: { state: 'ACTIVE' },
      entity: { urn: dataset },
    });
  });

  it('searches that begin at an entity find what belongs to it', async () => {
    await eventually(async () => {
      const answer = await graphql(
        `query ($dataset: String!, $domain: String!, $inner: String!, $node: String!, $queries: ListQueriesInput!, $domains: ListDomainsInput!) {
          dataset(urn: $dataset) {
            siblingsSearch(input: { query: "*" }) { total searchResults { entity { urn } } }
            incidents(state: ACTIVE) { total incidents { urn } }
          }
          domain(urn: $domain) { entities { total searchResults { entity { urn } } } }
          container(urn: $inner) { entities(input: { count: 0 }) { total } }
          glossaryNode(urn: $node) { childrenCount { termsCount nodesCount } glossaryChildrenSearch(input: { query: "*" }) { searchResults { entity { urn } } } }
          listQueries(input: $queries) { total queries { urn subjects { dataset { urn } schemaField { fieldPath } } } }
          listDomains(input: $domains) { domains { urn } }
        }`,
        { dataset, domain, inner, node: middle, queries: { datasetUrn: dataset }, domains: { parentDomain: parent } },
      );
      const found = (urn: string) => [{ entity: { urn } }];
      expect(answer).to.deep.equal({
        dataset: { siblingsSearch: { total: 1, searchResults: found(twin) }, incidents: { total: 1, incidents: [{ urn: incident }] } },
        domain: { entities: { total: 1, searchResults: found(dataset) } },
        container: { entities: { total: 1 } },
        glossaryNode: { childrenCount: { termsCount: 1, nodesCount: 0 }, glossaryChildrenSearch: { searchResults: found(term) } },
        listQueries: {
          total: 1,
          queries: [
            {
              urn: query,
              subjects: [
                { dataset: { urn: dataset }, schemaField: null },
                { dataset: { urn: dataset }, schemaField: { fieldPath: 'x' } },
              ],
            },
          ],
        },
        listDomains: { domains: [{ urn: domain }] },
      });
    });
  });

  it('the history of a schema says which change each column has from', async () => {
    await write(dataset, 'schemaMetadata', schemaMetadata(['x', 'y']));
    const { getTimeline, getSchemaVersionList, getSchemaBlame } = await graphql(
      `query ($urn: String!) {
        getTimeline(input: { urn: $urn, changeCategories: [TECHNICAL_SCHEMA] }) { changeTransactions { timestampMillis changes { operation urn } } }
        getSchemaVersionList(input: { datasetUrn: $urn }) { latestVersion { semanticVersion } semanticVersionList { semanticVersion versionStamp } }
        getSchemaBlame(input: { datasetUrn: $urn }) { version { semanticVersion } schemaFieldBlameList { fieldPath schemaFieldChange { timestampMillis } } }
      }`,
      { urn: dataset },
    );
    expect(getTimeline.changeTransactions).to.have.length(2);
    expect(getTimeline.changeTransactions[1].changes).to.deep.equal([{ operation: 'ADD', urn: dataset }]);
    expect(getSchemaVersionList.semanticVersionList).to.have.length(2);
    expect(getSchemaBlame.version).to.deep.equal(getSchemaVersionList.latestVersion);
    const [first, second] = getTimeline.changeTransactions.map(({ timestampMillis }: { timestampMillis: number }) => timestampMillis);
    expect(getSchemaBlame.schemaFieldBlameList).to.deep.equal([
      { fieldPath: 'x', schemaFieldChange: { timestampMillis: first } },
      { fieldPath: 'y', schemaFieldChange: { timestampMillis: second } },
    ]);
    const { versionedDataset } = await graphql(
      'query ($urn: String!, $stamp: String) { versionedDataset(urn: $urn, versionStamp: $stamp) { schema { fields { fieldPath } } } }',
      {
        urn: dataset,
        stamp: getSchemaVersionList.semanticVersionList[1].versionStamp,
      },
    );
    expect(versionedDataset.schema.fields).to.deep.equal([{ fieldPath: 'x' }]);
  });

  it('what Cairn does not have is nothing, not an error', async () => {
    const answer = await graphql(`{ globalViewsSettings { defaultView } getMetadataAnalyticsCharts(input: {}) { title } }`);
    expect(answer).to.deep.equal({
      globalViewsSettings: { defaultView: null },
      getMetadataAnalyticsCharts: [],
    });
  });
});
