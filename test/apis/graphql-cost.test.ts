/**
 * What a search costs whose hits show much: statements sent to Neo4j do not grow with the number of hits (docs/semantics.md 15.5).
 */
import { expect } from 'chai';
import { leastCostOf } from '../support/cost.ts';
import { writeAllSearchable } from '../support/find.ts';
import { type Data, graphql } from '../support/graphql.ts';
import { ownership, ownNames, proposal, stamp, urns } from '../support/make.ts';

const own = ownNames('gqlcost');
const word = own('many').replaceAll('_', '');
const HITS = 8;

/** The parts of the fragment of a web frontend that read lists and timeseries of each hit. */
const QUERY = `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total searchResults { entity { urn
  ... on Dataset {
    name platform { properties { displayName } } ownership { owners { owner { ... on CorpUser { info { displayName } } } } }
    parentContainers { containers { urn } } statsSummary { queryCountLast30Days rowCount topUsersLast30Days { urn } } health { type status causes }
    incidents(state: ACTIVE, count: 1) { total incidents { urn } } assertions(count: 1) { total } contract { urn }
    runs(count: 1, direction: OUTGOING) { total } usageStats(range: MONTH) { aggregations { totalSqlQueries } }
    datasetProfiles(limit: 1) { rowCount } operations(limit: 1) { operationType } }
  ... on GlossaryNode { childrenCount { termsCount nodesCount } } } } } }`;

const search = (type: string, count: number) => ({
  input: { types: [type], query: word, count, searchFlags: { allWords: true, skipAggregates: true } },
});

async function statements(type: string, count: number): Promise<number> {
  const sent = { json: { query: QUERY, variables: search(type, count) } };
  const { answer, cost } = await leastCostOf({ method: 'POST', path: '/api/graphql', sent });
  expect((answer.body as Data).data.searchAcrossEntities.searchResults).to.have.length(count);
  return cost.statements;
}

describe('A GraphQL search whose hits show much', () => {
  const tables = Array.from({ length: HITS }, (_, at) => urns.dataset(`${word}.t${at}`));
  const nodes = Array.from({ length: HITS }, (_, at) => urns.of('glossaryNode', `${word}${at}`));
  const user = urns.user(own());

  before(async () => {
    const time = Date.now();
    const about = (table: string, at: number) => {
      const usage = { timestampMillis: time, totalSqlQueries: at, eventGranularity: { unit: 'DAY', multiple: 1 }, userCounts: [{ user, count: at }] };
      const status = { state: 'ACTIVE', lastUpdated: stamp() };
      return [
        proposal(table, 'datasetProperties', { name: `${word} ${at}` }),
        proposal(table, 'ownership', ownership(user)),
        proposal(table, 'datasetProfile', { timestampMillis: time, rowCount: at }),
        proposal(table, 'operation', { timestampMillis: time, lastUpdatedTimestamp: time, operationType: 'INSERT' }),
        proposal(table, 'datasetUsageStatistics', usage),
        proposal(urns.of('incident', `${word}${at}`), 'incidentInfo', { type: 'SQL', entities: [table], status, created: stamp() }),
      ];
    };
    const [above] = nodes;
    await writeAllSearchable([
      proposal(user, 'corpUserInfo', { active: true, displayName: 'Ann' }),
      ...tables.flatMap(about),
      ...nodes.flatMap((node, at) => [
        proposal(node, 'glossaryNodeInfo', { name: `${word} ${at}`, definition: 'A node' }),
        ...(at % 2 === 0
          ? [proposal(urns.term(`${word}${at}`), 'glossaryTermInfo', { name: 'Term', definition: 'x', termSource: 'INTERNAL', parentNode: above })]
          : []),
      ]),
    ]);
    for (const type of ['DATASET', 'GLOSSARY_NODE']) expect((await graphql(QUERY, search(type, HITS))).searchAcrossEntities.total).to.equal(HITS);
  });

  it(`sends as many statements to Neo4j for ${HITS} hits as for 2`, async () => {
    for (const type of ['DATASET', 'GLOSSARY_NODE']) expect(await statements(type, HITS), type).to.be.at.most((await statements(type, 2)) + 2);
  });

  it('shows each hit what is its own', async () => {
    const { searchResults } = (await graphql(QUERY, search('DATASET', HITS))).searchAcrossEntities;
    for (const { entity } of searchResults) {
      const at = tables.indexOf(entity.urn);
      expect(entity).to.deep.include({
        statsSummary: { queryCountLast30Days: at, rowCount: at, topUsersLast30Days: [{ urn: user }] },
        incidents: { total: 1, incidents: [{ urn: urns.of('incident', `${word}${at}`) }] },
        health: [{ type: 'INCIDENTS', status: 'FAIL', causes: [urns.of('incident', `${word}${at}`)] }],
        usageStats: { aggregations: { totalSqlQueries: at } },
        datasetProfiles: [{ rowCount: at }],
        operations: [{ operationType: 'INSERT' }],
      });
    }
    const found = (await graphql(QUERY, search('GLOSSARY_NODE', HITS))).searchAcrossEntities.searchResults;
    const counts = new Map(found.map(({ entity }: Data) => [entity.urn, entity.childrenCount]));
    expect(counts.get(nodes[0])).to.deep.equal({ termsCount: HITS / 2, nodesCount: 0 });
    expect(counts.get(nodes[1])).to.deep.equal({ termsCount: 0, nodesCount: 0 });
  });
});
