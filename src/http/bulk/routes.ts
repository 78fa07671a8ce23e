/**
 * The routes of bulk changes.
 */
import { ADMINISTRATION } from '../../catalog/index.ts';
import { type Answers, admit, type Entrance, mount, type Routes, reading, upkeep } from '../request/operation.ts';
import { audited } from '../request/writer.ts';
import { createBulk, listBulk, readBulk, readRefusedOfBulk, resumeBulk, stopBulk, undoBulk } from './bulk.ts';

/**
 * By address, as in the API reference. A bulk change goes on after the request, and for as long as it takes: only who may do everything may begin one.
 */
export const BULK_ROUTES: Routes = {
  '/bulk': { GET: reading('all', listBulk, 'BulkList'), POST: upkeep('all', createBulk, 'BulkAnswer', ADMINISTRATION) },
  '/bulk/{id}': { GET: reading('all', readBulk, 'Bulk') },
  '/bulk/{id}/refused': { GET: reading('all', readRefusedOfBulk, 'BulkRefused', ['after']) },
  '/bulk/{id}/stop': { POST: upkeep('all', stopBulk, 'Bulk', ADMINISTRATION) },
  '/bulk/{id}/resume': { POST: upkeep('all', resumeBulk, 'Bulk', ADMINISTRATION) },
  '/bulk/{id}/undo': { POST: upkeep('all', undoBulk, 'Bulk', ADMINISTRATION) },
};

export function bulkRoutes(entrance: Entrance): Answers {
  return mount(BULK_ROUTES, async (context, operation) => {
    return operation.run(context, audited(context, await admit(context, entrance, operation), operation.reads));
  });
}
