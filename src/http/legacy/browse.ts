/**
 * `POST /entities?action=browse`, `getBrowsePaths`, `autocomplete` (docs/semantics.md 10, 11).
 */
import { type Catalog, readFilter } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { integer, longText, paramsOf, someText, start, text } from '../request/params.ts';
import type { Context } from '../types.ts';
import { appliedLimit, ENTITY, FILTER, someTypes, typesNamed } from './find-params.ts';

const PAGE = { start, limit: integer(), filter: FILTER };
const readBrowse = paramsOf('browse', { path: text, entity: someText }, PAGE);
const readPaths = paramsOf('getBrowsePaths', { urn: someText });
const readSuggest = paramsOf('autocomplete', { query: longText }, { entity: ENTITY, field: text, ...PAGE });

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
