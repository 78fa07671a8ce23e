/**
 * Columns in answers about lineage and relationships: a column that the schema of its dataset does not have is marked, since its name is
 * mostly misspelt. Datasets without a schema are not checked.
 */
import type { EntityReader } from '../../graph/read.ts';
import { SCHEMA_FIELD_TYPE, SCHEMA_METADATA } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { datasetsAmong, MOST_SCHEMAS, missingAmong } from '../write/missing-columns.ts';

/** @param items of one page; the schemas of its first 100 datasets are looked at */
export async function markMissing<Item extends { readonly urn: string }>(
  model: Model,
  reader: EntityReader,
  items: readonly Item[],
): Promise<readonly (Item & { readonly missing?: true })[]> {
  const prefix = `${model.names.urnPrefix}${SCHEMA_FIELD_TYPE}:`;
  const columns = items.map(({ urn }) => urn).filter((urn) => urn.startsWith(prefix));
  if (columns.length === 0) return items;
  const datasets = datasetsAmong(model, columns).slice(0, MOST_SCHEMAS);
  const rows = await reader(datasets, [SCHEMA_METADATA]);
  const missing = new Set(missingAmong(model, columns, (dataset) => rows.get(dataset)?.latest[0]?.value));
  return items.map((item) => (missing.has(item.urn) ? { ...item, missing: true } : item));
}
