/**
 * The core's listing call (docs/semantics.md 13.2): entities of some types in the order of their URNs, straight from the graph. A page begins
 * behind a URN, not at a number, so that no entity is left out or given twice while others write.
 */
import type { Graph } from '../../graph/driver.ts';
import { countEntities, listUrns } from '../../graph/list.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';

export interface ListRequest {
  readonly types: readonly EntityTypeSpec[];
  /** The last URN of the page before. */
  readonly after: string | undefined;
  readonly count: number;
  readonly order: 'ASCENDING' | 'DESCENDING';
  /** Also soft-deleted entities. */
  readonly includeRemoved: boolean;
  /** One of `of` parts of the whole list. */
  readonly slice: { readonly id: number; readonly of: number } | undefined;
}

export interface ListPage {
  readonly urns: readonly Urn[];
  /** Are there more entities after this page? */
  readonly more: boolean;
}

/** Most URNs of one statement. */
const CHUNK = 5_001;

/** One page. */
export async function list(model: Model, graph: Graph, { types, after, count, order, includeRemoved, slice }: ListRequest): Promise<ListPage> {
  const urns: string[] = [];
  for (const range of ranges(model, types, after, order)) {
    const { type } = range;
    for (let { from, to } = range; urns.length <= count; ) {
      const limit = Math.min(CHUNK, (count + 1 - urns.length) * (slice?.of ?? 1));
      const rows = await listUrns(graph, { type, from, to, order, includeRemoved, limit });
      urns.push(...(slice ? rows.filter((urn) => partOf(urn, slice.of) === slice.id) : rows));
      const last = rows.at(-1);
      if (rows.length < limit || last === undefined) break;
      if (order === 'ASCENDING') from = last;
      else to = last;
    }
    if (urns.length > count) break;
  }
  const read = urns.slice(0, count).map((text) => parseUrn(model, text));
  return { urns: read.filter((urn): urn is Urn => !isProblem(urn)), more: urns.length > count };
}

/** The part that a URN belongs to, always the same (FNV-1a). */
export function partOf(urn: string, parts: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < urn.length; at++) hash = Math.imul(hash ^ urn.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % parts;
}

/** How many entities of these types there are. */
export async function count(graph: Graph, types: readonly EntityTypeSpec[], includeRemoved: boolean): Promise<number> {
  const counts = await countEach(graph, types, includeRemoved);
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

/** How many entities of each type there are, by the name of the type. */
export function countEach(graph: Graph, types: readonly EntityTypeSpec[], includeRemoved: boolean): Promise<Map<string, number>> {
  return countEntities(graph, [...new Set(types.map(({ name }) => name))], includeRemoved);
}

/** The URNs of each type are one range of the index. Gives the ranges after `after`, in the order of the whole list. */
function ranges(model: Model, types: readonly EntityTypeSpec[], after: string | undefined, order: ListRequest['order']) {
  const whole = types
    .map(({ name }) => ({ type: name, from: `${model.names.urnPrefix}${name}:`, to: `${model.names.urnPrefix}${name};` }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  if (order === 'ASCENDING')
    return whole
      .filter(({ to }) => after === undefined || after < to)
      .map((each) => ({ ...each, from: after !== undefined && after > each.from ? after : each.from }));
  return whole
    .reverse()
    .filter(({ from }) => after === undefined || after > from)
    .map((each) => ({ ...each, to: after !== undefined && after < each.to ? after : each.to }));
}
