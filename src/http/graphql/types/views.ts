/**
 * Views: filters that people have saved, by which a search can be narrowed (`viewUrn`).
 */
import { both, type Filter, readFilter, type SearchRequest } from '../../../catalog/index.ts';
import { badParameter } from '../../../errors.ts';
import type { EntityTypeSpec } from '../../../model/types.ts';
import { type GraphContext, urnOfType } from '../operation.ts';

interface NarrowedSearch {
  readonly types?: readonly EntityTypeSpec[] | undefined;
  readonly filter: Filter;
}

/**
 * The request narrowed to what the view shows: its entity types, and its filter.
 *
 * @throws Refusal malformed if the view does not exist
 */
export async function inView<Request extends NarrowedSearch>(
  context: GraphContext,
  viewUrn: string | null | undefined,
  request: Request,
): Promise<Request> {
  const view = await viewOf(context, viewUrn, request);
  return view ? { ...request, types: view.types, filter: both(request.filter, view.filter) } : request;
}

/** The same for a search that ranks: its list is one of what the view shows. */
export async function rankedInView(context: GraphContext, viewUrn: string | null | undefined, request: SearchRequest): Promise<SearchRequest> {
  const view = await viewOf(context, viewUrn, request);
  return view ? { ...request, types: view.types ?? request.types, within: view.filter } : request;
}

async function viewOf(
  { catalog, loaders }: GraphContext,
  viewUrn: string | null | undefined,
  request: NarrowedSearch,
): Promise<NarrowedSearch | undefined> {
  if (!viewUrn) return undefined;
  const view = await loaders.value(urnOfType(catalog.model, viewUrn, 'dataHubView'), 'dataHubViewInfo');
  if (!view) throw badParameter('/input/viewUrn', 'the URN of a stored view', viewUrn);
  const { entityTypes, filter } = view.definition as { readonly entityTypes: readonly string[]; readonly filter: unknown };
  const names = new Set(entityTypes.map(plainName));
  const types = names.size === 0 ? request.types : (request.types ?? catalog.searchable).filter(({ name }) => names.has(plainName(name)));
  return { types, filter: readFilter(filter, '/input/viewUrn') };
}

/** Views have constants (`DATA_JOB`) or names of types (`dataJob`). */
function plainName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
