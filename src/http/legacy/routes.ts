/**
 * The routes of the legacy API. URNs in paths are percent-encoded as a whole, but curl users send them as they are, slashes included.
 */
import { readParams } from '../request/body.ts';
import {
  type Answers,
  admit,
  type Entrance,
  heavy,
  mount,
  NOTHING,
  OF_SYSTEM,
  type Routes,
  reading,
  upkeep,
  WALK_WEIGHT,
} from '../request/operation.ts';
import { urnInPath } from '../request/path-params.ts';
import { textParam } from '../request/query.ts';
import { audited } from '../request/writer.ts';
import type { Context, Handler } from '../types.ts';
import { actionNamed, RESOURCES } from './actions.ts';
import { readAspect } from './read-aspect.ts';
import { readEntity, readEntityBatch } from './read-entities.ts';
import { readImpact, readLineage, readRelationships } from './read-lineage.ts';
import { deleteRelationships } from './remove.ts';
import { readSnapshot } from './snapshot.ts';

const LINEAGE = ['urn', 'direction', 'start', 'count', 'hops', 'types', 'entityTypes', 'includeSoftDeleted', 'asOf'];

/** By address, as in the API reference. actions.ts has the actions. */
export const LEGACY_ROUTES: Routes = {
  '/entitiesV2': { GET: reading('part', readEntityBatch, 'EntityBatch', ['ids', 'aspects', 'alwaysIncludeKeyAspect', 'asOf']) },
  '/entitiesV2/{urn}': { GET: reading('part', ofUrn(readEntity), 'EntityV2', ['aspects', 'alwaysIncludeKeyAspect', 'asOf']) },
  '/entities/{urn}': { GET: reading('part', ofUrn(readSnapshot), 'SnapshotAnswer', ['asOf']) },
  '/aspects/{urn}': { GET: reading('part', ofUrn(readAspect), 'AspectVersion', ['aspect', 'version', 'against', 'start', 'count', 'asOf']) },
  '/impact': { GET: heavy(WALK_WEIGHT, reading('part', readImpact, 'Impact', ['urn', 'columns', 'start', 'count'])) },
  '/lineage': { GET: heavy(WALK_WEIGHT, reading('part', readLineage, 'LineagePage', LINEAGE)) },
  '/relationships': {
    GET: reading('part', readRelationships, 'Relationships', ['urn', 'direction', 'types', 'start', 'count', 'asOf']),
    DELETE: upkeep('all', deleteRelationships, NOTHING, OF_SYSTEM, ['urn']),
  },
};

export function legacyRoutes(entrance: Entrance): Answers {
  const act = async (context: Context, resource: string): Promise<void> => {
    const action = actionNamed(resource, textParam(context, 'action'));
    const catalog = await admit(context, entrance, action);
    const body = await readParams(context);
    await action.run(context, audited(context, catalog, action.reads), body);
  };
  const reads = mount(LEGACY_ROUTES, async (context, operation) => {
    const catalog = await admit(context, entrance, operation);
    return operation.run(context, audited(context, catalog, operation.reads));
  });
  const actions = RESOURCES.map((resource) => [`/${resource}`, { ...reads[`/${resource}`], POST: (context: Context) => act(context, resource) }]);
  return { ...reads, ...Object.fromEntries(actions) };
}

/** Makes a handler from one that takes the URN at the end of the path. */
function ofUrn(handler: Handler<string>): Handler {
  return (context, catalog) => handler(context, catalog, urnInPath(context, catalog.model, /^\/\w+\/(.+)$/));
}
