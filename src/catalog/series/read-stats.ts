/**
 * The core's call for tables of points (docs/semantics.md 18.7).
 */
import { badParameter, notATimeseries } from '../../errors.ts';
import { URN_FIELD } from '../../model/fields.ts';
import { aspectNamed, ofType, urnFrom } from '../../model/named.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { EVERYTHING, type Filter } from '../../search/index.ts';
import type { Catalog } from '../catalog.ts';
import { type PointField, pointField } from './point-field.ts';
import { keepPoint } from './point-filter.ts';
import { MOST_POINTS } from './series.ts';
import { type Metric, type StatsGrouping, type Table, tableOf } from './stats.ts';
import { hasFixedLength, type Unit } from './windows.ts';

export interface StatsRequest {
  readonly type: EntityTypeSpec;
  readonly aspect: string;
  /** On fields of the points, and on `urn`. */
  readonly filter: Filter;
  readonly metrics: readonly Pick<Metric, 'fieldPath' | 'aggregationType'>[];
  readonly buckets: readonly { readonly key: string; readonly window?: { readonly unit: Unit; readonly multiple: number } | undefined }[];
}

const MOST_ENTITIES = 2_000;
/** Entities and points of each that one statement reads. */
const AT_ONCE = 50;
const CHUNK = 200;

/**
 * @throws Refusal unknownName for another aspect; malformed for fields that points do not have, and for more entities or points than one table is
 * made of
 */
export async function readStats(catalog: Pick<Catalog, 'model' | 'seriesOfEach' | 'urnsOf'>, request: StatsRequest): Promise<Table> {
  const { model } = catalog;
  const { type, filter } = request;
  const aspect = aspectNamed(type, request.aspect);
  if (aspect.kind !== 'timeseries') throw notATimeseries(aspect.name);
  const fieldNamed = (name: string): PointField => {
    const field = pointField(model, type, aspect, name);
    return name === URN_FIELD ? { ...field, kind: 'text', known: true, valuesIn: urnIn } : field;
  };
  const known = (name: string, pointer: string): PointField => {
    const field = fieldNamed(name);
    if (!field.known) throw badParameter(pointer, `a field of ${aspect.name}`, name);
    return field;
  };
  const metrics = request.metrics.map((each, at): Metric => {
    const field = known(each.fieldPath, `/metrics/${at}/fieldPath`);
    if (each.aggregationType === 'SUM' && field.kind !== 'number')
      throw badParameter(`/metrics/${at}/fieldPath`, 'a number to sum up', each.fieldPath);
    return { ...each, field };
  });
  const groupings = request.buckets.map(({ key, window }, at): StatsGrouping => {
    const field = known(key, `/buckets/${at}/key`);
    if (window && field.kind !== 'number') throw badParameter(`/buckets/${at}/key`, 'a time to group by', key);
    if (window && window.multiple > 1 && !hasFixedLength(window.unit))
      throw badParameter(`/buckets/${at}/timeWindowSize/multiple`, `1 for the unit ${window.unit}`, window.multiple);
    return { key, field, ...(window && { window }) };
  });
  const keep = filter === EVERYTHING ? () => true : keepPoint(filter, fieldNamed);
  const named = urnsIn(filter);
  const urns = named ? named.map((text) => ofType(type, urnFrom(model, text, '/filter'), '/filter')) : await allOf(catalog, type);
  const points: Record<string, unknown>[] = [];
  for (let at = 0; at < urns.length; at += AT_ONCE) {
    for await (const point of pointsOf(catalog, urns.slice(at, at + AT_ONCE), aspect.name)) {
      if (keep(point)) points.push(point);
      if (points.length > MOST_POINTS) throw badParameter('/filter', `a filter that at most ${MOST_POINTS} points meet`, 'more');
    }
  }
  return tableOf(points, groupings, metrics);
}

/** All points, of each entity the newest first, with its URN. */
async function* pointsOf(
  { seriesOfEach }: Pick<Catalog, 'seriesOfEach'>,
  all: readonly Urn[],
  aspect: string,
): AsyncGenerator<Record<string, unknown>> {
  for (let [urns, skip] = [all, 0]; urns.length > 0; skip += CHUNK) {
    const found = await seriesOfEach(urns, { aspect, from: undefined, to: undefined, skip, limit: CHUNK });
    for (const [at, points] of found.entries())
      for (const { text } of points) yield { ...(JSON.parse(text) as Record<string, unknown>), [URN_FIELD]: urns[at]?.text };
    urns = urns.filter((_, at) => found[at]?.length === CHUNK);
  }
}

async function allOf({ model, urnsOf }: Pick<Catalog, 'model' | 'urnsOf'>, type: EntityTypeSpec): Promise<Urn[]> {
  const texts = await urnsOf(type, 0, MOST_ENTITIES + 1);
  if (texts.length > MOST_ENTITIES)
    throw badParameter('/filter', `a filter that names each urn, because there are more than ${MOST_ENTITIES} of ${type.name}`, 'none');
  return texts.map((text) => urnFrom(model, text));
}

function urnIn(point: unknown): unknown[] {
  return [(point as Record<string, unknown>)[URN_FIELD]];
}

/** The URNs that a filter limits its hits to; undefined if it does not. */
function urnsIn(filter: Filter): string[] | undefined {
  if (filter.is === 'criterion')
    return filter.field === URN_FIELD && (filter.condition === 'EQUAL' || filter.condition === 'IN') ? [...new Set(filter.values)] : undefined;
  if (filter.is === 'not' || filter.of.length === 0) return undefined;
  const parts = filter.of.map(urnsIn);
  if (filter.is === 'and') return parts.find((each) => each !== undefined);
  return parts.every((each) => each !== undefined) ? [...new Set(parts.flat())] : undefined;
}
