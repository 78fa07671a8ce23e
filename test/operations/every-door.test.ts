/**
 * What is hidden is as what does not exist, at every door: each row of every API is asked about both, and answers the same (docs/access.md 6). Of what the
 * server lists: a new row is asked, or fails the test until it is named here with a reason.
 */
import { expect } from 'chai';
import { HIDDEN, half, SEEN } from '../support/doors/cloaked.ts';
import { askDoor, askerOf, type DoorAnswers, everyRow, type Headers, pathOf, valuesOf } from '../support/doors/every-door.ts';
import { proposal, urns } from '../support/make.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import type { Row } from '../support/sight/asks.ts';
import { base } from '../support/sight/policies.ts';
import type { Write } from '../support/sight/writes.ts';

const AT_ONCE = 4;

/** Rows that are asked about nothing that is hidden, by the reason. */
const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  'It lists or counts whole types.': [
    ...['listUrns', 'getTotalEntityCount', 'batchGetTotalEntityCount'].map((name) => `POST /entities?action=${name}`),
    ...['v2', 'v3'].map((version) => `GET /openapi/${version}/entity/{entityType}`),
    ...['listServiceAccounts', 'listGroups', 'getEntityCounts', 'accessRequests', 'getRootGlossaryTerms'].map((name) => `GraphQL ${name}`),
    ...['resources/list', 'GET /openapi/v3/relationship/{relationshipType}'],
  ],
  'Its URNs are all of one type, and its aspect fits that: the proof asks it.': ['GET /openapi/v2/timeseries/{entityType}/{aspect}'],
  'It is about the server, the model, a session, a run or a commit.': [
    ...['rebuildIndex', 'dropUnusedProperties', 'verify'].map((name) => `POST /operations?action=${name}`),
    ...['entity', 'aspect'].flatMap((what) => {
      const path = `GET /openapi/v1/registry/models/${what}/specifications`;
      return [path, `${path}/{${what === 'entity' ? 'entityType' : 'aspect'}}`];
    }),
    ...['POST /entities?action=setWritable', 'POST /platform?action=producePlatformEvent', 'POST /runs?action=refused', 'GET /mcp'],
    ...['GET /openapi/v1/trace/write/{traceId}', 'GET /docs', 'GET /docs/{page}', 'GET /docs/{kind}/{page}'],
    ...['appConfig', 'me', 'globalViewsSettings', 'isAnalyticsEnabled', 'getMetadataAnalyticsCharts', 'docPropagationSettings'].map(
      (name) => `GraphQL ${name}`,
    ),
    'GraphQL batchGetStepStates',
  ],
};
const NAMED = Object.values(NOT_ASKED).flat();

const CREATE = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';

describe('What is hidden, at every door (docs/access.md 6)', function () {
  this.timeout(600_000);
  const since = Date.now();
  const seed = Number(process.env.SEED ?? 1);
  const world = [...half(HIDDEN), ...half(SEEN)];
  let cairn: RunningCairn;
  let rows: Row[];
  const as = (headers: Headers, ask: Parameters<ReturnType<typeof askerOf>>[1]) => askerOf(cairn, since)(headers, ask);

  const post = async (path: string, json: unknown, headers: Headers = {}): Promise<{ data?: Record<string, { accessToken: string }> }> => {
    const answer = await as(headers, { row: path, method: 'POST', path, json });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body as { data?: Record<string, { accessToken: string }> };
  };
  const write = async (all: readonly Write[]): Promise<void> => {
    const proposals = all.map(({ urn, aspect, value }) => proposal(urn, aspect, value));
    await post('/aspects?action=ingestProposalBatch', { proposals }, { 'X-Svc-Sync-Index-Update': 'true' });
  };
  const tokenOf = async (name: string, more: object = {}): Promise<Headers> => {
    const input = { type: 'PERSONAL', actorUrn: urns.user(name), duration: 'ONE_HOUR', name: 'test', ...more };
    const { data } = await post('/api/graphql', { query: CREATE, variables: { input } });
    return { Authorization: `Bearer ${data?.createAccessToken?.accessToken}` };
  };
  const policy = (id: string, value: object): Write => ({
    urn: urns.of('dataHubPolicy', id),
    aspect: 'dataHubPolicyInfo',
    value: { ...base, ...value },
  });
  const named = [...new Set(half(SEEN).map(({ urn }) => urn))];

  /** Who asks: a reader of a part, and tokens that are narrowed. */
  const READERS: Readonly<Record<string, () => Promise<Headers>>> = {
    'a reader of a part': () => tokenOf('rhea'),
    'a token for some domains [long]': () => tokenOf('uma', { domains: [urns.of('domain', SEEN)] }),
    'a token for some types [long]': () => tokenOf('uma', { types: ['NOTEBOOK'] }),
    'a token that only reads, for some domains [long]': () => tokenOf('uma', { domains: [urns.of('domain', SEEN)], readOnly: true }),
  };

  before(async () => {
    cairn = await startCairn({ ...(await emptyEngines()), READ_POLICIES: 'true' });
    // What is about the whole catalog, test/long/proof.test.ts asks.
    rows = (await everyRow(cairn, as)).filter(({ about }) => about !== 'whole');
    await write([
      ...world,
      ...['rhea', 'uma'].map((name) => ({ urn: urns.user(name), aspect: 'corpUserInfo', value: { active: true, displayName: name } })),
      { urn: urns.user('uma'), aspect: 'roleMembership', value: { roles: [urns.of('dataHubRole', 'Admin')] } },
      policy('view-entity-page-all', { state: 'INACTIVE', actors: { allUsers: true } }),
      policy('uma', { actors: { users: [urns.user('uma')] }, privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'DELETE_ENTITY'] }),
      policy('rhea', {
        ...{ actors: { users: [urns.user('rhea')] }, privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'DELETE_ENTITY'] },
        resources: { filter: { criteria: [{ field: 'URN', values: named, condition: 'EQUALS' }] } },
      }),
    ]);
  });
  after(endAll);

  for (const [who, begin] of Object.entries(READERS)) {
    // SECURITY.md R17
    it(`it is as what does not exist, for ${who}`, async () => {
      const headers = await begin();
      const hidden = new Set<string>();
      for (const urn of new Set(half(HIDDEN).map((each) => each.urn)))
        if ((await as(headers, { row: '', method: 'HEAD', path: pathOf(urn) })).status === 404) hidden.add(urn);
      expect(hidden.size).to.be.above(15);
      const found: { row: string; answers: DoorAnswers }[] = [];
      const next = rows.entries();
      const worker = async (): Promise<void> => {
        for (const [turn, row] of next) {
          const answers = await askDoor(row, valuesOf(world, hidden, seed + turn), (ask) => as(headers, ask), turn);
          found.push({ row: row.row, answers });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const differences = found.flatMap(({ answers }) => answers.differences);
      expect(differences, differences.join('\n')).to.deep.equal([]);
      const unasked = found.filter(({ row, answers }) => answers.not !== undefined && !NAMED.includes(row));
      expect(unasked.map(({ row, answers }) => `${row}: ${answers.not}`)).to.deep.equal([]);
      const there = new Set(found.map(({ row }) => row));
      expect(NAMED.filter((row) => !there.has(row))).to.deep.equal([]);
    });
  }
});
