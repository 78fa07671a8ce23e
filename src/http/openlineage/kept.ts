/**
 * What an event has in facets becomes custom properties: fields of known facets by name, other facets whole, as JSON text.
 */
import type { Facets } from './event.ts';
import { latest, properties } from './facts.ts';
import type { MergedPart } from './parts.ts';
import { type EventScope, wellFormed } from './refs.ts';

/** Characters of one custom property. Query plans have megabytes, and every version of an aspect stores them again. */
const MOST_KEPT = 10_000;

export type RunFacet = Readonly<Record<string, unknown>>;
/** Makes parts of a facet. Without a facet, which means that it is deleted, it removes the same parts. */
export type FacetParts = (facet: RunFacet | undefined, scope: EventScope) => Record<string, MergedPart>;

/** A custom property: texts as they are, everything else as JSON. */
export function kept(scope: EventScope, name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= MOST_KEPT) return wellFormed(text);
  scope.cut.add(name);
  return `${wellFormed(text.slice(0, MOST_KEPT))}… (${text.length} characters)`;
}

/** Facets that set custom properties: property → field. */
export function fieldsTo(fields: Readonly<Record<string, string>>): FacetParts {
  return (facet, scope) => properties(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, kept(scope, name, facet?.[field])])));
}

export const description: FacetParts = (facet) => latest({ description: facet?.description });

/** A facet that says of itself that it is deleted is as if it were empty. */
export function present(facet: RunFacet): RunFacet | undefined {
  return facet._deleted === true ? undefined : facet;
}

/**
 * The parts of all facets of an object: those of the table, and others as the custom property `openlineage.<name>`.
 *
 * @param elsewhere facets that make something other than parts of this aspect
 */
export function partsOf(
  scope: EventScope,
  facets: Facets | undefined,
  table: Readonly<Record<string, FacetParts>>,
  elsewhere: ReadonlySet<string>,
): Record<string, MergedPart> {
  const parts: Record<string, MergedPart> = {};
  for (const [name, facet] of Object.entries(facets ?? {})) {
    if (elsewhere.has(name)) continue;
    const own = Object.hasOwn(table, name) ? table[name] : undefined;
    Object.assign(parts, own ? own(present(facet), scope) : properties({ [`openlineage.${name}`]: kept(scope, name, bare(present(facet))) }));
  }
  return parts;
}

/** A facet without its references to its producer and its schema. */
export function bare(facet: RunFacet | undefined): unknown {
  if (!facet) return undefined;
  const { _producer, _schemaURL, ...own } = facet;
  return own;
}
