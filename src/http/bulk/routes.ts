/**
 * The routes of bulk changes.
 */
import type Router from '@koa/router';
import type { Catalog } from '../../catalog/index.ts';
import { addressPattern, admit, type Routes, reading, upkeep } from '../request/operation.ts';
import type { Context, State } from '../types.ts';
import { createBulk, listBulk, readBulk, readRefusedOfBulk, resumeBulk, stopBulk, undoBulk } from './bulk.ts';

/** By address, as in the API reference. */
export const BULK_ROUTES: Routes = {
  '/bulk': { GET: reading(listBulk, 'BulkList'), POST: upkeep(createBulk, 'BulkAnswer') },
  '/bulk/{id}': { GET: reading(readBulk, 'Bulk') },
  '/bulk/{id}/refused': { GET: reading(readRefusedOfBulk, 'BulkRefused', ['after']) },
  '/bulk/{id}/stop': { POST: upkeep(stopBulk, 'Bulk') },
  '/bulk/{id}/resume': { POST: upkeep(resumeBulk, 'Bulk') },
  '/bulk/{id}/undo': { POST: upkeep(undoBulk, 'Bulk') },
};

const MOUNT = { GET: 'get', POST: 'post' } as const;

export function bulkRoutes(router: Router<State>, catalog: Catalog): void {
  for (const [address, methods] of Object.entries(BULK_ROUTES)) {
    for (const [method, operation] of Object.entries(methods)) {
      router[MOUNT[method as keyof typeof MOUNT]](addressPattern(address), async (context: Context) => {
        await admit(context, catalog.model.names, operation);
        return operation.run(context, catalog);
      });
    }
  }
}
