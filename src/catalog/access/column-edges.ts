/**
 * Relationships between visible entities that exist only because of something hidden. A table is related to the tag of a column as long as it
 * has that column; column lineage exists as long as an entity says so, which need not be one of its ends.
 */
import type { Way } from '../../graph/ways.ts';
import { columnOf } from '../../model/column-urn.ts';
import { COLUMN_LINEAGE, edgesOf } from '../../model/edges.ts';
import { columnsBeside } from '../../model/fields.ts';
import { tableEdgeNames } from '../../model/table-lineage.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { knownUrns } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
import type { SeenAmong } from '../lineage/steps-seen.ts';
import type { Viewer } from './viewer.ts';
import { splitColumns, tablesNamed } from './without-columns.ts';

export interface SeenEdge {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

export interface ColumnEdges {
  /** Gives of each of these edges whether it is shown. */
  shown(edges: readonly SeenEdge[], asOf?: number): Promise<(edge: SeenEdge) => boolean>;
  /** Those of these ways whose steps are all shown. */
  ways(ways: readonly Way[]): Promise<Way[]>;
  /** Judges lineage between tables that follows from columns alone; absent for a reader who sees all columns. */
  readonly told: SeenAmong['told'];
}

type ColumnReads = Pick<Catalog, 'model' | 'read' | 'columnHolders'>;

/** Gives of each of these edges whether it is shown. @param each may some of them not exist? They are not shown */
type Looks = (edges: readonly SeenEdge[], asOf?: number, each?: boolean) => Promise<(edge: SeenEdge) => boolean>;

export function columnEdges(core: ColumnReads, viewer: Viewer): ColumnEdges {
  const left = edgesLeft(core, viewer);
  const looks = [heldEdges(core, viewer), leftEdges(core, viewer, left)];
  const shown: Looks = async (...asked) => {
    const answers = await Promise.all(looks.map((look) => look(...asked)));
    return (edge) => answers.every((isShown) => isShown(edge));
  };
  return {
    shown: (edges, asOf) => shown(edges, asOf),
    async ways(ways) {
      const isShown = await shown(ways.flatMap(stepsOf).flat(), undefined, true);
      return ways.filter((way) => stepsOf(way).every((step) => step.some(isShown)));
    },
    told:
      left &&
      (async (steps, asOf) => {
        const edges = await left([...new Set(steps.map(({ holder }) => holder))], asOf);
        return ({ source, via, target }) => stepBetween(source, via, target).some((edge) => edges.has(textOf(edge)));
      }),
  };
}

/** The edges that a way may go along: it does not tell their directions. */
function stepsOf({ urns, names }: Way): SeenEdge[][] {
  return names.map((type, at) => {
    return stepBetween(urns[at] ?? '', type, urns[at + 1] ?? '');
  });
}

function stepBetween(one: string, type: string, other: string): SeenEdge[] {
  return [
    { source: one, type, target: other },
    { source: other, type, target: one },
  ];
}

/** Column lineage that somebody makes who is seen. */
function heldEdges({ model, columnHolders }: ColumnReads, { among }: Viewer): Looks {
  const isAsked = ({ source, type }: SeenEdge): boolean => type === COLUMN_LINEAGE && columnOf(model, source) !== undefined;
  return async (edges, asOf) => {
    const asked = edges.filter(isAsked);
    if (asked.length === 0) return () => true;
    const rows = await columnHolders(asked, asOf);
    const seen = await among(rows.flatMap(({ holders }) => holders));
    const held = rows.filter(({ holders }) => holders.some((urn) => seen.has(urn)));
    const shown = new Set(held.map((row) => textOf({ ...row, type: COLUMN_LINEAGE })));
    return (edge) => !isAsked(edge) || shown.has(textOf(edge));
  };
}

/** Gives what the aspects of these entities say without hidden columns, as texts: nothing if it is not known any more what they said. */
type RemainingEdges = (holders: readonly string[], asOf?: number) => Promise<ReadonlySet<string>>;

/** Absent for who sees all columns. */
function edgesLeft({ model, read }: ColumnReads, { columns }: Viewer): RemainingEdges | undefined {
  if (!columns) return undefined;
  const { aspects } = edgesOfColumns(model);
  return async (sources, asOf) => {
    const views = await read(
      knownUrns(model, sources),
      aspects.map(({ name }) => name),
      asOf,
      true,
    );
    const tables = views.flatMap(({ urn, aspects: own }) =>
      own.flatMap(({ aspect, state }) => tablesNamed(model, aspect, urn.text, state.value.json)),
    );
    const isHidden = await columns.in([...sources, ...tables]);
    const edges = views.flatMap(({ urn, aspects: own }) =>
      own.flatMap(({ aspect, state }) => {
        const json = splitColumns(model, aspect, urn.text, state.value.json, isHidden).left;
        return [...edgesOf(model, aspect, urn.text, json).values()];
      }),
    );
    return new Set(edges.map(textOf));
  };
}

/** Edges that are left without hidden columns. */
function leftEdges({ model }: ColumnReads, { columns }: Viewer, left: RemainingEdges | undefined): Looks {
  if (!columns || !left) return async () => () => true;
  const { types, ofAny } = edgesOfColumns(model);
  /** The sources whose edges of these may come from hidden columns: of others, or their own. */
  const hiding = async (edges: readonly SeenEdge[], asOf?: number): Promise<ReadonlySet<string>> => {
    const typeOf = new Map(
      knownUrns(
        model,
        edges.map(({ source }) => source),
      ).map(({ text, type }) => [text, type.name]),
    );
    const isNaming = ({ source, type }: SeenEdge): boolean => ofAny.has(keyOf(typeOf.get(source) ?? '', type)) && !columnOf(model, source);
    const naming = new Set(edges.filter(isNaming).map(({ source }) => source));
    const others = [...new Set(edges.map(({ source }) => source))].filter((source) => !naming.has(source));
    return new Set([...naming, ...(others.length === 0 ? [] : await columns.hiding(others, asOf))]);
  };
  return async (edges, asOf, each = false) => {
    const ofTypes = edges.filter(({ type }) => types.has(type));
    const asked = await hiding(ofTypes, asOf);
    if (asked.size === 0) return () => true;
    const sources = each ? new Set(ofTypes.map(({ source }) => source)) : asked;
    const own = await left([...sources], asOf);
    const isLeft = (edge: SeenEdge): boolean => !types.has(edge.type) || !sources.has(edge.source) || own.has(textOf(edge));
    // A table comes from an entity that says so itself.
    const others = ofTypes.filter((edge) => edge.type === COLUMN_LINEAGE && !isLeft(edge)).map(({ target }) => target);
    const told = others.length === 0 ? own : await left([...new Set(others)], asOf);
    return (edge) => isLeft(edge) || told.has(textOf(edge));
  };
}

interface EdgesOfColumns {
  /** The names of relationships that an item makes which names columns. */
  readonly types: ReadonlySet<string>;
  /** Those whose item may name columns of any table, for each type of its entity. */
  readonly ofAny: ReadonlySet<string>;
  /** The aspects that make them. */
  readonly aspects: readonly AspectSpec[];
}

const known = new WeakMap<Model, EdgesOfColumns>();

function edgesOfColumns(model: Model): EdgesOfColumns {
  const kept = known.get(model);
  if (kept) return kept;
  const all = [...model.entityTypes.values()].flatMap((type) =>
    [...type.aspects.values()].flatMap((aspect) => [
      ...aspect.relationships.flatMap(({ name, path }) =>
        columnsBeside(aspect, path).map(({ ofAny }) => ({ name, of: keyOf(type.name, name), ofAny })),
      ),
      ...tableEdgeNames(type, aspect).map((name) => ({ name, of: keyOf(type.name, name), ofAny: true })),
    ]),
  );
  const types = new Set(all.map(({ name }) => name));
  const made = {
    types,
    ofAny: new Set(all.flatMap((each) => (each.ofAny ? each.of : []))),
    aspects: [...model.aspects.values()].filter(
      ({ relationships, columnLineage }) => columnLineage.length > 0 || relationships.some(({ name }) => types.has(name)),
    ),
  };
  known.set(model, made);
  return made;
}

const keyOf = (type: string, relationship: string): string => `${type} ${relationship}`;

function textOf({ source, type, target }: SeenEdge): string {
  return `${source} ${type} ${target}`;
}
