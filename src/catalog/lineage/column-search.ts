/**
 * Columns in a search across lineage (docs/semantics.md 8.5): few columns are stored as entities, and search never finds them by themselves,
 * so text and filter are applied to their datasets.
 */
import { isTypeField, URN_FIELD } from '../../model/fields.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { type EntityGroup, type Filter, mapCriteria, type SearchAmongResult } from '../../search/index.ts';

/** The field of what a column is of. */
export const PARENT = 'parent';

/** `groupingSpec` of a search, as clients send it: GraphQL's constants of entity types. */
export interface GroupingSpec {
  readonly groupingCriteria?: readonly { readonly baseEntityType?: string | null; readonly groupingEntityType: string }[] | null;
}

/**
 * Does a search want the columns themselves? It does if it names groups, and none of them is of columns. A known client groups columns by columns,
 * and yet expects datasets.
 */
export function wantsColumns(grouping: GroupingSpec | null | undefined): boolean {
  const grouped = grouping?.groupingCriteria ?? [];
  const toDatasets = grouped.some(({ baseEntityType }) => baseEntityType?.replaceAll('_', '').toLowerCase() === 'schemafield');
  return Boolean(grouping) && !toDatasets;
}

/** What has columns of the lineage, the nearest first, and these columns. Anything else stands for itself. */
export function byParent(
  model: Model,
  reached: Reach,
  types: readonly EntityTypeSpec[] | undefined,
): Map<string, { degree: number; urns: string[] }> {
  const found = new Map<string, { degree: number; urns: string[] }>();
  const prefixes = types?.map(({ name }) => `${model.names.urnPrefix}${name}:`);
  for (const [urn, degree] of reached) {
    const parent = datasetOf(model, urn);
    if (prefixes && !prefixes.some((prefix) => parent.startsWith(prefix))) continue;
    const group = found.get(parent);
    if (group) group.urns.push(urn);
    else found.set(parent, { degree, urns: [urn] });
  }
  return new Map([...found].sort(([a, one], [b, other]) => one.degree - other.degree || (a < b ? -1 : 1)));
}

/** URNs with their degrees, by both. */
export type Reach = readonly (readonly [urn: string, degree: number])[];

/**
 * The columns whose datasets match, in the given order; without facets.
 *
 * @param find answers which of these datasets match text and filter
 */
export async function searchColumns(
  model: Model,
  parts: readonly EntityGroup[],
  { start, count }: { readonly start: number; readonly count: number },
  find: (datasets: readonly EntityGroup[]) => Promise<SearchAmongResult>,
): Promise<SearchAmongResult> {
  const kept: string[][] = [];
  let unknown: SearchAmongResult['unknown'] = [];
  for (const part of parts) {
    const datasets = new Map(part.urns.map((urn) => [urn, datasetOf(model, urn)]));
    const others = part.urns.filter((urn) => datasets.get(urn) === urn);
    const result = await find([{ filter: ofDatasets(model, part.filter), urns: [...new Set(datasets.values())] }]);
    const found = new Set(result.hits.map(({ urn }) => urn));
    const beside = others.length > 0 ? await find([{ filter: part.filter, urns: others }]) : undefined;
    const foundBeside = new Set(beside?.hits.map(({ urn }) => urn));
    unknown = (beside ?? result).unknown;
    kept.push(part.urns.filter((urn) => (datasets.get(urn) === urn ? foundBeside.has(urn) : found.has(datasets.get(urn) ?? ''))));
  }
  const all = kept.flat();
  const hits = all.slice(start, start + count).map((urn) => ({ urn, matchedFields: [] }));
  return { total: all.length, hits, facets: [], unknown, counts: kept.map(({ length }) => length) };
}

/** A filter of columns as one of their datasets: what is asked of the type is decided here, `parent` is the dataset. */
function ofDatasets(model: Model, filter: Filter): Filter {
  const type = model.entityTypes.get(SCHEMA_FIELD_TYPE);
  const own = [type?.name, type?.graphql].map((name) => name?.toLowerCase());
  return mapCriteria(filter, (each) => {
    if (each.field === PARENT) return { ...each, field: URN_FIELD };
    if (!isTypeField(each.field)) return each;
    const meant = each.condition === 'EXISTS' || each.values.some((value) => own.includes(value.toLowerCase()));
    return { is: meant ? 'and' : 'or', of: [] };
  });
}

/** The dataset of a column; anything else stays as it is. */
export function datasetOf(model: Model, text: string): string {
  const urn = parseUrn(model, text);
  return (!isProblem(urn) && urn.type.name === SCHEMA_FIELD_TYPE && urn.parts[0]) || text;
}
