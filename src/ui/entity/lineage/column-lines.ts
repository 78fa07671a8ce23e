/**
 * Where the lines of a chosen column run: from the name of each column in its card to those that are made from it.
 */
import type { ReachedEntity } from '../../api/lineage.ts';
import { columnOf } from '../../data/merge-fields.ts';
import { edgePath, type Layout, nameMiddle, type PicturePoint, type Route } from './geometry.ts';

export interface ColumnLine {
  /** The `d` of its path. */
  readonly path: string;
  /** The lines of cards that it takes. */
  readonly routes: readonly Route[];
}

type ColumnOfUrn = NonNullable<ReturnType<typeof columnOf>>;

interface ColumnWays {
  readonly up: readonly Pick<ReachedEntity, 'path'>[];
  readonly down: readonly Pick<ReachedEntity, 'path'>[];
}

/**
 * The lines take the ways of the lines between cards, also through the card of a job. Without such a way, for example to a card that is not
 * shown, there is no line.
 *
 * @param columns the paths of the columns that a card names, in order, by the URN of their entity
 * @param cardOf the id of the card in which an entity stands
 */
export function columnLines(
  ways: ColumnWays,
  columns: ReadonlyMap<string, readonly string[]>,
  layout: Layout,
  cardOf: (urn: string) => string,
): ColumnLine[] {
  const from = new Map<string, Route[]>();
  for (const route of layout.routes) if (!route.back) from.set(route.from, [...(from.get(route.from) ?? []), route]);
  const wayOf = (start: string, end: string): Route[] | undefined => {
    const first = from.get(start) ?? [];
    const direct = first.find(({ to }) => to === end);
    if (direct) return [direct];
    for (const route of first) {
      const rest = from.get(route.to)?.find(({ to }) => to === end);
      if (rest) return [route, rest];
    }
    return undefined;
  };
  const tops = new Map(layout.spots.map(({ id, y }) => [id, y]));
  const heightOf = (card: string, { parent, path }: ColumnOfUrn): number | undefined => {
    const names = columns.get(parent) ?? [];
    const top = card === parent ? tops.get(card) : undefined;
    return top === undefined || !names.includes(path) ? undefined : top + nameMiddle(names.indexOf(path), names.length);
  };
  const lines = stepsOf(ways).flatMap(([source, made]): ColumnLine[] => {
    const [start, end] = [cardOf(source.parent), cardOf(made.parent)];
    const routes = wayOf(start, end);
    if (!routes) return [];
    const points = routes.flatMap((route) => route.points);
    const moved = points.map(({ x, y }, at): PicturePoint => {
      const height = at === 0 ? heightOf(start, source) : at === points.length - 1 ? heightOf(end, made) : undefined;
      return { x, y: height ?? y };
    });
    return [{ path: edgePath({ points: moved }), routes }];
  });
  // Between collapsed cards, many columns have one line.
  return [...new Map(lines.map((line) => [line.path, line])).values()];
}

/** Each step from a column to one that is made from it, once. A path may lead through something that is no column. */
function stepsOf({ up, down }: ColumnWays): (readonly [source: ColumnOfUrn, made: ColumnOfUrn])[] {
  const steps = new Map<string, readonly [ColumnOfUrn, ColumnOfUrn]>();
  for (const path of [...up.map((each) => each.path.toReversed()), ...down.map((each) => each.path)]) {
    const urns = path.filter((urn) => columnOf(urn));
    for (const [index, urn] of urns.entries()) {
      const [source, made] = [columnOf(urns[index - 1] ?? ''), columnOf(urn)];
      if (source && made) steps.set(`${urns[index - 1]} ${urn}`, [source, made]);
    }
  }
  return [...steps.values()];
}
