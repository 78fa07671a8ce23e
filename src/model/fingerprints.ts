/**
 * Names for a model, computed from its content: twelve hexadecimal digits.
 */
import { createHash } from 'node:crypto';
import { pathText } from './path.ts';
import type { Model } from './types.ts';

/** Raise this when `edges.ts` changes so that the same declarations make other edges. */
const VERSION = 3;

/**
 * A name for everything that decides which edges aspects make. Two models with the same name make the same edges from the same aspects.
 */
export function edgeRules({ entityTypes }: Model): string {
  const types = [...entityTypes.values()].map(({ name, aspects }) => {
    const rules = [...aspects.values()].filter(({ relationships, columnLineage }) => relationships.length + columnLineage.length > 0);
    return [
      name,
      rules
        .map((aspect) => [
          aspect.name,
          aspect.relationships.map((each) => [each.name, pathText(each.path), each.lineage ?? '', each.to ?? []]).sort(byText),
          aspect.columnLineage.map((each) => [each.path, each.upstreams, each.downstreams ?? [], each.field ?? []].map(pathText)).sort(byText),
        ])
        .sort(byText),
    ];
  });
  return hashOf([VERSION, types.sort(byText)]);
}

function byText(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a < b ? -1 : Number(a > b);
}

/**
 * A name for the whole model: different models have different names. Clients cache the registry and the GraphQL schema while it stays the same
 * (docs/semantics.md 16.5).
 */
export function fingerprint({ entityTypes, schemas }: Model): string {
  const types = [...entityTypes.values()].map(({ name, graphql, aspects }) => [name, graphql, ...aspects.keys()]);
  return hashOf([types, [...schemas]]);
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}
