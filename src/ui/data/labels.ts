/**
 * Reads owners, tags, terms and links from the aspects that contain them.
 */
import { aspectIn, type Shape, type Values } from './aspects.ts';
import { linksNamed } from './parts.ts';

export type OwnerEntry = Shape<'ownership'>['owners'][number];
export type LinkEntry = Shape<'institutionalMemory'>['elements'][number];

/** A list in an aspect that may be absent. */
export function listIn<T>(value: Readonly<Record<string, unknown>> | undefined, field: string): readonly T[] {
  const list = value?.[field];
  return Array.isArray(list) ? (list as T[]) : [];
}

export function tagsIn(aspects: Values): string[] {
  return linksNamed('tags', aspects);
}

export function termsIn(aspects: Values): string[] {
  return linksNamed('terms', aspects);
}

export function ownersIn(aspects: Values): readonly OwnerEntry[] {
  return aspectIn(aspects, 'ownership')?.owners ?? [];
}

export function pagesIn(aspects: Values): readonly LinkEntry[] {
  return aspectIn(aspects, 'institutionalMemory')?.elements ?? [];
}

export function domainsIn(aspects: Values): readonly string[] {
  return linksNamed('domain', aspects);
}

/** What the platform calls this kind of entity: `Table`, `View`. */
export function subTypeIn(aspects: Values): string | undefined {
  return aspectIn(aspects, 'subTypes')?.typeNames?.[0];
}
