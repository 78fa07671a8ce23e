import { useEffect, useState } from 'preact/hooks';
import type { Shape } from '../api/aspects.ts';
import { request } from '../api/client.ts';
import { idOfUrn } from '../api/urn.ts';
import { spaced } from '../parts/words.ts';
import { settings } from '../settings.ts';

/** A way of owning: one that every catalog has, or one that this catalog has added. */
export interface OwnershipType {
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

async function readOwn(): Promise<OwnershipType[]> {
  const { entities } = await request<{ entities: Sent[] }>('openapi/v3/entity/ownershiptype', {
    query: { count: 500, aspects: ['ownershipTypeInfo', 'status'] },
  });
  return entities
    .filter(({ urn, status }) => !idOfUrn(urn).startsWith(SYSTEM) && status?.value.removed !== true)
    .map(({ urn, ownershipTypeInfo }) => ({ urn, name: ownershipTypeInfo?.value.name ?? idOfUrn(urn), type: 'CUSTOM' as const }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** All ownership types: the built-in ones at once, those of the catalog when they are read. */
export function useOwnershipTypes(): readonly OwnershipType[] {
  const [own, set] = useState<readonly OwnershipType[]>([]);
  useEffect(() => {
    let gone = false;
    // Without them the built-in ones can still be chosen.
    readOwn().then(
      (types) => gone || set(types),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return [...BUILT_IN, ...own];
}
