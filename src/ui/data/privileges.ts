/**
 * Privileges in words.
 */

/** Those whose names do not say it. */
const WORDS: Readonly<Record<string, string>> = {
  EDIT_ENTITY: 'edit',
  EDIT_ENTITY_DOCS: 'edit descriptions',
  EDIT_ENTITY_DOC_LINKS: 'edit links',
  VIEW_ENTITY_PAGE: 'see',
  EXISTS_ENTITY: 'know of',
  SEARCH_PRIVILEGE: 'find',
  GET_ENTITY_PRIVILEGE: 'read',
  GET_COUNTS_PRIVILEGE: 'count',
  GET_TIMELINE_PRIVILEGE: 'read the history',
  GET_TIMESERIES_ASPECT_PRIVILEGE: 'read measurements',
  CREATE_ENTITY: 'create',
  DELETE_ENTITY: 'delete',
  GENERATE_PERSONAL_ACCESS_TOKENS: 'make own tokens',
  VIEW_MANAGE_TAGS: 'view the page of tags',
  VIEW_STRUCTURED_PROPERTIES_PAGE: 'view the page of properties',
  GET_ANALYTICS_PRIVILEGE: 'read analytics',
  GET_PLATFORM_EVENTS: 'read events',
  PRODUCE_PLATFORM_EVENT_PRIVILEGE: 'send events',
};

/** `EDIT_ENTITY_TAGS` is read as "edit tags". */
export function privilegeWords(privilege: string): string {
  const words = privilege
    .replace(/_PRIVILEGE$/, '')
    .replace(/^(EDIT|VIEW|MANAGE)_(ENTITY|DATASET)_/, '$1_')
    .replace('_COL_', '_COLUMN_');
  return WORDS[privilege] ?? words.toLowerCase().replaceAll('_', ' ').replace('deprecation', 'the deprecation');
}

/** One of these is enough: `the privilege to edit tags, or to edit`. */
export function oneOfThese(privileges: readonly string[]): string {
  return `the privilege to ${privileges.map(privilegeWords).join(', or to ')}`;
}

/** A refusal, which names privileges as programs know them, as people read it. */
export function refusalInWords(message: string): string {
  return message
    .replace('VIEW_ENTITY_PAGE on everything', 'the privilege to see everything')
    .replace(/(?<=this needs )[A-Z_]+( or [A-Z_]+)*/, (names) => oneOfThese(names.split(' or ')));
}
