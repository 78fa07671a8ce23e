/**
 * The routes of the legacy face. URNs in paths are percent-encoded as a whole; curl users send them as they are, slashes and all.
 */
import type Router from '@koa/router';
import type { Catalog } from '../../catalog/index.ts';
import { readBody } from '../body.ts';
import { audited, type Context, type State } from '../context.ts';
import { urnInPath } from '../path-params.ts';
import { textParam } from '../query.ts';
import { actionNamed, RESOURCES } from './actions.ts';
import { readAspect } from './read-aspect.ts';
import { readEntity, readEntityBatch } from './read-entities.ts';
import { readLineage } from './read-lineage.ts';
import { readRelationships } from './read-relationships.ts';
import { readSnapshot } from './read-snapshot.ts';
import { deleteRelationships } from './remove.ts';

export function legacyRoutes(router: Router<State>, catalog: Catalog): void {
  for (const resource of RESOURCES) {
    router.post(new RegExp(`^/${resource}/?$`), async (context: Context) => {
      const action = actionNamed(resource, textParam(context, 'action'));
      await action(await readBody(context))(context, audited(context, catalog));
    });
  }
  router.get(/^\/entitiesV2\/?$/, (context: Context) => readEntityBatch(context, catalog));
  router.get(/^\/entitiesV2\/(.+)$/, (context: Context) => readEntity(urnInPath(context, catalog.model, /^\/entitiesV2\/(.+)$/))(context, catalog));
  router.get(/^\/entities\/(.+)$/, (context: Context) => readSnapshot(urnInPath(context, catalog.model, /^\/entities\/(.+)$/))(context, catalog));
  router.get(/^\/aspects\/(.+)$/, (context: Context) => readAspect(urnInPath(context, catalog.model, /^\/aspects\/(.+)$/))(context, catalog));
  router.delete(/^\/relationships\/?$/, (context: Context) => deleteRelationships(context, audited(context, catalog)));
  router.get(/^\/lineage\/?$/, (context: Context) => readLineage(context, catalog));
  router.get(/^\/relationships\/?$/, (context: Context) => readRelationships(context, catalog));
}
