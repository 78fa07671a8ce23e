/**
 * Reads from a request who writes, and under which conditions.
 */
import { type Catalog, CONDITIONAL_HEADERS } from '../../catalog/index.ts';
import type { Context } from '../types.ts';
import { weighReads } from './weigh-reads.ts';

/**
 * The core for this request: it notes all writes in the audit line, and the newest commit in headers (docs/semantics.md 9.8); policies judge each. What only
 * reads gets a core that weighs it.
 */
export function audited(context: Context, catalog: Catalog, reads = false): Catalog {
  if (reads) return weighReads(catalog, context.state.share);
  const { seq: header, epoch } = catalog.model.names.headers;
  const observer = {
    wrote: context.state.trail.wrote,
    allowed: context.state.trail.allowed,
    credential: context.state.credential,
    untilSearchable: waits(context, catalog),
    committed: (seq: number) => {
      context.set(header, String(Math.max(seq, Number(context.response.get(header)) || 0)));
      context.set(epoch, catalog.epoch());
    },
  };
  return catalog.observed(observer, context.state.decided);
}

/** Conditional headers of a request (docs/semantics.md 4.4). An empty one stays, and is refused: it must not write without its condition. */
function conditionsOf(context: Context): Record<string, string> {
  return Object.fromEntries(CONDITIONAL_HEADERS.filter((name) => name.toLowerCase() in context.headers).map((name) => [name, context.get(name)]));
}

/** Who writes, under which conditions, and whether the answer waits until search shows the write. */
export function writer(context: Context, catalog: Catalog): { actor: string; untilSearchable: boolean; conditions: Record<string, string> } {
  return {
    actor: context.state.actor,
    conditions: conditionsOf(context),
    untilSearchable: waits(context, catalog),
  };
}

function waits(context: Context, { model }: Catalog): boolean {
  return context.get(model.names.headers.syncIndex).toLowerCase() === 'true';
}
