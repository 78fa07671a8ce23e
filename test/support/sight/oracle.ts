/**
 * What a reader may see, said a second time from docs/access.md alone: the tests compare Cairn with it. It shares no line with the server.
 */
import { typeOf, urns } from '../make.ts';
import { type HiddenColumns, hiddenColumns, isAboutHidden } from './columns.ts';
import { type Facts, listAt, recordsAt, type Value } from './writes.ts';

const VIEWING = ['VIEW_ENTITY_PAGE', 'GET_ENTITY_PRIVILEGE', 'EDIT_ENTITY', 'DELETE_ENTITY'];
const OF_COLUMNS = [
  'VIEW_SENSITIVE_COLUMNS',
  'EDIT_ENTITY',
  'EDIT_DATASET_COL_DESCRIPTION',
  'EDIT_DATASET_COL_TAGS',
  'EDIT_DATASET_COL_GLOSSARY_TERMS',
];
const OF_THE_MODEL = ['dataPlatform', 'ownershipType', 'dataType', 'entityType'];
/** What those keep who may manage it. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  MANAGE_TAGS: ['tag'],
  MANAGE_DOMAINS: ['domain'],
  MANAGE_GLOSSARIES: ['glossaryTerm', 'glossaryNode'],
};

const textsAt = (value: Value | undefined, field: string): string[] => listAt(value, field).map(String);

/** What a reader sees. */
export interface Reading extends HiddenColumns {
  /** URNs, of all that is in the store. */
  readonly seen: ReadonlySet<string>;
}

export function readBy(reader: string, facts: Facts): Reading {
  const at = (urn: string, aspect: string): Value | undefined => facts.get(urn)?.get(aspect);
  const isThere = (urn: string): boolean => facts.has(urn) && at(urn, 'status')?.removed !== true;
  const groups = [...textsAt(at(reader, 'groupMembership'), 'groups'), ...textsAt(at(reader, 'nativeGroupMembership'), 'nativeGroups')].filter(
    isThere,
  );
  const roles = [reader, ...groups].flatMap((urn) => textsAt(at(urn, 'roleMembership'), 'roles'));
  const above = (start: readonly string[], parent: (urn: string) => unknown): string[] => {
    const all = new Set(start);
    for (const urn of all) {
      const next = parent(urn);
      if (typeof next === 'string') all.add(next);
    }
    return [...all];
  };
  const policies = [...facts.values()]
    .map((aspects) => aspects.get('dataHubPolicyInfo'))
    .filter((info): info is Value => info?.state === 'ACTIVE' && info.fromTheFuture === undefined && info.expiresAt === undefined);
  const grantsTo = (info: Value): { all: boolean; owners: boolean; types: string[] } => {
    const actors = (info.actors ?? {}) as Value;
    const all =
      actors.allUsers === true ||
      (actors.allGroups === true && groups.length > 0) ||
      textsAt(actors, 'users').includes(reader) ||
      textsAt(actors, 'groups').some((each) => groups.includes(each)) ||
      textsAt(actors, 'roles').some((each) => roles.includes(each));
    return { all, owners: actors.resourceOwners === true, types: textsAt(actors, 'resourceOwnersTypes') };
  };
  const privileges = (info: Value): string[] => textsAt(info, 'privileges');
  const kept = policies
    .filter((info) => info.type === 'PLATFORM' && grantsTo(info).all)
    .flatMap((info) => privileges(info).flatMap((each) => KEPT[each] ?? []));
  const viewing = policies.filter((info) => info.type === 'METADATA' && privileges(info).some((each) => VIEWING.includes(each)));
  const ownersOf = (urn: string): { owner: string; type: string }[] =>
    recordsAt(at(urn, 'ownership'), 'owners').map(({ owner, type, typeUrn }) => ({
      owner: String(owner),
      type: typeof typeUrn === 'string' ? typeUrn : urns.of('ownershipType', `__system__${String(type).toLowerCase()}`),
    }));
  const valuesOf = (urn: string, field: string): string[] => {
    const container = at(urn, 'container')?.container;
    switch (field) {
      case 'TYPE':
        return [typeOf(urn)];
      case 'URN':
        return [urn];
      case 'OWNER':
        return ownersOf(urn).map(({ owner }) => owner);
      case 'TAG':
        return recordsAt(at(urn, 'globalTags'), 'tags').map(({ tag }) => String(tag));
      case 'DOMAIN':
        return above(
          [...(typeOf(urn) === 'domain' ? [urn] : []), ...textsAt(at(urn, 'domains'), 'domains')],
          (each) => at(each, 'domainProperties')?.parentDomain,
        );
      case 'CONTAINER':
        return above(typeof container === 'string' ? [container] : [], (each) => at(each, 'container')?.container);
      case 'DATA_PLATFORM_INSTANCE':
        return [at(urn, 'dataPlatformInstance')?.instance].filter((each) => typeof each === 'string');
      default:
        return [];
    }
  };
  const meets = (urn: string, { field, values, condition }: Value): boolean => {
    if (field === 'GROUP_MEMBERSHIP' || (condition === 'STARTS_WITH' && (field === 'DOMAIN' || field === 'CONTAINER'))) return false;
    const found = valuesOf(urn, String(field));
    const wanted = values as string[];
    if (condition === 'NOT_EQUALS') return wanted.length > 0 && !found.some((each) => wanted.includes(each));
    return wanted.some((value) => found.some((each) => (condition === 'STARTS_WITH' ? each.startsWith(value) : each === value)));
  };
  const shows = (info: Value, urn: string): boolean => {
    const { all, owners, types } = grantsTo(info);
    const owned =
      owners && ownersOf(urn).some(({ owner, type }) => (owner === reader || groups.includes(owner)) && (types.length === 0 || types.includes(type)));
    const criteria = recordsAt((info.resources as { filter?: Value } | undefined)?.filter, 'criteria');
    return (all || owned) && criteria.every((each) => meets(urn, each));
  };
  const ofColumns = policies.filter((info) => info.type === 'METADATA' && privileges(info).some((each) => OF_COLUMNS.includes(each)));
  const isAbout = ({ aspects, columnsTagged }: Value, tags: readonly string[]): boolean =>
    (aspects === undefined || (aspects as string[]).includes('schemaMetadata')) &&
    (columnsTagged === undefined || (columnsTagged as string[]).some((tag) => tags.includes(tag)));
  const hidden = hiddenColumns(facts, (table, tags) =>
    ofColumns.some((info) => shows(info, table) && isAbout((info.resources ?? {}) as Value, tags)),
  );
  const self = new Set([reader, ...groups, ...roles]);
  const sees = (urn: string): boolean => {
    if (typeOf(urn) === 'schemaField') {
      const [table, path] = [urn.slice(urn.indexOf('(') + 1, urn.lastIndexOf(',')), urn.slice(urn.lastIndexOf(',') + 1, -1)];
      return sees(table) && !hidden.hides(table, path);
    }
    if (isAboutHidden(at(urn, 'assertionInfo'), hidden.hides)) return false;
    return (
      [...OF_THE_MODEL, ...kept].includes(typeOf(urn)) ||
      self.has(urn) ||
      at(urn, 'dataHubAccessTokenInfo')?.ownerUrn === reader ||
      viewing.some((info) => shows(info, urn))
    );
  };
  return { seen: new Set([...facts.keys()].filter(sees)), ...hidden };
}
