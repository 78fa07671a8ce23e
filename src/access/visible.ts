/**
 * What a user may see, as one condition on entities: from all policies that let the user view, change or delete. The core compiles it to a
 * filter of the search index, and asks it of each entity that comes from the graph. Both must say the same, so what only one of them could
 * decide shows nothing.
 */
import type { Policies } from './decide.ts';
import { keptBy } from './needs.ts';
import { covers, grantsTo, meets, type Policy, type PolicyCriterion, VALUES_OF } from './policy.ts';
import { isOfPlatform, type Privilege } from './privileges.ts';
import type { Actor, Resource } from './types.ts';

/** Each of these is enough to see an entity. */
export const VIEWING: readonly Privilege[] = ['VIEW_ENTITY_PAGE', 'GET_ENTITY_PRIVILEGE', 'EDIT_ENTITY', 'DELETE_ENTITY'];

/** A condition on an entity. An empty `and` always holds, an empty `or` never. */
export type Sight =
  | { readonly is: 'and' | 'or'; readonly of: readonly Sight[] }
  | { readonly is: 'not'; readonly of: Sight }
  | { readonly is: 'meets'; readonly fact: SeenFact; readonly condition: 'EQUALS' | 'STARTS_WITH'; readonly values: readonly string[] }
  /** Owned by one of these, in one of these ways; `types` undefined: in any. */
  | { readonly is: 'owned'; readonly by: readonly string[]; readonly types: readonly string[] | undefined };

type SeenFact = Exclude<PolicyCriterion['fact'], 'group'> | 'holder';

/** Types of the catalog itself: what they say is in the model, or in the names of others. */
const OF_THE_MODEL = ['dataPlatform', 'ownershipType', 'dataType', 'entityType'];

/**
 * What somebody sees; undefined for who sees everything.
 *
 * @param types all entity types of the model
 */
export function visible(policies: Policies, actor: Actor, types: readonly string[]): Sight | undefined {
  // What is about a part of an entity does not show the entity.
  const granting = [...new Set(VIEWING.flatMap((privilege) => policies.granting(privilege)))].filter(({ narrowed }) => !narrowed);
  if (granting.some((policy) => policy.criteria === undefined && grantsTo(policy, actor, undefined))) return undefined;
  const has = (privilege: Privilege): boolean =>
    isOfPlatform(privilege) && policies.granting(privilege).some((policy) => covers(policy, undefined) && grantsTo(policy, actor, undefined));
  const own: Sight[] = [
    meeting('type', [...OF_THE_MODEL, ...keptBy(has)]),
    // Everybody sees who they are, and their own tokens.
    meeting('urn', [actor.urn, ...actor.groups, ...actor.roles]),
    meeting('holder', [actor.urn]),
  ];
  return merge([...own, ...granting.map((policy) => shownBy(policy, actor, types))]);
}

/**
 * Of which entities somebody may read an aspect that has rights of its own; undefined: of all.
 *
 * @param anyOf each is enough
 */
export function readable(policies: Policies, actor: Actor, types: readonly string[], anyOf: readonly Privilege[], aspect: string): Sight | undefined {
  const granting = anyOf.flatMap((privilege) =>
    policies.granting(privilege).filter((policy) => (isOfPlatform(privilege) ? covers(policy, undefined) : isAbout(policy, aspect))),
  );
  if (granting.some((policy) => policy.criteria === undefined && grantsTo(policy, actor, undefined))) return undefined;
  return merge(granting.map((policy) => shownBy(policy, actor, types)));
}

/**
 * The tables of which somebody sees the columns with a tag by a privilege; undefined: all. What only other tags of a column would show is left
 * out.
 */
export function tablesWithTag(policies: Policies, actor: Actor, types: readonly string[], anyOf: readonly Privilege[], aspect: string, tag: string) {
  const granting = anyOf
    .flatMap((privilege) => policies.granting(privilege))
    .filter(({ narrowed }) => narrowed?.aspects?.has(aspect) !== false && narrowed?.columnTags?.has(tag) !== false);
  if (granting.some((policy) => policy.criteria === undefined && grantsTo(policy, actor, undefined))) return undefined;
  return merge(granting.map((policy) => shownBy(policy, actor, types)));
}

/** Is it about this aspect, as a whole? */
function isAbout({ narrowed }: Policy, aspect: string): boolean {
  return !narrowed || (narrowed.columnTags === undefined && narrowed.aspects?.has(aspect) === true);
}

/** What a token is for; an absent part does not narrow it. */
export interface Scope {
  /** Names of entity types. */
  readonly types?: readonly string[] | undefined;
  /** URNs, with all that is within. */
  readonly domains?: readonly string[] | undefined;
  /** Of agents; with any, nothing else. */
  readonly tools?: readonly string[] | undefined;
}

/** What a token may be about; undefined: everything. */
export function scoped({ types, domains }: Scope = {}): Sight | undefined {
  const parts = [...(types ? [meeting('type', types)] : []), ...(domains ? [meeting('domain', domains)] : [])];
  return parts.length > 0 ? allOf(parts) : undefined;
}

/** What one sees with such a token of what one sees: beside what it is about, what the catalog is made of and oneself. */
export function seenWithin(sight: Sight | undefined, scope: Scope | undefined, actor: Actor): Sight | undefined {
  const about = scoped(scope);
  if (!about) return sight;
  const own: Sight[] = [meeting('type', OF_THE_MODEL), meeting('urn', [actor.urn, ...actor.groups, ...actor.roles])];
  const within: Sight = { is: 'or', of: [about, ...own] };
  return sight ? { is: 'and', of: [sight, within] } : within;
}

/** Is an entity seen? */
export function sees(sight: Sight, resource: Resource): boolean {
  switch (sight.is) {
    case 'and':
      return sight.of.every((each) => sees(each, resource));
    case 'or':
      return sight.of.some((each) => sees(each, resource));
    case 'not':
      return !sees(sight.of, resource);
    case 'owned':
      return resource.owners.some(
        ({ owner, type }) => sight.by.includes(owner) && (sight.types === undefined || (type !== undefined && sight.types.includes(type))),
      );
    case 'meets': {
      const found = sight.fact === 'holder' ? resource.holders : VALUES_OF[sight.fact](resource);
      return found.some((each) =>
        sight.condition === 'EQUALS' ? sight.values.includes(each) : sight.values.some((value) => each.startsWith(value)),
      );
    }
  }
}

/** Does it follow from type and URN alone that an entity is seen? */
export function isSeenBare(sight: Sight, resource: Resource): boolean {
  if (sight.is === 'or') return sight.of.some((each) => isSeenBare(each, resource));
  if (sight.is === 'and') return sight.of.every((each) => isSeenBare(each, resource));
  return sight.is === 'meets' && (sight.fact === 'type' || sight.fact === 'urn') && sees(sight, resource);
}

/** Does it follow from the type alone: are all entities of it seen? */
export function seesAllOf(sight: Sight, type: string): boolean {
  return isSeenBare(sight, { ...NO_ENTITY, type });
}

/** What one policy shows the actor. */
function shownBy({ actors, criteria, ...policy }: Policy, actor: Actor, types: readonly string[]): Sight {
  const parts = criteria?.map((criterion) => sightOf(criterion, types));
  // An empty list of criteria is one that is not understood.
  if (parts && (parts.length === 0 || parts.includes(undefined))) return NO_ENTITIES;
  const about = parts?.filter((each) => each !== undefined) ?? [];
  if (grantsTo({ actors, criteria, ...policy }, actor, undefined)) return allOf(about);
  if (!actors.owners) return NO_ENTITIES;
  const ownerTypes = actors.ownerTypes && [...actors.ownerTypes];
  return allOf([...about, { is: 'owned', by: [actor.urn, ...actor.groups], types: ownerTypes }]);
}

/** The entities that a policy is about; undefined for all, and where the search index cannot decide it. */
export function reach({ criteria }: Policy, types: readonly string[]): Sight | undefined {
  const parts = criteria?.map((criterion) => sightOf(criterion, types)) ?? [];
  const known = parts.filter((each) => each !== undefined);
  return known.length === 0 || known.length < parts.length ? undefined : allOf(known);
}

/** Can the search index decide what a policy is about? */
export function isDecided({ criteria }: Policy): boolean {
  return criteria?.every((each) => sightOf(each, []) !== undefined) ?? true;
}

export const NO_ENTITIES: Sight = { is: 'or', of: [] };
/** All entities, for who does not see all of their columns. */
export const ALL_ENTITIES: Sight = { is: 'and', of: [] };

/** Undefined for what the search index cannot decide: the groups of a user, and the beginnings of what has something above it. */
function sightOf(criterion: PolicyCriterion, types: readonly string[]): Sight | undefined {
  const { fact, condition, values } = criterion;
  if (fact === 'group' || (condition === 'STARTS_WITH' && (fact === 'domain' || fact === 'container'))) return undefined;
  if (fact === 'type')
    return meeting(
      'type',
      types.filter((type) => meets(criterion, { ...NO_ENTITY, type })),
    );
  if (condition === 'NOT_EQUALS') return values.length === 0 ? NO_ENTITIES : { is: 'not', of: meeting(fact, values) };
  return { is: 'meets', fact, condition, values };
}

const NO_ENTITY: Resource = {
  urn: '',
  type: '',
  owners: [],
  domains: [],
  containers: [],
  tags: [],
  instances: [],
  groups: [],
  roles: [],
  holders: [],
};

function meeting(fact: SeenFact, values: readonly string[]): Sight {
  return { is: 'meets', fact, condition: 'EQUALS', values };
}

function allOf(of: readonly Sight[]): Sight {
  return of.length === 1 && of[0] ? of[0] : { is: 'and', of };
}

/** Most parts in which each is compared with each other. */
const MOST_COMPARED = 300;
const FACTS = ['urn', 'domain', 'container', 'tag', 'owner', 'instance', 'holder', 'type'] as const;

/** What differs in one comparison becomes one, until nothing does, so that hundreds of policies are a short filter. */
function merge(all: readonly Sight[]): Sight {
  const parts = new Map<string, readonly Sight[]>();
  for (const each of all) {
    const of = each.is === 'and' ? each.of : [each];
    if (each.is !== 'or' && !of.some(isNever)) parts.set(JSON.stringify(of), of);
  }
  let list = [...parts.values()];
  for (let before = 0; before !== list.length; ) {
    before = list.length;
    for (const fact of FACTS) for (const condition of ['EQUALS', 'STARTS_WITH'] as const) list = merged(list, fact, condition);
  }
  return { is: 'or', of: withoutPartsOf(list).map(allOf) };
}

/** Of what differs in one comparison only, one: all of its values. */
function merged(all: readonly (readonly Sight[])[], fact: SeenFact, condition: 'EQUALS' | 'STARTS_WITH'): (readonly Sight[])[] {
  const values = new Map<string, Set<string>>();
  const found = new Map<string, readonly Sight[]>();
  for (const of of all) {
    const compared = of.find((each) => each.is === 'meets' && each.condition === condition && each.fact === fact);
    const others = of.filter((each) => each !== compared);
    const key = JSON.stringify([compared !== undefined, others.map((each) => JSON.stringify(each)).sort()]);
    found.set(key, others);
    if (compared?.is === 'meets') values.set(key, new Set([...(values.get(key) ?? []), ...compared.values]));
  }
  return [...found].map(([key, others]) => {
    const own = values.get(key);
    return own ? [...others, { is: 'meets', fact, condition, values: [...own].sort() }] : others;
  });
}

/** Without what another one shows already: each part of that one holds wherever a part of this does. */
function withoutPartsOf(list: readonly (readonly Sight[])[]): readonly (readonly Sight[])[] {
  if (list.length > MOST_COMPARED) return list;
  const within = (of: readonly Sight[], wider: readonly Sight[]): boolean => wider.every((part) => of.some((each) => implies(each, part)));
  return list.filter((of, at) => !list.some((other, place) => place !== at && within(of, other) && (!within(other, of) || place < at)));
}

/** Does the second hold wherever the first does? */
function implies(one: Sight, other: Sight): boolean {
  if (one.is === 'meets' && other.is === 'meets' && one.fact === other.fact) {
    if (other.condition === 'STARTS_WITH') return one.values.every((each) => other.values.some((begin) => each.startsWith(begin)));
    return one.condition === 'EQUALS' && one.values.every((each) => other.values.includes(each));
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

function isNever(sight: Sight): boolean {
  return (sight.is === 'or' && sight.of.length === 0) || (sight.is === 'meets' && sight.values.length === 0);
}
