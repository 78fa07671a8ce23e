/**
 * The core's finding calls (semantics 9 to 11): search, autocomplete, browse.
 */

import type { EntityReader } from '../graph/read.ts';
import type { EntityTypeSpec, Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { type BrowseResult, browse as browseIndex } from '../search/browse.ts';
import { segments } from '../search/browse-paths.ts';
import type { SearchEngine } from '../search/client.ts';
import type { Filter } from '../search/filter/tree.ts';
import { type SearchRequest, type SearchResult, search } from '../search/query.ts';
import { type Suggestions, type SuggestRequest, suggest } from '../search/suggest.ts';
import { BROWSE_PATHS } from './known-aspects.ts';

export interface BrowsePage {
  readonly groups: BrowseResult['groups'];
  /** The last segment of an entity's path is its own name. */
  readonly entities: readonly { readonly name: string; readonly urn: string }[];
  readonly totalGroups: number;
  /** At the path and below it. */
  readonly totalEntities: number;
  readonly unknown: BrowseResult['unknown'];
}

export interface Finder {
  search(request: SearchRequest): Promise<SearchResult>;
  suggest(request: SuggestRequest): Promise<Suggestions>;
  /** What stands directly under a path; `start` and `count` run over groups first, then entities. */
  browse(type: EntityTypeSpec, path: string, filter: Filter, start: number, count: number): Promise<BrowsePage>;
  /** The browse paths of an entity, none where it has none. */
  browsePaths(urn: Urn): Promise<string[]>;
  /** Entity types that are searched when none is named. */
  readonly searchable: readonly EntityTypeSpec[];
}

export function makeFinder(engine: SearchEngine, model: Model, reader: EntityReader): Finder {
  return {
    search: (request) => search(engine, model, request),
    suggest: (request) => suggest(engine, model, request),
    browse: (type, path, filter, start, count) => browse(engine, model, type, path, filter, start, count),
    browsePaths: (urn) => browsePaths(reader, urn),
    searchable: [...model.entityTypes.values()].filter(({ searchable }) => searchable),
  };
}

async function browse(
  engine: SearchEngine,
  model: Model,
  type: EntityTypeSpec,
  path: string,
  filter: Filter,
  start: number,
  count: number,
): Promise<BrowsePage> {
  const folder = segments(path);
  const found = await browseIndex(engine, model, { types: [type], field: BROWSE_PATHS, path: folder, filter, start, count });
  const inside = (parts: readonly string[]): boolean => parts.length === folder.length + 1 && folder.every((segment, at) => parts[at] === segment);
  return {
    ...found,
    entities: found.entities.map(({ urn, paths }) => ({ name: paths.map(segments).find(inside)?.at(-1) ?? urn, urn })),
  };
}

async function browsePaths(reader: EntityReader, urn: Urn): Promise<string[]> {
  const rows = await reader([urn.text], [BROWSE_PATHS]);
  const stored = rows.get(urn.text)?.latest[0];
  return stored ? ((JSON.parse(stored.value) as { paths?: string[] }).paths ?? []) : [];
}
