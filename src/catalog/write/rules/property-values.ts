/**
 * Rules of property values on entities (docs/semantics.md 14.4).
 */
import { type Detail, invalid } from '../../../errors.ts';
import { sameJson, type Value, valueOf } from '../../../model/json.ts';
import { PROPERTY_VALUES, SCHEMA_FIELD_TYPE } from '../../../model/known-names.ts';
import { shorten } from '../../../model/schema-check.ts';
import type { AspectSpec } from '../../../model/types.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import { entriesOf, PROPERTY_ASPECTS, type Property, type PropertyEntry, standing, valueText } from '../../properties/properties.ts';
import { propertiesNamed } from '../../read/visible.ts';
import type { AspectState } from '../../state.ts';
import { acceptValue } from '../accept.ts';
import type { Context } from '../context.ts';
import { platformOf } from '../defaults.ts';
import { type EntityDraft, exists } from '../draft.ts';
import { patched } from '../patch/patch.ts';
import type { Patch } from '../patch/types.ts';
import type { Governed } from './governed.ts';
import { takenBy } from './taken-values.ts';
import { listed, MOST_SHOWN, typeProblem } from './value-types.ts';

type Refuse = (reason: string, detail?: Detail) => never;

function refuser(draft: EntityDraft): Refuse {
  return (reason, detail) => {
    throw invalid(`Failed to validate ${PROPERTY_VALUES}: ${draft.urn.text} ${reason}`, detail ? [detail] : []);
  };
}

/**
 * Checks property values. Values of soft-deleted properties, which the client does not see, stay as they are, unless a patch removes them.
 *
 * @param patch the patch that made the visible entries; absent if the value was sent as a whole
 * @throws Refusal invalid
 */
export function checkValues(context: Context, draft: EntityDraft, aspect: AspectSpec, value: Value, patch: Patch | undefined): Governed {
  const refuse = refuser(draft);
  if (!exists(draft) && draft.urn.type.name !== SCHEMA_FIELD_TYPE && !context.comesAlong(draft.urn.text))
    refuse('the entity does not exist; write another aspect of it first', {
      pointer: '/urn',
      expected: 'the URN of an entity that exists',
      got: draft.urn.text,
    });
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
    if (seen.has(urn))
      refuse(`Property: ${entry.propertyUrn} has multiple entries`, { pointer: `/properties/${index}`, expected: 'one entry for each property' });
    const property =
      context.property(entry.propertyUrn) ??
      refuse(`Property: ${entry.propertyUrn} does not exist or has no definition`, {
        pointer: `/properties/${index}/propertyUrn`,
        expected: 'a property that is defined',
        got: entry.propertyUrn,
      });
    seen.add(urn);
    const untouched = patch && sameJson(shown.get(entry.propertyUrn), entry);
    if (!untouched) checkEntry(context, draft, entry, index, property, refuse);
    definitions[entry.propertyUrn] = property.id;
  }
  for (const { propertyUrn } of kept) definitions[propertyUrn] = before?.meta.definitions?.[propertyUrn] ?? '';
  refuseImmutable(context, live, wanted, refuse);
  if (kept.length === 0) return { value, meta: { definitions } };
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
  // A number in a path counts only the entries that the client sees.
  const operations = patch.operations.filter(({ op, path }) => op === 'remove' && /^\/properties\/(?!\d+(\/|$))/.test(path));
  const left = patched(model, aspect, { properties: hidden }, { ...patch, operations }, { time: now, actor: unit.actor });
  return entriesOf(acceptValue(model, strictFields, draft.urn, aspect, valueOf(left)).value.json);
}

/** @throws Refusal invalid if an immutable property has a value */
export function checkRemoval(context: Context, draft: EntityDraft): void {
  refuseImmutable(context, standingIn(context, draft.aspects.get(PROPERTY_VALUES)?.current, ['live']), [], refuser(draft));
}

/**
 * Checks a rollback of values: values of immutable properties stay.
 *
 * @throws Refusal invalid
 */
export function checkReversal(context: Context, draft: EntityDraft, previous: AspectState): void {
  const live = standingIn(context, draft.aspects.get(PROPERTY_VALUES)?.current, ['live']);
  refuseImmutable(context, live, standingIn(context, previous, ['live']), refuser(draft));
}

function standingIn(context: Context, state: AspectState | undefined, wanted: readonly ReturnType<typeof standing>[]): PropertyEntry[] {
  if (!state) return [];
  context.lookUp(propertiesNamed(PROPERTY_VALUES, state), PROPERTY_ASPECTS);
  return entriesOf(state.value.json).filter((entry) => wanted.includes(standing(entry, state, context.property(entry.propertyUrn))));
}

function refuseImmutable(context: Context, live: readonly PropertyEntry[], wanted: readonly PropertyEntry[], refuse: Refuse): void {
  // The case of types in URNs does not matter: two spellings refer to one property.
  const next = new Map(wanted.map((entry) => [canonicalUrn(context.model, entry.propertyUrn), entry]));
  for (const entry of live) {
    if (!context.property(entry.propertyUrn)?.definition.immutable || entry.values.length === 0) continue;
    const left = next.get(canonicalUrn(context.model, entry.propertyUrn));
    if (!left) refuse(`Property: ${entry.propertyUrn} Cannot delete an immutable property`);
    else if (!sameJson(left.values, entry.values)) refuse(`Property: ${entry.propertyUrn} Cannot mutate an immutable property`);
  }
}

function checkEntry(
  context: Context,
  draft: EntityDraft,
  entry: PropertyEntry,
  index: number,
  { definition, removed }: Property,
  refuse: Refuse,
): void {
  const at = `/properties/${index}`;
  const name = `Property: ${entry.propertyUrn}`;
  if (removed)
    refuse(`${name} Cannot apply a soft deleted Structured Property value`, {
      pointer: `${at}/propertyUrn`,
      expected: 'a property that is not soft-deleted',
      got: entry.propertyUrn,
    });
  if (definition.cardinality === 'SINGLE' && entry.values.length > 1)
    refuse(`${name} has cardinality 1, but multiple values were assigned`, {
      pointer: `${at}/values`,
      expected: 'one value',
      got: entry.values.length,
    });
  const takes = takenBy(definition);
  for (const [which, value] of entry.values.entries()) {
    const pointer = `${at}/values/${which}`;
    const problem = typeProblem(context.model, definition, value);
    const got = 'string' in value ? { string: shorten(value.string) } : value;
    if (problem !== undefined) refuse(`${name}, value: ${valueText(value)} should be ${problem}`, { pointer, expected: problem, got });
    if (takes.values && !takes.values(value)) {
      const shown = listed(definition.allowedValues?.slice(0, MOST_SHOWN + 1).map(valueText) ?? []);
      refuse(`${name}, value: ${valueText(value)} should be one of [${shown}]`, { pointer, expected: `one of ${shown}`, got });
    }
  }
  const typeUrn = `${context.model.names.urnPrefix}entityType:${context.model.names.word}.${draft.urn.type.name}`;
  if (!takes.entityTypes.has(typeUrn.toLowerCase())) {
    refuse(`${name} is not for entities of type ${draft.urn.type.name}`, {
      pointer: `${at}/propertyUrn`,
      expected: `an entity of ${listed(definition.entityTypes) || 'no type'}`,
      got: typeUrn,
    });
  }
  const platform = platformOf(context.model, draft.urn);
  if (takes.platforms.size > 0 && !(platform && takes.platforms.has(platform))) {
    refuse(`${name} is only for entities of ${listed(definition.allowedPlatforms)}`, {
      pointer: `${at}/propertyUrn`,
      expected: 'an entity of an allowed platform',
      got: platform,
    });
  }
}
