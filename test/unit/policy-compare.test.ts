/**
 * What a changed policy would do, against the plain definition: what each may do before and after.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Actor,
  compilePolicy,
  granted,
  isOfPlatform,
  makeComparison,
  type Policy,
  type Privilege,
  policiesOf,
  type Resource,
} from '../../src/access/index.ts';

const same = (text: string): string => text;
const PRIVILEGES: readonly Privilege[] = ['EDIT_ENTITY', 'EDIT_ENTITY_TAGS', 'VIEW_ENTITY_PAGE', 'MANAGE_TAGS', 'MANAGE_POLICIES'];
const some = <T>(...values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values]);

const anyPolicy = fc
  .record({
    state: fc.constantFrom('ACTIVE', 'ACTIVE', 'INACTIVE'),
    type: fc.constantFrom('METADATA', 'PLATFORM'),
    privileges: some(...PRIVILEGES, 'UNKNOWN'),
    actors: fc.record({
      users: some('ann', 'bob'),
      groups: some('g1'),
      roles: some('r1'),
      allUsers: fc.boolean(),
      allGroups: fc.boolean(),
      resourceOwners: fc.boolean(),
    }),
    tags: some('pii', 'old'),
  })
  .map(({ tags, ...rest }) => ({ ...rest, ...(tags.length > 0 && { resources: { filter: { criteria: [{ field: 'TAG', values: tags }] } } }) }));

const anyActor: fc.Arbitrary<Actor> = fc
  .record({ urn: fc.constantFrom('ann', 'bob', 'eve'), groups: some('g1', 'g2'), roles: some('r1') })
  .map(({ urn, groups, roles }) => ({ urn, groups: new Set(groups), roles: new Set(roles) }));

const resourceOf = (urn: string, tags: string[], owners: string[]): Resource => ({
  ...{ urn, type: 'dataset', tags, owners: owners.map((owner) => ({ owner, type: undefined })) },
  ...{ domains: [], containers: [], instances: [], groups: [], roles: [], holders: [] },
});
const anyResources = fc
  .array(fc.record({ tags: some('pii', 'old'), owners: some('ann', 'g1', 'eve') }), { maxLength: 4 })
  .map((all) => all.map(({ tags, owners }, at) => resourceOf(`d${at}`, tags, owners)));

/** By privilege, on what it is granted: '' for the whole catalog. */
function allOf(policies: readonly Policy[], actor: Actor, resources: readonly Resource[]): Set<string> {
  const compiled = policiesOf(policies);
  const known = (resource: Resource | undefined): string[] =>
    granted(compiled, actor, resource)
      .filter((each): each is Privilege => (PRIVILEGES as readonly string[]).includes(each))
      .filter((each) => isOfPlatform(each) === (resource === undefined))
      .map((each) => `${each} ${resource?.urn ?? ''}`);
  return new Set([...known(undefined), ...resources.flatMap(known)]);
}

const minus = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [...one].filter((each) => !other.has(each));
const privilegesIn = (all: readonly string[]): string[] => [...new Set(all.map((each) => each.split(' ')[0] ?? ''))].sort();
const assetsIn = (all: readonly string[]): number => new Set(all.map((each) => each.split(' ')[1]).filter((each) => each !== '')).size;

describe('The dry run of a policy', () => {
  it('says of each user what all policies together grant more and less', () => {
    fc.assert(
      fc.property(
        fc.array(anyPolicy, { maxLength: 3 }),
        fc.option(anyPolicy),
        fc.boolean(),
        anyActor,
        anyResources,
        (stored, sent, isNew, actor, resources) => {
          const before = stored.map((info, at) => compilePolicy(`p${at}`, info, same));
          const urn = isNew ? undefined : 'p0';
          const draft = sent === null ? undefined : compilePolicy(urn ?? 'draft', sent, same);
          const after = [...before.filter((each) => each.urn !== urn), ...(draft ? [draft] : [])];
          const [was, is] = [allOf(before, actor, resources), allOf(after, actor, resources)];
          const found = makeComparison(policiesOf(before), urn, draft)(actor, resources);
          const [gains, loses] = [minus(is, was), minus(was, is)];
          expect(found?.gains.privileges ?? []).to.deep.equal(privilegesIn(gains));
          expect(found?.loses.privileges ?? []).to.deep.equal(privilegesIn(loses));
          expect([found?.gains.assets ?? 0, found?.loses.assets ?? 0]).to.deep.equal([assetsIn(gains), assetsIn(loses)]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
