/**
 * Rules of property definitions (docs/semantics.md 14.1, 14.2, 14.3).
 */
import { badDefinition, breakingDefinition, deletedDefinition, propertyNameTaken } from '../../../errors.ts';
import { type Value, valueOf } from '../../../model/json.ts';
import { PROPERTY_DEFINITION, STATUS } from '../../../model/known-names.ts';
import { shorten } from '../../../model/schema-check.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import { definitionFrom, type PropertyDefinition, queryName, valueKey, valueText } from '../../properties/properties.ts';
import { type AspectState, saysRemoved } from '../../state.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';
import type { GovernedValue } from './governed.ts';
import { typeProblem } from './value-types.ts';

const VERSION = /^\d{14}$/;

/** @throws Refusal invalid when the definition may not be deleted */
export function checkDefinitionRemoval(draft: EntityDraft): void {
  refuseRemoved(draft);
}

/**
 * The definition as it is written: an update that leaves out `version` is of the version that there is (docs/semantics.md 14.2).
 *
 * @throws Refusal invalid
 */
export function checkDefinition(context: Context, draft: EntityDraft, value: Value): GovernedValue {
  const urn = draft.urn.text;
  refuseRemoved(draft);
  const next = definitionFrom(value.json);
  const id = draft.urn.parts[0] ?? '';
  if (/\s/.test(id))
    throw badDefinition(urn, 'the id of a property must not contain spaces', { pointer: '/urn', expected: 'an id without spaces', got: id });
  if (/\s/.test(next.qualifiedName) || next.qualifiedName === '')
    throw badDefinition(urn, 'qualifiedName must not be empty or contain spaces', {
      pointer: '/qualifiedName',
      expected: 'a name without spaces',
      got: next.qualifiedName,
    });
  if (next.version !== undefined && !VERSION.test(next.version))
    throw badDefinition(urn, 'version must be of the form yyyyMMddhhmmss', {
      pointer: '/version',
      expected: '14 digits: yyyyMMddhhmmss',
      got: next.version,
    });
  const allowedTypes = next.allowedTypes.map((type) => canonicalUrn(context.model, type));
  context.lookUp(allowedTypes, []);
  for (const [index, typeUrn] of allowedTypes.entries()) {
    const type = next.allowedTypes[index];
    if (context.names(typeUrn).size === 0)
      throw badDefinition(urn, `typeQualifier references ${type}, and that URN does not exist`, {
        pointer: '/typeQualifier/allowedTypes',
        expected: 'the URN of an entity type',
        got: type,
      });
  }
  const current = draft.aspects.get(PROPERTY_DEFINITION)?.current;
  const before = current && definitionFrom(current.value.json);
  const namesake = context.namesake(queryName(id));
  if (namesake !== undefined && namesake !== draft.urn.text) throw propertyNameTaken(urn, context.hides(namesake) ? undefined : namesake);
  const identity = `${context.attempt}.${context.step}`;
  if (before) refuseBreaking(urn, before, next);
  refuseUnfit(context, urn, next, before);
  if (!current || !before) return { value, meta: { identity } };
  if (next.version !== undefined && next.version !== before.version) return { value, meta: { identity } };
  const kept = next.version === before.version ? value : valueOf({ ...(value.json as object), version: before.version });
  return { value: kept, meta: current.meta.identity === undefined ? {} : { identity: current.meta.identity } };
}

/**
 * Checks that a definition may go back to an earlier version. The same rules hold as for writing it, except that an older version of the
 * definition may come back.
 *
 * @throws Refusal invalid
 */
export function checkReversal(draft: EntityDraft, previous: AspectState): void {
  const urn = draft.urn.text;
  refuseRemoved(draft);
  const current = draft.aspects.get(PROPERTY_DEFINITION)?.current;
  const [before, next] = [current && definitionFrom(current.value.json), definitionFrom(previous.value.json)];
  if (before && before.version === next.version) refuseBreaking(urn, before, next);
}

function refuseRemoved(draft: EntityDraft): void {
  if (saysRemoved(draft.aspects.get(STATUS)?.current?.value.json)) throw deletedDefinition(draft.urn.text);
}

/** Values that none of the property's can ever be. Those that an older Cairn has taken do not stand in the way of other changes. */
function refuseUnfit({ model }: Context, urn: string, next: PropertyDefinition, before: PropertyDefinition | undefined): void {
  const had = new Set(before?.valueType === next.valueType ? (before.allowedValues ?? []).map(valueKey) : []);
  for (const [at, value] of (next.allowedValues ?? []).entries()) {
    const problem = typeProblem(model, next, value);
    if (problem === undefined || had.has(valueKey(value))) continue;
    const got = 'string' in value ? { string: shorten(value.string) } : value;
    throw badDefinition(urn, `allowed value ${valueText(value)} should be ${problem}`, {
      pointer: `/allowedValues/${at}/value`,
      expected: problem,
      got,
    });
  }
}

/** Changes that would break values written earlier are taken only with a newer `version` (docs/semantics.md 14.2). */
function refuseBreaking(urn: string, before: PropertyDefinition, next: PropertyDefinition): void {
  if (next.qualifiedName !== before.qualifiedName)
    throw breakingDefinition(urn, 'qualifiedName cannot be changed', {
      pointer: '/qualifiedName',
      expected: before.qualifiedName,
      got: next.qualifiedName,
    });
  if (next.version !== undefined && next.version !== before.version) {
    if (before.version !== undefined && next.version < before.version)
      throw breakingDefinition(urn, `version must be greater than ${before.version}`, {
        pointer: '/version',
        expected: `a version greater than ${before.version}`,
        got: next.version,
      });
    return;
  }
  if (next.valueType !== before.valueType)
    throw breakingDefinition(urn, 'Value type cannot be changed without a new version', {
      pointer: '/valueType',
      expected: before.valueType,
      got: next.valueType,
    });
  if (before.cardinality === 'MULTIPLE' && next.cardinality === 'SINGLE')
    throw breakingDefinition(urn, 'Property definition cardinality cannot be changed from MULTI to SINGLE without a new version', {
      pointer: '/cardinality',
      expected: 'MULTIPLE',
      got: 'SINGLE',
    });
  const { allowedValues } = next;
  if (!allowedValues) return;
  const allowed = new Set(allowedValues.map(valueKey));
  const kept = before.allowedValues?.every((value) => allowed.has(valueKey(value)));
  if (kept !== true)
    throw breakingDefinition(urn, 'Cannot restrict values that were previously allowed without a new version', {
      pointer: '/allowedValues',
      expected: 'all values that were allowed before',
    });
}
