/**
 * What is answered without the core, and so while the engines are away: health, metrics, the API reference, the pages.
 */
import type { Log } from '../log.ts';
import { searchedTypes } from '../model/fields.ts';
import type { Model } from '../model/types.ts';
import { docsRoutes } from './docs/routes.ts';
import { madeTogether } from './made-together.ts';
import type { ToolCalls } from './mcp/tool-calls.ts';
import { metrics } from './metrics.ts';
import { makeRouter } from './request/make-router.ts';
import { atOnce, open, type Routes, type SystemOperation } from './request/operation.ts';
import { apiRow, isApiPath } from './rows.ts';
import { makeSite, type ProviderLink } from './site.ts';
import { config, detailed, type Health, live, ready } from './system.ts';
import type { Context } from './types.ts';

export interface FrontParts {
  readonly model: Model;
  readonly log: Log;
  readonly version: string;
  readonly retention: boolean;
  /** Is INGESTION on? */
  readonly runsRecipes: boolean;
  readonly baseUrl: string;
  /** The prefix of all paths, such as `/catalog`; otherwise empty. */
  readonly basePath: string;
  readonly providerLinks?: readonly ProviderLink[];
  /** Does it send mails? */
  readonly mail: boolean;
}

interface Front {
  readonly routes: Routes<SystemOperation>;
  /** Does a request need no token? */
  isOpen(context: Context): boolean;
  /** Answers a request; false if it is for one of the APIs. */
  answered(context: Context): Promise<boolean>;
  /** The methods at a path; none if there is nothing. */
  methods(path: string): string[];
}

export function makeFront(parts: FrontParts, asked: Health, toolCalls: ToolCalls): Front {
  const { model, log, version, retention, runsRecipes, baseUrl, basePath, mail, providerLinks = [] } = parts;
  const base = `${basePath}/`;
  const health = askedTogether(asked);
  const site = makeSite({
    names: model.names,
    base,
    version,
    mail,
    searched: searchedTypes(model),
    types: [...model.entityTypes.values()],
    parts: model.parts,
    providers: providerLinks,
  });
  const routes: Routes<SystemOperation> = {
    '/health': { GET: atOnce((context) => ready(context, health)) },
    '/health/live': { GET: atOnce(live) },
    '/health/detailed': { GET: open((context) => detailed(context, health)) },
    '/metrics': { GET: open(metrics(health, log, toolCalls)) },
    '/config': { GET: open(config(model, version, { retention, runsRecipes, baseUrl })) },
    ...docsRoutes({ model, version, base }),
    ...site.routes,
  };
  const { row, methods, answered } = makeRouter(routes, (context, { run }) => run(context));
  /** A reader who has followed a wrong link gets a page instead of JSON. */
  const isLost = (context: Context): boolean =>
    ['GET', 'HEAD'].includes(context.method) &&
    context.accepts('json', 'html') === 'html' &&
    methods(context.path).length === 0 &&
    !isApiPath(context.path);
  return {
    routes,
    isOpen: (context) => row(context.method, context.path)?.open ?? apiRow(context)?.open ?? isLost(context),
    async answered(context) {
      const found = row(context.method, context.path);
      if (!found && !isLost(context)) return false;
      if (found?.weight !== 0) await context.state.share.begin();
      if (!(await answered(context))) site.nothingHere(context);
      return true;
    },
    methods,
  };
}

/** However many ask how the parts are, the engines are asked once. */
function askedTogether(health: Health): Health {
  return {
    ...health,
    engines: madeTogether(health.engines),
    index: madeTogether(health.index),
    webhooks: madeTogether(health.webhooks),
    mail: madeTogether(health.mail),
    edges: madeTogether(health.edges),
  };
}
