/**
 * Reads what is directly below a path of the browse tree.
 */
import { browseQuery } from '../../generated/queries.ts';
import { graphql } from './client.ts';

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
