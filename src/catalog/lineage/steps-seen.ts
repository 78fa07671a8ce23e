/**
 * Walks for a reader who sees a part: two columns that are seen are connected if somebody who is seen says so, which need not be one of their
 * tables. Lineage goes on behind what is hidden.
 */
import { tooManyColumnSteps } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { readColumnSteps, stepOf, type Traversal, type TraversalPage, traverse, type Walks } from '../../graph/traverse.ts';

/** Those of these URNs that may be shown. */
export type SeenAmong = (urns: readonly string[]) => Promise<ReadonlySet<string>>;

/** Most steps that are judged for a request: 40 MB of URNs. */
const MOST_STEPS = 100_000;

/** The steps between columns that walks may take; undefined: all. Those of later are none of them: nobody has judged them. @throws Refusal malformed for too many */
export async function stepsSeen(graph: Graph, walks: Walks, seen: SeenAmong | undefined): Promise<readonly string[] | undefined> {
  // What one hop from anything else leads along is made by an end of it.
  const isNear = walks.hops === 1 && !walks.first.startsWith(walks.columns);
  if (!seen || isNear) return undefined;
  const steps = await readColumnSteps(graph, walks, MOST_STEPS + 1);
  if (steps.length > MOST_STEPS) throw tooManyColumnSteps(MOST_STEPS);
  const shown = await seen(steps.flatMap(({ source, target, holder }) => [source, target, holder]));
  return steps.filter(({ source, target, holder }) => shown.has(holder) || !shown.has(source) || !shown.has(target)).map(stepOf);
}

/** Follows lineage along what is seen. Most walks take no step between columns: they have met none, if all that they have met is on the page. */
export async function traverseSeen(graph: Graph, walk: Omit<Traversal, 'steps'>, seen: SeenAmong | undefined): Promise<TraversalPage> {
  const { columns, existing, prefixes, degrees, among } = walk;
  const isColumn = (urn: string): boolean => urn.startsWith(columns);
  if (seen && !isColumn(walk.urn) && !existing && !prefixes && !degrees && !among) {
    const page = await traverse(graph, { ...walk, steps: [] });
    if (page.filtered === 0 && page.total === page.reached.length && !page.reached.some(({ urn }) => isColumn(urn))) return page;
  }
  return traverse(graph, { ...walk, steps: await stepsSeen(graph, { ...walk, ...fromOne(walk.urn) }, seen) });
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
