/**
 * Structured properties as docs/semantics.md 14 has them, in a few lines: what each write must do, and what reads must show.
 */
import type { Definition, Entry, Value } from '../../support/apis/index.ts';

interface Held extends Entry {
  /** The definition that it was written under. */
  readonly under: string;
}

interface Property {
  readonly definition: Definition;
  /** Tells definitions that follow each other under one URN apart. */
  readonly born: number;
  readonly removed: boolean;
}

export interface World {
  readonly properties: Map<string, Property>;
  readonly entities: Map<string, Held[]>;
  births: number;
}

const idOf = ({ born, definition }: Property): string => `${born}.${definition.version ?? ''}`;

/** `dead`: written under a definition that is gone; `hidden`: its property is soft-deleted. */
function standing(world: World, entry: Held): 'live' | 'hidden' | 'dead' {
  const property = world.properties.get(entry.propertyUrn);
  if (!property || idOf(property) !== entry.under) return 'dead';
  return property.removed ? 'hidden' : 'live';
}

/** What readers see of an entity. */
export function visible(world: World, entity: string): Entry[] {
  const entries = world.entities.get(entity) ?? [];
  return entries.filter((entry) => standing(world, entry) === 'live').map(({ propertyUrn, values }) => ({ propertyUrn, values }));
}

/** Defines a property, or changes it; says whether that is allowed. */
export function define(world: World, urn: string, next: Definition): boolean {
  if (next.allowedValues?.some(({ value }) => !isOfType(next.valueType, value))) return false;
  const before = world.properties.get(urn);
  if (!before) {
    world.properties.set(urn, { definition: next, born: ++world.births, removed: false });
    return true;
  }
  if (before.removed) return false;
  const { version } = before.definition;
  const renewed = next.version !== undefined && next.version !== version;
  if (renewed && version !== undefined && (next.version as string) < version) return false;
  if (!renewed && isBreaking(before.definition, next)) return false;
  world.properties.set(urn, { ...before, definition: { ...next, ...(version !== undefined && next.version === undefined ? { version } : {}) } });
  return true;
}

function isBreaking(before: Definition, next: Definition): boolean {
  const allowed = ({ allowedValues }: Definition): string[] | undefined => allowedValues?.map(({ value }) => JSON.stringify(value));
  const [had, has] = [allowed(before), allowed(next)];
  const restricts = has !== undefined && !(had?.every((value) => has.includes(value)) ?? false);
  const narrows = before.cardinality === 'MULTIPLE' && next.cardinality !== 'MULTIPLE';
  return before.valueType !== next.valueType || narrows || restricts;
}

export function setStatus(world: World, urn: string, removed: boolean): void {
  const property = world.properties.get(urn);
  if (property) world.properties.set(urn, { ...property, removed });
}

/** Replaces all values; those that are hidden stay unless they are named. */
export function setValues(world: World, entity: string, wanted: readonly Entry[]): boolean {
  const before = world.entities.get(entity) ?? [];
  const kept = before.filter((entry) => standing(world, entry) === 'hidden' && !wanted.some(({ propertyUrn }) => propertyUrn === entry.propertyUrn));
  if (new Set(wanted.map(({ propertyUrn }) => propertyUrn)).size < wanted.length) return false;
  if (!wanted.every((entry) => fits(world, entity, entry)) || !keepsImmutable(world, before, wanted)) return false;
  world.entities.set(entity, [...wanted.map((entry) => held(world, entry)), ...kept]);
  return true;
}

/** Adds a property in its place, or at the end. */
export function addValues(world: World, entity: string, entry: Entry): boolean {
  const before = (world.entities.get(entity) ?? []).filter((each) => standing(world, each) !== 'dead');
  const at = before.findIndex(({ propertyUrn }) => propertyUrn === entry.propertyUrn);
  const next = at < 0 ? [...before, entry] : before.with(at, entry as Held);
  if (!fits(world, entity, entry) || !keepsImmutable(world, before, next)) return false;
  world.entities.set(
    entity,
    next.map((each) => (each === entry ? held(world, entry) : (each as Held))),
  );
  return true;
}

export function removeValues(world: World, entity: string, propertyUrn: string): boolean {
  const before = (world.entities.get(entity) ?? []).filter((each) => standing(world, each) !== 'dead');
  const next = before.filter((each) => each.propertyUrn !== propertyUrn);
  if (!keepsImmutable(world, before, next)) return false;
  world.entities.set(entity, next);
  return true;
}

function held(world: World, { propertyUrn, values }: Entry): Held {
  return { propertyUrn, values, under: idOf(world.properties.get(propertyUrn) as Property) };
}

function keepsImmutable(world: World, before: readonly Held[], next: readonly Entry[]): boolean {
  return before.every((entry) => {
    const immutable = world.properties.get(entry.propertyUrn)?.definition.immutable && standing(world, entry) === 'live' && entry.values.length > 0;
    const twin = next.find(({ propertyUrn }) => propertyUrn === entry.propertyUrn);
    return !immutable || JSON.stringify(twin?.values) === JSON.stringify(entry.values);
  });
}

function fits(world: World, entity: string, { propertyUrn, values }: Entry): boolean {
  const property = world.properties.get(propertyUrn);
  if (!property || property.removed) return false;
  const { cardinality, valueType, allowedValues, entityTypes } = property.definition;
  if (!entityTypes.some((type) => type.endsWith(`.${entity.split(':')[2]}`))) return false;
  if (cardinality !== 'MULTIPLE' && values.length > 1) return false;
  const allowed = allowedValues?.map(({ value }) => JSON.stringify(value));
  return values.every((value) => isOfType(valueType, value) && (!allowed || allowed.includes(JSON.stringify(value))));
}

function isOfType(valueType: string, value: Value): boolean {
  if (valueType.endsWith('.number')) return 'double' in value;
  if (!('string' in value)) return false;
  return (
    !valueType.endsWith('.date') || (/^\d{4}-\d\d-\d\d$/.test(value.string) && new Date(value.string).toJSON()?.startsWith(value.string) === true)
  );
}
