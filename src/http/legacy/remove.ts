/**
 * `POST /entities?action=delete` and `deleteReferences`, `DELETE /relationships` (docs/semantics.md 12.2, 12.3, 8.1).
 */
import { type Catalog, tookOf, type WriteRequest } from '../../catalog/index.ts';
import { windowWithoutTimeseries } from '../../errors.ts';
import { aspectNamed, urnFrom } from '../../model/named.ts';
import { sendNothing } from '../answer/send.ts';
import { boolean, paramsOf, someText, time } from '../request/params.ts';
import { requiredUrn } from '../request/query.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';

const readDelete = paramsOf('delete', { urn: someText }, { aspectName: someText, startTimeMillis: time, endTimeMillis: time, dryRun: boolean });
const readDeleteReferences = paramsOf('deleteReferences', { urn: someText }, { dryRun: boolean });

/** A whole entity, one aspect of it, or a window of a timeseries: `{value: {urn, rows, timeseriesRows}}`, counted. */
export async function deleteEntity(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urn: asked, aspectName, startTimeMillis: from, endTimeMillis: to, dryRun = false } = readDelete(body);
  const urn = urnFrom(catalog.model, asked);
  const aspect = aspectName === undefined ? urn.type.key : aspectNamed(urn.type, aspectName);
  const windowed = from !== undefined || to !== undefined;
  if (windowed && aspect.kind !== 'timeseries') {
    throw windowWithoutTimeseries(aspectName);
  }
  const window = { from: from ?? Number.MIN_SAFE_INTEGER, to: to ?? Number.MAX_SAFE_INTEGER };
  const request: WriteRequest = {
    proposals: [{ entityUrn: urn.text, aspectName: aspect.name, changeType: 'DELETE', ...(windowed ? { window } : {}) }],
    together: true,
    ...writer(context, catalog),
  };
  const { took, ...rest } = dryRun ? await catalog.deletion(urn, request) : { took: tookOf(await catalog.write(request), urn) };
  context.body = { value: { urn: asked, rows: took.versions, timeseriesRows: took.points, ...rest } };
}

/** `{value: {total, relatedAspects: [{relationship, entity, aspect}]}}`, ten at most; without `dryRun` they are gone when it answers. */
export async function deleteReferences(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urn: asked, dryRun = false } = readDeleteReferences(body);
  const urn = urnFrom(catalog.model, asked);
  const value = await catalog.references(urn);
  if (!dryRun) await catalog.deleteReferences(urn, context.state.actor);
  context.body = { value };
}

/** Takes all edges off an entity. The answer is empty. */
export async function deleteRelationships(context: Context, catalog: Catalog): Promise<void> {
  await catalog.dropEdges(requiredUrn(context, catalog.model));
  sendNothing(context);
}
