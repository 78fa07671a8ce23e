/**
 * Writes one aspect, on condition that nobody else has written it since it was read.
 */
import { COMMIT_TIME } from '../../commit-time.ts';
import { meQuery } from '../../generated/queries.ts';
import { settings } from '../settings.ts';
import { ApiError, graphql, request } from './client.ts';
import { type AspectView, type EntityView, type Stamp, viewOf } from './entity.ts';
import { forgetName } from './names.ts';
import { token } from './token.ts';
import { isColumn } from './urn.ts';

export type Json = Record<string, unknown>;

export interface PatchOperation {
  readonly op: 'add' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

interface AspectPatch {
  readonly patch: readonly PatchOperation[];
  readonly arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>>;
}

/** A whole new value, or a change that leaves other members as they are. */
export type AspectEdit = { readonly value: Json } | AspectPatch;

const pathOf = (urn: string, aspect: string): string => `openapi/v3/entity/generic/${encodeURIComponent(urn)}/${aspect}`;

/** The latest version of an aspect; undefined if there is none. */
export async function readAspect(urn: string, aspect: string): Promise<AspectView | undefined> {
  try {
    return viewOf(await request<AspectView>(pathOf(urn, aspect), { query: { systemMetadata: true } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** The entity must exist: one that was deleted meanwhile does not come back. A column need not be stored. */
const existing = (urn: string): Record<string, string> => (isColumn(urn) ? {} : { 'If-Entity-Match': '*' });

async function send(urn: string, aspect: string, change: AspectEdit, conditions: Record<string, string>): Promise<void> {
  const method = 'patch' in change ? 'PATCH' : 'POST';
  await request(pathOf(urn, aspect), { method, body: change, headers: { ...conditions, [settings.syncHeader]: 'true' } });
  forgetName(urn);
}

/**
 * Writes, and waits until search shows it.
 *
 * @param version the version that was read; undefined if there was none
 * @throws ApiError 412 if somebody else has written or deleted since; see {@link isConflict}
 */
export function writeAspect(urn: string, aspect: string, version: string | undefined, change: AspectEdit): Promise<void> {
  return send(urn, aspect, change, { 'If-Version-Match': version ?? '-1', ...existing(urn) });
}

/** Writes an aspect of the reader, who need not be stored yet. @throws ApiError 412 if another tab was faster */
export function writeOwn(urn: string, aspect: string, version: string | undefined, change: AspectEdit): Promise<void> {
  return send(urn, aspect, change, { 'If-Version-Match': version ?? '-1' });
}

/** Makes an entity of its first aspect. @throws ApiError 412 if it has this aspect already */
export function createEntity(urn: string, aspect: string, value: Json): Promise<void> {
  return send(urn, aspect, { value }, { 'If-Version-Match': '-1' });
}

/** Adds or removes items of a list, whatever others do with its other items meanwhile. Waits until search shows it. */
export function patchAspect(urn: string, aspect: string, patch: AspectPatch): Promise<void> {
  return send(urn, aspect, patch, existing(urn));
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

let me: { readonly of: string | undefined; readonly urn: string } | undefined;

/** Who writes, at the time of the commit, for aspects that store this themselves. */
export async function stampNow(): Promise<Stamp> {
  const of = token();
  if (me?.of !== of || me === undefined) {
    const answer = await graphql(meQuery, {});
    me = { of: token(), urn: answer.me.corpUser.urn };
  }
  return { time: COMMIT_TIME, actor: me.urn };
}

/** Escapes a name for a path of JSON Patch. */
export function pathPart(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Deletes an entity softly, or restores it. @throws Error in words if somebody else was faster */
export async function setRemoved({ urn, aspects: { status } }: Pick<EntityView, 'urn' | 'aspects'>, removed: boolean): Promise<void> {
  try {
    await writeAspect(urn, 'status', status?.version, { value: { ...status?.value, removed } });
  } catch (thrown) {
    throw isConflict(thrown) ? new Error('Somebody else has just deleted or restored it. Reload the page to see its state.') : thrown;
  }
}
