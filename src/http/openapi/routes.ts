/**
 * The routes of OpenAPI v2 and v3. They share their handlers; `envelope.ts` is where they differ, and the answers of the
 * rows say how.
 */
import { METHODS } from 'node:http';
import { methodNotAllowed } from '../../errors.ts';
import {
  admit,
  type Entrance,
  heavy,
  type Methods,
  NOTHING,
  type Routes,
  type RowHandler,
  reading,
  SEARCH_WEIGHT,
  WALK_WEIGHT,
  writing,
} from '../request/operation.ts';
import { lastPart } from '../request/path-params.ts';
import { audited } from '../request/writer.ts';
import type { Context, Handler } from '../types.ts';
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
import { readConsumerOffsets, readTrace, readWholeTrace } from './trace.ts';
import { patchAspect, writeAspect } from './write-aspect.ts';
import { patchBatch, writeBatch } from './write-batch.ts';

const CREATION = ['createIfNotExists', 'createIfEntityNotExists'];
const PAGE = [
  'query',
  'scrollId',
  'count',
  'includeSoftDelete',
  'sliceId',
  'sliceMax',
  'systemMetadata',
  'sortCriteria',
  'sort',
  'sortOrder',
  'scrollIdPerEntity',
];
const NAMED = ['aspects', 'aspectNames'];
/** Hints of clients to keep a scroll alive, to leave out facets, or to bypass a cache. They need no effect: no page has facets, and nothing is kept or cached. */
const SCROLL_HINTS = ['pitKeepAlive', 'keepAlive', 'skipCache', 'skipAggregation'];
const EDGE_NAMES = ['relationshipType', 'relationshipType[]', 'relationshipTypes'];
const EDGES = ['sourceTypes', 'destinationTypes', 'includeSoftDelete', 'count', 'scrollId'];

/** Names of the answers in which v2 and v3 differ. */
interface AnswerNames {
  readonly page: string;
  readonly written: string;
  readonly entity: string;
  readonly aspect: string;
}

const V2: AnswerNames = { page: 'EntityPageV2', written: 'WrittenEntitiesV2', entity: 'EntityV2Flat', aspect: 'Value' };
const V3: AnswerNames = { page: 'EntityPageV3', written: 'EntitiesV3', entity: 'EntityV3', aspect: 'AspectV3' };

const onType = ({ page, written }: AnswerNames): Methods => ({
  GET: heavy(SEARCH_WEIGHT, reading('part', listEntities, page, [...NAMED, ...PAGE], SCROLL_HINTS)),
  POST: writing('part', writeBatch, written, ['async', 'systemMetadata', ...CREATION]),
  PATCH: writing('part', patchBatch, written, ['async', 'systemMetadata']),
});
const onEntity = ({ entity }: AnswerNames): Methods => ({
  GET: reading('part', readEntity, entity, [...NAMED, 'systemMetadata', 'asOf']),
  HEAD: reading('part', headEntity, NOTHING, ['includeSoftDelete']),
  DELETE: writing('part', deleteEntity, NOTHING, [...NAMED, 'clear'], ['async']),
});
const onAspect = ({ aspect, entity }: AnswerNames): Methods => ({
  GET: reading('part', readAspect, aspect, ['version', 'systemMetadata', 'asOf']),
  HEAD: reading('part', headAspect, NOTHING, ['version', 'asOf'], ['systemMetadata']),
  POST: writing('part', writeAspect, entity, ['async', 'systemMetadata', ...CREATION]),
  PATCH: writing('part', patchAspect, entity, ['async', 'systemMetadata']),
  DELETE: writing('part', deleteAspect, NOTHING, [], ['async']),
});
const ON_ENTITY_V2 = onEntity(V2);
const ON_ENTITY_V3 = onEntity(V3);
const ON_ASPECT_V2 = onAspect(V2);
const ON_ASPECT_V3 = onAspect(V3);
const ON_SCROLL: Methods = { POST: heavy(SEARCH_WEIGHT, reading('part', scrollEntities, V3.page, PAGE, SCROLL_HINTS)) };
const ON_BATCH_V3: Methods = { POST: reading('part', batchGet, 'EntitiesV3', ['systemMetadata', 'asOf']) };
const ON_BATCH_V2: Methods = { POST: reading('part', batchGetV2, 'EntityBatchV2', ['asOf']) };
const ON_SERIES: Methods = {
  GET: reading('part', readSeries, 'TimeseriesPage', ['urns', 'count', 'scrollId', 'startTimeMillis', 'endTimeMillis'], SCROLL_HINTS),
};
const ON_TIMELINE: Methods = {
  GET: heavy(SEARCH_WEIGHT, reading('part', readTimeline, 'Timeline', ['categories', 'startTime', 'endTime', 'raw', 'includeVersionSet'])),
};
const ON_RELATIONSHIPS: Methods = {
  GET: reading('part', readRelationshipsV1, 'EntityEdges', ['urn', 'direction', 'relationshipTypes', 'start', 'count', 'asOf']),
};
const ON_LINEAGE_SCROLL: Methods = {
  POST: heavy(
    WALK_WEIGHT,
    reading('part', scrollLineage, 'LineageEdgePage', [...EDGE_NAMES, 'direction', 'includeSoftDelete', 'count', 'scrollId'], SCROLL_HINTS),
  ),
};
const ON_EDGE_SCROLL: Methods = {
  POST: heavy(SEARCH_WEIGHT, reading('part', scrollRelationships, 'EdgePage', [...EDGE_NAMES, ...EDGES, 'direction'], SCROLL_HINTS)),
};
const ON_EDGE_TYPE: Methods = { GET: heavy(SEARCH_WEIGHT, reading('part', readRelationshipType, 'EdgePage', EDGES, SCROLL_HINTS)) };
const ON_ENTITY_EDGES: Methods = {
  GET: reading('part', readEntityRelationships, 'EdgePage', [...EDGE_NAMES, 'direction', 'count', 'scrollId'], SCROLL_HINTS),
};
const MODEL_PAGE = ['start', 'count'];
const ON_TRACE: Methods = {
  GET: reading('part', named(readWholeTrace), 'EmptyTrace', [], ['onlyIncludeErrors', 'detailed', 'skipCache']),
  POST: reading('part', named(readTrace), 'Trace', ['onlyIncludeErrors'], ['detailed', 'skipCache']),
};

/** By address, as in the API reference. The first match counts. */
export const OPENAPI_ROUTES: Routes = {
  '/openapi/v3/entity/scroll': ON_SCROLL,
  '/openapi/v3/entity/{entityType}/batchGet': ON_BATCH_V3,
  '/openapi/v2/entity/batch/{entityType}': ON_BATCH_V2,
  '/openapi/v2/timeseries/{entityType}/{aspect}': ON_SERIES,
  '/openapi/v2/entity/{entityType}': onType(V2),
  '/openapi/v3/entity/{entityType}': onType(V3),
  '/openapi/v2/entity/{entityType}/{urn}': ON_ENTITY_V2,
  '/openapi/v3/entity/{entityType}/{urn}': ON_ENTITY_V3,
  '/openapi/v2/entity/{entityType}/{urn}/{aspect}': ON_ASPECT_V2,
  '/openapi/v3/entity/{entityType}/{urn}/{aspect}': ON_ASPECT_V3,
  '/openapi/timeline/v1/{urn}': ON_TIMELINE,
  '/openapi/v2/timeline/v1/{urn}': ON_TIMELINE,
  '/openapi/relationships/v1': ON_RELATIONSHIPS,
  '/openapi/v3/lineage/scroll': ON_LINEAGE_SCROLL,
  '/openapi/v3/relationship/scroll': ON_EDGE_SCROLL,
  '/openapi/v3/relationship/{relationshipType}': ON_EDGE_TYPE,
  '/openapi/v3/relationship/{entityType}/{urn}': ON_ENTITY_EDGES,
  '/openapi/v1/registry/models/entity/specifications': { GET: reading('part', entitySpecifications, 'EntitySpecifications', MODEL_PAGE) },
  '/openapi/v1/registry/models/aspect/specifications': { GET: reading('part', aspectSpecifications, 'AspectSpecifications', MODEL_PAGE) },
  '/openapi/v1/registry/models/entity/specifications/{entityType}': { GET: reading('part', named(entitySpecificationNamed), 'EntitySpecification') },
  '/openapi/v1/registry/models/aspect/specifications/{aspect}': { GET: reading('part', named(aspectSpecificationNamed), 'AspectSpecification') },
  '/openapi/v1/trace/write/{traceId}': ON_TRACE,
  '/openapi/operations/kafka/{consumer}/consumer/offsets': {
    GET: reading('part', readConsumerOffsets, 'ConsumerOffsets', [], ['skipCache', 'detailed']),
  },
};

/** What the end of a path means, if it is the name of an aspect after all. */
const ON_ASPECT: ReadonlyMap<Methods, Methods> = new Map([
  [ON_ENTITY_V2, ON_ASPECT_V2],
  [ON_ENTITY_V3, ON_ASPECT_V3],
]);

export function openapiRoutes(entrance: Entrance): Routes<RowHandler> {
  const ofAddress = Object.entries(OPENAPI_ROUTES).map(([address, methods]) => {
    // Only the model can tell where a URN ends and the name of an aspect begins.
    const below = ON_ASPECT.get(methods);
    const answer = (context: Context) => enter(context, entrance, below && targetOf(context, entrance.model).aspect ? below : methods);
    return [address, Object.fromEntries(METHODS.map((method) => [method, answer]))];
  });
  return Object.fromEntries(ofAddress);
}

/** Makes a handler from one that takes the last segment of the path. */
function named(handler: Handler<string>): Handler {
  return (context, catalog) => handler(context, catalog, lastPart(context));
}

/** @throws Refusal methodNotAllowed, naming the allowed methods */
async function enter(context: Context, entrance: Entrance, methods: Methods): Promise<void> {
  const operation = methods[context.method] ?? (context.method === 'HEAD' ? methods.GET : undefined);
  if (operation) {
    const catalog = await admit(context, entrance, operation);
    return operation.run(context, audited(context, catalog, operation.reads));
  }
  const allowed = Object.keys(methods).join(', ');
  context.set('Allow', allowed);
  throw methodNotAllowed(context.path, allowed, context.method);
}
