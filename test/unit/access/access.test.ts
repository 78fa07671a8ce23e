/** What policies allow, in tables: the compiled policy, the decision, and what each change needs (docs/access.md). */
import { expect } from 'chai';
import { may, policiesOf, policiesOverTime } from '../../../src/access/decide.ts';
import { needsOf } from '../../../src/access/needs.ts';
import { compilePolicy } from '../../../src/access/policy.ts';
import type { Privilege } from '../../../src/access/privileges.ts';
import { seedPolicies } from '../../../src/access/seed-policies.ts';
import type { Actor, AspectChange, AspectPart, Resource } from '../../../src/access/types.ts';
import { model } from '../support/model.ts';

const same = (text: string): string => text;
const ann: Actor = { urn: 'u:ann', groups: new Set(['g:one']), roles: new Set(['r:Editor']) };
const table: Resource = {
  urn: 'd:sales.orders',
  type: 'dataset',
  owners: [{ owner: 'u:ann', type: 'o:steward' }],
  domains: ['dom:below', 'dom:top'],
  containers: ['c:schema'],
  tags: ['t:pii'],
  instances: ['i:eu'],
  groups: [],
  roles: [],
  holders: [],
};
const policy = (more: Record<string, unknown>) => ({
  type: 'METADATA',
  state: 'ACTIVE',
  privileges: ['EDIT_ENTITY'],
  actors: { allUsers: true },
  ...more,
});
const grants = (info: Record<string, unknown>, resource: Resource | undefined = table, actor: Actor = ann): boolean =>
  may(policiesOf([compilePolicy('p:1', info, same)]), actor, ['EDIT_ENTITY'], resource).may;
const criteria = (...list: unknown[]) => ({ resources: { filter: { criteria: list } } });

describe('A policy', () => {
  const cases: readonly [string, boolean, Record<string, unknown>][] = [
    ['that is active grants', true, {}],
    ['that is a draft does not', false, { state: 'DRAFT' }],
    ['that is inactive does not', false, { state: 'INACTIVE' }],
    ['without a state does not', false, { state: undefined }],
    ['of an unknown type does not', false, { type: 'OTHER' }],
    ['of another privilege does not', false, { privileges: ['EDIT_ENTITY_TAGS'] }],
    ['for the user grants', true, { actors: { users: ['u:ann'] } }],
    ['for another user does not', false, { actors: { users: ['u:bob'] } }],
    ['for a group of the user grants', true, { actors: { groups: ['g:one'] } }],
    ['for a role of the user grants', true, { actors: { roles: ['r:Editor'] } }],
    ['for members of any group grants', true, { actors: { allGroups: true } }],
    ['for owners grants', true, { actors: { resourceOwners: true } }],
    ['for owners of this type grants', true, { actors: { resourceOwners: true, resourceOwnersTypes: ['o:steward'] } }],
    ['for owners of another type does not', false, { actors: { resourceOwners: true, resourceOwnersTypes: ['o:other'] } }],
    ['for types of owners only if it is for owners', false, { actors: { resourceOwnersTypes: ['o:steward'] } }],
    ['for nobody does not', false, { actors: {} }],
    ['without criteria is about everything', true, criteria()],
    ['on the type', true, criteria({ field: 'type', values: ['dataset'] })],
    ['on another type', false, criteria({ field: 'TYPE', values: ['chart'] })],
    ['on a domain above', true, criteria({ field: 'DOMAIN', values: ['dom:other', 'dom:top'] })],
    ['on a container', true, criteria({ field: 'CONTAINER', values: ['c:schema'] })],
    ['on a tag', true, criteria({ field: 'TAG', values: ['t:pii'] })],
    ['on an instance', true, criteria({ field: 'DATA_PLATFORM_INSTANCE', values: ['i:eu'] })],
    ['on an owner', true, criteria({ field: 'OWNER', values: ['u:ann'] })],
    ['on all criteria', false, criteria({ field: 'TYPE', values: ['dataset'] }, { field: 'TAG', values: ['t:other'] })],
    ['on the beginning of a URN', true, criteria({ field: 'URN', values: ['d:sales.'], condition: 'STARTS_WITH' })],
    ['on a URN that begins so, but not exactly', false, criteria({ field: 'URN', values: ['d:sales.'] })],
    ['on everything but a tag', false, criteria({ field: 'TAG', values: ['t:pii'], condition: 'NOT_EQUALS' })],
    ['on everything but another tag', true, criteria({ field: 'TAG', values: ['t:other'], condition: 'NOT_EQUALS' })],
    ['on no value', false, criteria({ field: 'TYPE', values: [] })],
    ['on everything but no value', false, criteria({ field: 'TAG', values: [], condition: 'NOT_EQUALS' })],
    ['on a field that is unknown', false, criteria({ field: 'WEEKDAY', values: ['x'] })],
    ['on a field that is unknown, negated', false, criteria({ field: 'WEEKDAY', values: ['x'], condition: 'NOT_EQUALS' })],
    ['with a condition that is unknown', false, criteria({ field: 'TYPE', values: ['dataset'], condition: 'MATCHES' })],
    [
      'on values of properties',
      false,
      criteria({ field: 'TYPE', values: ['dataset'], structuredPropertyValues: [{ propertyUrn: 'x', values: [] }] }),
    ],
    ['with constraints that narrow it', false, { resources: { privilegeConstraints: { criteria: [] } } }],
    ['with a field that is unknown', false, { until: 1 }],
    ['with actors that are unknown', false, { actors: { allUsers: true, notUsers: ['u:ann'] } }],
    ['in the old form, on the type', true, { resources: { type: 'dataset', allResources: true } }],
    ['in the old form, on another entity', false, { resources: { type: 'dataset', resources: ['d:other'] } }],
    ['of the platform does not mind resources', true, { type: 'PLATFORM', ...criteria({ field: 'TYPE', values: ['chart'] }) }],
  ];
  for (const [title, expected, more] of cases) it(`${title}: ${expected}`, () => expect(grants(policy(more))).to.equal(expected));

  it('with a filter grants nothing where there is no entity, and to owners nothing either', () => {
    const about = (more: Record<string, unknown>): boolean => may(policiesOf([compilePolicy('p:1', policy(more), same)]), ann, ['EDIT_ENTITY']).may;
    expect([about({}), about(criteria({ field: 'TYPE', values: ['dataset'] })), about({ actors: { resourceOwners: true } })]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});

describe('A policy that ends', () => {
  const ending = (end: unknown) => compilePolicy(`p:${end}`, policy({ expiresAt: end }), same);

  it('grants until then, also where the compiled form is kept', () => {
    const at = policiesOverTime([ending(1_000), ending(3_000)]);
    const mayAt = (now: number): boolean => may(at(now), ann, ['EDIT_ENTITY'], table).may;
    expect([999, 1_000, 2_999, 3_000, 2_999, 999].map(mayAt)).to.deep.equal([true, true, true, false, true, true]);
    expect(at(1_500)).to.equal(at(2_500));
  });

  it('grants nothing if the end is no time', () => expect(ending('tomorrow').problem).to.contain('an end that is no time'));
});

describe('A policy about a part', () => {
  const onPart = (resources: object) => policiesOf([compilePolicy('p:1', policy({ resources }), same)]);
  const on = (resources: object, part?: AspectPart): boolean => may(onPart(resources), ann, ['EDIT_ENTITY'], table, part).may;

  it('grants on that part only, and says nothing of the whole', () => {
    expect(on({ aspects: ['globalTags'] }, { aspect: 'globalTags' })).to.equal(true);
    expect(on({ aspects: ['globalTags'] }, { aspect: 'ownership' })).to.equal(false);
    expect(on({ aspects: ['globalTags'] })).to.equal(false);
    expect(on({ aspects: [] }, { aspect: 'globalTags' })).to.equal(false);
    expect(onPart({ aspects: 'globalTags' }).all[0]?.problem).to.contain('no list');
  });

  it('of columns grants what is about such columns only, together with others', () => {
    const columns = (...tags: string[][]): AspectPart => ({ aspect: 'editableSchemaMetadata', columns: tags });
    const pii = { columnsTagged: ['t:pii'] };
    expect(on(pii, columns(['t:pii', 't:x'], ['t:pii']))).to.equal(true);
    expect(on(pii, columns(['t:pii'], ['t:x']))).to.equal(false);
    expect(on(pii, columns())).to.equal(false);
    expect(on(pii, { aspect: 'globalTags' })).to.equal(false);
    const two = [pii, { columnsTagged: ['t:x'] }].map((resources, at) => compilePolicy(`p:${at}`, policy({ resources }), same));
    expect(may(policiesOf(two), ann, ['EDIT_ENTITY'], table, columns(['t:pii'], ['t:x'])).may).to.equal(true);
    expect(may(policiesOf(two), ann, ['EDIT_ENTITY'], table, columns(['t:pii'], [])).may).to.equal(false);
  });
});

describe('What a change needs', () => {
  const floors = {
    canonical: same,
    isPowerful: (group: string) => group === 'g:admins',
    isMember: (group: string) => ann.groups.has(group),
    isFixed: (urn: string) => urn === 'p:fixed',
    viewOf: () => undefined,
    parts: model.parts,
  };
  const change = (type: string, aspect: string, more: Partial<AspectChange> = {}): AspectChange => ({
    urn: `${type}:x`,
    type,
    aspect,
    before: {},
    after: {},
    creates: false,
    erases: false,
    ...more,
  });
  const needs = (asked: AspectChange): string => {
    const found = needsOf(asked, ann, floors);
    return 'never' in found ? 'never' : found.map(({ anyOf, on }) => `${anyOf.join('|')}${on ? `@${on}` : ''}`).join(' + ');
  };
  const PEOPLE: Privilege = 'MANAGE_USERS_AND_GROUPS';
  const self = { urn: 'u:ann' };
  const page = (scope: string) => ({ visibility: { scope }, created: { actor: 'u:ann' } });
  const cases: readonly [AspectChange, string][] = [
    [change('dataset', 'datasetProperties'), 'EDIT_ENTITY'],
    [change('dataset', 'datasetProperties', { creates: true }), 'CREATE_ENTITY|EDIT_ENTITY'],
    [change('dataset', 'datasetKey', { erases: true, after: undefined }), 'DELETE_ENTITY'],
    [change('dataset', 'globalTags'), 'EDIT_ENTITY_TAGS|EDIT_ENTITY'],
    [change('dataset', 'globalTags', { creates: true }), 'CREATE_ENTITY|EDIT_ENTITY'],
    [change('dataset', 'editableDatasetProperties'), 'EDIT_ENTITY_DOCS|EDIT_ENTITY'],
    [change('dataset', 'status', { after: { removed: true } }), 'DELETE_ENTITY'],
    [change('dataset', 'status', { after: { removed: false } }), 'EDIT_ENTITY_STATUS|EDIT_ENTITY'],
    [change('dataset', 'status', { after: undefined }), 'DELETE_ENTITY'],
    [change('tag', 'tagProperties', { creates: true }), 'CREATE_ENTITY|EDIT_ENTITY|MANAGE_TAGS|CREATE_TAGS'],
    [change('schemaField', 'globalTags', { creates: true }), 'EDIT_DATASET_COL_TAGS|EDIT_ENTITY'],
    [change('dataHubPolicy', 'dataHubPolicyInfo', { creates: true }), 'MANAGE_POLICIES'],
    [change('dataHubPolicy', 'dataHubPolicyInfo', { urn: 'p:fixed' }), 'never'],
    [change('dataHubPolicy', 'dataHubPolicyKey', { urn: 'p:fixed', erases: true, after: undefined }), 'never'],
    [change('dataHubAccessToken', 'dataHubAccessTokenInfo', { creates: true }), 'never'],
    [change('dataHubAccessToken', 'dataHubAccessTokenKey', { erases: true, after: undefined }), 'MANAGE_ACCESS_TOKENS'],
    [change('corpuser', 'globalTags'), `UPDATE_USERS_AND_GROUPS|${PEOPLE}`],
    [change('corpuser', 'corpUserEditableInfo', self), ''],
    [change('corpuser', 'corpUserEditableInfo'), `EDIT_USER_PROFILE|UPDATE_USERS_AND_GROUPS|${PEOPLE}`],
    [change('corpuser', 'corpUserInfo', self), `UPDATE_USERS_AND_GROUPS|${PEOPLE}`],
    [change('corpuser', 'corpUserKey', { ...self, erases: true, after: undefined }), 'never'],
    [change('corpuser', 'roleMembership', { after: { roles: ['r:x'] } }), 'MANAGE_POLICIES'],
    [change('corpuser', 'roleMembership', { ...self, after: { roles: ['r:x'] } }), 'never'],
    [change('corpuser', 'roleMembership', { ...self, before: { roles: ['r:x'] }, after: { roles: [] } }), 'MANAGE_POLICIES'],
    [change('corpGroup', 'roleMembership', { urn: 'g:one', after: { roles: ['r:x'] } }), 'never'],
    [change('corpuser', 'nativeGroupMembership', { after: { nativeGroups: ['g:two'] } }), `EDIT_GROUP_MEMBERS|${PEOPLE}@g:two`],
    [change('corpuser', 'groupMembership', { before: { groups: ['g:two'] }, after: undefined }), `EDIT_GROUP_MEMBERS|${PEOPLE}@g:two`],
    [change('corpuser', 'groupMembership', { ...self, after: { groups: ['g:two'] } }), PEOPLE],
    [change('corpuser', 'groupMembership', { ...self, after: { groups: ['g:admins'] } }), 'never'],
    [change('corpuser', 'groupMembership', { after: { groups: ['g:admins'] } }), `MANAGE_POLICIES + EDIT_GROUP_MEMBERS|${PEOPLE}@g:admins`],
    [change('corpGroup', 'ownership', { after: { owners: [{ owner: 'u:bob' }] } }), `EDIT_ENTITY_OWNERS|EDIT_ENTITY|${PEOPLE}`],
    [change('corpGroup', 'ownership', { after: { owners: [{ owner: 'u:ann' }] } }), PEOPLE],
    [change('corpGroup', 'ownership', { creates: true, after: { owners: [{ owner: 'g:one' }] } }), `CREATE_USERS_AND_GROUPS|${PEOPLE} + ${PEOPLE}`],
    [change('dataHubView', 'dataHubViewInfo', { before: undefined, after: { type: 'PERSONAL', created: { actor: 'u:ann' } }, creates: true }), ''],
    [change('dataHubView', 'dataHubViewInfo', { after: { type: 'GLOBAL', created: { actor: 'u:ann' } } }), 'MANAGE_GLOBAL_VIEWS'],
    [change('dataHubPageModule', 'dataHubPageModuleProperties', { before: undefined, after: page('PERSONAL'), creates: true }), ''],
    [change('dataHubPageModule', 'dataHubPageModuleProperties', { after: page('GLOBAL') }), 'MANAGE_HOME_PAGE_TEMPLATES'],
  ];
  for (const [asked, expected] of cases)
    it(`${asked.aspect} of ${asked.urn}${asked.creates ? ', created' : ''} to ${JSON.stringify(asked.after)}: ${expected || 'nothing'}`, () => {
      expect(needs(asked)).to.equal(expected);
    });

  it('of columns is what differs', () => {
    const column = (more: object) => ({ editableSchemaFieldInfo: [{ fieldPath: 'a', ...more }] });
    const needed = (before: unknown, after: unknown): string => needs(change('dataset', 'editableSchemaMetadata', { before, after }));
    expect(needed(column({}), column({ globalTags: { tags: [] } }))).to.equal('EDIT_DATASET_COL_TAGS|EDIT_ENTITY');
    expect(needed(undefined, column({ description: 'x', glossaryTerms: {} }))).to.equal(
      'EDIT_DATASET_COL_GLOSSARY_TERMS|EDIT_ENTITY + EDIT_DATASET_COL_DESCRIPTION|EDIT_ENTITY',
    );
    expect(needed(column({}), column({ label: 'x' }))).to.equal('EDIT_ENTITY');
  });
});

describe('The policies of a new catalog', () => {
  const all = policiesOf(seedPolicies((type, id) => `${type}:${id}`).map(({ urn, value }) => compilePolicy(urn, value, same)));
  const actor = (role?: string, urn = 'u:x'): Actor => ({ urn, groups: new Set(), roles: new Set(role ? [`dataHubRole:${role}`] : []) });

  it('are understood', () => expect(all.all.filter(({ problem }) => problem !== undefined)).to.deep.equal([]));

  it('allow what their roles say', () => {
    const other = { ...table, owners: [] };
    const allowed = (who: Actor, privilege: Privilege): boolean => may(all, who, [privilege], other).may;
    const rows: readonly [Privilege, boolean, boolean, boolean][] = [
      ['DELETE_ENTITY', true, false, false],
      ['EDIT_ENTITY', true, true, false],
      ['EDIT_ENTITY_OWNERS', true, false, false],
      ['EDIT_ENTITY_TAGS', true, true, false],
      ['EDIT_GROUP_MEMBERS', true, false, false],
      ['MANAGE_POLICIES', true, false, false],
      ['MANAGE_TAGS', true, true, false],
      ['GENERATE_PERSONAL_ACCESS_TOKENS', true, true, true],
      ['VIEW_ENTITY_PAGE', true, true, true],
    ];
    for (const [privilege, ...expected] of rows)
      expect([allowed(actor('Admin'), privilege), allowed(actor('Editor'), privilege), allowed(actor('Reader'), privilege)], privilege).to.deep.equal(
        expected,
      );
    expect(may(all, ann, ['EDIT_ENTITY'], table).may).to.equal(true);
  });
});
