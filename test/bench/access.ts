/**
 * What policies cost: 1,000 policies, 200 groups and 5,000 users; the p95 of what readers ask, for some whom policies show a part, beside that of a
 * reader without a token, who sees everything; and the first answer after a policy has changed.
 */
import { type Client, encode, type Proposal } from '../support/client.ts';
import { ownership, proposal, upstreams, urns } from '../support/make.ts';
import type { Bench, Figure } from './figures.ts';
import { clientOf, fill, searchable } from './fill.ts';
import { costsOf, pidsOf, residentOf } from './processes.ts';

const [POLICIES, GROUPS, USERS, DOMAINS, TABLES] = [1_000, 200, 5_000, 100, 2_000];
/** How many groups a user is in, and how many users are asked for. */
const [IN_GROUPS, READERS] = [4, 20];
const [ROUNDS, WARM_UP] = [400, 100];

const domain = (at: number): string => urns.of('domain', `d${at % DOMAINS}`);
const group = (at: number): string => urns.group(`g${at % GROUPS}`);
const user = (at: number): string => urns.user(`u${at % USERS}`);
const table = (at: number): string => urns.dataset(`t${at % TABLES}`);
/** Words that many tables have of what anybody sees: where few have them, a search does other work. */
const WORDS = ['orders', 'customers', 'ordered', 'part', 'orders part', 'customers ordered'];
/** Of a user, the number of the table at some place that its groups see. Both readers are asked for it, so that both find something. */
const numberSeenBy = (reader: number, at: number): number => (at % (TABLES / DOMAINS)) * DOMAINS + ((reader % GROUPS) % DOMAINS);
const seenBy = (reader: number, at: number): string => table(numberSeenBy(reader, at));
const nameSeenBy = (reader: number, at: number): string => `orders ${numberSeenBy(reader, at)}`;

function* world(): Generator<Proposal> {
  for (let at = 0; at < DOMAINS; at++) yield proposal(domain(at), 'domainProperties', { name: `Domain ${at}` });
  for (let at = 0; at < GROUPS; at++) yield proposal(group(at), 'corpGroupInfo', { displayName: `Group ${at}`, admins: [], members: [], groups: [] });
  for (let at = 0; at < USERS; at++) {
    yield proposal(user(at), 'corpUserInfo', { active: true, displayName: `User ${at}` });
    yield proposal(user(at), 'nativeGroupMembership', { nativeGroups: Array.from({ length: IN_GROUPS }, (_, step) => group(at + 7 * step)) });
  }
  for (let at = 0; at < TABLES; at++) {
    yield proposal(table(at), 'datasetProperties', { name: `orders ${at}`, description: `What customers have ordered, part ${at}` });
    yield proposal(table(at), 'domains', { domains: [domain(at)] });
    yield proposal(table(at), 'ownership', ownership(user(at)));
    if (at >= DOMAINS) yield proposal(table(at), 'upstreamLineage', upstreams(table(at - DOMAINS)));
  }
  for (let at = 0; at < POLICIES; at++) yield policyProposal(at);
}

function policyProposal(at: number, description = ''): Proposal {
  const resources = { filter: { criteria: [{ field: 'DOMAIN', values: [domain(at)], condition: 'EQUALS' }] } };
  const privileges = at % 2 === 0 ? ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_DOCS'] : ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY_TAGS'];
  const actors = { groups: [group(at)], users: at % 10 === 0 ? [user(at)] : [], resourceOwners: at % 5 === 0 };
  const about = { displayName: `Policy ${at}`, description, type: 'METADATA', state: 'ACTIVE', privileges, actors, resources };
  return proposal(urns.of('dataHubPolicy', `bench${at}`), 'dataHubPolicyInfo', about);
}

interface Reader {
  readonly at: number;
  readonly headers: Record<string, string>;
}

async function makeReader(api: Client, at: number): Promise<Reader> {
  const query = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
  const input = { type: 'PERSONAL', actorUrn: user(at), duration: 'ONE_DAY', name: 'bench' };
  const { body } = await api.send<{ data: { createAccessToken: { accessToken: string } } }>('POST', '/api/graphql', {
    json: { query, variables: { input } },
  });
  return { at, headers: { Authorization: `Bearer ${body.data.createAccessToken.accessToken}` } };
}

type Step = (api: Client, reader: Reader, round: number) => Promise<{ status: number; text: string }>;

const STEPS: Readonly<Record<string, Step>> = {
  read: (api, { at, headers }, round) => api.send('GET', `/entitiesV2/${encode(seenBy(at, round))}`, { headers }),
  search: (api, { headers }, round) =>
    api.send('POST', '/entities?action=search', {
      json: { entity: 'dataset', input: WORDS[round % WORDS.length], start: round % 10, count: 10 },
      headers,
    }),
  suggestion: (api, { at, headers }, round) =>
    api.send('POST', '/entities?action=autocomplete', { json: { entity: 'dataset', query: nameSeenBy(at, round), limit: 10 }, headers }),
  lineage: (api, { at, headers }, round) => api.send('GET', `/lineage?urn=${encode(seenBy(at, round))}&direction=UPSTREAM&count=100`, { headers }),
  relationships: (api, { at, headers }, round) =>
    api.send('GET', `/relationships?urn=${encode(seenBy(at, round))}&direction=INCOMING&types=DownstreamOf&count=100`, { headers }),
};

const p95 = (times: readonly number[]): number => [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
const round1 = (ms: number): number => Math.round(ms * 10) / 10;

/** @param cairn with READ_POLICIES=true */
export const access: Bench = async (cairn, print) => {
  const api = clientOf(cairn);
  const { cairn: pid } = pidsOf(cairn);
  const costs = costsOf(cairn);
  const memory: Figure[] = [{ when: 'empty', MB: residentOf(pid) }];
  await fill(api, world());
  await fill(api, [
    proposal(urns.of('dataHubPolicy', 'view-entity-page-all'), 'dataHubPolicyInfo', {
      displayName: 'x',
      description: '',
      type: 'METADATA',
      state: 'INACTIVE',
      privileges: [],
      actors: {},
    }),
  ]);
  await searchable(cairn);
  memory.push({ when: 'filled', MB: residentOf(pid) });
  const readers = await Promise.all(Array.from({ length: READERS }, (_, at) => makeReader(api, at * 211)));
  const open: Reader = { at: 0, headers: {} };
  const figures: Figure[] = [];
  for (const [name, step] of Object.entries(STEPS)) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      // One after the other: the machine is as busy for both.
      for (const [which, reader] of [open, readers[round % READERS] ?? open].entries()) {
        const from = performance.now();
        const { status, text } = await step(api, { ...reader, at: readers[round % READERS]?.at ?? 0 }, round);
        if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
        if (round >= WARM_UP) times[which]?.push(performance.now() - from);
      }
    }
    const [without, withPolicies] = times.map(p95) as [number, number];
    const cpuOf = async (reader: (at: number) => Reader): Promise<number> => {
      const {
        cairn: own,
        neo4j,
        typesense,
      } = await costs.of(ROUNDS, async () => {
        for (let round = 0; round < ROUNDS; round++) await step(api, { ...reader(round), at: readers[round % READERS]?.at ?? 0 }, round);
      });
      return round1(own + neo4j + typesense);
    };
    const cpu = [await cpuOf(() => open), await cpuOf((at) => readers[at % READERS] ?? open)];
    figures.push({
      step: name,
      'CPU ms, without': cpu[0] ?? 0,
      with: cpu[1] ?? 0,
      'without, p95 ms': round1(without),
      'policies, p95 ms': round1(withPolicies),
      ratio: Math.round((withPolicies / without) * 100) / 100,
    });
  }
  print(figures);
  memory.push({ when: 'after reads', MB: residentOf(pid) });
  const [reader = open] = readers;
  const after: number[] = [];
  const plain: number[] = [];
  for (let change = 0; change < 30; change++) {
    await fill(api, [policyProposal(change, `changed ${change}`)]);
    for (const times of [after, plain]) {
      const from = performance.now();
      await api.send('GET', `/entitiesV2/${encode(seenBy(reader.at, 0))}`, { headers: reader.headers });
      times.push(performance.now() - from);
    }
  }
  print([{ 'first read after a change, p95 ms': round1(p95(after)), 'the next, p95 ms': round1(p95(plain)) }]);
  print(memory);
};
