/**
 * Reads lineage: the neighbours of an entity, and everything upstream or downstream of it.
 */
import { nodesQuery } from '../../generated/queries.ts';
import type { KnownNeighbours, Neighbours, Side } from '../data/side.ts';
import { type Answer, graphql, request } from './client.ts';
import { byName, isMissing, NAMING_ASPECTS, nameOf, type SentEntity } from './names.ts';
import { isUrn, platformOfUrn } from './urn.ts';

export type ReachedEntity = LineageAnswer['entities'][number];
type LineageAnswer = Answer<'/lineage'>;

interface LineageWindow {
  readonly start?: number;
  /** At most 1000. */
  readonly count: number;
  readonly hops?: number;
  /** The time of which to read it, epoch ms; absent: now. */
  readonly asOf?: number | undefined;
}

const DIRECTIONS = { up: 'UPSTREAM', down: 'DOWNSTREAM' } as const;

/** Reads everything in one direction, by degree, each entity once. Includes soft-deleted entities, because paths lead through them. */
export function readLineage(urn: string, side: Side, { start = 0, count, hops, asOf }: LineageWindow, signal?: AbortSignal): Promise<LineageAnswer> {
  const query = { urn, direction: DIRECTIONS[side], start, count, hops, includeSoftDeleted: true, asOf };
  return request<LineageAnswer>('lineage', { query, signal });
}

/** The most entities of one request to {@link readNeighbours}. */
const MOST_STARTS = 200;

/**
 * Reads the direct neighbours of entities on both sides, by one request for each 200.
 *
 * @param count the most URNs of each side, at most 500
 * @param asOf the time of which to read them, epoch ms; undefined: now
 */
export async function readNeighbours(
  urns: readonly string[],
  count: number,
  asOf: number | undefined,
  signal?: AbortSignal,
): Promise<KnownNeighbours> {
  const known = new Map<string, Readonly<Record<Side, Neighbours>>>();
  for (let from = 0; from < urns.length; from += MOST_STARTS) {
    const { value } = await request<Answer<'/relationships?action=getNeighbours', 'post'>>('relationships', {
      method: 'POST',
      query: { action: 'getNeighbours', asOf },
      body: { urns: urns.slice(from, from + MOST_STARTS), count },
      signal,
    });
    for (const { urn, upstream, downstream } of value.neighbours) known.set(urn, { up: upstream, down: downstream });
  }
  return known;
}

/** What a node shows of its entity. */
export interface NodeInfo {
  readonly name: string;
  /** `Table`, `View`: what the platform calls it. */
  readonly subType: string | undefined;
  /** URN of the container that it is in. */
  readonly container: string | undefined;
  /** Id of its platform. */
  readonly platform: string | undefined;
  readonly removed: boolean;
  /** Nothing is stored under the URN; only other entities reference it. */
  readonly missing: boolean;
}

const ASPECTS = [...NAMING_ASPECTS, 'status', 'subTypes', 'container'];
const MOST = 200;

export async function readNodes(urns: readonly string[], signal?: AbortSignal): Promise<Map<string, NodeInfo>> {
  const parts = Array.from({ length: Math.ceil(urns.length / MOST) }, (_, at) => urns.slice(at * MOST, (at + 1) * MOST));
  const read = await Promise.all(parts.map((part) => graphql(nodesQuery, { urns: part, card: ASPECTS }, signal).then(({ entities }) => entities)));
  return new Map(parts.flatMap((part, at) => part.map((urn, index) => [urn, infoOf(urn, read[at]?.[index] ?? undefined)] as const)));
}

function infoOf(urn: string, entity: SentEntity | undefined): NodeInfo {
  const platform = platformOfUrn(urn);
  const aspects = entity ? byName(entity) : {};
  const subTypes = aspects.subTypes?.typeNames;
  const container = aspects.container?.container;
  return {
    name: nameOf(urn, aspects),
    subType: Array.isArray(subTypes) && typeof subTypes[0] === 'string' ? subTypes[0] : undefined,
    container: isUrn(container) ? container : undefined,
    platform,
    removed: aspects.status?.removed === true,
    missing: isMissing(entity),
  };
}
