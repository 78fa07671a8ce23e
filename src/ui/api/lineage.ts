/**
 * Reads lineage: the neighbours of an entity, and everything upstream or downstream of it.
 */
import type { Neighbours, Side } from '../entity/lineage/known.ts';
import { graphql, request } from './client.ts';
import { byName, NAMING_ASPECTS, type Named, nameOf } from './names.ts';
import { shortName } from './urn.ts';

export interface Reached {
  readonly urn: string;
  /** Hops of the shortest path. */
  readonly degree: number;
  /** URNs of one shortest path, with both ends. */
  readonly path: readonly string[];
  /** The schema of the dataset does not have this column. */
  readonly missing?: boolean;
}

interface LineageAnswer {
  readonly total: number;
  readonly degrees: Readonly<Record<string, number>>;
  readonly entities: readonly Reached[];
}

interface Asked {
  readonly start?: number;
  /** At most 1000. */
  readonly count: number;
  readonly hops?: number;
}

const DIRECTIONS = { up: 'UPSTREAM', down: 'DOWNSTREAM' } as const;

/** Reads everything in one direction, by degree, each entity once. Includes soft-deleted entities, because paths lead through them. */
export function readLineage(urn: string, side: Side, { start = 0, count, hops }: Asked, signal?: AbortSignal): Promise<LineageAnswer> {
  const query = { urn, direction: DIRECTIONS[side], start, count, hops, includeSoftDeleted: true };
  return request<LineageAnswer>('lineage', { query, signal });
}

/** Reads the direct neighbours. */
export async function readNeighbours(urn: string, side: Side, start: number, count: number, signal?: AbortSignal): Promise<Neighbours> {
  const { total, entities } = await readLineage(urn, side, { start, count, hops: 1 }, signal);
  return { urns: entities.map((each) => each.urn), total };
}

/** What a node shows of its entity. */
export interface NodeInfo {
  readonly name: string;
  /** `Table`, `View`: what the platform calls it. */
  readonly subType: string | undefined;
  readonly removed: boolean;
  /** Nothing is stored under the URN; only other entities reference it. */
  readonly missing: boolean;
}

const QUERY =
  'query nodes($urns: [String!]!, $aspects: [String!]) { entities(urns: $urns) { aspects(input: {aspectNames: $aspects}) { aspectName value } } }';
const ASPECTS = [...NAMING_ASPECTS, 'status', 'subTypes'];
const MOST = 200;

export async function readNodes(urns: readonly string[], signal?: AbortSignal): Promise<Map<string, NodeInfo>> {
  const nodes = new Map<string, NodeInfo>();
  for (let from = 0; from < urns.length; from += MOST) {
    const part = urns.slice(from, from + MOST);
    const { entities } = await graphql<{ entities: (Named | null)[] }>(QUERY, { urns: part, aspects: ASPECTS }, signal);
    for (const [index, urn] of part.entries()) nodes.set(urn, infoOf(urn, entities[index] ?? undefined));
  }
  return nodes;
}

function infoOf(urn: string, entity: Named | undefined): NodeInfo {
  if (!entity) return { name: shortName(urn), subType: undefined, removed: false, missing: true };
  const aspects = byName(entity);
  const subTypes = aspects.subTypes?.typeNames;
  return {
    name: nameOf(urn, aspects),
    subType: Array.isArray(subTypes) && typeof subTypes[0] === 'string' ? subTypes[0] : undefined,
    removed: aspects.status?.removed === true,
    missing: false,
  };
}
