/**
 * What requests name, found in the model or refused: entity types, aspects, URNs.
 */
import { malformed, type Refusal, unknownName } from '../errors.ts';
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

/** The refusal of a name that is no entity type of the model. */
export function unknownEntityType(name: string, pointer: string): Refusal {
  return unknownName(`Failed to find entity with name ${name}`, [{ pointer, expected: 'an entity type of the model', got: name }]);
}

/**
 * The aspect of an entity type, whatever the case of the name.
 *
 * @throws Refusal unknownName
 */
export function aspectNamed(type: EntityTypeSpec, name: string): AspectSpec {
  const aspect = findAspect(type, name);
  if (!aspect)
    throw unknownName(`Unknown aspect ${name} for entity ${type.name}`, [
      { pointer: '/aspectName', expected: `one of ${[...type.aspects.keys()].join(', ')}`, got: name },
    ]);
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
  if (isProblem(urn))
    throw malformed(`Invalid urn!: ${text} (${urn.problem})`, [{ pointer: '/urn', expected: `a URN; this one ${urn.problem}`, got: text }]);
  return urn;
}

/** The URN of the actor that Cairn itself writes as. */
export function systemActor(model: Model): string {
  return `${model.names.urnPrefix}corpuser:${model.names.systemActor}`;
}
