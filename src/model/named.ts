/**
 * Finds what requests name in the model, or refuses it: entity types, aspects, URNs.
 */
import { badUrn, unknownAspect, unknownEntityType, wrongEntityType } from '../errors.ts';
import { ENTITY_TYPE } from './known-names.ts';
import type { AspectSpec, EntityTypeSpec, Model } from './types.ts';
import { entityTypeNamed, isProblem, parseUrn, type Urn } from './urn.ts';

/**
 * The entity type with this name, in any case.
 *
 * @param pointer the place of the name in the request, as a JSON pointer
 * @throws Refusal unknownName
 */
export function entityTypeOrRefuse(model: Model, name: string, pointer: string): EntityTypeSpec {
  const type = entityTypeNamed(model, name);
  if (!type) throw unknownEntityType(name, pointer);
  return type;
}

/**
 * The aspect of an entity type with this name, in any case.
 *
 * @param pointer the place of the name in the request, as a JSON pointer
 * @throws Refusal unknownName
 */
export function aspectNamed(type: EntityTypeSpec, name: string, pointer = '/aspectName'): AspectSpec {
  const aspect = findAspect(type, name);
  if (!aspect) throw unknownAspect(name, pointer, type.name, `one of ${[...type.aspects.keys()].join(', ')}`);
  return aspect;
}

/** Like `aspectNamed`, but returns undefined if the type has no such aspect. */
export function findAspect(type: EntityTypeSpec, name: string): AspectSpec | undefined {
  const exact = type.aspects.get(name);
  if (exact) return exact;
  const lower = name.toLowerCase();
  for (const aspect of type.aspects.values()) if (aspect.name.toLowerCase() === lower) return aspect;
  return undefined;
}

/**
 * Reads a URN of a request.
 *
 * @param pointer its place in the request, as a JSON pointer
 * @throws Refusal malformed (400), also if the model does not have the entity type
 */
export function urnFrom(model: Model, text: string, pointer = '/urn'): Urn {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw badUrn(text, urn.problem, pointer);
  return urn;
}

/** Like `urnFrom`, for the items of a list. @param pointer the place of the list */
export function urnsFrom(model: Model, texts: readonly string[], pointer = '/urns'): Urn[] {
  return texts.map((text, index) => urnFrom(model, text, `${pointer}/${index}`));
}

/**
 * Checks that a URN is of this entity type, and returns it.
 *
 * @param type undefined: any type
 * @throws Refusal malformed
 */
export function ofType(type: EntityTypeSpec | undefined, urn: Urn, pointer?: string): Urn {
  if (type && urn.type !== type) throw wrongEntityType(urn.text, urn.type.name, type.name, pointer);
  return urn;
}

/** The URN of a user. */
export function userUrn({ names }: Pick<Model, 'names'>, name: string): string {
  return `${names.urnPrefix}corpuser:${name}`;
}

/** The URN of an entity type, to which others refer. */
export function typeUrn({ names }: Pick<Model, 'names'>, { name }: Pick<EntityTypeSpec, 'name'>): string {
  return `${names.urnPrefix}${ENTITY_TYPE}:${names.word}.${name}`;
}

/** The URN of the actor in writes by Cairn itself. */
export function systemActor(model: Pick<Model, 'names'>): string {
  return userUrn(model, model.names.systemActor);
}
