/**
 * The core's timeseries call (semantics 7).
 */
import { malformed, unknownName } from '../errors.ts';
import type { Graph } from '../graph/driver.ts';
import { readPoints } from '../graph/read.ts';
import type { AspectSpec } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { findAspect } from './accept.ts';
import type { SystemMetadata } from './proposal.ts';
import { seriesOf } from './series-key.ts';

/** Points that a read gives when it names no limit, or one that is not served. */
export const DEFAULT_POINTS = 5_000;
export const MOST_POINTS = 10_000;
const CHUNK = 500;

export interface SeriesRequest {
  readonly aspect: string;
  /** Epoch ms, both inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  /** Which points count; reads on until enough are found. */
  readonly keep: ((point: Record<string, unknown>) => boolean) | undefined;
  readonly order: 'ASCENDING' | 'DESCENDING';
}

export interface SeriesPoint {
  /** JSON text. */
  readonly text: string;
  readonly meta: SystemMetadata;
}

/** A limit as it is applied: what is missing, 0 or above the maximum falls back to the default (semantics 7). */
export function appliedLimit(limit: number | undefined): number {
  return limit === undefined || limit <= 0 || limit > MOST_POINTS ? DEFAULT_POINTS : limit;
}

/**
 * The newest points of a window, newest first unless asked otherwise.
 *
 * @throws Refusal unknownName; malformed for a versioned aspect
 */
export async function series(graph: Graph, urn: Urn, request: SeriesRequest): Promise<SeriesPoint[]> {
  const aspect: AspectSpec | undefined = findAspect(urn.type, request.aspect);
  if (!aspect)
    throw unknownName(`Unknown aspect ${request.aspect} for entity ${urn.type.name}`, [
      { pointer: '/aspect', expected: 'a timeseries aspect', got: request.aspect },
    ]);
  if (aspect.kind !== 'timeseries')
    throw malformed(`Aspect ${aspect.name} is not a timeseries`, [{ pointer: '/aspect', expected: 'a timeseries aspect', got: aspect.name }]);
  const points: SeriesPoint[] = [];
  const window = { series: seriesOf(urn.text, aspect.name), from: request.from, to: request.to, order: request.order };
  for (let skip = 0; points.length < request.limit; skip += CHUNK) {
    const rows = await readPoints(graph, { ...window, skip, limit: request.keep ? CHUNK : Math.min(CHUNK, request.limit - points.length) });
    for (const { value, meta } of rows) {
      if (points.length < request.limit && (!request.keep || request.keep(JSON.parse(value))))
        points.push({ text: value, meta: JSON.parse(meta) as SystemMetadata });
    }
    if (rows.length < (request.keep ? CHUNK : Math.min(CHUNK, request.limit))) break;
  }
  return points;
}
