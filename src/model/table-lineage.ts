/**
 * Lineage between entities that only their columns tell (docs/semantics.md 8.2): what names a column of a table has to do with the table.
 */
import { columnOf, columnPrefix } from './column-urn.ts';
import { COLUMN_LINEAGE } from './known-names.ts';
import { pathText } from './path.ts';
import type { AspectSpec, EntityTypeSpec, Model, Relationship } from './types.ts';
import { canonicalUrn, isProblem, parseUrn } from './urn.ts';

type Side = 'upstream' | 'downstream';

interface TableEdge {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly lineage: Side;
}

interface NamedColumns {
  readonly upstreams: readonly string[];
  readonly downstreams: readonly string[];
}

/** Collects the edges from the entity of an aspect to the tables whose columns it names. The entity is an end of each. */
interface TableEdges {
  /** Gets an entry of column lineage: the entity stands between what the entry names. */
  addEntry(entry: NamedColumns): void;
  /** Gets a URN that a relationship of the aspect leads to. */
  addColumn(relationship: Relationship, target: string): void;
  all(): Iterable<TableEdge>;
}

/** @param urn of the entity that has the aspect */
export function tableEdges(model: Model, aspect: AspectSpec, urn: string): TableEdges {
  const holder = parseUrn(model, urn);
  const own = isProblem(holder) ? undefined : holder.type;
  const found = new Map<string, TableEdge>();
  const tableOf = tablesOf(model);
  const add = (side: Side, table: string, named?: string): void => {
    const key = `${side} ${table}`;
    // Thousands of columns may be of one table.
    if (table === urn || found.has(key)) return;
    const name = named ?? (own && nameOf(own, aspect, side, typeOf(model, table)));
    const edge: TableEdge =
      name === undefined && side === 'downstream'
        ? { source: table, type: COLUMN_LINEAGE, target: urn, lineage: 'upstream' }
        : { source: urn, type: name ?? COLUMN_LINEAGE, target: table, lineage: side };
    found.set(key, edge);
  };
  const addAll = (side: Side, urns: readonly string[]): void => {
    for (const each of urns) {
      const table = tableOf(each);
      if (table !== undefined) add(side, table);
      else if (own && nameOf(own, aspect, side, typeOf(model, each))) add(side, each);
    }
  };
  return {
    addEntry: ({ upstreams, downstreams }) => {
      addAll('upstream', upstreams);
      addAll('downstream', downstreams);
    },
    addColumn: (relationship, target) => {
      const side = sideOf(aspect, relationship);
      const table = side && tableOf(target);
      if (side && table !== undefined) add(side, table, relationship.name);
    },
    all: () => found.values(),
  };
}

/** The names of the edges that an aspect may make because of columns. */
export function tableEdgeNames(type: EntityTypeSpec, aspect: AspectSpec): string[] {
  const named = aspect.relationships.filter((each) => sideOf(aspect, each)).map(({ name }) => name);
  if (aspect.columnLineage.length === 0) return named;
  return [COLUMN_LINEAGE, ...named, ...lineageOf(type, aspect).map(({ name }) => name)];
}

/** Gives the table of a column; undefined for what is no column. Columns of a table come together, and there may be thousands. */
function tablesOf(model: Model): (urn: string) => string | undefined {
  const prefix = `${columnPrefix(model)}(`;
  const known = new Map<string, string>();
  return (urn) => {
    if (!urn.startsWith(prefix)) return undefined;
    // The path of a column has no comma (column-urn.ts).
    const text = urn.slice(prefix.length, urn.lastIndexOf(','));
    const table = known.get(text) ?? (columnOf(model, urn) && canonicalUrn(model, text));
    if (table !== undefined) known.set(text, table);
    return table;
  };
}

function typeOf(model: Model, urn: string): string | undefined {
  const parsed = parseUrn(model, urn);
  return isProblem(parsed) ? undefined : parsed.type.name;
}

/** What an entity of this type says with, or would say with in another aspect, that such a thing lies there. */
function nameOf(type: EntityTypeSpec, aspect: AspectSpec, side: Side, far: string | undefined): string | undefined {
  return lineageOf(type, aspect).find(({ lineage, to }) => lineage === side && far !== undefined && (to ?? [far]).includes(far))?.name;
}

/** The relationships of lineage of a type, those of the aspect first. */
function lineageOf(type: EntityTypeSpec, aspect: AspectSpec): Relationship[] {
  const others = [...type.aspects.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [aspect, ...others].flatMap(({ relationships }) => relationships.filter(({ lineage }) => lineage));
}

/** Of a relationship to columns: is there lineage of that name? Entries of column lineage say more, and are read as such. */
function sideOf({ relationships, columnLineage }: AspectSpec, { name, path, lineage }: Relationship): Side | undefined {
  if (lineage || columnLineage.some((rule) => pathText(path).startsWith(pathText(rule.path)))) return undefined;
  return relationships.find((each) => each.name === name && each.lineage)?.lineage;
}
