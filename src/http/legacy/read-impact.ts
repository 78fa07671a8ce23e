/**
 * `GET /impact`: what depends on an asset, or on some of its columns, with owners and the columns that are affected.
 */
import { type Catalog, impact } from '../../catalog/index.ts';
import { tooMany } from '../../errors.ts';
import { listParam, requiredUrn } from '../request/query.ts';
import type { Context } from '../types.ts';

/** Columns that one request may name. What refers to each of them is looked up. */
const MOST_COLUMNS = 50;

/**
 * `{urn, total, hidden, byType, columns, cut, affected: [{urn, type, name, degree?, path, owners, columns}], references}`. `columns` of an
 * asset is a list of `{column, from, degree}`, or `none` or `unknown`.
 *
 * @throws Refusal tooMany
 */
export async function readImpact(context: Context, catalog: Catalog): Promise<void> {
  const urn = requiredUrn(context, catalog.model);
  const columns = listParam(context, 'columns') ?? [];
  if (columns.length > MOST_COLUMNS) throw tooMany('/columns', `${MOST_COLUMNS} columns`, columns.length);
  const found = await impact(catalog, { urn, columns });
  context.body = { urn: urn.text, ...found };
}
