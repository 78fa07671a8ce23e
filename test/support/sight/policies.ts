/**
 * Random policies of a world, and those whom they are about.
 */
import { typeOf, urns } from '../make.ts';
import type { Random } from '../random.ts';
import type { Value, Write } from './writes.ts';

export const READER = urns.user('rhea');
export const GROUP = urns.group('readers');
/** The reader is in this group, but it is soft-deleted. */
export const FORMER = urns.group('former');
const ENDED = 1_600_000_000_000;
export const ASSETS = ['dataset', 'chart', 'dashboard', 'dataFlow', 'dataJob', 'container', 'mlModel', 'mlFeature', 'dataProduct', 'document'];
export const INSTANCES = ['hive', 'snowflake'].flatMap((name) =>
  ['one', 'two'].map((id) => urns.of('dataPlatformInstance', `(${urns.platform(name)},${id})`)),
);
export const base = { displayName: 'Policy', description: '', type: 'METADATA', state: 'ACTIVE', privileges: ['VIEW_ENTITY_PAGE'] };

export function randomPolicy(random: Random, writes: readonly Write[]): Value {
  const owners = random.below(4) === 0;
  const actors = owners
    ? {
        resourceOwners: true,
        ...(random.below(2) === 0 && {
          resourceOwnersTypes: [urns.of('ownershipType', random.of(['__system__dataowner', '__system__technical_owner']))],
        }),
      }
    : random.of<Value>([
        { users: [READER] },
        { users: [READER] },
        { groups: [GROUP] },
        { groups: [FORMER] },
        { roles: [urns.of('dataHubRole', 'Analyst')] },
        { allUsers: true },
        { allGroups: true },
        // Not to the reader.
        { users: [urns.user('mia')], groups: [urns.group('nobody')] },
        { roles: [urns.of('dataHubRole', 'Editor')] },
      ]);
  const criteria = Array.from({ length: 1 + random.below(2) }, () => criterion(random, writes));
  // Alone it would show policies, whose values name people and entities.
  if (!criteria.some(({ condition }) => condition === 'EQUALS') || owners)
    criteria.push({ field: 'TYPE', values: [...ASSETS, 'schemaField'], condition: 'EQUALS' });
  return {
    ...base,
    privileges: [random.of(['VIEW_ENTITY_PAGE', 'VIEW_ENTITY_PAGE', 'GET_ENTITY_PRIVILEGE', 'EDIT_ENTITY', 'DELETE_ENTITY', 'EDIT_ENTITY_TAGS'])],
    state: random.of(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'DRAFT']),
    ...random.of<Value>([{}, {}, {}, {}, {}, {}, { expiresAt: ENDED }, { fromTheFuture: true }]),
    actors,
    resources: { filter: { criteria } },
  };
}

export function criterion(random: Random, writes: readonly Write[]): Value & { condition: string } {
  const all = [...new Set(writes.map(({ urn }) => urn))];
  const of = (...types: string[]): string[] => all.filter((urn) => types.includes(typeOf(urn)));
  const pools: Readonly<Record<string, readonly string[]>> = {
    DOMAIN: of('domain'),
    CONTAINER: of('container'),
    TAG: of('tag'),
    OWNER: [READER, GROUP, ...of('corpuser')],
    TYPE: ASSETS,
    URN: of('dataset', 'chart', 'dashboard'),
    DATA_PLATFORM_INSTANCE: INSTANCES,
    GROUP_MEMBERSHIP: [GROUP],
  };
  const field = random.of(['DOMAIN', 'DOMAIN', 'CONTAINER', 'TAG', 'OWNER', 'TYPE', 'URN', 'URN', 'DATA_PLATFORM_INSTANCE', 'GROUP_MEMBERSHIP']);
  const condition = random.of(['EQUALS', 'EQUALS', 'EQUALS', 'STARTS_WITH', 'NOT_EQUALS']);
  const pool = pools[field] ?? [];
  const values = Array.from({ length: 1 + random.below(3) }, () => random.of(pool));
  const begin = (value: string): string => value.slice(0, Math.max(value.length - 1 - random.below(20), 0));
  return { field, values: condition === 'STARTS_WITH' ? values.map(begin) : values, condition };
}
