/**
 * Reads and writes definitions of structured properties.
 */
import { createPropertyMutation } from '../../generated/queries.ts';
import type { Shape } from '../data/aspects.ts';
import { compareNames } from '../data/words.ts';
import { settings, typeSettings } from '../settings.ts';
import { graphql, request } from './client.ts';
import { type AspectView, listEntities } from './entity.ts';
import { countMatches } from './search.ts';
import { idOfUrn } from './urn.ts';

/** A stored value: exactly one of the two members. */
export type PropertyValue = { readonly string: string } | { readonly double: number };

export interface Choice {
  readonly value: PropertyValue;
  readonly description?: string;
}

export const VALUE_KINDS = ['string', 'number', 'date', 'urn', 'rich_text'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export const FLAGS = {
  showInSearchFilters: 'Offer as a filter in search',
  showAsAssetBadge: 'Show as a badge beside the name',
  showInAssetSummary: 'Show in the summary',
  showInColumnsTable: 'Show as a column of schema tables',
  isHidden: 'Hide everywhere',
} as const;
export type Flag = keyof typeof FLAGS;

export interface Property {
  readonly urn: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: ValueKind;
  readonly many: boolean;
  /** Names of entity types: `dataset`. */
  readonly entityTypes: readonly string[];
  readonly platforms: readonly string[];
  readonly choices: readonly Choice[] | undefined;
  /** URNs of the entity types to which values may point. */
  readonly valueTypes: readonly string[];
  readonly immutable: boolean;
  readonly removed: boolean;
  readonly flags: ReadonlySet<Flag>;
  readonly aspects: Readonly<Record<string, AspectView>>;
}

/** `urn:…:dataType:<word>.string` → `string`. */
function lastWord(urn: string): string {
  const id = idOfUrn(urn);
  return id.startsWith(`${settings.word}.`) ? id.slice(settings.word.length + 1) : id;
}

export function propertyFrom(urn: string, aspects: Readonly<Record<string, AspectView>>): Property {
  const value: Partial<Shape<'propertyDefinition'>> = aspects.propertyDefinition?.value ?? {};
  const shown = aspects.structuredPropertySettings?.value ?? {};
  const kind = lastWord(value.valueType ?? '');
  return {
    urn,
    id: idOfUrn(urn),
    name: value.displayName || value.qualifiedName || idOfUrn(urn),
    description: value.description ?? '',
    kind: VALUE_KINDS.find((each) => each === kind) ?? 'string',
    many: value.cardinality === 'MULTIPLE',
    entityTypes: (value.entityTypes ?? []).map(lastWord),
    platforms: value.allowedPlatforms ?? [],
    // A union has exactly one member.
    choices: value.allowedValues as readonly Choice[] | undefined,
    valueTypes: (value.typeQualifier?.allowedTypes ?? []).map(lastWord),
    immutable: value.immutable === true,
    removed: aspects.status?.value.removed === true,
    flags: new Set((Object.keys(FLAGS) as Flag[]).filter((flag) => shown[flag] === true)),
    aspects,
  };
}

/** Reads all definitions, by name; on request also the soft-deleted ones. */
export async function listProperties({ removed = false }: { removed?: boolean } = {}, signal?: AbortSignal): Promise<Property[]> {
  const aspects = ['propertyDefinition', 'structuredPropertySettings', 'status'];
  const all = await listEntities('structuredProperty', { includeSoftDelete: removed, aspects }, signal);
  return all
    .map(({ urn, aspects: own }) => propertyFrom(urn, own))
    .filter(({ aspects: own }) => own.propertyDefinition)
    .sort((a, b) => compareNames(a.name, b.name));
}

export interface NewProperty {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: ValueKind;
  readonly many: boolean;
  readonly entityTypes: readonly string[];
  readonly choices: readonly Choice[];
  readonly valueTypes: readonly string[];
  readonly immutable: boolean;
  readonly flags: ReadonlySet<Flag>;
}

const typeUrn = (name: string): string => `${settings.urnPrefix}entityType:${settings.word}.${name}`;

function choiceInput({ value, description }: Choice) {
  return { ...('double' in value ? { numberValue: value.double } : { stringValue: value.string }), ...(description ? { description } : {}) };
}

const flagInput = (flags: ReadonlySet<Flag>) => Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, flags.has(flag as Flag)]));

/** @returns its URN */
export async function createProperty(made: NewProperty): Promise<string> {
  const input = {
    id: made.id,
    qualifiedName: made.id,
    displayName: made.displayName,
    description: made.description,
    valueType: `${settings.urnPrefix}dataType:${settings.word}.${made.kind}`,
    cardinality: made.many ? ('MULTIPLE' as const) : ('SINGLE' as const),
    entityTypes: made.entityTypes.map(typeUrn),
    immutable: made.immutable,
    ...(made.choices.length > 0 ? { allowedValues: made.choices.map(choiceInput) } : {}),
    ...(made.valueTypes.length > 0 ? { typeQualifier: { allowedTypes: made.valueTypes.map(typeUrn) } } : {}),
    settings: flagInput(made.flags),
  };
  return (await graphql(createPropertyMutation, { input })).createStructuredProperty.urn;
}

/** Removes the definition now and all values soon after. */
export async function destroyProperty(urn: string): Promise<void> {
  await request(`openapi/v3/entity/structuredproperty/${encodeURIComponent(urn)}`, { method: 'DELETE' });
}

/** How many entities have a value. Not of a soft-deleted property: the server refuses searches by it. */
export async function countUses({ id, entityTypes }: Pick<Property, 'id' | 'entityTypes'>, signal?: AbortSignal): Promise<number> {
  return countMatches(
    [{ field: `structuredProperties.${id}`, condition: 'EXISTS' }],
    entityTypes.flatMap((type) => typeSettings(type)?.graphql ?? []),
    signal,
  );
}

/** The name of the type as definitions spell it. */
export const entityTypeUrn = typeUrn;
