/**
 * The routes of the OpenAPI faces. v2 and v3 share their handlers; `envelope.ts` is where they differ.
 */
import type Router from '@koa/router';
import type { Catalog } from '../../catalog/index.ts';
import { Refusal } from '../../errors.ts';
import { audited, type Context, type Handler, type State } from '../context.ts';
import { decodePart } from '../path-params.ts';
import { batchGet, batchGetV2 } from './batch-get.ts';
import { scrollLineage } from './lineage-scroll.ts';
import { listEntities, scrollEntities } from './list.ts';
import { headAspect, readAspect } from './read-aspect.ts';
import { headEntity, readEntity } from './read-entity.ts';
import { aspectSpecificationNamed, aspectSpecifications, entitySpecificationNamed, entitySpecifications } from './registry.ts';
import { readRelationshipType, scrollRelationships } from './relationship-scroll.ts';
import { readEntityRelationships, readRelationshipsV1 } from './relationships.ts';
import { deleteAspect, deleteEntity } from './remove.ts';
import { readSeries } from './series.ts';
import { targetOf } from './target.ts';
import { readTimeline } from './timeline.ts';
import { readTrace, readWholeTrace } from './trace.ts';
import { patchAspect, writeAspect } from './write-aspect.ts';
import { patchBatch, writeBatch } from './write-batch.ts';

const ENTITY = '/openapi/v[23]/entity';
const REGISTRY = '/openapi/v1/registry/models';

type Methods = Readonly<Record<string, Handler>>;
const ON_TYPE: Methods = { GET: listEntities, POST: writeBatch, PATCH: patchBatch };
const ON_ENTITY: Methods = { GET: readEntity, HEAD: headEntity, DELETE: deleteEntity };
const ON_ASPECT: Methods = { GET: readAspect, HEAD: headAspect, POST: writeAspect, PATCH: patchAspect, DELETE: deleteAspect };

export function openapiRoutes(router: Router<State>, catalog: Catalog): void {
  const on = (pattern: string, methods: Methods): void => {
    router.all(new RegExp(`^${pattern}$`), (context: Context) => byMethod(context, methods)(context, audited(context, catalog)));
  };
  on('/openapi/v3/entity/scroll/?', { POST: scrollEntities });
  on('/openapi/v3/entity/[^/]+/batchGet/?', { POST: batchGet });
  on('/openapi/v2/entity/batch/[^/]+/?', { POST: batchGetV2 });
  on('/openapi/v2/timeseries/[^/]+/[^/]+/?', { GET: readSeries });
  on(`${ENTITY}/[^/]+/?`, ON_TYPE);
  router.all(new RegExp(`^${ENTITY}/[^/]+/.+$`), (context: Context) => {
    const { aspect } = targetOf(context, catalog.model);
    return byMethod(context, aspect ? ON_ASPECT : ON_ENTITY)(context, audited(context, catalog));
  });
  on('/openapi/v2/timeline/v1/.+', { GET: readTimeline });
  on('/openapi/relationships/v1/?', { GET: readRelationshipsV1 });
  on('/openapi/v3/lineage/scroll/?', { POST: scrollLineage });
  on('/openapi/v3/relationship/scroll/?', { POST: scrollRelationships });
  on('/openapi/v3/relationship/[^/]+/?', { GET: readRelationshipType });
  on('/openapi/v3/relationship/[^/]+/.+', { GET: readEntityRelationships });
  on(`${REGISTRY}/entity/specifications/?`, { GET: entitySpecifications });
  on(`${REGISTRY}/aspect/specifications/?`, { GET: aspectSpecifications });
  on(`${REGISTRY}/entity/specifications/[^/]+`, { GET: named(entitySpecificationNamed) });
  on(`${REGISTRY}/aspect/specifications/[^/]+`, { GET: named(aspectSpecificationNamed) });
  on('/openapi/v1/trace/write/[^/]+', { GET: named(readWholeTrace), POST: named(readTrace) });
}

/** A handler that takes the last segment of the path. */
function named(handler: (name: string) => Handler): Handler {
  return (context, catalog) => handler(decodePart(context.path.split('/').at(-1) ?? ''))(context, catalog);
}

/** @throws Refusal methodNotAllowed, naming the methods that are */
function byMethod(context: Context, methods: Methods): Handler {
  const handler = methods[context.method] ?? (context.method === 'HEAD' ? methods.GET : undefined);
  if (handler) return handler;
  const allowed = Object.keys(methods).join(', ');
  context.set('Allow', allowed);
  throw new Refusal('methodNotAllowed', `${context.path} takes ${allowed}, not ${context.method}`);
}
