/**
 * The rows of all APIs, with the form of their errors. What has to be known of a request before it is routed follows from them.
 */
import { BULK_ROUTES } from './bulk/routes.ts';
import { CHANGE_ROUTES } from './changes/routes.ts';
import { GRAPHQL_ROUTES } from './graphql/index.ts';
import { ACTIONS, RESOURCES } from './legacy/actions.ts';
import { LEGACY_ROUTES } from './legacy/routes.ts';
import { MCP_ROUTES } from './mcp/routes.ts';
import { OPENAPI_ROUTES } from './openapi/routes.ts';
import { LINEAGE_ROUTES } from './openlineage/routes.ts';
import { firstPart, makeRouter } from './request/make-router.ts';
import type { Operation, Routes } from './request/operation.ts';
import { SIGN_IN_ROUTES } from './signin/routes.ts';
import type { Context } from './types.ts';
import { WEBHOOK_ROUTES } from './webhooks/routes.ts';

/** What is true of a row, whatever its handler takes. */
export type Row = Omit<Operation<unknown>, 'run'>;

/** By form of their errors: `rpc` as in section 1.1 of docs/semantics.md, `openapi` as in 1.2. Actions have rows of their own (ACTIONS). */
export const API_ROUTES: { readonly rpc: Routes<Row>; readonly openapi: Routes<Row> } = {
  rpc: LEGACY_ROUTES,
  openapi: {
    ...OPENAPI_ROUTES,
    ...CHANGE_ROUTES,
    ...WEBHOOK_ROUTES,
    ...BULK_ROUTES,
    ...LINEAGE_ROUTES,
    ...GRAPHQL_ROUTES,
    ...MCP_ROUTES,
    ...SIGN_IN_ROUTES,
  },
};

/** The core answers by these rows (app.ts). */
const ROWS = makeRouter<Row>({ ...API_ROUTES.rpc, ...API_ROUTES.openapi }, () => undefined);
const RPC = new Set([...RESOURCES, ...Object.keys(API_ROUTES.rpc).map(firstPart)]);

/** Do errors at this path have the form of the legacy API? Also where no row fits: its resources share their first part with no other API. */
export function hasRpcErrors(path: string): boolean {
  return RPC.has(firstPart(path));
}

/** The row of a request to one of the APIs; undefined if there is none. */
export function apiRow({ method, path, query }: Pick<Context, 'method' | 'path' | 'query'>): Row | undefined {
  const row = ROWS.row(method, path);
  if (row || method !== 'POST' || !isResource(path)) return row;
  const [action = ''] = [query.action].flat();
  const actions = ACTIONS[firstPart(path)] ?? {};
  return Object.hasOwn(actions, action) ? actions[action] : undefined;
}

/** Is there an address of an API at this path, for any method? */
export function isApiPath(path: string): boolean {
  return isResource(path) || ROWS.methods(path).length > 0;
}

function isResource(path: string): boolean {
  return RESOURCES.includes(firstPart(path)) && /^\/\w+\/?$/.test(path);
}
