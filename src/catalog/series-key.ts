/**
 * The identity of a timeseries point (semantics 7): URN, aspect, time, granularity, partition, message id.
 */
import type { PointRow } from '../graph/changes.ts';
import { isRecord } from '../model/path.ts';
import type { AspectSpec } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import type { Value } from './json.ts';
import { NO_RUN, type SystemMetadata } from './proposal.ts';

export function seriesOf(urn: string, aspect: string): string {
  return `${urn}|${aspect}`;
}

/** A point as it is stored; the schema has checked that it has its time. */
export function pointOf(urn: Urn, aspect: AspectSpec, value: Value, meta: SystemMetadata, now: number): PointRow {
  const json = isRecord(value.json) ? value.json : {};
  const runId = meta.runId ?? NO_RUN;
  return {
    series: seriesOf(urn.text, aspect.name),
    time: Number(json.timestampMillis),
    rest: [json.eventGranularity, json.partitionSpec, json.messageId].map(part).join('|'),
    value: value.text,
    meta: JSON.stringify({ ...meta, lastObserved: meta.lastObserved || now, runId }),
    at: now,
    runId: runId === NO_RUN ? null : runId,
  };
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
