/**
 * The routes of bulk changes.
 */
import { type Answers, admit, type Entrance, mount, type Routes, reading, upkeep } from '../request/operation.ts';
import { audited } from '../request/writer.ts';
import { createBulk, listBulk, readBulk, readRefusedOfBulk, resumeBulk, stopBulk, undoBulk } from './bulk.ts';

/**
 * By address, as in the API reference. A bulk change goes on after the request, and for as long as it takes: its handler asks for the right to
 * such changes.
 */
export const BULK_ROUTES: Routes = {
  '/bulk': { GET: reading('all', listBulk, 'BulkList'), POST: upkeep('all', createBulk, 'BulkAnswer', 'each change') },
  '/bulk/{id}': { GET: reading('all', readBulk, 'Bulk') },
  '/bulk/{id}/refused': { GET: reading('all', readRefusedOfBulk, 'BulkRefused', ['after']) },
  '/bulk/{id}/stop': { POST: upkeep('all', stopBulk, 'Bulk', 'each change') },
  '/bulk/{id}/resume': { POST: upkeep('all', resumeBulk, 'Bulk', 'each change') },
  '/bulk/{id}/undo': { POST: upkeep('all', undoBulk, 'Bulk', 'each change') },
};

export function bulkRoutes(entrance: Entrance): Answers {
  return mount(BULK_ROUTES, async (context, operation) => {
    return operation.run(context, audited(context, await admit(context, entrance, operation), operation.reads));
  });
}
