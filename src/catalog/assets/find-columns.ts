/**
 * The columns that a caller names, as edits take them. Where a schema is known, a name that is none of its columns is refused. What the caller does
 * not see is not there, and is not among the nearest names.
 */
import { columnsIn, nearestColumns } from '../../column-names.ts';
import { ambiguousColumn, noSuchColumn } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { EntityView } from '../read/read.ts';
import { COLUMN_ASPECTS, editsByColumn, hasSchema, pathsOf } from './columns.ts';
import type { EditTarget } from './edit.ts';

/** An entity, or a column of it as a caller calls it. */
interface NamedColumn {
  readonly urn: Urn;
  readonly column: string | undefined;
}

interface FoundColumns {
  readonly targets: readonly EditTarget[];
  /** Columns of tables whose schema the catalog does not know: taken as they were sent. */
  readonly unchecked: readonly EditTarget[];
}

const MOST_NEAREST = 5;

/**
 * @param read reads with the eyes of the caller
 * @param pointer where the request has the name
 * @throws Refusal invalid for a name that means no column, or several
 */
export async function findColumns(
  { read }: { read(urns: readonly Urn[], aspects: readonly string[]): Promise<EntityView[]> },
  named: readonly NamedColumn[],
  pointer: string,
): Promise<FoundColumns> {
  const tables = new Map(named.flatMap(({ urn, column }) => (column === undefined ? [] : [[urn.text, urn] as const])));
  const views = tables.size === 0 ? [] : await read([...tables.values()], COLUMN_ASPECTS);
  const known = new Map(views.map((view) => [view.urn.text, view]));
  const targets = named.map(({ urn, column }) => {
    const view = known.get(urn.text);
    return column === undefined || !view ? { urn, column } : columnOfTable(view, column, pointer);
  });
  const unchecked = targets.filter(({ urn, column }) => column !== undefined && !hasSchema(known.get(urn.text)));
  return { targets, unchecked };
}

/**
 * @param view a table with `COLUMN_ASPECTS`
 * @throws Refusal as `findColumns`
 */
function columnOfTable(view: EntityView, asked: string, pointer: string): EditTarget {
  const { urn } = view;
  if (!hasSchema(view)) return { urn, column: asked };
  return columnTarget(view, pathMeant(urn, pathsOf(view), asked, pointer));
}

/**
 * @param paths those of the schema that the caller sees
 * @throws Refusal as `findColumns`
 */
export function pathMeant({ text }: Urn, paths: readonly string[], asked: string, pointer: string): string {
  const found = columnsIn(paths)(asked);
  const [path, another] = found;
  if (path === undefined) throw noSuchColumn(pointer, text, asked, nearestColumns(paths, asked, MOST_NEAREST));
  if (another !== undefined) throw ambiguousColumn(pointer, text, asked, found.slice(0, MOST_NEAREST));
  return path;
}

/** A column by its path, with the spellings under which it was written about. */
export function columnTarget(view: EntityView, column: string): EditTarget {
  const entries = (editsByColumn(view).get(column) ?? []).map(({ fieldPath }) => String(fieldPath));
  return { urn: view.urn, column, ...(entries.some((entry) => entry !== column) && { entries }) };
}
