/**
 * Edges follow the model: when it has gained or lost a relationship (MODEL_DIR, another version of Cairn), the edges of all entities are
 * made what their latest aspects say by the present model, while the server serves. How far that is stands in the graph: any server of the
 * same model goes on where another has stopped, and one at a time does it.
 *
 * States: the rules agree → (a server starts with others) → sweeping, in the order of URNs → (no more entities) → the rules agree.
 */
import type { Graph } from '../graph/driver.ts';
import { compareEdgeRules, noteEdges, takeEdges } from '../graph/edge-rules.ts';
import { entitiesPage, PAST_ALL } from '../graph/index-reads.ts';
import { repairEdges } from '../graph/repair-edges.ts';
import type { Log } from '../log.ts';
import { edgeRules } from '../model/fingerprints.ts';
import type { Model } from '../model/types.ts';
import { type Loop, startLoop } from './loop.ts';

/** How often to check whether another server has left work, ms. */
const IDLE_MS = 10_000;
/** Entities of one step: all their aspects are read. */
const PAGE = 100;
const LOG_MS = 5_000;

/** Compares the rules of the model with those that made the stored edges. Call it before the first write after a start. */
export async function compareRules(graph: Graph, model: Model, log: Log): Promise<void> {
  if (await compareEdgeRules(graph, edgeRules(model))) log('edges.outdated');
}

export function startRebuildingEdges({ graph, model, log }: { graph: Graph; model: Model; log: Log }): Loop {
  const rules = edgeRules(model);
  const owner = crypto.randomUUID();
  let loggedAt = Date.now();
  let done = 0;
  let repaired = 0;

  async function step(): Promise<boolean> {
    const after = await takeEdges(graph, rules, owner);
    if (after === undefined) return false;
    const urns = await entitiesPage(graph, after, PAST_ALL, PAGE);
    const differed = await repairEdges(graph, model, urns);
    const sweptTo = urns.length === PAGE ? urns.at(-1) : undefined;
    await noteEdges(graph, { rules, owner, sweptTo, done: urns.length, repaired: differed.length });
    done += urns.length;
    repaired += differed.length;
    if (sweptTo === undefined) log('edges.rebuilt', { done, repaired });
    else if (Date.now() - loggedAt > LOG_MS) {
      loggedAt = Date.now();
      log('edges.building', { done, repaired, last: sweptTo });
    }
    return sweptTo !== undefined;
  }

  return startLoop('rebuilding of edges', step, IDLE_MS, log);
}
