/**
 * Queries `browse`, `browseV2` and `browsePaths` (docs/semantics.md 11, 15.3).
 */
import type { Arguments } from '../../../generated/arguments.ts';
import { urnFrom } from '../../../model/named.ts';
import { costing, SEARCH } from '../cost.ts';
import { type EntityRef, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { filterIn, pageIn, typesNamed } from '../types/search-inputs.ts';
import { inView } from '../types/views.ts';

/** Folders first, then entities. `start` and `count` run over both. */
const browsed: Resolve<Arguments['browse']> = async (_, { input }, { catalog, notes }) => {
  const type = typesNamed(catalog.model, [input.type])?.[0];
  const path = input.path ?? [];
  const { start, count } = pageIn(input);
  const filter = filterIn(input);
  const page = type
    ? await catalog.browse(type, path.map((segment) => `/${segment}`).join(''), filter, start, count)
    : { groups: [], entities: [], totalGroups: 0, totalEntities: 0, unknown: [] };
  notes.searched = true;
  notes.unknown.push(...page.unknown);
  return {
    start,
    count,
    total: page.totalEntities,
    entities: page.entities.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref !== null),
    groups: page.groups,
    metadata: { path, totalNumEntities: page.totalEntities, totalGroups: page.totalGroups },
  };
};

/** Folders only. A search with a filter on `browsePathV2` finds the entities in a folder. */
const folders: Resolve<Arguments['browseV2']> = async (_, { input }, context) => {
  const { catalog, notes, budget } = context;
  const path = input.path ?? [];
  const { start, count } = pageIn(input);
  const request = await inView(context, input.viewUrn, {
    types: typesNamed(catalog.model, input.type ? [input.type] : input.types) ?? catalog.searchable,
    path,
    input: input.query ?? '',
    filter: filterIn(input),
    start,
    count,
  });
  const page = await budget.list(() => catalog.folders(request), SEARCH);
  notes.searched = true;
  notes.unknown.push(...page.unknown);
  budget.spend(page.groups.length);
  return {
    start,
    count,
    total: page.totalGroups,
    groups: page.groups.map(({ name, count: size, deeper }) => ({ name, count: size, hasSubGroups: deeper, entity: refNamed(catalog.model, name) })),
    metadata: { path, totalNumEntities: page.totalEntities, totalGroups: page.totalGroups },
  };
};

const paths: Resolve<Arguments['browsePaths']> = async (_, { input }, { catalog }) => {
  const found = await catalog.browsePaths(urnFrom(catalog.model, input.urn, '/input/urn'));
  return found.map(partsOf);
};

function partsOf(text: string): { path: string[]; name: string } {
  const path = text.split('/').filter((segment) => segment !== '');
  return { path, name: path.at(-1) ?? '' };
}

const ownPaths: Resolve<never, EntityRef> = async ({ read }, _, { loaders }) => {
  const stored = (await loaders.value(read, 'browsePaths'))?.paths;
  return Array.isArray(stored) ? stored.map((path) => partsOf(String(path))) : null;
};

export const browse: Resolvers = {
  Query: { browse: costing(SEARCH, browsed), browseV2: costing(SEARCH, folders), browsePaths: costing(1, paths) },
  Entity: { browsePaths: ownPaths },
};
