/**
 * Relationships that only hidden columns make: a table is related to the tag of a column as long as it has that column.
 */
import type { Way } from '../../graph/ways.ts';
import { columnOf } from '../../model/column-urn.ts';
import { edgesOf } from '../../model/edges.ts';
import { isOfColumns } from '../../model/fields.ts';
import { knownUrns } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
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
}

const ALL: ColumnEdges = { shown: async () => () => true, ways: async (ways) => [...ways] };

export function columnEdges({ model, read }: Pick<Catalog, 'model' | 'read'>, { columns }: Viewer): ColumnEdges {
  if (!columns) return ALL;
  const types = new Set(
    [...model.aspects.values()].flatMap((aspect) => aspect.relationships.filter(({ path }) => isOfColumns(aspect, path)).map(({ name }) => name)),
  );
  const aspects = [...model.aspects.values()].filter(({ relationships }) => relationships.some(({ name }) => types.has(name)));
  /** What the aspects of these entities say without hidden columns, as texts. */
  const left = async (sources: readonly string[], asOf?: number): Promise<ReadonlySet<string>> => {
    const views = await read(
      knownUrns(model, sources),
      aspects.map(({ name }) => name),
      asOf,
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
  /** The sources that may say something of hidden columns: their own, or those of others beside a column that is shown. */
  const hiding = async (edges: readonly Pick<SeenEdge, 'source' | 'target'>[]): Promise<ReadonlySet<string>> => {
    const sources = [...new Set(edges.map(({ source }) => source))];
    const own = sources.length === 0 ? [] : await columns.hiding(sources);
    const naming = edges.filter(({ source, target }) => columnOf(model, target) && !columnOf(model, source));
    return new Set([...own, ...naming.map(({ source }) => source)]);
  };
  return {
    async shown(edges, asOf) {
      const asked = await hiding(edges.filter(({ type }) => types.has(type)));
      if (asked.size === 0) return () => true;
      const said = await left([...asked], asOf);
      return (edge) => !types.has(edge.type) || !asked.has(edge.source) || said.has(textOf(edge));
    },
    async ways(ways) {
      const steps = ways.flatMap(({ urns, names }) =>
        names.flatMap((type, at) => {
          const [one = '', other = ''] = [urns[at], urns[at + 1]];
          return types.has(type)
            ? [
                { source: one, target: other },
                { source: other, target: one },
              ]
            : [];
        }),
      );
      if ((await hiding(steps)).size === 0) return [...ways];
      const said = await left([...new Set(steps.map(({ source }) => source))]);
      const isSaid = (source: string, type: string, target: string): boolean => said.has(textOf({ source, type, target }));
      return ways.filter(({ urns, names }) =>
        names.every((type, at) => {
          const [one = '', other = ''] = [urns[at], urns[at + 1]];
          return !types.has(type) || isSaid(one, type, other) || isSaid(other, type, one);
        }),
      );
    },
  };
}

function textOf({ source, type, target }: SeenEdge): string {
  return `${source} ${type} ${target}`;
}
