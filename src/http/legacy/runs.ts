/**
 * `POST /runs?action=list`, `describe`, `rollback` (docs/semantics.md 12.4).
 */
import { type Catalog, type RefusedRow, type RunRow, stateOf } from '../../catalog/index.ts';
import { findAspect } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { systemMetadataOf } from '../answer/system-metadata.ts';
import { boolean, integer, paramsOf, someText, start } from '../request/params.ts';
import type { Context } from '../types.ts';

const MOST = 1000;
const count = integer({ minimum: 0, maximum: MOST });
const readList = paramsOf('list', {}, { pageOffset: start, pageSize: count, includeSoft: boolean });
const readDescribe = paramsOf('describe', { runId: someText }, { start, count, includeSoft: boolean, includeAspect: boolean });
const readRefused = paramsOf('refused', { runId: someText }, { start, count });
const readRollback = paramsOf('rollback', { runId: someText }, { dryRun: boolean, safe: boolean, hardDelete: boolean });

/** `{value: [{runId, rows, timestamp, refused}]}`, latest first: runs of which something is still the latest, and those that were refused something. */
export async function list(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { pageOffset = 0, pageSize = 20, includeSoft = false } = readList(body);
  context.body = { value: await catalog.runs.list(pageOffset, pageSize, includeSoft) };
}

/** `{value: [{runId, urn, aspectName, timestamp, version, keyAspect, metadata, aspect?}], refused}`: what it was refused is paged alike. */
export async function describe(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { runId, start = 0, count = 100, includeSoft = false, includeAspect = false } = readDescribe(body);
  const [rows, refused] = await Promise.all([catalog.runs.describe(runId, start, count, includeSoft), catalog.refusals.of(runId, start, count)]);
  context.body = {
    value: rows.map((row) => ({ ...summary(catalog.model, runId, row), ...(includeAspect ? { aspect: JSON.parse(row.value) } : {}) })),
    refused: { total: refused.total, items: refused.items.map(refusedItem) },
  };
}

/** `{value: {total, kept, items: [{urn, aspectName, timestamp, actor, code, message, value}]}}`, the newest first. Who sees a part gets the own ones. */
export async function refused(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { runId, start = 0, count = 100 } = readRefused(body);
  const { total, kept, items } = await catalog.refusals.of(runId, start, count);
  context.body = { value: { total, kept, items: items.map(refusedItem) } };
}

function refusedItem({ urn, aspect, at, by, code, message, value }: RefusedRow): Record<string, unknown> {
  return {
    ...(urn !== null && { urn }),
    ...(aspect !== null && { aspectName: aspect }),
    ...{ timestamp: at, actor: by, code, message },
    ...(value !== null && { value }),
  };
}

/**
 * Undoes a run. Safe unless said otherwise (`safe: false`, or `hardDelete: true`): entities that the run has made but that others have
 * written to as well stay, and are named in `unsafeEntities`. `aspectRowSummaries` are the first thousand.
 */
export async function rollback(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { runId, dryRun = false, safe, hardDelete = false } = readRollback(body);
  context.state.trail.about(`run ${runId}`);
  const done = await catalog.runs.rollback({ run: runId, dryRun, safe: safe ?? !hardDelete, actor: context.state.actor });
  context.body = {
    value: {
      aspectRowSummaries: done.rows.map((row) => summary(catalog.model, runId, row)),
      aspectsReverted: done.aspectsReverted,
      aspectsAffected: done.aspectsAffected,
      entitiesAffected: done.entitiesDeleted,
      entitiesDeleted: done.entitiesDeleted,
      timeseriesRowsDeleted: done.pointsDeleted,
      unsafeEntitiesCount: done.unsafeCount,
      unsafeEntities: done.unsafeUrns.map((urn) => ({ urn })),
    },
  };
}

function summary(model: Model, runId: string, row: RunRow): Record<string, unknown> {
  const urn = parseUrn(model, row.urn);
  const aspect = isProblem(urn) ? undefined : findAspect(urn.type, row.name);
  const metadata = JSON.stringify(systemMetadataOf(stateOf(row)));
  return { runId, urn: row.urn, aspectName: row.name, timestamp: row.at, version: 0, keyAspect: aspect?.kind === 'key', metadata };
}
