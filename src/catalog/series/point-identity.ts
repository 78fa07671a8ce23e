/**
 * The identity of a timeseries point (docs/semantics.md 7.3): URN, aspect, time, granularity, partition, message id.
 */
import type { PointRow } from '../../graph/changes.ts';
import type { Value } from '../../model/json.ts';
import { NO_RUN } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { propertySchema } from '../../model/schema-walk.ts';
import type { AspectSpec, JsonSchema, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { SystemMetadata } from '../state.ts';

/** The fields that, together with the time, identify a point. */
export const IDENTITY = ['eventGranularity', 'partitionSpec', 'messageId'];

export function seriesOf(urn: string, aspect: string): string {
  return `${urn}|${aspect}`;
}

/** The timeseries of an entity whose newest point is searchable. `key`: as `seriesOf`. */
export function searchedSeries(model: Model, text: string): { aspect: string; key: string }[] {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) return [];
  return [...urn.type.aspects.values()]
    .filter(({ kind, searchFields }) => kind === 'timeseries' && searchFields.length > 0)
    .map(({ name }) => ({ aspect: name, key: seriesOf(text, name) }));
}

/** The row to store for a point. The schema has already checked that it has a time. */
export function pointOf(model: Model, urn: Urn, aspect: AspectSpec, value: Value, meta: SystemMetadata, now: number): PointRow {
  const json = isRecord(value.json) ? value.json : {};
  const identity = IDENTITY.map((name) => withDefaults(model, propertySchema(model, aspect.schema, name), json[name]));
  const runId = meta.runId ?? NO_RUN;
  return {
    series: seriesOf(urn.text, aspect.name),
    time: Number(json.timestampMillis),
    rest: identity.map(part).join('|'),
    value: value.text,
    meta: JSON.stringify({ ...meta, lastObserved: meta.lastObserved || now, runId }),
    at: now,
    runId: runId === NO_RUN ? null : runId,
  };
}

/** The system metadata of a point, as answers show it. */
export function metaOf({ meta }: Pick<PointRow, 'meta'>): SystemMetadata {
  return JSON.parse(meta) as SystemMetadata;
}

/** Fills in the defaults of the schema, so that a default value and a missing value give the same identity. */
function withDefaults(model: Model, schema: JsonSchema, value: unknown): unknown {
  if (!isRecord(value) || !isRecord(schema.properties)) return value;
  const fields = Object.keys(schema.properties).map((name): [string, unknown] => {
    const own = propertySchema(model, schema, name);
    return [name, withDefaults(model, own, value[name] ?? own.default)];
  });
  return { ...value, ...Object.fromEntries(fields.filter(([, each]) => each !== undefined)) };
}

/** A part of the identity as text. Fields have a fixed order; an absent part is empty. */
function part(value: unknown): string {
  if (value === undefined) return '';
  return isRecord(value)
    ? `{${Object.keys(value)
        .sort()
        .map((key) => `${key}:${part(value[key])}`)
        .join(',')}}`
    : JSON.stringify(value);
}
