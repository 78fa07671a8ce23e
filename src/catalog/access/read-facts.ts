/**
 * Reads what decisions need of users and entities: groups, roles, owners, domains and containers with their ancestors.
 */
import {
  type Actor,
  GROUP_LISTS,
  MEMBERSHIP_LISTS,
  type Owner,
  personalViewOf,
  type Resource,
  ROLE_MEMBERSHIP,
  urnsIn,
  VIEW_INFO,
} from '../../access/index.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { CONTAINER, DOMAIN_PROPERTIES, DOMAINS, GLOBAL_TAGS, OWNERSHIP, PLATFORM_INSTANCE, SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, isProblem, parseUrn } from '../../model/urn.ts';
import { ownershipTypeOf } from '../write/normalise.ts';
import { jsonOf } from './json-of.ts';
import { TOKEN_INFO } from './token-info.ts';

export const MEMBERSHIPS = Object.keys(MEMBERSHIP_LISTS);
const FACTS = [OWNERSHIP, DOMAINS, CONTAINER, GLOBAL_TAGS, PLATFORM_INSTANCE, TOKEN_INFO, VIEW_INFO, ...MEMBERSHIPS];

/** Ancestors above this are not looked for: nobody nests so deep, and a circle must end. */
const MOST_LEVELS = 30;

/** @param row what was read of the user, memberships included. Groups that do not exist, or are soft-deleted, do not count. */
export async function actorFrom(model: Model, reader: EntityReader, urn: string, row: EntityRow | undefined): Promise<Actor> {
  const named = groupsIn(model, row);
  const rows = named.length === 0 ? new Map<string, EntityRow>() : await reader(named, [ROLE_MEMBERSHIP]);
  const groups = named.filter((group) => isThere(rows.get(group)));
  const roles = [row, ...groups.map((group) => rows.get(group))].flatMap((each) => urnsAt(model, jsonOf(each, ROLE_MEMBERSHIP), 'roles'));
  return { urn, groups: new Set(groups), roles: new Set(roles) };
}

/** As `actorFrom`, for many at once. Users that do not exist are in nothing. */
export async function actorsFrom(model: Model, reader: EntityReader, urns: readonly string[]): Promise<Actor[]> {
  if (urns.length === 0) return [];
  const rows = await reader(urns, MEMBERSHIPS);
  const named = [...new Set(urns.flatMap((urn) => groupsIn(model, rows.get(urn))))];
  const groups = named.length === 0 ? new Map<string, EntityRow>() : await reader(named, [ROLE_MEMBERSHIP]);
  return Promise.all(urns.map((urn) => actorFrom(model, async () => groups, urn, rows.get(urn))));
}

/** What is known of an entity by its URN. A column is seen as its dataset. */
export function bareResource(model: Model, text: string): Resource {
  const urn = parseUrn(model, text);
  const type = isProblem(urn) ? '' : urn.type.name;
  return { urn: text, type, owners: [], domains: [], containers: [], tags: [], instances: [], groups: [], roles: [], holders: [] };
}

/** URN of the entity whose facts decide about another one: for a column, that of its dataset. */
export function decidingUrn(model: Model, text: string): string {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) return text;
  return urn.type.name === SCHEMA_FIELD_TYPE ? canonicalUrn(model, urn.parts[0] ?? urn.text) : urn.text;
}

/** Entities as policies see them, by URN. Those that do not exist are bare. */
export async function readResources(model: Model, reader: EntityReader, urns: readonly string[]): Promise<Map<string, Resource>> {
  if (urns.length === 0) return new Map();
  const rows = await reader(urns, FACTS);
  const found = urns.map((urn): Resource => {
    const row = rows.get(urn);
    const [ownership, instance] = [jsonOf(row, OWNERSHIP), jsonOf(row, PLATFORM_INSTANCE)];
    return {
      ...bareResource(model, urn),
      owners: ownersIn(model, ownership),
      domains: urnsAt(model, jsonOf(row, DOMAINS), 'domains'),
      containers: urnAt(model, jsonOf(row, CONTAINER), 'container'),
      tags: recordsIn(jsonOf(row, GLOBAL_TAGS), 'tags').map((each) => canonicalUrn(model, String(each.tag))),
      instances: urnAt(model, instance, 'instance'),
      groups: groupsIn(model, row),
      roles: urnsAt(model, jsonOf(row, ROLE_MEMBERSHIP), 'roles'),
      holders: urnAt(model, jsonOf(row, TOKEN_INFO), 'ownerUrn'),
      viewOf: personalViewOf(jsonOf(row, VIEW_INFO)),
    };
  });
  const of = (name: string): string[] => urns.filter((urn) => bareResource(model, urn).type === name);
  const domains = await ancestors(reader, [...found.flatMap((each) => each.domains), ...of('domain')], DOMAIN_PROPERTIES, (json) =>
    urnAt(model, json, 'parentDomain'),
  );
  const containers = await ancestors(
    reader,
    found.flatMap((each) => each.containers),
    CONTAINER,
    (json) => urnAt(model, json, 'container'),
  );
  return new Map(
    found.map((each) => {
      // A domain is within itself: who may edit what is in it may edit it.
      const own = each.type === 'domain' ? [each.urn] : [];
      return [each.urn, { ...each, domains: above([...own, ...each.domains], domains), containers: above(each.containers, containers) }];
    }),
  );
}

/** The owners that an aspect of owners says. */
export function ownersIn(model: Model, json: unknown): Owner[] {
  return recordsIn(json, 'owners').map((each) => ({
    owner: canonicalUrn(model, String(each.owner)),
    type: canonicalUrn(model, ownershipTypeOf(model, each)),
  }));
}

/** Of each of these and of all above them: what is directly above. */
async function ancestors(
  reader: EntityReader,
  urns: readonly string[],
  aspect: string,
  parents: (json: unknown) => string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let next = [...new Set(urns)];
  for (let level = 0; next.length > 0 && level < MOST_LEVELS; level++) {
    const rows = await reader(next, [aspect]);
    for (const urn of next) found.set(urn, parents(jsonOf(rows.get(urn), aspect)));
    next = [...new Set(next.flatMap((urn) => found.get(urn) ?? []))].filter((urn) => !found.has(urn));
  }
  return found;
}

function above(urns: readonly string[], parents: ReadonlyMap<string, readonly string[]>): string[] {
  const all = new Set(urns);
  for (const urn of all) for (const parent of parents.get(urn) ?? []) all.add(parent);
  return [...all];
}

export function isThere(row: EntityRow | undefined): boolean {
  return row?.exists === true && !row.removed;
}

function groupsIn(model: Model, row: EntityRow | undefined): string[] {
  const named = Object.entries(GROUP_LISTS).flatMap(([aspect, list]) => urnsAt(model, jsonOf(row, aspect), list));
  return [...new Set(named)];
}

function urnsAt(model: Model, json: unknown, field: string): string[] {
  return urnsIn(json, field, (text) => canonicalUrn(model, text));
}

function urnAt(model: Model, json: unknown, field: string): string[] {
  const value = isRecord(json) ? json[field] : undefined;
  return typeof value === 'string' ? [canonicalUrn(model, value)] : [];
}
