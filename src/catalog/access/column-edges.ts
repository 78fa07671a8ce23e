/**
 * Relationships that only hidden columns make: a table is related to the tag of a column as long as it has that column.
 */
import type { Way } from '../../graph/ways.ts';
import { edgesOf } from '../../model/edges.ts';
import { isOfColumns } from '../../model/fields.ts';
import { knownUrns } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
import type { Viewer } from './viewer.ts';
import { splitColumns } from './without-columns.ts';

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
    const isHidden = await columns.in(sources);
    const views = await read(
      knownUrns(model, sources),
      aspects.map(({ name }) => name),
      asOf,
    );
    const edges = views.flatMap(({ urn, aspects: own }) =>
      own.flatMap(({ aspect, state }) => {
        // Of other tables nothing was asked: their columns are ends, which are hidden themselves.
        const json = splitColumns(
          model,
          aspect,
          urn.text,
          state.value.json,
          (table, path, tags) => table === urn.text && isHidden(table, path, tags),
        ).left;
        return [...edgesOf(model, aspect, urn.text, json).values()];
      }),
    );
    return new Set(edges.map(textOf));
  };
  return {
    async shown(edges, asOf) {
      const sources = [...new Set(edges.filter(({ type }) => types.has(type)).map(({ source }) => source))];
      const hiding = sources.length === 0 ? [] : await columns.hiding(sources);
      if (hiding.length === 0) return () => true;
      const said = await left(hiding, asOf);
      return (edge) => !types.has(edge.type) || !hiding.includes(edge.source) || said.has(textOf(edge));
    },
    async ways(ways) {
      const steps = ways.flatMap(({ urns, names }) => names.flatMap((type, at) => (types.has(type) ? [urns[at] ?? '', urns[at + 1] ?? ''] : [])));
      const ends = [...new Set(steps)];
      if (ends.length === 0 || (await columns.hiding(ends)).length === 0) return [...ways];
      const said = await left(ends);
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
