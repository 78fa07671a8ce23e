/**
 * Values that are changed on the way in (docs/semantics.md 3.4).
 */
import { type Value, valueOf } from '../../model/json.ts';
import { EDITABLE_SCHEMA_METADATA, OWNERSHIP, SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { AspectSpec, Model } from '../../model/types.ts';

/** The value to store; the same object if nothing changes. */
export function normalised(model: Model, aspect: AspectSpec, value: Value): Value {
  if (!isRecord(value.json)) return value;
  if (aspect.kind === 'timeseries') return value.json.partitionSpec === undefined ? ofWholeTable(value, value.json) : value;
  if (aspect.name === OWNERSHIP) return withOwnerTypes(model, value.json);
  if (aspect.name === SCHEMA_METADATA) return withoutTwins(value, value.json, 'fields');
  if (aspect.name === EDITABLE_SCHEMA_METADATA) return withoutTwins(value, value.json, 'editableSchemaFieldInfo');
  return value;
}

/** Adds to the text, so that the numbers in it stay as written: `1.0` is no `1`. A point has a time, so there is a field before. */
function ofWholeTable({ text }: Value, json: Record<string, unknown>): Value {
  const partitionSpec = { type: 'FULL_TABLE', partition: 'FULL_TABLE_SNAPSHOT' };
  return { json: { ...json, partitionSpec }, text: `${text.trimEnd().slice(0, -1)},"partitionSpec":${JSON.stringify(partitionSpec)}}` };
}

/** `ownerTypes`: ownership type URN → owner URNs. */
function withOwnerTypes(model: Model, json: Record<string, unknown>): Value {
  const ownerTypes = new Map<string, Set<string>>();
  for (const owner of recordsIn(json, 'owners')) {
    const type = ownershipTypeOf(model, owner);
    const owners = ownerTypes.get(type);
    if (owners) owners.add(String(owner.owner));
    else ownerTypes.set(type, new Set([String(owner.owner)]));
  }
  return valueOf({ ...json, ownerTypes: Object.fromEntries([...ownerTypes].map(([type, owners]) => [type, [...owners]])) });
}

/** URN of the type of an owner: what it is if only the old constant says it. */
export function ownershipTypeOf({ names }: Model, { type, typeUrn }: Readonly<Record<string, unknown>>): string {
  return typeof typeUrn === 'string' ? typeUrn : `${names.urnPrefix}ownershipType:__system__${String(type).toLowerCase()}`;
}

/** Keeps the first of several entries with the same `fieldPath`. */
function withoutTwins(value: Value, json: Record<string, unknown>, list: string): Value {
  const entries = recordsIn(json, list);
  const seen = new Set<unknown>();
  const kept = entries.filter(({ fieldPath }) => !seen.has(fieldPath) && seen.add(fieldPath));
  return kept.length === entries.length ? value : valueOf({ ...json, [list]: kept });
}
