/**
 * Refuses changes of columns that the writer does not see, by a whole value or by a patch.
 */
import type { AspectChange } from '../../access/index.ts';
import type { EntityReader } from '../../graph/read.ts';
import { columnOf } from '../../model/column-urn.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import type { Proposal } from '../write/proposal.ts';
import type { HiddenColumns } from './hidden-columns.ts';
import { jsonOf } from './json-of.ts';
import { splitColumns, tablesNamed } from './without-columns.ts';

export interface ColumnChanges {
  isColumnHidden(urn: string): boolean;
  changesHidden(change: AspectChange): boolean;
}

type ProposedValue = Pick<Proposal, 'urn' | 'aspect' | 'value' | 'patch'>;

export async function columnChanges(
  { model, reader }: { readonly model: Model; readonly reader: EntityReader },
  columns: HiddenColumns,
  proposals: readonly ProposedValue[],
): Promise<ColumnChanges> {
  const hidden = await columns.among([...new Set(proposals.map(({ urn }) => urn.text))]);
  const named = proposals.filter(({ aspect }) => aspect.columnPlaces.length > 0);
  const aspects = [...new Set(named.map(({ aspect }) => aspect.name))];
  const rows = named.length === 0 ? undefined : await reader([...new Set(named.map(({ urn }) => urn.text))], aspects);
  const tables = named.flatMap(({ urn, aspect, value, patch }) => [
    ...tablesNamed(model, aspect, urn.text, jsonOf(rows?.get(urn.text), aspect.name)),
    ...tablesNamed(model, aspect, urn.text, value?.json),
    ...textsWithin(patch).flatMap((text) => columnOf(model, text)?.table ?? []),
  ]);
  const known = new Set(tables);
  const isHidden = await columns.in(tables);
  return {
    isColumnHidden: (urn) => hidden.has(urn),
    changesHidden({ urn, aspect, before, after }) {
      const spec = model.aspects.get(aspect);
      if (!spec || spec.columnPlaces.length === 0) return false;
      // Who gives a column a sensitive tag does not lose the change by it: only the tags count that it had.
      const outOf = (json: unknown, among: (table: string) => boolean = () => true): readonly string[] =>
        splitColumns(model, spec, urn, json, (table, path) => among(table) && isHidden(table, path)).out;
      // A merge adds columns of tables that no proposal names.
      const added = outOf(after, (table) => known.has(table));
      const [had, has] = [new Set(outOf(before)), new Set(outOf(after))];
      return [...had].some((each) => !has.has(each)) || added.some((each) => !had.has(each));
    },
  };
}

/** All texts in a patch, also those that stand in its pointers. */
function textsWithin(part: unknown): string[] {
  if (typeof part === 'string') return [part, ...part.split('/').map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))];
  if (Array.isArray(part)) return part.flatMap(textsWithin);
  return isRecord(part) ? Object.values(part).flatMap(textsWithin) : [];
}
