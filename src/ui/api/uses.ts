/**
 * How many assets carry a term or a tag, are in a domain, are owned by somebody. What a column carries counts for its table, and each asset once.
 */
import { count } from './counts.ts';
import { filterOf, isNesting } from './filter-of.ts';
import { carrierFields } from './vocabulary.ts';

/** Searches in one request, and of one list: each term is a search. The others have no number. */
const [MOST, MOST_COUNTED] = [25, 200];

/**
 * @param type of the entities: `glossaryTerm`
 * @returns by URN
 */
export async function readUses(type: string, urns: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const fields = carrierFields(type);
  const [only = ''] = fields;
  if (urns.length === 0) return new Map();
  if (fields.length === 1 && !urns.some(isNesting)) {
    const { facets } = await count([{ field: only, anyOf: [[{ field: only, values: urns }]], most: 1000 }], [], signal);
    return new Map(facets.flat().map(({ value, count: assets }) => [value, assets]));
  }
  // An asset may carry it itself and in columns, or be below it: a sum of facets would count it twice, or not at all.
  const asked = urns.slice(0, MOST_COUNTED);
  const parts = Array.from({ length: Math.ceil(asked.length / MOST) }, (_, at) => asked.slice(at * MOST, (at + 1) * MOST));
  const counted = await Promise.all(
    parts.map((part) =>
      count(
        [],
        part.map((urn) => ({ anyOf: fields.map((field) => [filterOf(field, [urn])]) })),
        signal,
      ),
    ),
  );
  const totals = counted.flatMap((each) => each.totals);
  return new Map(asked.map((urn, at) => [urn, totals[at] ?? 0]));
}
