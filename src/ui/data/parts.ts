/**
 * What people edit on assets, as the model says it (openapi/README.md). Pure.
 */
import { type EditedPart, settings } from '../settings.ts';
import type { Values } from './aspects.ts';

export function partNamed(name: string): EditedPart | undefined {
  return settings.parts.find((part) => part.name === name);
}

export function partOf(aspect: string): EditedPart | undefined {
  return settings.parts.find((part) => part.aspect === aspect);
}

/** Does it hold links to entities, edited alike whatever it is? */
export function hasLinks({ shape }: EditedPart): boolean {
  return shape === 'links' || shape === 'link';
}

/** The URNs that an asset has in a part. */
export function linksIn({ aspect, list, key }: EditedPart, aspects: Values): string[] {
  const items = list === undefined ? undefined : aspects[aspect]?.[list];
  return Array.isArray(items) ? items.map((item) => String(key === undefined ? item : item[key])) : [];
}

/** The same by the name of the part. */
export function linksNamed(name: string, aspects: Values): string[] {
  const part = partNamed(name);
  return part ? linksIn(part, aspects) : [];
}
