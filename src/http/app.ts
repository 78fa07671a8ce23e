/**
 * The order of the middleware, and the list of APIs.
 */
import type { BlockList } from 'node:net';
import Koa from 'koa';
import { withinBudget } from '../budget.ts';
import { type Catalog, placeFrom } from '../catalog/index.ts';
import { badParameter, cairnStarts, cairnStops, foreignHeader, methodNotAllowed, noEndpoint, outsideBasePath } from '../errors.ts';
import type { Log } from '../log.ts';
import { foreignHeaders, type Names } from '../model/names.ts';
import { sendInPieces } from './answer/encode.ts';
import { answerErrors } from './answer/errors.ts';
import { holdRefusals } from './answer/hold-refusals.ts';
import { leaveBodies } from './answer/leave-bodies.ts';
import { packAnswers } from './answer/pack.ts';
import { safeAnswers } from './answer/safe-answers.ts';
import { sayIndexState } from './answer/search-headers.ts';
import { warn } from './answer/warn.ts';
import { audit } from './audit.ts';
import type { AuditFile } from './audit-file.ts';
import { authenticate } from './auth.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { type FrontParts, makeFront } from './front.ts';
import { graphRoutes } from './graphql/index.ts';
import { legacyRoutes } from './legacy/routes.ts';
import { type McpParts, mcpRoutes } from './mcp/routes.ts';
import { makeToolCalls } from './mcp/tool-calls.ts';
import { openapiRoutes } from './openapi/routes.ts';
import { lineageRoutes } from './openlineage/routes.ts';
import { nameAddress } from './request/address.ts';
import { guardHosts, type HostSettings } from './request/guard-hosts.ts';
import { makeRouter, type RowRouter } from './request/make-router.ts';
import { openAnswers } from './request/open-answers.ts';
import type { RowHandler } from './request/operation.ts';
import { shareFairly } from './request/share.ts';
import { apiRow } from './rows.ts';
import { type Attempts, makeAttempts } from './signin/attempts.ts';
import { type LookUp, makeLookups } from './signin/lookups.ts';
import type { Providers } from './signin/providers.ts';
import { signInRoutes } from './signin/routes.ts';
import type { UnsubscribeParts } from './signin/unsubscribe.ts';
import type { Health } from './system.ts';
import type { Tokens } from './tokens.ts';
import type { Context, State } from './types.ts';
import { webhookRoutes } from './webhooks/routes.ts';

interface AppParts extends FrontParts {
  readonly health: Health;
  readonly tokens: Tokens | undefined;
  /** Identity providers, by name. */
  readonly providers: Providers;
  readonly publicUrl: string | undefined;
  readonly hosts: HostSettings;
  /** Proxies that say whom they serve. */
  readonly trustedProxies: BlockList;
  readonly auditFile: AuditFile;
  /** Stops the mails to a person who has the link of one. */
  readonly stopMails: UnsubscribeParts['stopMails'];
  /** How long a request may take, ms. */
  readonly requestMs: number;
  /** Cairn stops. */
  readonly stopping: AbortSignal;
  /** The core. Absent until the graph has answered for the first time. */
  catalog(): Catalog | undefined;
}

export function makeApp(parts: AppParts): Koa<State> {
  const { model, log, health } = parts;
  const app = new Koa<State>();
  // Otherwise Koa prints errors. Ours are already answered and logged, and a closed connection is no error.
  app.silent = true;
  app.use(logRequests(log));
  app.use(nameAddress(parts.trustedProxies));
  app.use(leaveBodies);
  app.use(safeAnswers);
  app.use(sendInPieces);
  app.use(packAnswers);
  app.use(audit(log, parts.auditFile, parts.hosts.open));
  app.use(answerErrors(model.names, log));
  app.use(holdRefusals(parts.stopping));
  // The first, because the form of an error depends on the path.
  if (parts.basePath !== '') app.use(below(parts.basePath));
  app.use(refuseWhileStopping(parts));
  app.use(guardHosts(parts.hosts));
  const toolCalls = makeToolCalls();
  const front = makeFront(parts, health, toolCalls);
  const attempts = makeAttempts();
  const guessing = { attempts, lookUp: makeLookups() };
  const authenticated = authenticate({ model, tokens: parts.tokens, isOpen: front.isOpen, core: parts.catalog, ...guessing });
  const follow = openAnswers({ stopping: parts.stopping, authenticate: authenticated });
  app.use(authenticated);
  app.use(shareFairly());
  app.use(async (context, next) => {
    if (!(await front.answered(context as Context))) await next();
  });
  app.use(refuseForeignHeaders(model.names));
  app.use(limitTime(parts));

  app.use(answerWithCore(parts, (catalog) => apisOf(catalog, { ...parts, ...guessing }, { calls: toolCalls, follow }), front.methods));
  return app;
}

/** Limits wrong attempts at passwords, tokens and codes. All APIs share one count. */
interface Guessing {
  readonly attempts: Attempts;
  readonly lookUp: LookUp;
}

/** The routes of all APIs. */
function apisOf(catalog: Catalog, parts: AppParts & Guessing, agents: Pick<McpParts, 'calls' | 'follow'>): RowRouter<RowHandler> {
  const { log, version, attempts, runsRecipes } = parts;
  const routes = {
    ...legacyRoutes(catalog),
    ...openapiRoutes(catalog),
    ...changeRoutes(catalog, agents.follow),
    ...webhookRoutes(catalog),
    ...bulkRoutes(catalog),
    ...lineageRoutes(catalog),
    ...graphRoutes({ entrance: catalog, log, version, attempts, runsRecipes }),
    ...signInRoutes(catalog, { ...parts, home: `${parts.basePath}/` }),
    ...mcpRoutes({ entrance: catalog, log, version, ...agents }),
  };
  return makeRouter<RowHandler>(routes, (context, answer) => answer(context));
}

/**
 * Answers with the core, and refuses what no API has.
 *
 * @param apis is called once, as soon as there is a core
 * @param others the methods that are answered at a path without the core
 * @throws Refusal unavailable while the core is not there
 */
function answerWithCore(
  { model, catalog: core }: AppParts,
  apis: (catalog: Catalog) => RowRouter<RowHandler>,
  others: (path: string) => readonly string[],
) {
  let router: RowRouter<RowHandler> | undefined;
  return async (context: Context): Promise<void> => {
    const catalog = core();
    if (!catalog) {
      // Who may not write is told so now, too.
      const { mayNotWrite } = context.state;
      if (mayNotWrite && apiRow(context)?.reads === false) throw mayNotWrite;
      throw cairnStarts();
    }
    router ??= apis(catalog);
    const { answered, methods } = router;
    const searches = { seq: await namedCommit(context, catalog), state: undefined };
    context.state.searches = searches;
    const found = await answered(context);
    if (searches.state) sayIndexState(context, model.names, searches.state);
    if (!found || context.status === 404) refuseUnanswered(context, [...methods(context.path), ...others(context.path)]);
  };
}

/** Refuses requests on connections that are still open while Cairn stops: the client goes elsewhere, or comes back. */
function refuseWhileStopping({ stopping }: AppParts) {
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    if (stopping.aborted) {
      context.set('Connection', 'close');
      throw cairnStops();
    }
    return next();
  };
}

/** A client of another namespace is told so, instead of having its headers passed over. */
function refuseForeignHeaders(names: Names) {
  const foreign = foreignHeaders(names);
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    const found = foreign.find(({ header }) => context.headers[header] !== undefined);
    if (found) throw foreignHeader(found.header, found.problem);
    return next();
  };
}

/** Gives each request its time budget (budget.ts). */
function limitTime({ requestMs }: AppParts) {
  return (_: Context, next: () => Promise<void>): Promise<void> => withinBudget(requestMs, next);
}

/**
 * The commit that the request wants to see (docs/semantics.md 9.8). Reads see it from here on; a search waits until the index shows it.
 *
 * @throws Refusal malformed if it is none; gone if it is of another life of the store
 */
async function namedCommit(context: Context, catalog: Catalog): Promise<number | undefined> {
  const { names } = catalog.model;
  const text = context.get(names.headers.seq);
  if (text === '') return undefined;
  const place = placeFrom(text);
  if (!place || place.count !== undefined)
    throw badParameter(names.headers.seq, 'the number of a commit, from the answer to a write, or <epoch>-<number>', text);
  const { seq } = place;
  if (!(await catalog.sees(place))) warn(context, names, `This store does not have commit ${seq}`);
  return seq;
}

function logRequests(log: Log) {
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    const from = performance.now();
    await next();
    log('request.done', { method: context.method, path: context.path, status: context.status, ms: Math.round(performance.now() - from) });
  };
}

/** Everything stands below a prefix in a hosted deployment (docs/semantics.md 16.5). */
function below(prefix: string) {
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    if (context.path !== prefix && !context.path.startsWith(`${prefix}/`)) throw outsideBasePath(prefix);
    context.path = context.path.slice(prefix.length) || '/';
    return next();
  };
}

/** A path that no API has, or has for another method. */
function refuseUnanswered(context: Context, allowed: readonly string[]): void {
  if (context.body !== undefined && context.body !== null) return;
  if (allowed.length > 0) {
    const methods = [...new Set(allowed)].join(', ');
    context.set('Allow', methods);
    throw methodNotAllowed(context.path, methods, context.method);
  }
  throw noEndpoint(context.method, context.path);
}
