import { listEntities } from '../api/entity.ts';
import { idOfUrn } from '../api/urn.ts';
import type { Shape } from '../data/aspects.ts';
import { textOf } from '../data/is-record.ts';
import { compareNames, spaced } from '../data/words.ts';
import { type LoadState, useLoad } from '../parts/use-load.ts';
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

type OwningWay = Pick<Shape<'ownership'>['owners'][number], 'type' | 'typeUrn'>;

/** The ownership type of an owner as an entity, which decides whatever the word beside it. */
export function typeUrnOf({ type, typeUrn }: OwningWay): string {
  return typeUrn ?? `${settings.urnPrefix}ownershipType:${SYSTEM}${type.toLowerCase()}`;
}

/** The word of a built-in type; undefined for one that the catalog has added. */
export function wordOf(way: OwningWay): string | undefined {
  const id = idOfUrn(typeUrnOf(way));
  return id.startsWith(SYSTEM) ? id.slice(SYSTEM.length).toUpperCase() : undefined;
}

async function readOwn(signal: AbortSignal): Promise<OwnershipType[]> {
  const entities = await listEntities('OWNERSHIPTYPE', { aspects: ['ownershipTypeInfo', 'status'] }, signal);
  return entities
    .filter(({ urn, aspects: { status } }) => !idOfUrn(urn).startsWith(SYSTEM) && status?.value.removed !== true)
    .map(({ urn, aspects: { ownershipTypeInfo } }) => ({ urn, name: textOf(ownershipTypeInfo?.value.name) || idOfUrn(urn), type: 'CUSTOM' as const }))
    .sort((a, b) => compareNames(a.name, b.name));
}

/** The ownership types that the catalog has added to the built-in ones. */
export function useOwnTypes(): LoadState<readonly OwnershipType[]> {
  return useLoad(readOwn, []);
}
