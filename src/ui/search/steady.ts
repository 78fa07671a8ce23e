/**
 * Keeps facets and their values where they are while filters change their counts: what the reader is about to click does not move.
 */
import { useRef } from 'preact/hooks';
import type { Facet } from '../api/search.ts';

/** Another text finds other things: then the order begins anew. */
export function useSteady(facets: readonly Facet[], text: string): Facet[] {
  const kept = useRef<{ text: string; fields: string[]; values: Map<string, string[]> }>({ text, fields: [], values: new Map() });
  if (kept.current.text !== text) kept.current = { text, fields: [], values: new Map() };
  const { fields, values } = kept.current;
  keepOrder(
    fields,
    facets.map(({ field }) => field),
  );
  return inOrder(facets, fields, ({ field }) => field).map((facet) => {
    const order = values.get(facet.field) ?? [];
    values.set(facet.field, order);
    keepOrder(
      order,
      facet.values.map(({ value }) => value),
    );
    return { ...facet, values: inOrder(facet.values, order, ({ value }) => value) };
  });
}

/** Adds what is new, behind what it follows. */
export function keepOrder(order: string[], now: readonly string[]): void {
  const known = new Set(order);
  for (const [at, each] of now.entries()) {
    if (known.has(each)) continue;
    const before = at === 0 ? -1 : order.indexOf(now[at - 1] ?? '');
    order.splice(before + 1, 0, each);
    known.add(each);
  }
}

export function inOrder<T>(list: readonly T[], order: readonly string[], of: (each: T) => string): T[] {
  const place = new Map(order.map((each, at) => [each, at]));
  return [...list].sort((a, b) => (place.get(of(a)) ?? 0) - (place.get(of(b)) ?? 0));
}
