/**
 * Rules of property values on entities (docs/semantics.md 14.4).
 */
import {
  badPropertyValue,
  deletedProperty,
  immutableProperty,
  propertyOfOtherPlatforms,
  propertyOfOtherTypes,
  propertyWithoutEntity,
  repeatedProperty,
  tooManyPropertyValues,
  unknownProperty,
} from '../../../errors.ts';
import { sameJson, type Value, valueOf } from '../../../model/json.ts';
import { PROPERTY_VALUES, SCHEMA_FIELD_TYPE } from '../../../model/known-names.ts';
import { typeUrn } from '../../../model/named.ts';
import { shorten } from '../../../model/schema-check.ts';
import type { AspectSpec } from '../../../model/types.ts';
import { canonicalUrn, type Urn } from '../../../model/urn.ts';
import { entriesOf, PROPERTY_ASPECTS, type Property, type PropertyEntry, standing, valueText } from '../../properties/properties.ts';
import { propertiesNamed } from '../../read/visible.ts';
import type { AspectState } from '../../state.ts';
import { acceptValue } from '../accept.ts';
import type { Context } from '../context.ts';
import { platformOf } from '../defaults.ts';
import { type EntityDraft, exists } from '../draft.ts';
import { patched } from '../patch/patch.ts';
import type { Patch } from '../patch/types.ts';
import type { Proposal } from '../proposal.ts';
import type { GovernedValue } from './governed.ts';
import { takenBy } from './taken-values.ts';
import { listed, MOST_SHOWN, typeProblem } from './value-types.ts';

/**
 * Checks property values. Values of soft-deleted properties, which the client does not see, stay as they are, unless a patch removes them.
 *
 * @param proposal its patch made the visible entries; without one the value was sent as a whole
 * @throws Refusal invalid
 */
export function checkValues(context: Context, draft: EntityDraft, proposal: Proposal, value: Value): GovernedValue {
  const { aspect, patch } = proposal;
  if (!exists(draft) && context.unit.request.entityMustExist && draft.urn.type.name !== SCHEMA_FIELD_TYPE)
    throw propertyWithoutEntity(draft.urn.text);
  const before = draft.aspects.get(PROPERTY_VALUES)?.current;
  const earlier = standingIn(context, before, ['live', 'hidden']);
  const live = standingIn(context, before, ['live']);
  const hidden = standingIn(context, before, ['hidden']);
  const kept = patch && hidden.length > 0 ? leftHidden(context, draft, aspect, hidden, patch) : hidden;
  const wanted = entriesOf(value.json);
  context.lookUp(
    wanted.map(({ propertyUrn }) => propertyUrn),
    PROPERTY_ASPECTS,
  );
  const shown = new Map(live.map((entry) => [entry.propertyUrn, entry]));

  const definitions: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [index, entry] of wanted.entries()) {
    const urn = canonicalUrn(context.model, entry.propertyUrn);
    const at = `/properties/${index}`;
    if (seen.has(urn)) throw repeatedProperty(draft.urn.text, entry.propertyUrn, at);
    const property = context.property(entry.propertyUrn);
    const isSame = sameJson(shown.get(entry.propertyUrn), entry);
    const isHidden = context.hides(urn);
    if (!property || (isHidden && !isSame)) throw unknownProperty(draft.urn.text, entry.propertyUrn, at);
    seen.add(urn);
    const untouched = isSame && (patch || isHidden);
    if (!untouched) checkEntry(context, draft.urn, entry, at, property);
    definitions[entry.propertyUrn] = property.id;
  }
  for (const { propertyUrn } of kept) definitions[propertyUrn] = before?.meta.definitions?.[propertyUrn] ?? '';
  refuseImmutable(context, draft.urn.text, live, wanted);
  // Doubles are written as doubles, also if they were sent as whole numbers.
  if (kept.length === 0) return { value: value.text.includes('"double"') ? valueOf(value.json) : value, meta: { definitions } };
  return { value: valueOf({ ...(value.json as object), properties: inPlace(earlier, kept, wanted) }), meta: { definitions } };
}

/** Keeps hidden entries at their positions, and puts the others around them in their own order. */
function inPlace(earlier: readonly PropertyEntry[], kept: readonly PropertyEntry[], wanted: readonly PropertyEntry[]): PropertyEntry[] {
  const left = new Map(kept.map((entry) => [entry.propertyUrn, entry]));
  const rest = wanted.values();
  const properties: PropertyEntry[] = [];
  for (const { propertyUrn } of earlier) {
    const entry = left.get(propertyUrn) ?? rest.next().value;
    if (entry) properties.push(entry);
  }
  return [...properties, ...rest];
}

/** The hidden entries that remain after a patch. A patch can remove them by their URNs, and cannot do anything else with them. */
function leftHidden(context: Context, draft: EntityDraft, aspect: AspectSpec, hidden: readonly PropertyEntry[], patch: Patch): PropertyEntry[] {
  const { model, strictFields, now, unit } = context;
  const operations = patch.operations.filter(({ op, path }) => op === 'remove' && path.startsWith('/properties/'));
  const left = patched(model, aspect, { properties: hidden }, { ...patch, operations }, { time: now, actor: unit.actor });
  return entriesOf(acceptValue(model, strictFields, draft.urn, aspect, valueOf(left)).value.json);
}

/** @throws Refusal invalid if an immutable property has a value */
export function checkRemoval(context: Context, draft: EntityDraft): void {
  refuseImmutable(context, draft.urn.text, standingIn(context, draft.aspects.get(PROPERTY_VALUES)?.current, ['live']), []);
}

/**
 * Checks a rollback of values: values of immutable properties stay.
 *
 * @throws Refusal invalid
 */
export function checkReversal(context: Context, draft: EntityDraft, previous: AspectState): void {
  const live = standingIn(context, draft.aspects.get(PROPERTY_VALUES)?.current, ['live']);
  refuseImmutable(context, draft.urn.text, live, standingIn(context, previous, ['live']));
}

function standingIn(context: Context, state: AspectState | undefined, wanted: readonly ReturnType<typeof standing>[]): PropertyEntry[] {
  if (!state) return [];
  context.lookUp(propertiesNamed(PROPERTY_VALUES, state), PROPERTY_ASPECTS);
  return entriesOf(state.value.json).filter((entry) => wanted.includes(standing(entry, state, context.property(entry.propertyUrn))));
}

function refuseImmutable(context: Context, urn: string, live: readonly PropertyEntry[], wanted: readonly PropertyEntry[]): void {
  // Types in URNs are of any case: two spellings name one property.
  const next = new Map(wanted.map((entry) => [canonicalUrn(context.model, entry.propertyUrn), entry]));
  for (const entry of live) {
    if (!context.property(entry.propertyUrn)?.definition.immutable || entry.values.length === 0) continue;
    const left = next.get(canonicalUrn(context.model, entry.propertyUrn));
    if (!left) throw immutableProperty(urn, entry.propertyUrn, 'delete');
    if (!sameJson(left.values, entry.values)) throw immutableProperty(urn, entry.propertyUrn, 'mutate');
  }
}

/** @param at JSON pointer of the entry */
function checkEntry({ model }: Context, urn: Urn, entry: PropertyEntry, at: string, { definition, removed }: Property): void {
  const { propertyUrn, values } = entry;
  if (removed) throw deletedProperty(urn.text, propertyUrn, at);
  if (definition.cardinality === 'SINGLE' && values.length > 1) throw tooManyPropertyValues(urn.text, propertyUrn, at, values.length);
  const takes = takenBy(definition);
  for (const [which, value] of values.entries()) {
    const pointer = `${at}/values/${which}`;
    const problem = typeProblem(model, definition, value);
    const got = 'string' in value ? { string: shorten(value.string) } : value;
    if (problem !== undefined) throw badPropertyValue(urn.text, propertyUrn, valueText(value), problem, { pointer, expected: problem, got });
    if (takes.values && !takes.values(value)) {
      const shown = listed(definition.allowedValues?.slice(0, MOST_SHOWN + 1).map(valueText) ?? []);
      throw badPropertyValue(urn.text, propertyUrn, valueText(value), `one of [${shown}]`, { pointer, expected: `one of ${shown}`, got });
    }
  }
  const ofType = typeUrn(model, urn.type);
  if (!takes.entityTypes.has(ofType.toLowerCase()))
    throw propertyOfOtherTypes(urn.text, propertyUrn, at, urn.type.name, listed(definition.entityTypes), ofType);
  const platform = platformOf(model, urn);
  if (takes.platforms.size > 0 && !(platform && takes.platforms.has(platform)))
    throw propertyOfOtherPlatforms(urn.text, propertyUrn, at, listed(definition.allowedPlatforms), platform);
}
