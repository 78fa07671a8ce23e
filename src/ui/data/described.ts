/**
 * Finds the names and descriptions of entities in their aspects, where the model says that they are.
 */
import { settings, type TypeSettings, typeSettings } from '../settings.ts';
import type { Values } from './aspects.ts';

/** The first text in these fields, given as `aspect.field`; empty if none has one. */
export function firstText(fields: readonly string[] = [], aspects: Values): string {
  for (const each of fields) {
    const [aspect = '', field = ''] = each.split('.');
    const text = aspects[aspect]?.[field];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return '';
}

/** The aspects that contain names or descriptions of entities of any type. */
export function aspectsOf(texts: 'names' | 'descriptions'): string[] {
  const fields = Object.values(settings.types).flatMap((type) => type[texts]);
  return [...new Set(fields.map((each) => each.split('.')[0] ?? ''))];
}

/** A description that people wrote in the catalog wins over the one from the platform. */
export function describedIn(type: string, aspects: Values): string {
  return firstText(typeSettings(type)?.descriptions, aspects);
}

export interface DescriptionPlace {
  readonly aspect: string;
  readonly field: string;
  /** What the aspect has besides, in its first version. */
  readonly whenNew: Readonly<Record<string, unknown>>;
}

interface Describing extends Pick<TypeSettings, 'descriptions' | 'describable' | 'namesNeeded'> {
  readonly whenDescribed?: Readonly<Record<string, unknown>>;
}

/**
 * Where to write a description; undefined if the type has none, or if its aspect is not there and needs more than a description. A name is
 * written only where the aspect requires one: it would win over each later name from the platform.
 *
 * @param name of the entity
 */
export function placeOfDescription(type: Describing | undefined, name: string, present: Values): DescriptionPlace | undefined {
  const [aspect = '', field = ''] = type?.descriptions[0]?.split('.') ?? [];
  if (type === undefined || aspect === '' || !(type.describable || present[aspect])) return undefined;
  return { aspect, field, whenNew: { ...Object.fromEntries(type.namesNeeded.map((each) => [each, name])), ...type.whenDescribed } };
}
