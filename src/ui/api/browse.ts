/**
 * Reads what is directly below a path of the browse tree.
 */
import { browseQuery } from '../../generated/queries.ts';
import { documentOf, graphql } from './client.ts';
import { countTypes, type FacetValue } from './search.ts';

interface Folder {
  readonly groups: readonly { readonly name: string; readonly count: number }[];
  /** URNs. */
  readonly entities: readonly string[];
  /** How many entities are at the path and below it. */
  readonly total: number;
  readonly totalGroups: number;
}

/**
 * @param type constant of an entity type
 *
 * @param count the most groups and entities to return; groups come first
 */
export async function browse(type: string, path: readonly string[], count: number, signal?: AbortSignal): Promise<Folder> {
  const { found } = await graphql(browseQuery, { input: { type, path, start: 0, count } }, signal);
  return { groups: found.groups, entities: found.entities.map(({ urn }) => urn), total: found.total, totalGroups: found.metadata.totalGroups };
}

/**
 * The types that have folders, with the number of entities in them. A type may have entities that are in no folder: containers are folders
 * themselves. The glossary has a page of its own. The first is where somebody begins who looks for data, however many others there are.
 */
const FOLDERED = ['DATASET', 'DASHBOARD', 'CHART', 'DATA_FLOW', 'DATA_JOB', 'CONTAINER', 'MLMODEL', 'MLFEATURE_TABLE', 'NOTEBOOK'];

/** Types that have anything to browse, always in the same order. */
export async function countFolders(signal?: AbortSignal): Promise<FacetValue[]> {
  const present = new Set((await countTypes(signal)).map(({ value }) => value));
  const types = FOLDERED.filter((type) => present.has(type));
  if (types.length === 0) return [];
  const document = documentOf<Record<string, { readonly total: number } | null>>(
    `query folders { ${types.map((type, at) => `t${at}: browse(input: {type: ${type}, path: [], start: 0, count: 0}) { total }`).join(' ')} }`,
    [],
  );
  const answer = await graphql(document, {}, signal);
  return types.map((value, at) => ({ value, count: answer[`t${at}`]?.total ?? 0 })).filter(({ count }) => count > 0);
}
