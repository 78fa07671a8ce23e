/**
 * The edges of a store that is being made. Those that an aspect begins in one commit are rows side by side in a file; memory has their
 * place. When one of them ends, all of them are read and written again.
 */
import type { Changes, EdgeRow } from '../changes.ts';
import { stampsRow } from '../commit.ts';
import type { Field } from './csv.ts';
import type { Entities, Entity } from './entities.ts';
import { type FinishedTable, makeTable, type RowPlace } from './table.ts';

export interface Edges {
  apply(changes: Changes): void;
  /** The container and those above it, nearest first: as read-container-chain.cypher. */
  chain(container: string): string[];
  finish(): FinishedTable;
}

const COLUMNS = [
  ':START_ID(Entity)',
  ':END_ID(Entity)',
  ':TYPE',
  'aspect:string',
  'holder:string',
  'since:long',
  'via:string',
  'createdOn:long',
  'createdActor:string',
  'updatedOn:long',
  'updatedActor:string',
  'properties:string',
  'type:string',
  'until:long',
];
const STAMPS = ['createdOn', 'createdActor', 'updatedOn', 'updatedActor', 'properties'];
const [START, END, TYPE, VIA] = [0, 1, 2, 6];
const [FIRST_STAMP, PAST_TYPE, UNTIL] = [7, 12, 13];
/** As in read-container-chain.cypher. */
const MOST_CONTAINERS = 32;
/** The edge from an entity to its container. */
const [CONTAINER_EDGE, CONTAINER] = ['IsPartOf', 'container'];

type EdgeFields = Field[];

export function makeEdges(folder: string, entities: Entities): Edges {
  const table = makeTable(folder, 'edges', COLUMNS);
  const containers = new Map<string, string>();

  function nodeOf(urn: string): Entity {
    const entity = entities.node(urn);
    entity.linked = true;
    return entity;
  }

  /** An edge, and the UPSTREAM of lineage beside it. */
  function begun(row: EdgeRow): EdgeFields[] {
    const [source, target] = [nodeOf(row.source).id, nodeOf(row.target).id];
    const stamps = stampFields(row);
    const edge = (start: number, end: number, type: string, via?: string): EdgeFields => [
      ...[start, end, type, row.aspect, row.holder, row.at, via],
      ...stamps,
      ...[undefined, undefined],
    ];
    const made = [edge(source, target, row.type)];
    if (row.lineage === 'upstream') made.push(edge(source, target, 'UPSTREAM', row.type));
    if (row.lineage === 'downstream') made.push(edge(target, source, 'UPSTREAM', row.type));
    return made;
  }

  function placesOf(holder: string, aspect: string): RowPlace[] {
    const entity = entities.node(holder);
    entity.edges ??= new Map();
    const places = entity.edges.get(aspect) ?? [];
    entity.edges.set(aspect, places);
    return places;
  }

  /** Changes the edges of one aspect. @param change answers what is left of the edge */
  function rewrite({ holder, aspect }: EdgeRow, change: (edge: EdgeFields) => EdgeFields | undefined): void {
    const places = placesOf(holder, aspect);
    const edges = places.splice(0).flatMap((place) => {
      table.drop(place);
      return table.readAll(place);
    });
    places.push(
      ...table.addAll(
        edges.flatMap((edge) => {
          const left = change(edge);
          return left ? [left] : [];
        }),
      ),
    );
  }

  function end(rows: readonly EdgeRow[]): void {
    const ending = new Map(rows.map((row) => [keyOf(nodeOf(row.source), nodeOf(row.target), row.type), row]));
    // The UPSTREAM of an edge between the same nodes, in its direction.
    const upstream = new Map(
      rows.flatMap((row): [string, EdgeRow][] => {
        const [source, target] = [nodeOf(row.source), nodeOf(row.target)];
        if (!row.lineage) return [];
        return [[row.lineage === 'upstream' ? keyOf(source, target, row.type) : keyOf(target, source, row.type), row]];
      }),
    );
    const [first] = rows;
    if (!first) return;
    rewrite(first, (edge) => {
      const via = edge[VIA];
      const key = `${edge[START]} ${edge[END]} ${via ?? edge[TYPE]}`;
      const row = (via === undefined ? ending : upstream).get(key);
      if (!row) return edge;
      const past = [...edge];
      past[TYPE] = via === undefined ? 'PAST' : 'PAST_UPSTREAM';
      if (via === undefined) past[PAST_TYPE] = row.type;
      past[UNTIL] = row.at;
      table.add(past);
      return undefined;
    });
  }

  function stamp(rows: readonly EdgeRow[]): void {
    const stamped = new Map<string, EdgeRow>();
    for (const row of rows) {
      const [source, target] = [nodeOf(row.source), nodeOf(row.target)];
      stamped.set(keyOf(source, target, row.type), row);
      stamped.set(`${keyOf(target, source, row.type)} upstream`, row);
      stamped.set(`${keyOf(source, target, row.type)} upstream`, row);
    }
    const [first] = rows;
    if (!first) return;
    rewrite(first, (edge) => {
      const via = edge[VIA];
      const row = stamped.get(via === undefined ? `${edge[START]} ${edge[END]} ${edge[TYPE]}` : `${edge[START]} ${edge[END]} ${via} upstream`);
      if (!row) return edge;
      return [...edge.slice(0, FIRST_STAMP), ...stampFields(row), ...edge.slice(PAST_TYPE)];
    });
  }

  function noteContainers({ edgesEnd, edgesBegin }: Changes): void {
    const lead = ({ type, aspect }: EdgeRow): boolean => type === CONTAINER_EDGE && aspect === CONTAINER;
    for (const row of edgesEnd) if (lead(row)) containers.delete(row.source);
    for (const row of edgesBegin) if (lead(row)) containers.set(row.source, row.target);
  }

  return {
    apply(changes) {
      for (const rows of ofOneAspect(changes.edgesEnd)) end(rows);
      for (const rows of ofOneAspect(changes.edgesBegin)) {
        const [first] = rows;
        if (first) placesOf(first.holder, first.aspect).push(...table.addAll(rows.flatMap(begun)));
      }
      for (const rows of ofOneAspect(changes.edgesStamp)) stamp(rows);
      noteContainers(changes);
    },
    chain(container) {
      const chain = [container];
      const passed = new Set<string>();
      for (let at = container; chain.length <= MOST_CONTAINERS && !passed.has(at); ) {
        passed.add(at);
        const above = containers.get(at);
        if (above === undefined) break;
        chain.push(above);
        at = above;
      }
      return chain;
    },
    finish: () => table.finish(),
  };
}

function keyOf(start: Entity, end: Entity, type: string): string {
  return `${start.id} ${end.id} ${type}`;
}

function stampFields({ stamps }: EdgeRow): Field[] {
  const row = stampsRow(stamps);
  return STAMPS.map((name) => row[name] as Field);
}

/** The rows of each aspect of each holder, together. */
function ofOneAspect(rows: readonly EdgeRow[]): EdgeRow[][] {
  const groups = new Map<string, EdgeRow[]>();
  for (const row of rows) {
    const key = `${row.aspect} ${row.holder}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}
