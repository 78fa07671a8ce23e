/**
 * The privileges that policies grant, by the names that clients know. Those of the platform are about no single entity; the others are about
 * an entity of some type, or of any.
 */

export const PLATFORM_PRIVILEGES = [
  ...['MANAGE_POLICIES', 'MANAGE_USERS_AND_GROUPS', 'CREATE_USERS_AND_GROUPS', 'UPDATE_USERS_AND_GROUPS', 'MANAGE_USER_CREDENTIALS'],
  ...['MANAGE_ACCESS_TOKENS', 'GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_SERVICE_ACCOUNTS', 'MANAGE_SYSTEM_OPERATIONS', 'MANAGE_FEATURES'],
  ...['MANAGE_INGESTION', 'MANAGE_SECRETS', 'MANAGE_CONNECTIONS', 'MANAGE_DOMAINS', 'CREATE_DOMAINS', 'MANAGE_GLOSSARIES', 'MANAGE_TAGS'],
  ...[
    'CREATE_TAGS',
    'MANAGE_GLOBAL_ANNOUNCEMENTS',
    'CREATE_GLOBAL_ANNOUNCEMENTS',
    'MANAGE_GLOBAL_VIEWS',
    'MANAGE_HOME_PAGE_TEMPLATES',
    'MANAGE_GLOBAL_OWNERSHIP_TYPES',
  ],
  ...['MANAGE_BUSINESS_ATTRIBUTE', 'CREATE_BUSINESS_ATTRIBUTE', 'MANAGE_STRUCTURED_PROPERTIES', 'MANAGE_DOCUMENTATION_FORMS', 'MANAGE_TESTS'],
  ...[
    'VIEW_ANALYTICS',
    'VIEW_COVERAGE',
    'VIEW_TESTS',
    'VIEW_MANAGE_TAGS',
    'VIEW_STRUCTURED_PROPERTIES_PAGE',
    'VIEW_ALL_QUERIES',
    'GET_ANALYTICS_PRIVILEGE',
  ],
  ...['GET_PLATFORM_EVENTS', 'RESTORE_INDICES_PRIVILEGE', 'APPLY_RETENTION_PRIVILEGE', 'PRODUCE_PLATFORM_EVENT_PRIVILEGE'],
] as const;

/** What policies for readers have. `VIEWING` decides which entities are seen (visible.ts), VIEW_ENTITY_QUERIES whose SQL; the others decide nothing. */
export const READING_PRIVILEGES = [
  ...['VIEW_ENTITY_PAGE', 'EXISTS_ENTITY', 'SEARCH_PRIVILEGE', 'GET_COUNTS_PRIVILEGE', 'GET_TIMESERIES_ASPECT_PRIVILEGE'],
  ...['GET_ENTITY_PRIVILEGE', 'GET_TIMELINE_PRIVILEGE', 'VIEW_ENTITY_QUERIES'],
] as const;
/** Not of every reader: what is marked as sensitive is sensitive at once. */
const SENSITIVE_PROPERTIES = 'VIEW_SENSITIVE_PROPERTIES';
export const SENSITIVE_PRIVILEGES = ['VIEW_DATASET_USAGE', 'VIEW_DATASET_PROFILE', 'VIEW_DATASET_OPERATIONS'] as const;

/** Edits of any entity. */
const EDITS = [
  ...['EDIT_ENTITY', 'EDIT_ENTITY_TAGS', 'EDIT_ENTITY_GLOSSARY_TERMS', 'EDIT_ENTITY_OWNERS', 'EDIT_ENTITY_DOCS', 'EDIT_ENTITY_DOC_LINKS'],
  ...['EDIT_ENTITY_STATUS', 'EDIT_ENTITY_PROPERTIES', 'EDIT_DOMAINS_PRIVILEGE', 'EDIT_DEPRECATION_PRIVILEGE', 'EDIT_ENTITY_INCIDENTS'],
] as const;
export const COLUMN_EDITS = ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_GLOSSARY_TERMS'] as const;
const COMMON = [...READING_PRIVILEGES, SENSITIVE_PROPERTIES, 'CREATE_ENTITY', 'DELETE_ENTITY', ...EDITS] as const;

/** By entity type, beside those of any entity. */
const OF_TYPE = {
  dataset: [
    ...SENSITIVE_PRIVILEGES,
    'VIEW_SENSITIVE_COLUMNS',
    ...COLUMN_EDITS,
    'EDIT_LINEAGE',
    'EDIT_ENTITY_EMBED',
    'EDIT_ENTITY_OPERATIONS',
    ...(['EDIT_ENTITY_ASSERTIONS', 'EDIT_ENTITY_QUERIES', 'EDIT_ENTITY_DATA_CONTRACT'] as const),
  ],
  chart: ['EDIT_LINEAGE', 'EDIT_ENTITY_EMBED'],
  dashboard: ['EDIT_LINEAGE', 'EDIT_ENTITY_EMBED'],
  dataJob: ['EDIT_LINEAGE'],
  dataFlow: [],
  container: [],
  tag: [],
  domain: [],
  dataProduct: ['MANAGE_DATA_PRODUCTS'],
  glossaryTerm: [],
  glossaryNode: [],
  notebook: [],
  corpGroup: ['EDIT_GROUP_MEMBERS', 'EDIT_CONTACT_INFO'],
  corpuser: ['EDIT_USER_PROFILE'],
} as const satisfies Record<string, readonly string[]>;

export type PlatformPrivilege = (typeof PLATFORM_PRIVILEGES)[number];
export type EntityPrivilege = (typeof COMMON)[number] | (typeof OF_TYPE)[keyof typeof OF_TYPE][number];
export type Privilege = PlatformPrivilege | EntityPrivilege;

export const ENTITY_PRIVILEGES: readonly EntityPrivilege[] = [...new Set<EntityPrivilege>([...COMMON, ...Object.values(OF_TYPE).flat()])];
/** Those that change something but neither owners nor people, and do not delete. */
export const EDITING_PRIVILEGES: readonly EntityPrivilege[] = ENTITY_PRIVILEGES.filter(
  (name) =>
    /^(EDIT|MANAGE)_/.test(name) &&
    !['EDIT_ENTITY', 'EDIT_ENTITY_OWNERS', 'EDIT_GROUP_MEMBERS', 'EDIT_USER_PROFILE', 'EDIT_CONTACT_INFO'].includes(name),
);

/** The privileges that an editor of policies offers for the entities of a type. */
export const PRIVILEGES_OF_TYPE: ReadonlyMap<string, readonly EntityPrivilege[]> = new Map(
  Object.entries(OF_TYPE).map(([type, own]) => [type, [...COMMON, ...own]]),
);

/** Who has one of each list everywhere may do everything. */
export const ADMINISTRATION: readonly (readonly Privilege[])[] = [
  ['MANAGE_POLICIES'],
  ['MANAGE_USERS_AND_GROUPS'],
  ['MANAGE_SYSTEM_OPERATIONS'],
  ['EDIT_ENTITY'],
  ['DELETE_ENTITY'],
];

const PLATFORM: ReadonlySet<string> = new Set(PLATFORM_PRIVILEGES);

const KNOWN: ReadonlySet<string> = new Set([...PLATFORM_PRIVILEGES, ...ENTITY_PRIVILEGES]);

/** Is it a privilege that this version knows? */
export function isPrivilege(name: string): name is Privilege {
  return KNOWN.has(name);
}

/** Is it about no single entity? */
export function isOfPlatform(privilege: Privilege): privilege is PlatformPrivilege {
  return PLATFORM.has(privilege);
}

/** `MANAGE_POLICIES` is read as "Manage policies". */
export function displayName(privilege: string): string {
  const words = privilege
    .replace(/_PRIVILEGE$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
