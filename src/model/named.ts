/**
 * What requests name, found in the model or refused: entity types, aspects, URNs.
 */
import { badUrn, unknownAspect, unknownEntityType, wrongEntityType } from '../errors.ts';
import type { AspectSpec, EntityTypeSpec, Model } from './types.ts';
import { entityTypeNamed, isProblem, parseUrn, type Urn } from './urn.ts';

/**
 * The entity type of a name, whatever its case.
 *
 * @param pointer where the name stands in the request, as a JSON pointer
 * @throws Refusal unknownName
 */
export function entityTypeOrRefuse(model: Model, name: string, pointer: string): EntityTypeSpec {
  const type = entityTypeNamed(model, name);
  if (!type) throw unknownEntityType(name, pointer);
  return type;
}

/**
 * The aspect of an entity type, whatever the case of the name.
 *
 * @throws Refusal unknownName
 */
export function aspectNamed(type: EntityTypeSpec, name: string): AspectSpec {
  const aspect = findAspect(type, name);
  if (!aspect) throw unknownAspect(name, '/aspectName', type.name, `one of ${[...type.aspects.keys()].join(', ')}`);
  return aspect;
}

/** As `aspectNamed`; undefined for a name that the type does not have. */
export function findAspect(type: EntityTypeSpec, name: string): AspectSpec | undefined {
  const exact = type.aspects.get(name);
  if (exact) return exact;
  const lower = name.toLowerCase();
  for (const aspect of type.aspects.values()) if (aspect.name.toLowerCase() === lower) return aspect;
  return undefined;
}

/**
 * Reads a URN of a path or a parameter.
 *
 * @throws Refusal malformed (400), also for an entity type that the model does not have
 */
export function urnFrom(model: Model, text: string): Urn {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw badUrn(text, urn.problem);
  return urn;
}

/**
 * The URN itself, where it is of this entity type.
 *
 * @param type undefined: of any
 * @throws Refusal malformed
 */
export function ofType(type: EntityTypeSpec | undefined, urn: Urn): Urn {
  if (type && urn.type !== type) throw wrongEntityType(urn.text, urn.type.name, type.name);
  return urn;
}

/** The URN of a user. */
export function userUrn({ names }: Model, name: string): string {
  return `${names.urnPrefix}corpuser:${name}`;
}

/** The URN of the actor that Cairn itself writes as. */
export function systemActor(model: Model): string {
  return userUrn(model, model.names.systemActor);
}
