/**
 * The routes of OpenLineage: the path of the specification, which clients use by default, and the one that existing clients of this API know.
 */
import { type Answers, admit, type Entrance, mount, type Routes, upkeep } from '../request/operation.ts';
import { audited } from '../request/writer.ts';
import { receiveBatch, receiveEvents } from './receive.ts';

// What is stored follows from all events of a run, so conditions about versions cannot apply.
const SITE = ['env', 'platformInstance', 'async'];
const ON_EVENTS = { POST: upkeep('part', receiveEvents, 'LineageReceived', 'each change', SITE) };
const ON_BATCH = { POST: upkeep('part', receiveBatch, 'LineageReceived', 'each change', SITE) };

/** By address, as in the API reference. */
export const LINEAGE_ROUTES: Routes = {
  '/api/v1/lineage': ON_EVENTS,
  '/api/v1/lineage/batch': ON_BATCH,
  '/openapi/openlineage/api/v1/lineage': ON_EVENTS,
  '/openapi/openlineage/api/v1/lineage/batch': ON_BATCH,
};

export function lineageRoutes(entrance: Entrance): Answers {
  return mount(LINEAGE_ROUTES, async (context, operation) => {
    return operation.run(context, audited(context, await admit(context, entrance, operation)));
  });
}
