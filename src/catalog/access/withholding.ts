/**
 * The core for a reader to whom parts of visible entities are closed (closed.ts), made from the rows of its calls (../rows.ts). Entities come
 * without these parts. A request for one of them is refused.
 */
import { notGranted } from '../../access/index.ts';
import { callsByRows } from '../by-rows.ts';
import type { Catalog } from '../calls.ts';
import type { Call, ClosureRule } from '../row.ts';
import type { Closure } from './closed.ts';
import type { ClosureContext } from './contexts.ts';

/** @param user URN of the reader, whom refusals name */
export function withholding(catalog: Catalog, user: string, closed: Closure): Catalog {
  const context = closureContext(catalog, user, closed);
  return {
    ...callsByRows(catalog, (row, call) => openedOf(row.closed, call, context)),
    model: catalog.model,
    searchable: catalog.searchable,
    partial: catalog.partial,
    seenBy: async (decided) => withholding(await catalog.seenBy(decided), user, closed),
    observed: (observer, decided) => withholding(catalog.observed(observer, decided), user, closed),
  };
}

export function closureContext(core: Catalog, user: string, closed: Closure): ClosureContext {
  return {
    core,
    closed,
    refusal: async (what, anyOf, on) => notGranted(await core.people.policies(), user, what, anyOf, closed.mayName, on),
  };
}

/** A call as a rule lets the reader make it. */
export function openedOf(rule: ClosureRule<Call>, call: Call, context: ClosureContext): Call {
  switch (rule.is) {
    case 'same':
      return call;
    case 'stripped':
      return rule.by(call, context);
    case 'refused': {
      const { missing } = context.closed;
      if (missing.length === 0) return call;
      return async () => {
        throw await context.refusal(rule.what, missing);
      };
    }
  }
}
