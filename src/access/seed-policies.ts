/**
 * The policies of a new catalog, under the ids that clients know: everybody reads, editors edit, owners edit what they own, administrators do
 * everything.
 */
import {
  EDITING_PRIVILEGES,
  ENTITY_PRIVILEGES,
  PLATFORM_PRIVILEGES,
  type Privilege,
  READING_PRIVILEGES,
  SENSITIVE_PRIVILEGES,
} from './privileges.ts';

/** The value of a `dataHubPolicyInfo`, but for its actors. */
interface SeededPolicy {
  readonly displayName: string;
  readonly description: string;
  readonly privileges: readonly Privilege[];
  readonly type: 'PLATFORM' | 'METADATA';
  /** `users` and `roles` are ids. */
  readonly to: { readonly user?: string; readonly role?: string; readonly all?: true; readonly owners?: true };
  /** May it be changed? Those that may not are put back at each start. */
  readonly editable: boolean;
  readonly types?: readonly string[];
}

const READS: readonly Privilege[] = [...READING_PRIVILEGES, ...SENSITIVE_PRIVILEGES];
const EDITABLE_TYPES = [
  ...['dataset', 'chart', 'dashboard', 'dataFlow', 'dataJob', 'tag', 'container', 'domain', 'glossaryTerm', 'glossaryNode', 'notebook'],
  'dataProduct',
];
const EDITOR_OF_PLATFORM: readonly Privilege[] = [
  ...(['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_DOMAINS', 'MANAGE_GLOBAL_ANNOUNCEMENTS', 'MANAGE_GLOSSARIES', 'MANAGE_TAGS'] as const),
];

function seeded(
  type: SeededPolicy['type'],
  to: SeededPolicy['to'],
  displayName: string,
  description: string,
  privileges: readonly Privilege[],
  rest: Partial<SeededPolicy> = {},
): SeededPolicy {
  return { type, to, displayName, description, privileges, editable: false, ...rest };
}

/** The policy that shows whether the others have been put into the store. */
export const FIRST_POLICY = '0';

const SEEDED: Readonly<Record<string, SeededPolicy>> = {
  [FIRST_POLICY]: seeded('PLATFORM', { user: 'datahub' }, 'Root user: platform', 'The built-in administrator may do everything', PLATFORM_PRIVILEGES),
  1: seeded('METADATA', { user: 'datahub' }, 'Root user: metadata', 'The built-in administrator may change everything', ENTITY_PRIVILEGES),
  7: seeded(
    'PLATFORM',
    { all: true },
    'All users: platform',
    'Everybody may make own tokens',
    ['VIEW_ANALYTICS', 'GENERATE_PERSONAL_ACCESS_TOKENS'],
    {
      editable: true,
    },
  ),
  'view-entity-page-all': seeded('METADATA', { all: true }, 'All users: reading', 'Everybody may read', [...READING_PRIVILEGES, 'VIEW_ALL_QUERIES'], {
    editable: true,
  }),
  'view-dataset-sensitive': seeded(
    'METADATA',
    { all: true },
    'All users: usage and profiles',
    'Everybody may see usage and profiles',
    SENSITIVE_PRIVILEGES,
    {
      editable: true,
    },
  ),
  'admin-platform-policy': seeded('PLATFORM', { role: 'Admin' }, 'Admins: platform', 'The role Admin may do everything', PLATFORM_PRIVILEGES),
  'admin-metadata-policy': seeded('METADATA', { role: 'Admin' }, 'Admins: metadata', 'The role Admin may change everything', ENTITY_PRIVILEGES),
  'editor-platform-policy': seeded(
    'PLATFORM',
    { role: 'Editor' },
    'Editors: platform',
    'The role Editor keeps domains, glossaries and tags',
    EDITOR_OF_PLATFORM,
  ),
  'editor-metadata-policy': seeded('METADATA', { role: 'Editor' }, 'Editors: metadata', 'The role Editor changes what describes an asset', [
    ...READS,
    ...EDITING_PRIVILEGES,
    'PRODUCE_PLATFORM_EVENT_PRIVILEGE',
  ]),
  'editor-metadata-policy-entities': seeded(
    'METADATA',
    { role: 'Editor' },
    'Editors: whole assets',
    'The role Editor changes every aspect of assets',
    ['EDIT_ENTITY'],
    {
      editable: true,
      types: EDITABLE_TYPES,
    },
  ),
  'reader-platform-policy': seeded('PLATFORM', { role: 'Reader' }, 'Readers: platform', 'The role Reader manages nothing', []),
  'reader-metadata-policy': seeded('METADATA', { role: 'Reader' }, 'Readers: metadata', 'The role Reader reads', READS),
  'asset-owners-metadata-policy': seeded(
    'METADATA',
    { owners: true },
    'Owners: metadata',
    'Owners change what they own',
    [...READS, ...ENTITY_PRIVILEGES.filter((name) => /^(EDIT|MANAGE)_/.test(name))],
    { editable: true },
  ),
};

/** @param urn of an entity, from its type and id @returns URN, value, and whether it is put back at each start */
export function seedPolicies(urn: (type: string, id: string) => string): { urn: string; value: Record<string, unknown>; kept: boolean }[] {
  return Object.entries(SEEDED).map(([id, { to, types, ...info }]) => ({
    urn: urn('dataHubPolicy', id),
    kept: !info.editable,
    value: {
      ...info,
      state: 'ACTIVE',
      actors: {
        users: to.user === undefined ? [] : [urn('corpuser', to.user)],
        groups: [],
        roles: to.role === undefined ? [] : [urn('dataHubRole', to.role)],
        allUsers: to.all === true,
        allGroups: false,
        resourceOwners: to.owners === true,
      },
      ...(types && { resources: { filter: { criteria: [{ field: 'TYPE', values: [...types], condition: 'EQUALS' }] } } }),
    },
  }));
}
