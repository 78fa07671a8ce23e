/**
 * The past: the time that the address names, what differs from now, and how to bring it back.
 */
import { settings } from '../settings.ts';
import { type Answer, request } from './client.ts';
import { type EntityView, readEntity } from './entity.ts';
import { forgetName } from './names.ts';

/** The time in the address, epoch ms; undefined for the present. */
export function asOfIn(query: URLSearchParams): number | undefined {
  const time = Date.parse(query.get('asOf') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** A time for the address. */
export function asOfText(time: number): string {
  return new Date(time).toISOString();
}

/** An aspect that was different then. */
export interface PastDifference {
  readonly aspect: string;
  /** Undefined if there was none. */
  readonly then: Record<string, unknown> | undefined;
  /** Undefined if there is none. */
  readonly now: Record<string, unknown> | undefined;
  /** The latest version, for the condition of a write; undefined if there is none. */
  readonly version: string | undefined;
}

/**
 * What differs between a time and now. Keys never change.
 *
 * @throws ApiError 404 if the entity did not exist then, 400 if its history does not go back so far
 */
export async function readDifferences(urn: string, asOf: number, signal?: AbortSignal): Promise<PastDifference[]> {
  const [then, now] = await Promise.all([readEntity(urn, signal, asOf), readEntity(urn, signal)]);
  return differences(then, now);
}

function differences(then: EntityView, now: EntityView): PastDifference[] {
  const names = [...new Set([...Object.keys(then.aspects), ...Object.keys(now.aspects)])].filter((name) => !name.endsWith('Key'));
  return names.flatMap((aspect) => {
    const [before, after] = [then.aspects[aspect], now.aspects[aspect]];
    const same = before !== undefined && after !== undefined && JSON.stringify(before.value) === JSON.stringify(after.value);
    return same ? [] : [{ aspect, then: before?.value, now: after?.value, version: after?.version }];
  });
}

/**
 * Writes aspects as they were then, all or none, as a run of its own. Aspects that did not exist are deleted.
 *
 * @returns the run
 * @throws ApiError 422 if somebody else has written one of them since it was read
 */
export async function restore(entity: { readonly urn: string; readonly entityType: string }, differing: readonly PastDifference[]): Promise<string> {
  const runId = `restore-${new Date().toISOString()}`;
  const proposals = differing.map(({ aspect, then, version }) => ({
    entityType: entity.entityType,
    entityUrn: entity.urn,
    aspectName: aspect,
    changeType: then ? 'UPSERT' : 'DELETE',
    ...(then && { aspect: { value: JSON.stringify(then), contentType: 'application/json' } }),
    systemMetadata: { runId },
    headers: { 'If-Version-Match': version ?? '-1' },
  }));
  await request('aspects', {
    method: 'POST',
    query: { action: 'ingestProposalBatch' },
    body: { proposals },
    headers: { [settings.syncHeader]: 'true' },
  });
  forgetName(entity.urn);
  return runId;
}

/** What a rollback of a run does, or has done. */
export type Rollback = Answer<'/runs?action=rollback', 'post'>['value'];

/** Rolls back a run. A dry run says what would happen. Entities that others have written to as well stay. */
export async function rollBack(runId: string, dryRun: boolean, signal?: AbortSignal): Promise<Rollback> {
  const { value } = await request<Answer<'/runs?action=rollback', 'post'>>('runs', {
    method: 'POST',
    query: { action: 'rollback' },
    body: { runId, dryRun, safe: true },
    signal,
  });
  return value;
}
