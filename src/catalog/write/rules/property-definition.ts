/**
 * Rules of property definitions (docs/semantics.md 14.1, 14.2, 14.3).
 */
import { type Detail, invalid } from '../../../errors.ts';
import { type Value, valueOf } from '../../../model/json.ts';
import { PROPERTY_DEFINITION, STATUS } from '../../../model/known-names.ts';
import { shorten } from '../../../model/schema-check.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import { definitionFrom, type PropertyDefinition, queryName, valueKey, valueText } from '../../properties/properties.ts';
import type { AspectState } from '../../state.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';
import type { Governed } from './governed.ts';
import { typeProblem } from './value-types.ts';

const VERSION = /^\d{14}$/;

/** @throws Refusal invalid when the definition may not be deleted */
export function checkDefinitionRemoval(draft: EntityDraft): void {
  refuseRemoved(draft, refuser(draft));
}

/**
 * The definition as it is written: an update that leaves out `version` is of the version that there is (docs/semantics.md 14.2).
 *
 * @throws Refusal invalid
 */
export function checkDefinition(context: Context, draft: EntityDraft, value: Value): Governed {
  const refuse = refuser(draft);
  refuseRemoved(draft, refuse);
  const next = definitionFrom(value.json);
  const id = draft.urn.parts[0] ?? '';
  if (/\s/.test(id)) refuse('the id of a property must not contain spaces', { pointer: '/urn', expected: 'an id without spaces', got: id });
  if (/\s/.test(next.qualifiedName) || next.qualifiedName === '')
    refuse('qualifiedName must not be empty or contain spaces', {
      pointer: '/qualifiedName',
      expected: 'a name without spaces',
      got: next.qualifiedName,
    });
  if (next.version !== undefined && !VERSION.test(next.version))
    refuse('version must be of the form yyyyMMddhhmmss', { pointer: '/version', expected: '14 digits: yyyyMMddhhmmss', got: next.version });
  const allowedTypes = next.allowedTypes.map((type) => canonicalUrn(context.model, type));
  context.lookUp(allowedTypes, []);
  for (const [index, urn] of allowedTypes.entries()) {
    const type = next.allowedTypes[index];
    if (context.names(urn).size === 0)
      refuse(`typeQualifier names ${type}, and that URN does not exist`, {
        pointer: '/typeQualifier/allowedTypes',
        expected: 'the URN of an entity type',
        got: type,
      });
  }
  const current = draft.aspects.get(PROPERTY_DEFINITION)?.current;
  const before = current && definitionFrom(current.value.json);
  const namesake = context.namesake(queryName(id));
  if (namesake !== undefined && namesake !== draft.urn.text)
    refuse(`would be searched under the same name as ${namesake}: ids that differ only in . and _ share one`);
  const identity = `${context.attempt}.${context.step}`;
  if (before) refuseBreaking(before, next, refuse);
  refuseUnfit(context, next, before, refuse);
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
  const refuse = refuser(draft);
  refuseRemoved(draft, refuse);
  const current = draft.aspects.get(PROPERTY_DEFINITION)?.current;
  const [before, next] = [current && definitionFrom(current.value.json), definitionFrom(previous.value.json)];
  if (before && before.version === next.version) refuseBreaking(before, next, refuse);
}

type Refuse = (reason: string, detail?: Detail) => never;

function refuser(draft: EntityDraft): Refuse {
  return (reason, detail) => {
    throw invalid(`Failed to validate ${PROPERTY_DEFINITION}: ${draft.urn.text} ${reason}`, detail ? [detail] : []);
  };
}

function refuseRemoved(draft: EntityDraft, refuse: Refuse): void {
  const removed = (draft.aspects.get(STATUS)?.current?.value.json as { removed?: unknown } | undefined)?.removed === true;
  if (removed) refuse('Cannot mutate a soft deleted Structured Property Definition');
}

/** Refuses allowed values that do not fit the type of the property. Those that an older Cairn accepted do not prevent other changes. */
function refuseUnfit({ model }: Context, next: PropertyDefinition, before: PropertyDefinition | undefined, refuse: Refuse): void {
  const had = new Set(before?.valueType === next.valueType ? (before.allowedValues ?? []).map(valueKey) : []);
  for (const [at, value] of (next.allowedValues ?? []).entries()) {
    const problem = typeProblem(model, next, value);
    if (problem === undefined || had.has(valueKey(value))) continue;
    const got = 'string' in value ? { string: shorten(value.string) } : value;
    refuse(`allowed value ${valueText(value)} should be ${problem}`, { pointer: `/allowedValues/${at}/value`, expected: problem, got });
  }
}

/** Changes that would break values written earlier are taken only with a newer `version` (docs/semantics.md 14.2). */
function refuseBreaking(before: PropertyDefinition, next: PropertyDefinition, refuse: Refuse): void {
  if (next.qualifiedName !== before.qualifiedName)
    refuse('qualifiedName cannot be changed', { pointer: '/qualifiedName', expected: before.qualifiedName, got: next.qualifiedName });
  if (next.version !== undefined && next.version !== before.version) {
    if (before.version !== undefined && next.version < before.version)
      refuse(`version must be greater than ${before.version}`, {
        pointer: '/version',
        expected: `a version greater than ${before.version}`,
        got: next.version,
      });
    return;
  }
  if (next.valueType !== before.valueType)
    refuse('Value type cannot be changed without a new version', { pointer: '/valueType', expected: before.valueType, got: next.valueType });
  if (before.cardinality === 'MULTIPLE' && next.cardinality === 'SINGLE')
    refuse('Property definition cardinality cannot be changed from MULTI to SINGLE without a new version', {
      pointer: '/cardinality',
      expected: 'MULTIPLE',
      got: 'SINGLE',
    });
  const { allowedValues } = next;
  if (!allowedValues) return;
  const allowed = new Set(allowedValues.map(valueKey));
  const kept = before.allowedValues?.every((value) => allowed.has(valueKey(value)));
  if (kept !== true)
    refuse('Cannot restrict values that were previously allowed without a new version', {
      pointer: '/allowedValues',
      expected: 'all values that were allowed before',
    });
}
