/**
 * Computes a name for everything that decides which edges aspects make. Two models with the same name make the same edges from the same
 * aspects.
 */
import { createHash } from 'node:crypto';
import { pathText } from './path.ts';
import type { Model } from './types.ts';

/** Raise this when `edges.ts` changes so that the same declarations make other edges. */
const VERSION = 2;

/** Twelve hexadecimal digits. */
export function edgeRules({ entityTypes }: Model): string {
  const types = [...entityTypes.values()].map(({ name, aspects }) => {
    const rules = [...aspects.values()].filter(({ relationships, columnLineage }) => relationships.length + columnLineage.length > 0);
    return [
      name,
      rules
        .map((aspect) => [
          aspect.name,
          aspect.relationships.map((each) => [each.name, pathText(each.path), each.lineage ?? '']).sort(byText),
          aspect.columnLineage.map((each) => [each.path, each.upstreams, each.downstreams ?? [], each.field ?? []].map(pathText)).sort(byText),
        ])
        .sort(byText),
    ];
  });
  return createHash('sha256')
    .update(JSON.stringify([VERSION, types.sort(byText)]))
    .digest('hex')
    .slice(0, 12);
}

function byText(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a < b ? -1 : Number(a > b);
}
