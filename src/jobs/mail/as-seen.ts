/**
 * Changes as somebody may know them, who reads the entities that they are about: the stream that they come from knows everything.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Change } from '../../catalog/changes/types.ts';
import { Refusal } from '../../errors.ts';
import { findAspect } from '../../model/named.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';

type VersionReader = Pick<Catalog, 'model' | 'closed' | 'readVersion'>;

/** With the values that the reader may read. A change of nothing else than what is closed or hidden is left out. */
export async function asSeen(seen: VersionReader, changes: readonly Change[]): Promise<Change[]> {
  const shown = await Promise.all(changes.map((change) => shownOf(seen, change)));
  return shown.flatMap((change) => change ?? []);
}

async function shownOf(seen: VersionReader, change: Change): Promise<Change | undefined> {
  const urn = parseUrn(seen.model, change.urn);
  const aspect = isProblem(urn) ? undefined : findAspect(urn.type, change.aspect);
  // The model does not have it any more, so nothing is read of it.
  if (isProblem(urn) || !aspect) return { ...change, ...(change.version !== undefined && { value: null }) };
  if (await seen.closed(urn, aspect)) return undefined;
  const [value, beforeValue] = await Promise.all([change.version, change.before].map((seq) => textOf(seen, urn, aspect.name, seq)));
  if (value && beforeValue && isDeepStrictEqual(JSON.parse(value), JSON.parse(beforeValue))) return undefined;
  return { ...change, ...(value !== undefined && { value }), ...(beforeValue !== undefined && { beforeValue }) };
}

/** A version as the reader sees it; null if it is not stored any more, undefined if there was none. */
async function textOf({ readVersion }: VersionReader, urn: Urn, aspect: string, seq: number | undefined): Promise<string | null | undefined> {
  if (seq === undefined) return undefined;
  // The latest one has no other number than 0.
  for (const version of [seq, 0]) {
    const { state } = await readVersion(urn, aspect, version).catch(unlessRefused);
    if (state?.seq === seq) return state.value.text;
  }
  return null;
}

function unlessRefused(error: unknown): { readonly state: undefined } {
  if (error instanceof Refusal && error.status < 500) return { state: undefined };
  throw error;
}
