/**
 * The routes of bulk changes.
 */
import type { Catalog } from '../../catalog/index.ts';
import { type Answers, admit, mount, type Routes, reading, upkeep } from '../request/operation.ts';
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

export function bulkRoutes(catalog: Catalog): Answers {
  return mount(BULK_ROUTES, async (context, operation) => {
    await admit(context, catalog.model.names, operation);
    return operation.run(context, catalog);
  });
}
