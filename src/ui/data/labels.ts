/**
 * Reads owners, tags, terms and links from the aspects that contain them.
 */
import { aspectIn, type Shape, type Values } from './aspects.ts';

export type OwnerEntry = Shape<'ownership'>['owners'][number];
export type LinkEntry = Shape<'institutionalMemory'>['elements'][number];

/** A list in an aspect that may be absent. */
export function listIn<T>(value: Readonly<Record<string, unknown>> | undefined, field: string): readonly T[] {
  const list = value?.[field];
  return Array.isArray(list) ? (list as T[]) : [];
}

export function tagsIn(aspects: Values): string[] {
  return (aspectIn(aspects, 'globalTags')?.tags ?? []).map(({ tag }) => tag);
}

export function termsIn(aspects: Values): string[] {
  return (aspectIn(aspects, 'glossaryTerms')?.terms ?? []).map(({ urn }) => urn);
}

export function ownersIn(aspects: Values): readonly OwnerEntry[] {
  return aspectIn(aspects, 'ownership')?.owners ?? [];
}

export function linksIn(aspects: Values): readonly LinkEntry[] {
  return aspectIn(aspects, 'institutionalMemory')?.elements ?? [];
}

export function domainsIn(aspects: Values): readonly string[] {
  return aspectIn(aspects, 'domains')?.domains ?? [];
}

/** What the platform calls this kind of entity: `Table`, `View`. */
export function subTypeIn(aspects: Values): string | undefined {
  return aspectIn(aspects, 'subTypes')?.typeNames?.[0];
}
