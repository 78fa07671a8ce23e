/**
 * `POST /entities?action=browse`, `getBrowsePaths`, `autocomplete` (docs/semantics.md 10, 11).
 */

import { type Catalog, readFilter } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { longText, paramsOf, someText, text } from '../request/params.ts';
import type { Context } from '../types.ts';
import { appliedLimit, ENTITY, FILTER, PAGING, someTypes, typesNamed } from './find-params.ts';

const LIMIT = { type: 'integer' };
const readBrowse = paramsOf<{ path: string; entity: string; start?: number; limit?: number; filter?: unknown }>('browse', ['path', 'entity'], {
  path: text,
  entity: someText,
  start: PAGING.start,
  limit: LIMIT,
  filter: FILTER,
});
const readPaths = paramsOf<{ urn: string }>('getBrowsePaths', ['urn'], { urn: someText });
const readSuggest = paramsOf<{ query: string; entity?: string | string[]; limit?: number; start?: number; field?: string; filter?: unknown }>(
  'autocomplete',
  ['query'],
  {
    query: longText,
    entity: ENTITY,
    limit: LIMIT,
    start: PAGING.start,
    field: text,
    filter: FILTER,
  },
);

const DEFAULT_LIMIT = 10;

/** Groups and entities directly under a path. */
export async function browse(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { path, entity, start = 0, limit, filter } = readBrowse(body);
  const [type] = typesNamed(catalog, entity);
  if (!type || entity === '*') throw badParameter('/entity', 'one entity type', entity);
  const applied = appliedLimit(limit, DEFAULT_LIMIT);
  const { groups, entities, totalGroups, totalEntities, unknown } = await catalog.browse(type, path, readFilter(filter), start, applied);
  await sayInHeaders(context, catalog, unknown);
  context.body = {
    value: {
      numEntities: entities.length,
      pageSize: applied,
      from: start,
      metadata: { totalNumEntities: totalEntities, groups, path },
      entities,
      ...(catalog.model.names.objectsInSearch ? { groups, numGroups: totalGroups, numElements: groups.length + entities.length } : {}),
    },
  };
}

/** `{value: [path]}` */
export async function getBrowsePaths(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  context.body = { value: await catalog.browsePaths(urnFrom(catalog.model, readPaths(body).urn)) };
}

/** `{value: {suggestions: [text], query, entities: [{urn, type, platform, path}], corrected}}`, best first. */
export async function autocomplete(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { query, entity, limit, field, filter } = readSuggest(body);
  const request = {
    types: someTypes(catalog, entity),
    query,
    filter: readFilter(filter),
    limit: appliedLimit(limit, DEFAULT_LIMIT),
    ...(field ? { field } : {}),
  };
  const { suggestions, corrected, unknown } = await catalog.suggest({ ...request, viewer: context.state.actor });
  await sayInHeaders(context, catalog, unknown);
  const entities = suggestions.map(({ urn, platform, path }) => ({
    urn,
    type: urnFrom(catalog.model, urn).type.name,
    ...(platform ? { platform } : {}),
    path,
  }));
  context.body = {
    value: { suggestions: suggestions.map(({ text: each }) => each), query, entities, ...(corrected.length > 0 ? { corrected } : {}) },
  };
}
