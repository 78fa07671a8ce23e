/**
 * One proposal on one entity: the change types, conditions, defaults and no-ops of semantics 3.3 to 3.5 and 4. Pure.
 */
import { invalid } from '../errors.ts';
import type { Found } from '../graph/changes.ts';
import type { AspectSpec, Model } from '../model/types.ts';
import { keyValue, type Urn } from '../model/urn.ts';
import { brokenCondition } from './conditions.ts';
import { defaultsOf } from './defaults.ts';
import { type AspectDraft, aspectDraft, type EntityDraft, exists } from './draft.ts';
import { sameJson, type Value, valueOf } from './json.ts';
import { type AspectState, NO_RUN, type Proposal, type SystemMetadata, suppliedKey, type Unit, type Written } from './proposal.ts';
import { pointOf, seriesOf } from './series-key.ts';

export interface Context {
  readonly model: Model;
  readonly found: Found;
  readonly unit: Unit;
  /** Epoch ms of this commit. */
  readonly now: number;
}

/**
 * Does what a proposal asks, on the draft of its entity.
 *
 * @throws Refusal when a condition or the change type forbids it
 */
export function apply(context: Context, draft: EntityDraft, proposal: Proposal): Written[] {
  const { aspect, urn, changeType, conditions } = proposal;
  const current = draft.aspects.get(aspect.name)?.current;
  if (changeType === 'CREATE_ENTITY' && exists(draft)) {
    if (conditions.noneMatch) return [{ urn, aspect, outcome: 'dropped', now: current, added: false }];
    throw invalid(`Failed to validate ${aspect.name}: ${urn.text} Cannot perform CREATE_ENTITY if not exists since the entity key already exists.`);
  }
  if (changeType === 'CREATE' && current) {
    if (conditions.noneMatch) return [{ urn, aspect, outcome: 'dropped', now: current, added: false }];
    throw invalid(`Failed to validate ${aspect.name}: ${urn.text} Cannot perform CREATE since the aspect already exists.`);
  }
  const broken = brokenCondition(conditions, urn.text, aspect.name, current);
  if (broken) throw broken;
  if (changeType === 'DELETE') return [remove(draft, proposal)];
  if (changeType === 'RESTATE') {
    draft.marked = true;
    return [{ urn, aspect, outcome: 'unchanged', now: current, added: false }];
  }
  const value = proposal.value as Value;
  const added = exists(draft) ? [] : bear(context, draft, proposal);
  if (aspect.kind === 'timeseries') {
    draft.points.push(pointOf(urn, aspect, value, proposal.meta, context.now));
    if (aspect.searchFields.length > 0) draft.marked = true;
    return [...added, { urn, aspect, outcome: 'changed', now: undefined, added: false }];
  }
  // The key aspect was written by bear() a moment ago.
  if (aspect === urn.type.key && added.length > 0 && sameJson(aspectDraft(draft, aspect).current?.value.json, value.json)) {
    return added.map((each) => (each.aspect === aspect ? { ...each, added: false } : each));
  }
  return [...added, put(context, draft, aspect, value, proposal.meta, false)];
}

/** The first write to a URN: its key aspect, and the defaults that the request does not bring itself. */
function bear(context: Context, draft: EntityDraft, { urn, meta }: Proposal): Written[] {
  const written = [put(context, draft, urn.type.key, valueOf(keyValue(urn)), meta, true)];
  for (const { aspect, json } of defaultsOf(context.model, urn, context.found, containerIn(context.unit, urn))) {
    if (draft.names.has(aspect.name) || context.unit.supplied.has(suppliedKey(urn.text, aspect.name))) continue;
    written.push(put(context, draft, aspect, valueOf(json), meta, true));
  }
  return written;
}

function containerIn(unit: Unit, urn: Urn): string | undefined {
  const proposal = unit.proposals.find((each) => each.aspect.name === 'container' && each.urn.text === urn.text);
  const json = proposal?.value?.json as { container?: unknown } | undefined;
  return typeof json?.container === 'string' ? json.container : undefined;
}

function put(context: Context, draft: EntityDraft, aspect: AspectSpec, value: Value, meta: SystemMetadata, added: boolean): Written {
  const mine = aspectDraft(draft, aspect);
  const { current } = mine;
  const actor = context.unit.actor;
  if (current && (current.value.text === value.text || sameJson(current.value.json, value.json))) {
    mine.current = { ...current, meta: touchedMeta(current.meta, meta, context.now) };
    replaceNewest(mine);
    return { urn: draft.urn, aspect, outcome: 'unchanged', now: mine.current, added };
  }
  const at = Math.max(context.now, current?.at ?? 0);
  const next: AspectState = {
    seq: (current?.seq ?? 0) + 1,
    value,
    at,
    by: actor,
    firstAt: current?.firstAt ?? at,
    firstBy: current?.firstBy ?? actor,
    meta: newMeta(meta, current?.meta, context.now),
  };
  mine.current = next;
  mine.appended.push(next);
  draft.names.add(aspect.name);
  draft.marked = true;
  return { urn: draft.urn, aspect, outcome: 'changed', now: next, added };
}

/** A no-op moves the system metadata of whatever version is newest: one of this commit, or the stored one. */
function replaceNewest(mine: AspectDraft): void {
  if (!mine.current) return;
  if (mine.appended.length > 0) mine.appended[mine.appended.length - 1] = mine.current;
  else mine.touched = true;
}

function newMeta(sent: SystemMetadata, before: SystemMetadata | undefined, now: number): SystemMetadata {
  return { ...sent, lastObserved: sent.lastObserved || now, runId: sent.runId ?? NO_RUN, lastRunId: before?.runId ?? NO_RUN };
}

function touchedMeta(before: SystemMetadata, sent: SystemMetadata, now: number): SystemMetadata {
  return { ...before, lastObserved: sent.lastObserved || now, runId: sent.runId ?? NO_RUN, lastRunId: before.runId ?? NO_RUN };
}

/** DELETE of an aspect, or of the whole entity when it is the key (semantics 3.3). */
function remove(draft: EntityDraft, { urn, aspect }: Proposal): Written {
  const gone: Written = { urn, aspect, outcome: 'deleted', now: undefined, added: false };
  if (aspect.kind === 'key') {
    if (!exists(draft)) return { ...gone, outcome: 'unchanged' };
    draft.dead = true;
    draft.marked = true;
    draft.names = new Set();
    draft.points = [];
    draft.droppedSeries = [...urn.type.aspects.values()].filter(({ kind }) => kind === 'timeseries').map(({ name }) => seriesOf(urn.text, name));
    for (const [name, mine] of draft.aspects) draft.aspects.set(name, { ...mine, current: undefined, appended: [], touched: false, ended: false });
    return gone;
  }
  if (aspect.kind === 'timeseries') {
    draft.points = draft.points.filter(({ series }) => series !== seriesOf(urn.text, aspect.name));
    draft.droppedSeries.push(seriesOf(urn.text, aspect.name));
    draft.marked = true;
    return gone;
  }
  const mine = aspectDraft(draft, aspect);
  if (!mine.current) return { ...gone, outcome: 'unchanged' };
  mine.current = undefined;
  mine.appended = [];
  mine.touched = false;
  mine.ended = mine.stored !== undefined;
  draft.names.delete(aspect.name);
  draft.marked = true;
  return gone;
}
