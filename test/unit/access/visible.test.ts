/** What a user sees (docs/access.md 6): the condition of all policies together says what each decision says. */
import { expect } from 'chai';
import fc from 'fast-check';
import { may, policiesOf } from '../../../src/access/decide.ts';
import { compilePolicy } from '../../../src/access/policy.ts';
import type { Actor, Resource } from '../../../src/access/types.ts';
import { isSeenBare, type Sight, sees, VIEWING, visible } from '../../../src/access/visible.ts';
import { sightFilter } from '../../../src/catalog/access/sight-filter.ts';
import { criteriaOf, type Filter } from '../../../src/search/index.ts';

const same = (text: string): string => text;
const TYPES = ['dataset', 'chart', 'tag', 'domain', 'dataPlatform', 'corpuser', 'dataHubPolicy', 'dataHubAccessToken'];
const ann: Actor = { urn: 'u:ann', groups: new Set(['g:one']), roles: new Set(['r:Reader']) };

const some = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const resource: fc.Arbitrary<Resource> = fc.record({
  urn: fc.constantFrom('d:a', 'd:ab', 'd:b', 'x:c'),
  type: fc.constantFrom('dataset', 'chart', 'tag', 'domain'),
  owners: fc.uniqueArray(fc.record({ owner: fc.constantFrom('u:ann', 'g:one', 'u:bob'), type: fc.constantFrom('o:one', 'o:two') }), { maxLength: 2 }),
  domains: some('dom:a', 'dom:b'),
  containers: some('c:a', 'c:b'),
  tags: some('t:a', 't:ab', 't:b'),
  instances: some('i:a', 'i:b'),
  groups: fc.constant([]),
  roles: fc.constant([]),
  holders: fc.constant([]),
});
const criterion = (field: string, values: readonly string[], ...conditions: string[]) =>
  fc.record({ field: fc.constant(field), values: fc.subarray([...values]), condition: fc.constantFrom('EQUALS', 'NOT_EQUALS', ...conditions) });
const criteria = fc.oneof(
  criterion('TYPE', ['dataset', 'ch', 'chart'], 'STARTS_WITH'),
  criterion('URN', ['d:a', 'd:b'], 'STARTS_WITH'),
  criterion('OWNER', ['u:ann', 'u:b'], 'STARTS_WITH'),
  criterion('TAG', ['t:a', 't:b'], 'STARTS_WITH'),
  criterion('DATA_PLATFORM_INSTANCE', ['i:a', 'i:b'], 'STARTS_WITH'),
  criterion('DOMAIN', ['dom:a', 'dom:b']),
  criterion('CONTAINER', ['c:a', 'c:b']),
);
const policy = fc.record({
  type: fc.constant('METADATA'),
  state: fc.constantFrom('ACTIVE', 'ACTIVE', 'INACTIVE'),
  privileges: fc.subarray([...VIEWING, 'EDIT_ENTITY_TAGS'], { minLength: 1 }),
  actors: fc.record({
    users: fc.subarray(['u:ann', 'u:bob']),
    groups: fc.subarray(['g:one', 'g:two']),
    resourceOwners: fc.boolean(),
    resourceOwnersTypes: fc.subarray(['o:one', 'o:other']),
  }),
  resources: fc.option(fc.record({ filter: fc.record({ criteria: fc.array(criteria, { maxLength: 3 }) }) }), { nil: undefined }),
});

/** The values that search has of a resource. */
const indexed = ({ urn, type, owners, domains, containers, tags, instances }: Resource): Record<string, readonly string[]> => ({
  ...{ _entityType: [type], urn: [urn], domains, container: containers, tags, platformInstance: instances, ownerUrn: [] },
  owners: owners.map(({ owner }) => owner),
  ownerTypes: owners.map(({ owner, type: way }) => `${way}=${owner}`),
});

function holds(filter: Filter, entity: Resource): boolean {
  if (filter.is === 'not') return !holds(filter.of, entity);
  if (filter.is !== 'criterion') return filter.of[filter.is === 'and' ? 'every' : 'some']((each) => holds(each, entity));
  const found = indexed(entity)[filter.field] ?? [];
  return filter.values.some((value) => found.some((each) => (filter.condition === 'PREFIX' ? each.startsWith(value) : each === value)));
}

/** By the end of the title. */
const RUNS = { '': 300, ' [long]': 2_000 };

describe('What a user sees', () => {
  for (const [more, times] of Object.entries(RUNS))
    it(`is what some policy lets view, change or delete, whatever policies there are${more}`, () => {
      fc.assert(
        fc.property(fc.array(policy, { maxLength: 5 }), fc.array(resource, { minLength: 1, maxLength: 6 }), (infos, resources) => {
          const policies = policiesOf(infos.map((info, at) => compilePolicy(`p:${at}`, info, same)));
          const sight = visible(policies, ann, TYPES);
          for (const each of resources) {
            const allowed = may(policies, ann, VIEWING, each).may;
            expect(sight === undefined || sees(sight, each)).to.equal(allowed);
            if (sight && isSeenBare(sight, each)) expect(allowed).to.equal(true);
            if (sight) expect(holds(sightFilter(sight), each)).to.equal(allowed);
          }
        }),
        { numRuns: times },
      );
    });

  const table: Resource = {
    urn: 'd:a',
    type: 'dataset',
    owners: [],
    domains: ['dom:a'],
    containers: ['c:a'],
    tags: [],
    instances: [],
    groups: ['g:one'],
    roles: [],
    holders: [],
  };
  const shown = (about: Resource, ...infos: Record<string, unknown>[]): boolean => {
    const policies = policiesOf(
      infos.map((info, at) => compilePolicy(`p:${at}`, { type: 'METADATA', state: 'ACTIVE', actors: { users: ['u:ann'] }, ...info }, same)),
    );
    const sight = visible(policies, ann, TYPES);
    return sight === undefined || sees(sight, about);
  };
  const filter = (...list: unknown[]) => ({ privileges: ['VIEW_ENTITY_PAGE'], resources: { filter: { criteria: list } } });
  it('is a short condition, however many policies differ in one thing only', () => {
    const infos = Array.from({ length: 1_000 }, (_, at) => ({
      ...filter({ field: 'TYPE', values: ['dataset', 'chart'] }, { field: 'DOMAIN', values: [`dom:${at}`] }),
      type: 'METADATA',
      state: 'ACTIVE',
      actors: { users: ['u:ann'] },
    }));
    const sight = visible(policiesOf(infos.map((info, at) => compilePolicy(`p:${at}`, info, same))), ann, TYPES);
    expect(sight?.is === 'or' && sight.of.length).to.equal(4);
    expect(sight && sees(sight, { ...table, domains: ['dom:999'] })).to.equal(true);
    expect(sight && sees(sight, { ...table, domains: ['dom:1000'] })).to.equal(false);
  });

  it('leaves out what another policy shows already, and joins what then differs in one thing only', () => {
    const both = { field: 'TYPE', values: ['dataset', 'chart'] };
    const infos = [
      filter(both, { field: 'DOMAIN', values: ['dom:a'] }, { field: 'URN', values: ['d:'], condition: 'STARTS_WITH' }),
      filter(both, { field: 'DOMAIN', values: ['dom:a'] }, { field: 'URN', values: ['e:'], condition: 'STARTS_WITH' }),
      filter({ field: 'TYPE', values: ['dataset'] }, { field: 'DOMAIN', values: ['dom:a', 'dom:b'] }, { field: 'URN', values: ['d:a'] }),
      filter(
        { field: 'TYPE', values: ['dataset'] },
        { field: 'DOMAIN', values: ['dom:a'] },
        { field: 'URN', values: ['d:a'] },
        { field: 'TAG', values: ['t:a'] },
      ),
      filter({ field: 'URN', values: ['d:a'] }, { field: 'DOMAIN', values: ['dom:a', 'dom:b', 'dom:c'] }),
    ].map((info) => ({ type: 'METADATA', state: 'ACTIVE', actors: { users: ['u:ann'] }, ...info }));
    const sight = visible(policiesOf(infos.map((info, at) => compilePolicy(`p:${at}`, info, same))), ann, TYPES);
    // Beside what everybody sees: one for both beginnings, and the last.
    expect(sight?.is === 'or' && sight.of.length).to.equal(5);
  });

  const cases: readonly [string, boolean, Resource, ...Record<string, unknown>[]][] = [
    ['nothing without a policy', false, table],
    ['oneself', true, { ...table, urn: 'u:ann', type: 'corpuser' }],
    ['a group of oneself', true, { ...table, urn: 'g:one', type: 'corpGroup' }],
    ['no other user', false, { ...table, urn: 'u:bob', type: 'corpuser' }],
    ['a platform', true, { ...table, type: 'dataPlatform' }],
    ['an own token', true, { ...table, type: 'dataHubAccessToken', holders: ['u:ann'] }],
    ['no token of others', false, { ...table, type: 'dataHubAccessToken', holders: ['u:bob'] }],
    ['everything with a policy on everything', true, table, { privileges: ['GET_ENTITY_PRIVILEGE'] }],
    ['nothing with the right to change an aspect', false, table, { privileges: ['EDIT_ENTITY_TAGS'] }],
    ['policies, if one manages them', true, { ...table, type: 'dataHubPolicy' }, { type: 'PLATFORM', privileges: ['MANAGE_POLICIES'] }],
    ['tags, if one manages them', true, { ...table, type: 'tag' }, { type: 'PLATFORM', privileges: ['MANAGE_TAGS'] }],
    ['no tags, if one manages policies', false, { ...table, type: 'tag' }, { type: 'PLATFORM', privileges: ['MANAGE_POLICIES'] }],
    ['nothing by groups of a user, which search cannot decide', false, table, filter({ field: 'GROUP_MEMBERSHIP', values: ['g:one'] })],
    ['nothing by the beginning of a domain', false, table, filter({ field: 'DOMAIN', values: ['dom'], condition: 'STARTS_WITH' })],
    ['nothing by a criterion that is not understood', false, table, filter({ field: 'OTHER', values: ['x'] })],
    ['nothing by a policy that is not understood', false, table, { privileges: ['VIEW_ENTITY_PAGE'], fromTheFuture: true }],
    ['nothing by NOT_EQUALS without values', false, table, filter({ field: 'TAG', values: [], condition: 'NOT_EQUALS' })],
  ];
  for (const [what, expected, about, ...infos] of cases) it(`is ${what}`, () => expect(shown(about, ...infos)).to.equal(expected));

  it('is a filter of search with all that is below, and without columns', () => {
    const filterFor = (field: string): Filter => {
      const policies = policiesOf([
        compilePolicy('p', { type: 'METADATA', state: 'ACTIVE', actors: { users: ['u:ann'] }, ...filter({ field, values: ['v'] }) }, same),
      ]);
      return sightFilter(visible(policies, ann, TYPES) as Sight);
    };
    const said = (field: string): string[] =>
      [...criteriaOf(filterFor(field))].map((each) => `${each.field} ${each.condition} ${each.values.join()}`);
    expect(said('DOMAIN')).to.include.members(['domains DESCENDANTS_INCL v', 'urn DESCENDANTS_INCL v', '_entityType EQUAL schemaField']);
    expect(said('CONTAINER')).to.include('container DESCENDANTS_INCL v');
  });

  it('is a short filter of search, however many policies have something in common', () => {
    const infos = Array.from({ length: 20 }, (_, at) => ({
      type: 'METADATA',
      state: 'ACTIVE',
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: ['u:ann'] },
      resources: {
        filter: {
          criteria: [
            { field: 'TYPE', values: ['dataset', 'chart'], condition: 'EQUALS' },
            { field: ['TAG', 'OWNER', 'URN', 'CONTAINER'][at % 4], values: [`v:${at}`], condition: at % 8 < 4 ? 'EQUALS' : 'NOT_EQUALS' },
          ],
        },
      },
    }));
    const sight = visible(policiesOf(infos.map((info, at) => compilePolicy(`p:${at}`, info, same))), ann, TYPES);
    const types = sight ? [...criteriaOf(sightFilter(sight))].filter(({ field, values }) => field === '_entityType' && values.includes('chart')) : [];
    expect(types).to.have.length(1);
  });
});
