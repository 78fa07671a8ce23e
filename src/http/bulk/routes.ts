/**
 * The routes of bulk changes.
 */
import { ADMINISTRATION, type Catalog } from '../../catalog/index.ts';
import { type Answers, admit, mount, type Routes, reading, upkeep } from '../request/operation.ts';
import { createBulk, listBulk, readBulk, readRefusedOfBulk, resumeBulk, stopBulk, undoBulk } from './bulk.ts';

/**
 * By address, as in the API reference. A bulk change goes on after the request, and for as long as it takes: only who may do everything may begin one.
 */
export const BULK_ROUTES: Routes = {
  '/bulk': { GET: reading(listBulk, 'BulkList'), POST: upkeep(createBulk, 'BulkAnswer', ADMINISTRATION) },
  '/bulk/{id}': { GET: reading(readBulk, 'Bulk') },
  '/bulk/{id}/refused': { GET: reading(readRefusedOfBulk, 'BulkRefused', ['after']) },
  '/bulk/{id}/stop': { POST: upkeep(stopBulk, 'Bulk', ADMINISTRATION) },
  '/bulk/{id}/resume': { POST: upkeep(resumeBulk, 'Bulk', ADMINISTRATION) },
  '/bulk/{id}/undo': { POST: upkeep(undoBulk, 'Bulk', ADMINISTRATION) },
};

export function bulkRoutes(catalog: Catalog): Answers {
  return mount(BULK_ROUTES, async (context, operation) => {
    await admit(context, catalog, operation);
    return operation.run(context, catalog);
  });
}
