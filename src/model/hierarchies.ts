/**
 * The hierarchies of the model, and circles in them. No write makes one any more (docs/semantics.md 3.6), but a store may have some of before.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Model } from './types.ts';

/** What says where entities stand in a hierarchy. */
export interface Hierarchy {
  /** The name of the relationship, and the aspect that makes it. */
  readonly relationship: string;
  readonly aspect: string;
  /** What the URNs of the entities begin with. */
  readonly prefixes: readonly string[];
}

/** By the search field that has what is above, and by the one that says whether there is something. */
export function hierarchiesByField(model: Model): ReadonlyMap<string, Hierarchy> {
  const found = new Map<string, Hierarchy>();
  for (const { name: aspect, relationships, searchFields } of model.aspects.values()) {
    for (const { name: relationship, path, to, hierarchy } of relationships) {
      if (!hierarchy) continue;
      const types = [...model.entityTypes.values()].filter(({ name, aspects }) => aspects.has(aspect) && (to?.includes(name) ?? true));
      const prefixes = types.map(({ name }) => `${model.names.urnPrefix}${name}:`);
      for (const { field, has } of searchFields.filter((each) => isDeepStrictEqual(each.path, path)))
        for (const each of [field, ...(has ? [has.field] : [])]) found.set(each, { relationship, aspect, prefixes });
    }
  }
  return found;
}

/** An entity, and what it says is above it. */
export interface Parent {
  readonly urn: string;
  readonly above: string;
}

/** Those that are below themselves, also what is between two circles. Pure. */
export function inCircles(parents: readonly Parent[]): string[] {
  const down = parents.map(({ urn, above }) => [above, urn] as const);
  const up = parents.map(({ urn, above }) => [urn, above] as const);
  const left = peeled(down);
  return [...peeled(up)].filter((urn) => left.has(urn)).sort();
}

/** What is left when whatever nothing leads to is taken away again and again. */
function peeled(steps: readonly (readonly [from: string, to: string])[]): Set<string> {
  const next = new Map<string, string[]>();
  const leading = new Map<string, number>();
  for (const [from, to] of steps) {
    const list = next.get(from);
    if (list) list.push(to);
    else next.set(from, [to]);
    leading.set(from, leading.get(from) ?? 0);
    leading.set(to, (leading.get(to) ?? 0) + 1);
  }
  const free = [...leading].filter(([, count]) => count === 0).map(([urn]) => urn);
  for (let urn = free.pop(); urn !== undefined; urn = free.pop()) {
    leading.delete(urn);
    for (const to of next.get(urn) ?? []) {
      const count = (leading.get(to) ?? 0) - 1;
      leading.set(to, count);
      if (count === 0) free.push(to);
    }
  }
  return new Set(leading.keys());
}
