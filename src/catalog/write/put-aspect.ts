/**
 * Puts the new value of an aspect into the draft of its entity.
 */
import { sameJson, type Value } from '../../model/json.ts';
import { NO_RUN } from '../../model/known-names.ts';
import type { AspectSpec } from '../../model/types.ts';
import { visibleState } from '../read/visible.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import type { Context } from './context.ts';
import { type AspectDraft, aspectDraft, type EntityDraft } from './draft.ts';
import type { ProposalResult } from './proposal.ts';

/** What is written of an aspect. */
interface AspectWrite {
  readonly aspect: AspectSpec;
  readonly value: Value;
  readonly meta: SystemMetadata;
  /** Does Cairn add it by itself? */
  readonly added?: boolean;
  /** Keep the run that wrote the content; `meta` is then the present metadata. */
  readonly keepsRun?: boolean | undefined;
}

export function putAspect(
  context: Context,
  draft: EntityDraft,
  { aspect, value, meta, added = false, keepsRun = false }: AspectWrite,
): ProposalResult {
  const mine = aspectDraft(draft, aspect);
  // Writing an equal value brings lost edges back: others learn of it as of a RESTATE.
  const restores = mine.wroteAt === undefined && !draft.dead && draft.lost.some((edge) => edge.aspect === aspect.name);
  mine.wroteAt = context.step;
  if (!keepsRun) noteRun(draft, meta);
  const { current } = mine;
  const outcome = current && saysTheSame(current, value, meta) ? 'unchanged' : 'changed';
  if (current && outcome === 'unchanged') {
    mine.current = { ...current, meta: keepsRun ? current.meta : refreshedMetadata(current.meta, meta, context.now) };
    replaceNewest(mine);
  } else {
    mine.current = nextState(context, current, value, meta, keepsRun);
    append(context, draft, mine, mine.current);
  }
  const { seq, run } = mine.current;
  const logged: ProposalResult['logged'] =
    outcome === 'changed'
      ? { type: current ? 'update' : 'create', before: current?.seq, version: seq, run }
      : restores
        ? { type: 'restate', before: seq, version: seq }
        : undefined;
  return {
    urn: draft.urn,
    aspect,
    outcome,
    now: visibleState(aspect.name, mine.current, context.property),
    added,
    ...(logged && { logged }),
  };
}

function append(context: Context, draft: EntityDraft, mine: AspectDraft, next: AspectState): void {
  context.spend(next.value.text.length);
  if (next.meta.identity !== undefined) draft.identity ??= next.meta.identity;
  mine.appended.push(next);
  draft.names.add(mine.aspect.name);
}

/** Notes that the run has written something of the entity. */
export function noteRun(draft: EntityDraft, { runId }: SystemMetadata): void {
  if (runId !== undefined && runId !== NO_RUN) draft.runs.add(runId);
}

/** A write without a change updates only the system metadata, of the version that this commit wrote or of the stored one. */
function replaceNewest(mine: AspectDraft): void {
  if (!mine.current) return;
  if (mine.appended.length > 0) mine.appended[mine.appended.length - 1] = mine.current;
  else mine.refreshed = mine.current;
}

/** Is it the same value, under the same property definitions? */
function saysTheSame(current: AspectState, value: Value, meta: SystemMetadata): boolean {
  const same = current.value.text === value.text || sameJson(current.value.json, value.json);
  return same && sameJson(current.meta.definitions ?? {}, meta.definitions ?? {});
}

function nextState(context: Context, current: AspectState | undefined, value: Value, meta: SystemMetadata, keepsRun: boolean): AspectState {
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

function refreshedMetadata(before: SystemMetadata, sent: SystemMetadata, now: number): SystemMetadata {
  const { observed = before.observed } = sent;
  return {
    ...before,
    lastObserved: sent.lastObserved || now,
    runId: sent.runId ?? NO_RUN,
    lastRunId: before.runId ?? NO_RUN,
    ...(observed && { observed }),
  };
}
