/**
 * Adds headers about the search to an answer.
 */
import { type Catalog, type IndexState, incompleteText, type Remark, shareAndTime } from '../../catalog/index.ts';
import type { Names } from '../../model/names.ts';
import type { Context } from '../types.ts';
import { warn } from './warn.ts';

/** What an answer says about the text and the fields of a search, as sentences. */
export function remarkTexts(unknown: readonly Remark[]): string[] {
  const fields = unknown.filter((each) => 'field' in each);
  const names = fields.map(({ field, nearest }) => `${field}${nearest.length === 0 ? '' : ` (known are ${nearest.join(', ')})`}`);
  return [
    ...unknown.flatMap((each) => ('note' in each ? [each.note] : [])),
    ...(names.length === 0 ? [] : [`Unknown search fields hold nothing: ${[...new Set(names)].join('; ')}`]),
  ];
}

/** Warns of fields in filters, orders and facets that the model does not know, and says how a text was read. */
export function warnOfFields(context: Context, { model }: Pick<Catalog, 'model'>, unknown: readonly Remark[]): void {
  for (const text of remarkTexts(unknown)) warn(context, model.names, text);
}

/** Warns of fields that the model does not know, and says how far the index is behind. */
export async function sayInHeaders(context: Context, catalog: Catalog, unknown: readonly Remark[]): Promise<void> {
  warnOfFields(context, catalog, unknown);
  const state = await catalog.lag();
  if (state) sayIndexState(context, catalog.model.names, state);
}

/** Says through which commit and time search is, how far behind, and whether it is whole (docs/semantics.md 9.8). */
export function sayIndexState(context: Context, names: Names, { epoch, seq, at, behind, lag, incomplete }: IndexState): void {
  const { indexLag, indexState, seq: wanted } = names.headers;
  if (context.response.get(indexState)) return;
  const { share, leftSeconds } = incomplete ? shareAndTime(incomplete) : {};
  const rest = share === undefined ? '' : `, share=${share}${leftSeconds === undefined ? '' : `, left=${leftSeconds}`}`;
  context.set(indexState, `seq=${seq}, time=${at}, behind=${behind}${rest}`);
  if (incomplete) warn(context, names, incompleteText(incomplete));
  context.set(names.headers.epoch, epoch);
  if (lag > 0) context.set(indexLag, String(lag));
  const named = Number(context.get(wanted));
  if (named > seq && incomplete?.why !== 'filling') warn(context, names, `Search does not show commit ${named} yet: it is at ${seq}`);
}
