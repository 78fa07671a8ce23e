/**
 * Walks for a reader who sees a part: two columns that are seen are connected if somebody who is seen says so, which need not be one of their
 * tables; two tables that only columns connect are, if one of these columns is shown. Lineage goes on behind what is hidden.
 */
import { tooManyColumnSteps } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import {
  type ColumnStep,
  type JudgedSteps,
  readColumnSteps,
  readNearSteps,
  stepOf,
  type Traversal,
  type TraversalPage,
  traverse,
  type Walks,
} from '../../graph/traverse.ts';

/** An edge between tables that only columns tell. */
export interface TableStep extends ColumnStep {
  readonly via: string;
}

export interface SeenAmong {
  /** Those of these URNs that may be shown. */
  among(urns: readonly string[]): Promise<ReadonlySet<string>>;
  /** Gives of each of these edges whether columns tell it that are shown. Absent for who sees all columns of what is seen. */
  readonly told: ((steps: readonly TableStep[], asOf: number | undefined) => Promise<(step: TableStep) => boolean>) | undefined;
}

/** Most steps that are judged for a request: 40 MB of URNs. */
const MOST_STEPS = 100_000;

/** The steps that walks may take; undefined: all. Those of later are none of them: nobody has judged them. @throws Refusal malformed for too many */
export async function stepsSeen(graph: Graph, walks: Walks, seen: SeenAmong | undefined): Promise<JudgedSteps | undefined> {
  // What one hop from anything else leads along is made by an end of it.
  const isNear = walks.hops === 1 && !walks.first.startsWith(walks.columns);
  if (!seen || (isNear && !seen.told)) return undefined;
  return judged(await readColumnSteps(graph, walks, seen.told !== undefined, MOST_STEPS + 1), seen, walks.asOf);
}

/** The steps one hop around these entities; undefined: all. @throws Refusal malformed for too many */
export async function nearSteps(
  graph: Graph,
  around: Pick<Traversal, 'columns' | 'asOf'> & { readonly urns: readonly string[] },
  seen: SeenAmong | undefined,
): Promise<JudgedSteps | undefined> {
  if (!seen) return undefined;
  return judged(await readNearSteps(graph, around, seen.told !== undefined), seen, around.asOf);
}

async function judged(steps: readonly ColumnStep[], { among, told }: SeenAmong, asOf: number | undefined): Promise<JudgedSteps> {
  if (steps.length > MOST_STEPS) throw tooManyColumnSteps(MOST_STEPS);
  const shown = await among(steps.flatMap(({ source, target, holder }) => [source, target, holder]));
  const isBehind = ({ source, target }: ColumnStep): boolean => !shown.has(source) || !shown.has(target);
  const isSaid = (step: ColumnStep): boolean => shown.has(step.holder) && !isBehind(step);
  const isTold = await told?.(steps.filter(isOfTables).filter(isSaid), asOf);
  const mayTake = (step: ColumnStep): boolean => isBehind(step) || (isSaid(step) && (!isOfTables(step) || (isTold?.(step) ?? true)));
  return { shown: steps.filter(mayTake).map(stepOf), tables: told !== undefined };
}

function isOfTables(step: ColumnStep): step is TableStep {
  return step.via !== null;
}

/** Follows lineage along what is seen. Most walks take no step between columns: they have met none, if all that they have met is on the page. */
export async function traverseSeen(graph: Graph, walk: Omit<Traversal, 'steps'>, seen: SeenAmong | undefined): Promise<TraversalPage> {
  const { columns, existing, prefixes, degrees, among } = walk;
  const isColumn = (urn: string): boolean => urn.startsWith(columns);
  if (seen && !seen.told && !isColumn(walk.urn) && !existing && !prefixes && !degrees && !among) {
    const page = await traverse(graph, { ...walk, steps: { shown: [], tables: false } });
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
