/**
 * The identity of a timeseries point (docs/semantics.md 7.3): URN, aspect, time, granularity, partition, message id.
 */
import type { PointRow } from '../../graph/changes.ts';
import type { Value } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';
import { propertySchema } from '../../model/schema-walk.ts';
import type { AspectSpec, JsonSchema, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { NO_RUN, type SystemMetadata } from '../state.ts';

/** What makes a point another one, beside its time. */
export const IDENTITY = ['eventGranularity', 'partitionSpec', 'messageId'];

export function seriesOf(urn: string, aspect: string): string {
  return `${urn}|${aspect}`;
}

/** A point as it is stored; the schema has checked that it has its time. */
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

/** The system metadata of a point, as its readers get them. */
export function metaOf({ meta }: Pick<PointRow, 'meta'>): SystemMetadata {
  return JSON.parse(meta) as SystemMetadata;
}

/** What a record leaves to the defaults of its schema is written out: to say a default is to say nothing. */
function withDefaults(model: Model, schema: JsonSchema, value: unknown): unknown {
  if (!isRecord(value) || !isRecord(schema.properties)) return value;
  const fields = Object.keys(schema.properties).map((name): [string, unknown] => {
    const own = propertySchema(model, schema, name);
    return [name, withDefaults(model, own, value[name] ?? own.default)];
  });
  return { ...value, ...Object.fromEntries(fields.filter(([, each]) => each !== undefined)) };
}

/** A part of the identity as text: fields in one order, absent is empty. */
function part(value: unknown): string {
  if (value === undefined) return '';
  return isRecord(value)
    ? `{${Object.keys(value)
        .sort()
        .map((key) => `${key}:${part(value[key])}`)
        .join(',')}}`
    : JSON.stringify(value);
}
