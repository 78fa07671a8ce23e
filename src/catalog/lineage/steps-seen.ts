/**
 * Walks for a reader who sees a part: two columns that are seen are connected if somebody who is seen says so, which need not be one of their
 * tables. Lineage goes on behind what is hidden.
 */
import type { Graph } from '../../graph/driver.ts';
import { readColumnSteps, stepOf, type Walks } from '../../graph/traverse.ts';

/** Those of these URNs that may be shown. */
export type SeenAmong = (urns: readonly string[]) => Promise<ReadonlySet<string>>;

/** The steps between columns that walks may take; undefined: all. Those of later are none of them: nobody has judged them. */
export async function stepsSeen(graph: Graph, walks: Walks, seen: SeenAmong | undefined): Promise<readonly string[] | undefined> {
  if (!seen) return undefined;
  const steps = await readColumnSteps(graph, walks);
  const shown = await seen(steps.flatMap(({ source, target, holder }) => [source, target, holder]));
  return steps.filter(({ source, target, holder }) => shown.has(holder) || !shown.has(source) || !shown.has(target)).map(stepOf);
}

type Starts = Pick<Walks, 'first' | 'end' | 'starts'>;

/** From one entity. No URN has a character before the space. */
export function fromOne(urn: string): Starts {
  return { first: urn, end: `${urn} `, starts: 1 };
}

/** From the columns whose URNs begin so, with a comma at the end: what comes after a comma is a hyphen. */
export function fromColumns(prefix: string, starts: number): Starts {
  return { first: prefix, end: prefix.replace(/,$/, '-'), starts };
}
