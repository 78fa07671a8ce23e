/**
 * The core's finding calls (docs/semantics.md 9, 10, 11): search, autocomplete, browse.
 */
import { reasonOf } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { readJoins } from '../../graph/joins.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { Log } from '../../log.ts';
import { searchedTypes } from '../../model/fields.ts';
import { BROWSE_PATHS } from '../../model/known-names.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, keyValue, parseUrn, type Urn } from '../../model/urn.ts';
import {
  type BrowseRequest,
  type BrowseResult,
  browse as browseIndex,
  type Filter,
  FOLDERS,
  type Knowledge,
  makeSynonyms,
  type PropertyFinder,
  type SearchEngine,
  type SearchRequest,
  type SearchResult,
  type Suggestions,
  type SuggestRequest,
  search,
  segments,
  suggest,
} from '../../search/index.ts';
import type { Naming, NamingRequest, PropertiesOf } from '../properties/searched-properties.ts';
import type { Facts } from '../read/kept-facts.ts';
import { withHierarchies } from '../write/hierarchy.ts';
import { type Grouping, groupedBySiblings } from './group-siblings.ts';
import type { makeHider, Viewer } from './hidden-stages.ts';
import { type NestedFacets, withNestedFacets } from './nested-facets.ts';
import type { AtState, Snapshot } from './snapshot.ts';

interface BrowsePage {
  readonly groups: readonly { readonly name: string; readonly count: number }[];
  /** Entities directly under the path; `name` is the last segment of an entity's path. */
  readonly entities: readonly { readonly name: string; readonly urn: string }[];
  readonly totalGroups: number;
  /** How many entities are at the path and below it. */
  readonly totalEntities: number;
  readonly unknown: BrowseResult['unknown'];
}

type FoldersRequest = Omit<BrowseRequest, 'field'> & NamingRequest;

export interface Finder {
  search(request: SearchRequest & Viewer & NestedFacets & Grouping & NamingRequest): Promise<AtState<SearchResult>>;
  suggest(request: SuggestRequest & Viewer & NamingRequest): Promise<AtState<Suggestions>>;
  /** The folders and entities directly under a path. `start` and `count` run over folders first, then entities. */
  browse(type: EntityTypeSpec, path: string, filter: Filter, start: number, count: number, naming?: Naming): Promise<BrowsePage>;
  /** The folders directly under a path of `browsePathsV2`, page by page. */
  folders(request: FoldersRequest): Promise<Pick<BrowseResult, 'groups' | 'totalGroups' | 'totalEntities' | 'unknown'>>;
  /** The browse paths of an entity; empty if it has none. */
  browsePaths(urn: Urn): Promise<string[]>;
  /** The entity types that a search covers if it names none. */
  readonly searchable: readonly EntityTypeSpec[];
}

/** What the finding calls need. */
interface FinderParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly facts: Facts;
  readonly properties: PropertiesOf;
  /** Words that mean the same. */
  readonly synonyms: readonly (readonly string[])[];
  readonly hide: ReturnType<typeof makeHider>;
  readonly log: Log;
}

/** @returns the finding calls of one search, by what this one sees */
export function makeFinder({ model, graph, reader, facts, properties, synonyms, hide, log }: FinderParts): (snapshot: Snapshot) => Finder {
  const knowledge: Knowledge = {
    joiner: (urns, seen) => readJoins(graph, urns, seen),
    synonyms: makeSynonyms(synonyms, gap(log, 'synonyms of the glossary')),
    wordsFailed: gap(log, 'words of the catalog'),
  };
  return ({ engine, index }) => {
    const head = index?.head;
    const widened = async <Request extends { readonly filter: Filter }>(request: Request): Promise<Request> => ({
      ...request,
      filter: await withHierarchies(facts, request.filter, head),
    });
    const searched = async (request: SearchRequest & NamingRequest): Promise<SearchResult> => {
      const { within, seen } = request;
      const words = seen && { ...seen, filter: async () => withHierarchies(facts, await seen.filter(), head) };
      const around = within && (await withHierarchies(facts, within, head));
      return search(engine, model, properties(request.naming, index), knowledge, {
        ...(await widened(request)),
        ...(around && { within: around }),
        ...(words && { seen: words }),
      });
    };
    return {
      search: async (asked) => {
        const hidden = await hide(asked, head);
        const { request, result: found } = hidden.groupSiblings
          ? await groupedBySiblings({ model, reader, search: searched }, hidden)
          : { request: hidden, result: await searched(hidden) };
        const result = { ...found, shown: index };
        if (!request.nestedFacets || result.facets.length === 0) return result;
        const { hierarchy } = await facts.look(head);
        const counted = { model, hierarchy, search: (each: SearchRequest) => searched({ ...each, naming: request.naming }) };
        return { ...(await withNestedFacets(counted, request, result)), shown: index };
      },
      suggest: async (request) => ({
        ...(await suggest(engine, model, properties(request.naming, index), await widened(await hide(request, head)))),
        shown: index,
      }),
      browse: async (type, path, filter, start, count, naming) =>
        browse({ engine, model, properties: properties(naming, index) }, type, path, await withHierarchies(facts, filter, head), start, count),
      folders: async (request) => browseIndex(engine, model, properties(request.naming, index), { ...(await widened(request)), field: FOLDERS }),
      browsePaths: (urn) => browsePaths(reader, urn),
      searchable: searchedTypes(model),
    };
  };
}

/** Logs that something cannot be read, and that it can be again: each once. */
function gap(log: Log, what: string): (error: unknown) => void {
  let lost = false;
  return (error) => {
    if (error !== undefined && !lost) log('search.without', { what, reason: reasonOf(error) });
    if (error === undefined && lost) log('search.with', { what });
    lost = error !== undefined;
  };
}

async function browse(
  { engine, model, properties }: { engine: SearchEngine; model: Model; properties: PropertyFinder },
  type: EntityTypeSpec,
  path: string,
  filter: Filter,
  start: number,
  count: number,
): Promise<BrowsePage> {
  const folder = segments(path);
  const found = await browseIndex(engine, model, properties, { types: [type], field: BROWSE_PATHS, path: folder, filter, start, count });
  const inside = (parts: readonly string[]): boolean => parts.length === folder.length + 1 && folder.every((segment, at) => parts[at] === segment);
  return {
    ...found,
    groups: found.groups.map(({ name, count: size }) => ({ name, count: size })),
    entities: found.entities.map(({ urn, paths }) => ({ name: paths.map(segments).find(inside)?.at(-1) ?? nameOf(model, urn), urn })),
  };
}

async function browsePaths(reader: EntityReader, urn: Urn): Promise<string[]> {
  const rows = await reader([urn.text], [BROWSE_PATHS]);
  const stored = rows.get(urn.text)?.latest[0];
  return stored ? ((JSON.parse(stored.value) as { paths?: string[] }).paths ?? []) : [];
}

/** The name in the key of an entity. */
function nameOf(model: Model, text: string): string {
  const urn = parseUrn(model, text);
  return isProblem(urn) ? text : (keyValue(urn).name ?? urn.parts.at(-1) ?? text);
}
