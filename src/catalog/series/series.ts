/**
 * The core's timeseries call (docs/semantics.md 7.1).
 */
import { noFieldToSortBy, notATimeseries, tooManyPoints, unknownAspect } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { readPoints, readPointsOf } from '../../graph/read.ts';
import { type Value, valueOf } from '../../model/json.ts';
import { findAspect } from '../../model/named.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { EVERYTHING, type Filter } from '../../search/index.ts';
import type { SystemMetadata } from '../state.ts';
import { type PointField, pointField } from './point-field.ts';
import { keepPoint } from './point-filter.ts';
import { metaOf, seriesOf } from './point-identity.ts';

/** How many points a read gives if it has no valid limit. */
const DEFAULT_POINTS = 5_000;
export const MOST_POINTS = 10_000;
const CHUNK = 500;
const TIME = 'timestampMillis';

export interface SeriesRequest {
  readonly aspect: string;
  /** Epoch ms, both inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  /** Keeps only these points, and reads on until there are enough. */
  readonly keep: ((point: Record<string, unknown>) => boolean) | undefined;
  /** Keeps only these points, as a filter of the client. */
  readonly filter?: Filter | undefined;
  /** The field to sort by. If absent: the time. */
  readonly by?: string | undefined;
  readonly order: PointOrder;
  /** Gives the part of a point that the reader may read. Filter and order use only this part. If absent: the whole point. */
  readonly left?: ((value: Value) => Value) | undefined;
}

/** A window without conditions. */
export type SeriesWindow = Pick<SeriesRequest, 'aspect' | 'from' | 'to' | 'limit'> & {
  /** Leave out so many of the newest. */
  readonly skip?: number;
};

export interface SeriesPoint {
  /** JSON text. */
  readonly text: string;
  readonly meta: SystemMetadata;
}

/** A limit as it is applied: what is missing, 0 or above the maximum falls back to the default (docs/semantics.md 7.1). */
export function appliedLimit(limit: number | undefined): number {
  return limit === undefined || limit <= 0 || limit > MOST_POINTS ? DEFAULT_POINTS : limit;
}

/**
 * The newest points of a window, newest first unless the request asks for another order. If sorted by another field, the first ones in that
 * order.
 *
 * @throws Refusal unknownName; malformed for a versioned aspect, for a field that cannot be sorted by, and for too many points to sort
 */
export async function series(model: Model, graph: Graph, urn: Urn, request: SeriesRequest): Promise<SeriesPoint[]> {
  const aspect = timeseriesNamed(urn, request.aspect);
  const fieldNamed = (name: string): PointField => pointField(model, urn.type, aspect, name);
  const { left } = request;
  const readable = (point: unknown): unknown => (left ? left(valueOf(point)).json : point);
  const test = request.filter && request.filter !== EVERYTHING ? keepPoint(request.filter, fieldNamed) : undefined;
  const keep = test ? (point: unknown) => test(readable(point)) : request.keep;
  const reading = { ...request, keep, series: seriesOf(urn.text, aspect.name) };
  if (request.by === undefined || request.by === TIME) return readOn(graph, reading);
  const field = fieldNamed(request.by);
  if (!field.known) throw noFieldToSortBy(aspect.name, request.by);
  const points = await readOn(graph, { ...reading, order: 'DESCENDING', limit: MOST_POINTS + 1 });
  if (points.length > MOST_POINTS) throw tooManyPoints(MOST_POINTS, request.by);
  const keyOf = ({ text }: SeriesPoint): unknown => field.valuesIn(readable(JSON.parse(text)))[0];
  return inOrderOf(points, keyOf, field, request.order).slice(0, request.limit);
}

/**
 * As `series`, of one timeseries for each of several entities; newest first.
 *
 * @throws Refusal unknownName; malformed for a versioned aspect
 */
export async function seriesOfEach(graph: Graph, urns: readonly Urn[], { aspect, ...window }: SeriesWindow): Promise<SeriesPoint[][]> {
  const keys = urns.map((urn) => seriesOf(urn.text, timeseriesNamed(urn, aspect).name));
  const found = await readPointsOf(graph, [...new Set(keys)], window);
  return keys.map((key) => (found.get(key) ?? []).map(({ value, meta }) => ({ text: value, meta: metaOf({ meta }) })));
}

function timeseriesNamed(urn: Urn, name: string): AspectSpec {
  const aspect = findAspect(urn.type, name);
  if (!aspect) throw unknownAspect(name, '/aspect', urn.type.name, 'a timeseries aspect');
  if (aspect.kind !== 'timeseries') throw notATimeseries(aspect.name);
  return aspect;
}

type PointsQuery = Omit<SeriesRequest, 'aspect'> & { readonly series: string };

/** Reads points in the order of time, chunk by chunk, until there are enough. */
async function readOn(graph: Graph, { series: key, from, to, limit, keep, order }: PointsQuery): Promise<SeriesPoint[]> {
  const points: SeriesPoint[] = [];
  for (let skip = 0; points.length < limit; skip += CHUNK) {
    const chunk = keep ? CHUNK : Math.min(CHUNK, limit - points.length);
    const rows = await readPoints(graph, { series: key, from, to, order, skip, limit: chunk });
    for (const { value, meta } of rows) {
      if (points.length < limit && (!keep || keep(JSON.parse(value)))) points.push({ text: value, meta: metaOf({ meta }) });
    }
    if (rows.length < chunk) break;
  }
  return points;
}

type PointOrder = 'ASCENDING' | 'DESCENDING';

/** Sorts by the first value of a field (docs/semantics.md 7.2). Points without one come last in either order. Equal ones keep their order. */
function inOrderOf<Point>(points: readonly Point[], keyOf: (point: Point) => unknown, field: PointField, order: PointOrder): Point[] {
  const keyed = points.map((point) => ({ point, key: keyOf(point) }));
  return keyed.sort((one, other) => compared(one.key, other.key, field, order)).map(({ point }) => point);
}

function compared(one: unknown, other: unknown, { kind }: PointField, order: PointOrder): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const difference = kind === 'number' ? Number(one) - Number(other) : String(one) < String(other) ? -1 : Number(String(one) > String(other));
  return order === 'ASCENDING' ? difference : -difference;
}
