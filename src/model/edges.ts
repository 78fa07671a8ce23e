/**
 * Computes the edges of an aspect from its value (docs/semantics.md 8.2; docs/data-model.md 1.3).
 */
import { columnUrn } from './column-urn.ts';
import { COLUMN_LINEAGE } from './known-names.ts';
import { isRecord, valuesAt, walk } from './path.ts';
import { textIn } from './pick.ts';
import { tableEdges } from './table-lineage.ts';
import type { AspectSpec, Model } from './types.ts';
import { canonicalUrn } from './urn.ts';

export { COLUMN_LINEAGE } from './known-names.ts';

/** One edge that an aspect makes. Its source is the entity of the aspect, except for column lineage. */
export interface Edge {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  /** For lineage: which end is upstream. */
  readonly lineage: 'upstream' | 'downstream' | undefined;
  /** `createdOn`, `createdActor`, `updatedOn`, `updatedActor`, `properties` (JSON text) and the URN of the `query` that makes it, if they are known. */
  readonly stamps: Readonly<Record<string, string | number>>;
  /** Do only columns tell this lineage? */
  readonly columnsOnly?: true;
}

export function edgeKey(edge: Pick<Edge, 'type' | 'source' | 'target'>): string {
  return `${edge.type}\u0000${edge.source}\u0000${edge.target}`;
}

/** All edges of a value, by `edgeKey`. Each combination of type, source and target occurs once. */
export function edgesOf(model: Model, aspect: AspectSpec, urn: string, value: unknown): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  const add = (edge: Edge): void => {
    const key = edgeKey(edge);
    const twin = edges.get(key);
    edges.set(key, twin ? { ...twin, lineage: twin.lineage ?? edge.lineage, stamps: { ...edge.stamps, ...twin.stamps } } : edge);
  };
  const tables = tableEdges(model, aspect, urn);
  for (const relationship of aspect.relationships) {
    const { name: type, path, lineage } = relationship;
    walk(path, value, (named, parent) => {
      if (typeof named !== 'string') return;
      const target = canonicalUrn(model, named);
      add({ source: urn, type, target, lineage, stamps: stampsBeside(parent) });
      tables.addColumn(relationship, target);
    });
  }
  for (const entry of columnEntries(model, aspect, urn, value)) {
    tables.addEntry(entry);
    for (const { upstream, downstream, query } of columnPairs(entry)) {
      add({
        source: downstream,
        type: COLUMN_LINEAGE,
        target: upstream,
        lineage: columns(model, downstream, upstream) ? 'upstream' : undefined,
        stamps: query === undefined ? {} : { query },
      });
    }
  }
  for (const edge of tables.all()) {
    const key = edgeKey(edge);
    const told = edges.get(key);
    if (!told?.lineage) edges.set(key, { stamps: {}, ...told, ...edge, columnsOnly: true });
  }
  return edges;
}

/** Column lineage only leads from column to column (docs/data-model.md 1.4). */
function columns(model: Model, ...ends: string[]): boolean {
  return ends.every((urn) => urn.startsWith(`${model.names.urnPrefix}schemaField:`));
}

interface ColumnPair {
  readonly upstream: string;
  readonly downstream: string;
  readonly query: string | undefined;
}

function* columnPairs({ upstreams, downstreams, entry }: ColumnEntry): Generator<ColumnPair> {
  const query = textIn(entry, 'query');
  for (const downstream of downstreams) {
    for (const upstream of upstreams) yield { upstream, downstream, query };
  }
}

/** What an entry of column lineage says: what is made from what. URNs of columns, or of whole datasets. */
export interface ColumnEntry {
  readonly upstreams: readonly string[];
  /** Empty if columns are read, and nobody says what for: a filter, a join. */
  readonly downstreams: readonly string[];
  /** All of it. */
  readonly entry: unknown;
}

/** The entries of column lineage in the value of an aspect. */
export function* columnEntries(model: Model, aspect: AspectSpec, urn: string, value: unknown): Generator<ColumnEntry> {
  for (const rule of aspect.columnLineage) {
    for (const entry of valuesAt(rule.path, value).flat()) {
      const upstreams = valuesAt(rule.upstreams, entry).filter((each) => typeof each === 'string');
      const downstreams = rule.downstreams
        ? valuesAt(rule.downstreams, entry).filter((each) => typeof each === 'string')
        : valuesAt(rule.field ?? [], entry).map((field) => columnUrn(model, urn, String(field)));
      const canonical = (text: string): string => canonicalUrn(model, text);
      yield { upstreams: upstreams.map(canonical), downstreams: downstreams.map(canonical), entry };
    }
  }
}

/** The stamps beside the URN: `created`, `auditStamp` and `query` of an upstream, `created` and `lastModified` of an Edge. */
function stampsBeside(parent: Record<string, unknown> | undefined): Record<string, string | number> {
  const stamps: Record<string, string | number> = {};
  if (!parent) return stamps;
  const put = (name: string, stamp: unknown): void => {
    if (!isRecord(stamp)) return;
    if (typeof stamp.time === 'number') stamps[`${name}On`] = stamp.time;
    if (typeof stamp.actor === 'string') stamps[`${name}Actor`] = stamp.actor;
  };
  put('created', parent.created);
  put('updated', parent.lastModified ?? parent.auditStamp);
  if (typeof parent.query === 'string') stamps.query = parent.query;
  if (isRecord(parent.properties)) stamps.properties = JSON.stringify(parent.properties);
  return stamps;
}
