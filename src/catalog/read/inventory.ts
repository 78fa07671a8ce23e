/**
 * The core's calls by position and count (docs/semantics.md 9.7, 18.6).
 */
import { countOfTimeseries, tooMany, unknownAspect } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { countHolders, type Pieces, readUrns, type UrnRange } from '../../graph/urns.ts';
import { findAspect } from '../../model/named.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';

/** URNs of a type in their order, from position `start` on, including soft-deleted entities. */
export async function urnsOf(model: Model, graph: Graph, type: EntityTypeSpec, start: number, count: number): Promise<string[]> {
  return readUrns(graph, rangeOf(prefixOf(model, type)), start, count);
}

/**
 * How many entities have a versioned aspect.
 *
 * @param urnLike pattern of URNs, `%` for any text. If absent: all.
 * @throws Refusal unknownName; malformed for a timeseries, and for a pattern with too many `%`
 */
export async function countAspect(model: Model, graph: Graph, name: string, urnLike: string | undefined): Promise<number> {
  const holders = [...model.entityTypes.values()].flatMap((type) => {
    const aspect = findAspect(type, name);
    return aspect ? [{ type, aspect }] : [];
  });
  const aspect = holders[0]?.aspect;
  if (!aspect) throw unknownAspect(name, '/aspect');
  if (aspect.kind === 'timeseries') throw countOfTimeseries(aspect.name);
  const pattern = urnLike ?? '%';
  const pieces = piecesOf(pattern);
  const ranges = holders.flatMap(({ type }) => rangeWithin(prefixOf(model, type), pattern) ?? []);
  return countHolders(graph, aspect.name, ranges, pieces);
}

function prefixOf(model: Model, type: EntityTypeSpec): string {
  return `${model.names.urnPrefix}${type.name}:`;
}

/** The range of all texts that begin with a prefix. */
function rangeOf(prefix: string): UrnRange {
  return { from: prefix, below: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1) };
}

/** The range of a type's URNs in which a pattern can match. Absent if there is none. */
function rangeWithin(prefix: string, pattern: string): UrnRange | undefined {
  const wildcard = pattern.indexOf('%');
  const literal = wildcard < 0 ? pattern : pattern.slice(0, wildcard);
  if (prefix.startsWith(literal) && wildcard >= 0) return rangeOf(prefix);
  if (!literal.startsWith(prefix)) return undefined;
  return wildcard < 0 ? { from: literal, below: `${literal}\u0000` } : rangeOf(literal);
}

/** Most pieces between the `%` of a pattern: each one is searched in each URN. */
const MOST_PIECES = 20;

/** @throws Refusal malformed */
function piecesOf(pattern: string): Pieces {
  const [first = '', ...rest] = pattern.split('%');
  const last = rest.pop() ?? '';
  const middle = rest.filter((piece) => piece !== '');
  if (middle.length > MOST_PIECES) throw tooMany('/urnLike', `${MOST_PIECES} pieces between %`, middle.length);
  return { first, middle, last };
}
