/**
 * Entities that are no hop of a lineage, such as the jobs between datasets: what lies behind them is as near as they are.
 */
import type { Graph } from '../../graph/driver.ts';
import { readSteps } from '../../graph/traverse.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { platformOf } from '../write/defaults.ts';
import type { Reach } from './column-search.ts';

export interface IgnoredHops {
  readonly type: EntityTypeSpec;
  /** URNs. If absent: all of the type. */
  readonly platforms: readonly string[] | undefined;
}

export function isIgnored(model: Model, ignored: readonly IgnoredHops[], text: string): boolean {
  const urn = parseUrn(model, text);
  return !isProblem(urn) && ignored.some(({ type, platforms }) => type === urn.type && (!platforms || platforms.includes(platformAbove(model, urn))));
}

/** The platform of an entity; of a job that of its flow, whose first part is the name of the platform. */
function platformAbove(model: Model, urn: Urn): string {
  const own = platformOf(model, urn);
  if (own !== undefined) return own;
  const [first = ''] = urn.parts;
  const above = parseUrn(model, first);
  return isProblem(above) ? `${model.names.urnPrefix}dataPlatform:${first}` : platformAbove(model, above);
}

/** The degree of each entity that the steps lead to. */
function degreesWithout(start: string, steps: ReadonlyMap<string, readonly string[]>, ignored: (urn: string) => boolean): Map<string, number> {
  const degrees = new Map<string, number>();
  const done = new Set([start]);
  for (let [level, degree] = [[start], 1]; level.length > 0; degree++) {
    const next: string[] = [];
    // Grows while it is walked: what lies behind an ignored entity has the degree of that one.
    const from = [...level];
    for (let at = 0; at < from.length; at++) {
      for (const urn of steps.get(from[at] ?? '') ?? []) {
        if (done.has(urn)) continue;
        done.add(urn);
        degrees.set(urn, degree);
        (ignored(urn) ? from : next).push(urn);
      }
    }
    level = next;
  }
  return degrees;
}

/** What is reached, with the degrees that it has if some entities are no hops. */
export async function nearer(
  model: Model,
  graph: Graph,
  walk: Parameters<typeof readSteps>[1],
  ignored: readonly IgnoredHops[],
  reached: Reach,
): Promise<Reach> {
  const degrees = degreesWithout(walk.urn, await readSteps(graph, walk), (urn) => isIgnored(model, ignored, urn));
  const list = reached.map(([urn, degree]) => [urn, degrees.get(urn) ?? degree] as const);
  return list.sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
}
