/**
 * What an aspect is after a write: its new state, and its metadata if the value is the same. Pure.
 */
import { sameJson, type Value } from '../../model/json.ts';
import { NO_RUN } from '../../model/known-names.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import type { Context } from './context.ts';

/** Is it the same value, under the same property definitions? */
export function saysTheSame(current: AspectState, value: Value, meta: SystemMetadata): boolean {
  const same = current.value.text === value.text || sameJson(current.value.json, value.json);
  return same && sameJson(current.meta.definitions ?? {}, meta.definitions ?? {});
}

export function nextState(context: Context, current: AspectState | undefined, value: Value, meta: SystemMetadata, keepsRun: boolean): AspectState {
  const actor = context.unit.actor;
  const at = Math.max(context.now, current?.at ?? 0);
  const run = keepsRun ? current?.run : meta.runId;
  return {
    seq: (current?.seq ?? 0) + 1,
    value,
    at,
    by: actor,
    firstAt: current?.firstAt ?? at,
    firstBy: current?.firstBy ?? actor,
    meta: keepsRun ? meta : newMeta(meta, current?.meta, context.now),
    ...(run === undefined || run === NO_RUN ? {} : { run }),
  };
}

function newMeta(sent: SystemMetadata, before: SystemMetadata | undefined, now: number): SystemMetadata {
  return { ...sent, lastObserved: sent.lastObserved || now, runId: sent.runId ?? NO_RUN, lastRunId: before?.runId ?? NO_RUN };
}

export function refreshedMetadata(before: SystemMetadata, sent: SystemMetadata, now: number): SystemMetadata {
  const { observed = before.observed } = sent;
  return {
    ...before,
    lastObserved: sent.lastObserved || now,
    runId: sent.runId ?? NO_RUN,
    lastRunId: before.runId ?? NO_RUN,
    ...(observed && { observed }),
  };
}
