/**
 * Adds headers about the search to an answer.
 */
import type { Catalog, UnknownField } from '../../catalog/index.ts';
import type { Context } from '../types.ts';
import { warn } from './warn.ts';

/** Warns of fields in filters, orders and facets that the model does not know. */
export function warnOfFields(context: Context, { model }: Pick<Catalog, 'model'>, unknown: readonly UnknownField[]): void {
  if (unknown.length === 0) return;
  const said = unknown.map(({ field, nearest }) => `${field}${nearest.length === 0 ? '' : ` (known are ${nearest.join(', ')})`}`);
  warn(context, model.names, `Unknown search fields hold nothing: ${[...new Set(said)].join('; ')}`);
}

/** Warns of fields that the model does not know, and says how far the index is behind. */
export async function sayInHeaders(context: Context, catalog: Catalog, unknown: readonly UnknownField[]): Promise<void> {
  const { indexLag } = catalog.model.names.headers;
  warnOfFields(context, catalog, unknown);
  const lag = await catalog.lag();
  if (lag > 0) context.set(indexLag, String(lag));
}
