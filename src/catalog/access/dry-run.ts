/**
 * Tries a policy before it is saved: who would gain and who would lose rights. Bounded: it looks at a few hundred users whom the policy may
 * concern, and at some of its entities, found by a search.
 */
import { compilePolicy, isOfPlatform, isPrivilege, makeComparison, type Policy, type RightsDifference, reach } from '../../access/index.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { canonicalUrn, isProblem, parseUrn } from '../../model/urn.ts';
import { EVERYTHING, type Filter } from '../../search/index.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { Catalog } from '../catalog.ts';
import { IN_GROUP, IN_ROLE, membersOf } from './members.ts';
import { sightFilter } from './sight-filter.ts';

export interface DryRun {
  /** What is wrong with the draft, as sentences. */
  readonly warnings: readonly string[];
  /** How many users and entities were looked at. */
  readonly users: number;
  readonly assets: number;
  /** How many entities the policy is about. */
  readonly allAssets: number;
  /** There are more users whom it may reach. */
  readonly moreUsers: boolean;
  /** Who gains or loses most first. */
  readonly differences: readonly RightsDifference[];
}

type DryRunCore = Pick<Catalog, 'model' | 'search' | 'searchable' | 'related' | 'people'>;

const MOST_USERS = 300;
const MOST_ASSETS = 100;

/** @param urn of the policy that is replaced; undefined: a new one. @param info what would be stored; undefined: it is deleted */
export async function dryRunPolicy(core: DryRunCore, urn: string | undefined, info: unknown): Promise<DryRun> {
  const { model, people } = core;
  const canonical = (text: string): string => canonicalUrn(model, text);
  const before = await people.policies();
  const draft = info === undefined ? undefined : compilePolicy(urn ?? '', info, canonical);
  const both = [urn === undefined ? undefined : before.of.get(urn), draft].filter((each) => each !== undefined);
  const samples = await Promise.all(both.filter(isAboutEntities).map((policy) => sample(core, policy)));
  const columns = both.some(({ narrowed }) => narrowed?.columnTags) || undefined;
  const resources = await people.resources([...new Set(samples.flatMap(({ urns }) => urns))], columns);
  const owners = resources.flatMap((each) => each.owners.map(({ owner }) => owner));
  const reached = await reachedBy(core, both, owners);
  const actors = await people.actors(reached.slice(0, MOST_USERS));
  const compare = makeComparison(before, urn, draft);
  const slices = makeSlices();
  const differences: RightsDifference[] = [];
  for (const actor of actors) {
    await yieldIfDue(slices);
    const found = compare(actor, resources);
    if (found) differences.push(found);
  }
  return {
    warnings: draft ? warningsOf(model, draft) : [],
    users: actors.length,
    assets: resources.length,
    allAssets: Math.max(0, ...samples.map(({ total }) => total)),
    moreUsers: reached.length > MOST_USERS,
    differences: differences.sort((one, other) => weight(other) - weight(one)),
  };
}

function isAboutEntities({ privileges }: Policy): boolean {
  return [...privileges].some((each) => isPrivilege(each) && !isOfPlatform(each));
}

/** What is told when a policy is saved. */
export function warningsOf(model: Model, { problem, privileges, endsAt, narrowed }: Policy): string[] {
  const unknown = [...privileges].filter((privilege) => !isPrivilege(privilege));
  const nowhere = [...(narrowed?.aspects ?? [])].filter((aspect) => !model.aspects.has(aspect));
  const over = endsAt !== undefined && endsAt <= Date.now();
  return [
    ...(problem === undefined ? [] : [`The policy grants nothing: ${problem}`]),
    ...(unknown.length === 0 ? [] : [`The policy has privileges that decide nothing here: ${unknown.join(', ')}`]),
    ...(nowhere.length === 0 ? [] : [`The policy is about aspects that there are not: ${nowhere.join(', ')}`]),
    ...(over ? [`The policy grants nothing: it ended on ${new Date(endsAt).toISOString()}`] : []),
  ];
}

const weight = ({ gains, loses }: RightsDifference): number =>
  (gains.privileges.length + loses.privileges.length) * (1 + gains.assets + loses.assets);

/** Some of the entities that a policy is about. */
async function sample({ model, search, searchable }: DryRunCore, policy: Policy): Promise<{ urns: string[]; total: number }> {
  const types = [...model.entityTypes.keys()];
  const sight = reach(policy, types);
  const filter: Filter = sight === undefined ? EVERYTHING : sightFilter(sight);
  const named = policy.criteria?.find(({ fact, condition }) => fact === 'type' && condition === 'EQUALS')?.values;
  const of: readonly EntityTypeSpec[] = named ? named.flatMap((name) => model.entityTypes.get(name) ?? []) : searchable;
  if (of.length === 0) return { urns: [], total: 0 };
  const { hits, total } = await search({ types: of, input: '*', filter, start: 0, count: MOST_ASSETS });
  return { urns: hits.map(({ urn }) => urn), total };
}

/** Users whom one of these policies may grant to, one more than are looked at. */
async function reachedBy(core: DryRunCore, policies: readonly Policy[], owners: readonly string[]): Promise<string[]> {
  const { model, search } = core;
  const found = new Set<string>();
  const isFull = (): boolean => found.size > MOST_USERS;
  const groups: string[] = [];
  const add = (urn: string): void => {
    const read = parseUrn(model, urn);
    if (isProblem(read)) return;
    if (read.type.name === 'corpuser') found.add(read.text);
    else if (read.type.name === 'corpGroup') groups.push(read.text);
  };
  const actors = policies.map((each) => each.actors);
  for (const { users, groups: named } of actors) for (const urn of [...users, ...named]) add(urn);
  for (const role of new Set(actors.flatMap(({ roles }) => [...roles])))
    for await (const page of membersOf(core, role, IN_ROLE)) {
      page.forEach(add);
      if (isFull()) break;
    }
  if (actors.some((each) => each.owners)) owners.forEach(add);
  for (const group of new Set(groups)) {
    if (isFull()) break;
    for await (const page of membersOf(core, group, IN_GROUP)) {
      for (const urn of page) found.add(urn);
      if (isFull()) break;
    }
  }
  if (isFull() || !actors.some(({ allUsers, allGroups }) => allUsers || allGroups)) return [...found];
  const types = [model.entityTypes.get('corpuser')].filter((each) => each !== undefined);
  const { hits } = await search({ types, input: '*', filter: EVERYTHING, start: 0, count: MOST_USERS + 1 });
  for (const { urn } of hits) found.add(urn);
  return [...found];
}
