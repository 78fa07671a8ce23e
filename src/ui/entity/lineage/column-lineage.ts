/**
 * Finds which columns are made from which, in the `fineGrainedLineages` of aspects.
 */
import { recordsIn, stringsIn, textOf } from '../../data/is-record.ts';
import { columnOf } from '../../data/merge-fields.ts';

export interface ColumnStep {
  /** URNs of columns, or of whole datasets. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** How: `COPY`, or an expression. Empty if it is not known. */
  readonly how: string;
}

/** The steps in all aspects that have them. */
export function columnSteps(aspects: Readonly<Record<string, { readonly value: Readonly<Record<string, unknown>> }>>): ColumnStep[] {
  return Object.values(aspects).flatMap(({ value }) =>
    recordsIn(value.fineGrainedLineages).map((each) => ({
      from: stringsIn(each.upstreams),
      to: stringsIn(each.downstreams),
      how: textOf(each.transformOperation),
    })),
  );
}

/** Paths of the entity's own columns in the steps. */
export function columnsIn(steps: readonly ColumnStep[], entity: string): string[] {
  const paths = new Set<string>();
  for (const { from, to } of steps) {
    for (const urn of [...from, ...to]) {
      const column = columnOf(urn);
      if (column?.parent === entity) paths.add(column.path);
    }
  }
  return [...paths].sort();
}

/** Groups columns by their entity. */
export function byParent(columns: readonly string[]): Map<string, string[]> {
  const parents = new Map<string, string[]>();
  for (const urn of columns) {
    const column = columnOf(urn);
    if (column) parents.set(column.parent, [...(parents.get(column.parent) ?? []), column.path]);
  }
  return parents;
}

/** The nodes on the lineage of a column: those that contain its columns, and those between two of these. */
export function nodesOnLineage(parents: ReadonlySet<string>, edges: readonly { readonly from: string; readonly to: string }[]): Set<string> {
  const out = new Set(parents);
  const reads = new Set(edges.filter(({ from }) => parents.has(from)).map(({ to }) => to));
  for (const { from, to } of edges) if (parents.has(to) && reads.has(from)) out.add(from);
  return out;
}
