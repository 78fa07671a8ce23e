/**
 * The routes of the change stream.
 */
import type Router from '@koa/router';
import type { Catalog } from '../../catalog/index.ts';
import { addressPattern, admit, type Routes, reading } from '../request/operation.ts';
import type { Context, State } from '../types.ts';
import { readChanges } from './read-changes.ts';

/** By address, as in the API reference. */
export const CHANGE_ROUTES: Routes = {
  '/changes': { GET: reading(readChanges, 'Changes', ['after', 'limit', 'types', 'aspects', 'urns', 'wait', 'values']) },
};

export function changeRoutes(router: Router<State>, catalog: Catalog): void {
  for (const [address, { GET }] of Object.entries(CHANGE_ROUTES)) {
    if (!GET) continue;
    router.get(addressPattern(address), (context: Context) => {
      admit(context, catalog.model.names, GET);
      return GET.run(context, catalog);
    });
  }
}
