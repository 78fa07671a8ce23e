/**
 * Compiles a stored policy into the form that decisions use. A policy with a part that this version does not understand grants nothing: the
 * unknown part may be what narrows it.
 */
import { isRecord } from '../model/path.ts';
import type { Actor, AspectPart, Resource } from './types.ts';

export interface Policy {
  readonly urn: string;
  readonly name: string;
  readonly active: boolean;
  /** Of the platform: resources do not matter. */
  readonly platform: boolean;
  readonly privileges: ReadonlySet<string>;
  readonly editable: boolean;
  readonly actors: Actors;
  /** All must be met. Undefined: it is about everything, also about no entity. */
  readonly criteria: readonly PolicyCriterion[] | undefined;
  /** When it ends, epoch ms; undefined: it does not. */
  readonly endsAt: number | undefined;
  /** It is about parts of entities only. */
  readonly narrowed: Narrowing | undefined;
  /** Why it grants nothing, although it is active. */
  readonly problem: string | undefined;
}

/** The parts that a policy is about: these aspects, these columns; undefined: any. */
export interface Narrowing {
  readonly aspects: ReadonlySet<string> | undefined;
  /** Columns that carry one of these tags. */
  readonly columnTags: ReadonlySet<string> | undefined;
}

export interface Actors {
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly allUsers: boolean;
  readonly allGroups: boolean;
  readonly owners: boolean;
  /** Only owners of these types; undefined: any. */
  readonly ownerTypes: ReadonlySet<string> | undefined;
}

/** What a criterion compares. */
export type Fact = 'type' | 'urn' | 'owner' | 'domain' | 'container' | 'tag' | 'instance' | 'group';

export interface PolicyCriterion {
  readonly fact: Fact;
  readonly values: readonly string[];
  readonly condition: 'EQUALS' | 'STARTS_WITH' | 'NOT_EQUALS';
}

/** The values of an entity. */
export const VALUES_OF: Readonly<Record<Fact, (resource: Resource) => readonly string[]>> = {
  type: ({ type }) => [type],
  urn: ({ urn }) => [urn],
  owner: ({ owners }) => owners.map(({ owner }) => owner),
  domain: ({ domains }) => domains,
  container: ({ containers }) => containers,
  tag: ({ tags }) => tags,
  instance: ({ instances }) => instances,
  group: ({ groups }) => groups,
};

/** The fields of criteria, and what they compare. */
const FIELDS: Readonly<Record<string, Fact>> = {
  TYPE: 'type',
  RESOURCE_TYPE: 'type',
  URN: 'urn',
  RESOURCE_URN: 'urn',
  OWNER: 'owner',
  DOMAIN: 'domain',
  CONTAINER: 'container',
  TAG: 'tag',
  DATA_PLATFORM_INSTANCE: 'instance',
  GROUP_MEMBERSHIP: 'group',
};

/** What stored policies may have. Each is either read below or grants nothing more. */
const KNOWN = {
  policy: [
    ...['displayName', 'description', 'type', 'state', 'resources', 'privileges', 'actors', 'editable', 'lastUpdatedTimestamp'],
    ...['expiresAt', 'reason'],
  ],
  resources: ['filter', 'type', 'resources', 'allResources', 'aspects', 'columnsTagged'],
  filter: ['criteria'],
  criterion: ['field', 'values', 'condition'],
  actors: ['users', 'groups', 'roles', 'allUsers', 'allGroups', 'resourceOwners', 'resourceOwnersTypes'],
} as const;

type StoredValue = Readonly<Record<string, unknown>>;

class NotUnderstood extends Error {}

/** @param canonical gives a URN as it is stored, and any other text as it is */
export function compilePolicy(urn: string, info: unknown, canonical: (text: string) => string): Policy {
  const stored = isRecord(info) ? info : {};
  const { type, state, displayName } = stored;
  const base = {
    urn,
    name: typeof displayName === 'string' ? displayName : urn,
    active: state === 'ACTIVE',
    platform: type === 'PLATFORM',
    editable: stored.editable !== false,
    privileges: new Set(texts(stored.privileges)),
    endsAt: typeof stored.expiresAt === 'number' ? stored.expiresAt : undefined,
  };
  const nobody = actorsOf({}, canonical);
  try {
    refuseUnknown('policy', stored);
    if (type !== 'PLATFORM' && type !== 'METADATA') throw new NotUnderstood(`type ${String(type)}`);
    const actors = actorsOf(recordOf(stored.actors, 'actors'), canonical);
    if (isThere(stored.expiresAt) && base.endsAt === undefined) throw new NotUnderstood('an end that is no time');
    const about = base.platform || !isThere(stored.resources) ? undefined : recordOf(stored.resources, 'resources');
    const criteria = about && criteriaOf(about, canonical);
    return { ...base, actors, criteria, narrowed: about && narrowingOf(about, canonical), problem: undefined };
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return { ...base, actors: nobody, criteria: [], narrowed: undefined, problem: `it has ${error.message}, which Cairn does not understand` };
  }
}

function actorsOf(stored: StoredValue, canonical: (text: string) => string): Actors {
  refuseUnknown('actors', stored);
  const urns = (value: unknown): Set<string> => new Set(texts(value).map(canonical));
  const ownerTypes = urns(stored.resourceOwnersTypes);
  return {
    users: urns(stored.users),
    groups: urns(stored.groups),
    roles: urns(stored.roles),
    allUsers: stored.allUsers === true,
    allGroups: stored.allGroups === true,
    owners: stored.resourceOwners === true,
    ownerTypes: ownerTypes.size > 0 ? ownerTypes : undefined,
  };
}

function criteriaOf(stored: StoredValue, canonical: (text: string) => string): PolicyCriterion[] | undefined {
  const { filter, type, resources, allResources } = stored;
  refuseUnknown('resources', stored);
  if (isThere(filter)) {
    const { criteria, ...other } = recordOf(filter, 'filter');
    refuseUnknown('filter', other);
    if (criteria !== undefined && criteria !== null && !Array.isArray(criteria)) throw new NotUnderstood('criteria that are no list');
    const found = ((criteria ?? []) as unknown[]).map((each) => criterionOf(recordOf(each, 'criterion'), canonical));
    return found.length > 0 ? found : undefined;
  }
  // The form of old clients.
  const found: PolicyCriterion[] = [];
  if (isThere(type)) found.push(criterionOf({ field: 'TYPE', values: [type] }, canonical));
  if (isThere(resources) && allResources !== true) found.push(criterionOf({ field: 'URN', values: resources }, canonical));
  return found.length > 0 ? found : undefined;
}

function narrowingOf({ aspects, columnsTagged }: StoredValue, canonical: (text: string) => string): Narrowing | undefined {
  const setOf = (value: unknown, name: string): ReadonlySet<string> | undefined => {
    if (!isThere(value)) return undefined;
    if (!Array.isArray(value)) throw new NotUnderstood(`${name} that are no list`);
    return new Set(texts(value).map(canonical));
  };
  const narrowing = { aspects: setOf(aspects, 'aspects'), columnTags: setOf(columnsTagged, 'columnsTagged') };
  return narrowing.aspects || narrowing.columnTags ? narrowing : undefined;
}

function criterionOf(stored: StoredValue, canonical: (text: string) => string): PolicyCriterion {
  const { structuredPropertyValues, ...known } = stored;
  if (Array.isArray(structuredPropertyValues) && structuredPropertyValues.length > 0) throw new NotUnderstood('structuredPropertyValues');
  refuseUnknown('criterion', known);
  const { field, values, condition } = known;
  const name = String(field).toUpperCase();
  const fact = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (!fact) throw new NotUnderstood(`a criterion on ${String(field)}`);
  const given = condition ?? 'EQUALS';
  if (given !== 'EQUALS' && given !== 'STARTS_WITH' && given !== 'NOT_EQUALS') throw new NotUnderstood(`the condition ${String(given)}`);
  // The beginning of a URN is no URN.
  return { fact, values: given === 'STARTS_WITH' ? texts(values) : texts(values).map(canonical), condition: given };
}

function refuseUnknown(part: keyof typeof KNOWN, stored: StoredValue): void {
  const known: readonly string[] = KNOWN[part];
  const other = Object.keys(stored).find((field) => !known.includes(field) && isThere(stored[field]));
  if (other !== undefined) throw new NotUnderstood(`the field ${other}`);
}

function recordOf(value: unknown, name: string): StoredValue {
  if (isRecord(value)) return value;
  throw new NotUnderstood(`no object as ${name}`);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Is the actor among those that it grants to? Owners only where there is something to own. */
export function grantsTo({ actors }: Policy, actor: Actor, resource: Resource | undefined): boolean {
  if (actors.allUsers || actors.users.has(actor.urn) || (actors.allGroups && actor.groups.size > 0)) return true;
  if (meet(actors.groups, actor.groups) || meet(actors.roles, actor.roles)) return true;
  if (!actors.owners || !resource) return false;
  return resource.owners.some(
    ({ owner, type }) =>
      (owner === actor.urn || actor.groups.has(owner)) && (actors.ownerTypes === undefined || (type !== undefined && actors.ownerTypes.has(type))),
  );
}

/** Is it over at this time? */
export function isOver({ endsAt }: Policy, now: number): boolean {
  return endsAt !== undefined && endsAt <= now;
}

/** Is it about this entity or this part of it, or, without one, about everything? */
export function covers({ criteria, narrowed }: Policy, resource: Resource | undefined, part?: AspectPart): boolean {
  if (narrowed && !(part && isAmong(narrowed, part))) return false;
  if (criteria === undefined) return true;
  return resource !== undefined && criteria.length > 0 && criteria.every((criterion) => meets(criterion, resource));
}

function isAmong({ aspects, columnTags }: Narrowing, { aspect, columns }: AspectPart): boolean {
  if (aspects && !aspects.has(aspect)) return false;
  return (
    columnTags === undefined || (columns !== undefined && columns.length > 0 && columns.every((tags) => tags.some((tag) => columnTags.has(tag))))
  );
}

/** Does an entity meet a criterion? */
export function meets({ fact, values, condition }: PolicyCriterion, resource: Resource): boolean {
  const found = VALUES_OF[fact](resource);
  if (condition === 'NOT_EQUALS') return values.length > 0 && !found.some((each) => values.includes(each));
  return values.some((value) => found.some((each) => (condition === 'EQUALS' ? each === value : each.startsWith(value))));
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const each of some) if (others.has(each)) return true;
  return false;
}
