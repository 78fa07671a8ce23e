import { request } from '../api/client.ts';
import { idOfUrn } from '../api/urn.ts';
import type { Shape } from '../data/aspects.ts';
import { compareNames, spaced } from '../data/words.ts';
import { type Loaded, useLoad } from '../parts/use-load.ts';
import { settings } from '../settings.ts';

/** A way of owning: one that every catalog has, or one that this catalog has added. */
interface OwnershipType {
  readonly urn: string;
  readonly name: string;
  /** What `ownership` stores beside the URN. */
  readonly type: Shape<'OwnershipType'>;
}

const SYSTEM = '__system__';

export const BUILT_IN: readonly OwnershipType[] = (['TECHNICAL_OWNER', 'BUSINESS_OWNER', 'DATA_STEWARD'] as const).map((type) => ({
  urn: `${settings.urnPrefix}ownershipType:${SYSTEM}${type.toLowerCase()}`,
  name: spaced(type),
  type,
}));

interface Sent {
  readonly urn: string;
  readonly ownershipTypeInfo?: { readonly value: { readonly name: string } };
  readonly status?: { readonly value: { readonly removed: boolean } };
}

async function readOwn(signal: AbortSignal): Promise<OwnershipType[]> {
  const { entities } = await request<{ entities: Sent[] }>('openapi/v3/entity/ownershiptype', {
    query: { count: 500, aspects: ['ownershipTypeInfo', 'status'] },
    signal,
  });
  return entities
    .filter(({ urn, status }) => !idOfUrn(urn).startsWith(SYSTEM) && status?.value.removed !== true)
    .map(({ urn, ownershipTypeInfo }) => ({ urn, name: ownershipTypeInfo?.value.name ?? idOfUrn(urn), type: 'CUSTOM' as const }))
    .sort((a, b) => compareNames(a.name, b.name));
}

/** The ownership types that the catalog has added to the built-in ones. */
export function useOwnTypes(): Loaded<readonly OwnershipType[]> {
  return useLoad(readOwn, []);
}
