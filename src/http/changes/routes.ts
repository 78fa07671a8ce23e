/**
 * The routes of the change stream.
 */
import type Router from '@koa/router';
import type { Catalog } from '../../catalog/index.ts';
import { addressPattern, admit, type Operation, reading } from '../request/operation.ts';
import type { Context, Handler, State } from '../types.ts';
import { readChanges } from './read-changes.ts';

/** By address, as in the API reference. */
export const CHANGE_ROUTES: Readonly<Record<string, { readonly GET: Operation<Handler<AbortSignal>> }>> = {
  '/changes': {
    GET: reading(readChanges, 'Changes', ['after', 'limit', 'order', 'types', 'aspects', 'urns', 'actors', 'changes', 'wait', 'values']),
  },
};

/** @param stopping ends all waits: Cairn stops */
export function changeRoutes(router: Router<State>, catalog: Catalog, stopping: AbortSignal): void {
  for (const [address, { GET }] of Object.entries(CHANGE_ROUTES)) {
    router.get(addressPattern(address), async (context: Context) => {
      await admit(context, catalog.model.names, GET);
      return GET.run(context, catalog, stopping);
    });
  }
}
