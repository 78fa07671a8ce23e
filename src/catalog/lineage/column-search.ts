/**
 * Columns in a search across lineage (docs/semantics.md 8.5): they are seldom stored and never found by themselves, so text and filter are
 * asked of the datasets that they are of.
 */

import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import type { EntityGroup, SearchAmongResult } from '../../search/index.ts';

/** The prefix of all URNs of columns. */
export function columnPrefix(model: Model): string {
  return `${model.names.urnPrefix}${SCHEMA_FIELD_TYPE}:`;
}

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
    const result = await find([{ filter: part.filter, urns: [...new Set(datasets.values())] }]);
    const found = new Set(result.hits.map(({ urn }) => urn));
    unknown = result.unknown;
    kept.push(part.urns.filter((urn) => found.has(datasets.get(urn) ?? '')));
  }
  const all = kept.flat();
  const hits = all.slice(start, start + count).map((urn) => ({ urn, matchedFields: [] }));
  return { total: all.length, hits, facets: [], unknown, counts: kept.map(({ length }) => length) };
}

/** The dataset of a column; anything else stays as it is. */
function datasetOf(model: Model, text: string): string {
  const urn = parseUrn(model, text);
  return (!isProblem(urn) && urn.type.name === SCHEMA_FIELD_TYPE && urn.parts[0]) || text;
}
