/**
 * One proposal on one entity: the change types, conditions, defaults and no-ops of docs/semantics.md 3.3, 3.4, 3.5 and 4. Pure.
 */

import { COMMIT_TIME } from '../../commit-time.ts';
import { aspectExists, conditionFailed, entityExists, keyPatched, noSuchEntity } from '../../errors.ts';
import { spelledAs } from '../../model/exact-numbers.ts';
import { sameJson, type Value, valueOf } from '../../model/json.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { AspectSpec } from '../../model/types.ts';
import { keyValue } from '../../model/urn.ts';
import { refuseHeavy } from '../../model/weigh-json.ts';
import type { Steps } from '../../slices.ts';
import { entriesOf, PROPERTY_ASPECTS, standing } from '../properties/properties.ts';
import { propertiesNamed, visibleState } from '../read/visible.ts';
import { metaOf, pointOf } from '../series/point-identity.ts';
import { type AspectState, type SystemMetadata, withValue } from '../state.ts';
import { acceptValueSteps } from './accept.ts';
import { brokenCondition, entityTag } from './conditions.ts';
import type { Context } from './context.ts';
import { containersAbove, defaultsOf } from './defaults.ts';
import { aspectDraft, type EntityDraft, exists, isNewTo } from './draft.ts';
import { patchedSteps } from './patch/patch.ts';
import type { Patch } from './patch/types.ts';
import { brings, type Merge, type Proposal, type ProposalResult } from './proposal.ts';
import { noteRun, putAspect } from './put-aspect.ts';
import { previousOf, remove, revert, wroteLatest } from './remove.ts';
import { governed, governRemoval, governReversal } from './rules/index.ts';
import { checkOpen, checkSeen } from './rules/rights.ts';

/**
 * Applies a proposal to the draft of its entity.
 *
 * @throws Refusal if a condition fails or the change type does not fit
 */
export function* apply(context: Context, draft: EntityDraft, proposal: Proposal): Steps<ProposalResult[]> {
  const { aspect, changeType } = proposal;
  checkSeen(context, draft, proposal);
  const current = draft.aspects.get(aspect.name)?.current;
  checkOpen(context, draft, proposal, current);
  if (current) context.lookUp(propertiesNamed(aspect.name, current), PROPERTY_ASPECTS);
  if (proposal.onlyWith !== undefined && !isThere(context, proposal.onlyWith)) throw noSuchEntity(proposal.onlyWith);
  if (proposal.onlyPresent && !current) return [left(context, proposal, current, 'unchanged')];
  if (isDropped(context, draft, proposal, current)) return [left(context, proposal, current, 'dropped')];
  switch (changeType) {
    case 'DELETE':
      return [deleted(context, draft, proposal)];
    case 'REVERT':
      return [reverted(context, draft, proposal)];
    case 'PURGE':
      return purge(context, draft, proposal);
    case 'RESTATE':
      restate(context, draft, aspect);
      // A RESTATE with a different value is a write of that value.
      if (!proposal.value || (current && sameJson(current.value.json, proposal.value.json)))
        return [{ ...left(context, proposal, current, 'unchanged'), logged: { type: 'restate', before: current?.seq, version: current?.seq } }];
      return yield* writeValue(context, draft, proposal, current);
    default:
      return yield* writeValue(context, draft, proposal, current);
  }
}

/**
 * Is the proposal dropped, because something exists and the proposal says that this is no error?
 *
 * @throws Refusal if something exists that must not, or if a condition fails
 */
function isDropped(context: Context, draft: EntityDraft, proposal: Proposal, current: AspectState | undefined): boolean {
  const { aspect, urn, changeType, conditions } = proposal;
  const isNew = isNewTo(context.unit.request, draft);
  if (changeType === 'CREATE_ENTITY' && exists(draft) && !isNew) {
    if (conditions.noneMatch) return true;
    throw entityExists(aspect.name, urn.text);
  }
  // The first proposal of a new entity has already created its key aspect. This proposal sends it explicitly. A deletion finds the key aspect.
  const before = isNew && aspect.kind === 'key' && brings(proposal) ? undefined : current;
  if (changeType === 'CREATE' && before) {
    if (conditions.noneMatch) return true;
    throw aspectExists(aspect.name, urn.text);
  }
  if (conditions.entity && !exists(draft))
    throw conditionFailed(`Failed to validate ${aspect.name} of ${urn.text}`, 'Expected that the entity exists (If-Entity-Match: *)', 'it does not');
  const broken =
    changeType === 'DELETE' && aspect.kind === 'key' && before
      ? brokenCondition(conditions, urn.text, aspect.name, newestOf(draft, before), wholeTag(draft))
      : brokenCondition(conditions, urn.text, aspect.name, before);
  if (broken) throw broken;
  return conditions.noneMatch && current !== undefined;
}

function deleted(context: Context, draft: EntityDraft, proposal: Proposal): ProposalResult {
  governRemoval(context, draft, proposal.aspect);
  const removed = remove(context.found, draft, proposal);
  noteDeath(context, draft, removed);
  return removed;
}

function reverted(context: Context, draft: EntityDraft, proposal: Proposal): ProposalResult {
  const { aspect } = proposal;
  if (wroteLatest(draft, proposal)) governReversal(context, draft, aspect, previousOf(context.found, proposal).version);
  const undone = revert(context.found, draft, proposal);
  noteDeath(context, draft, undone);
  if (undone.outcome === 'changed') aspectDraft(draft, aspect).wroteAt = context.step;
  return undone;
}

/** Deleting the key aspect deletes the whole entity. */
function noteDeath(context: Context, draft: EntityDraft, { aspect, outcome }: ProposalResult): void {
  if (aspect.kind === 'key' && outcome === 'deleted') draft.deadAt = context.step;
}

function restate(context: Context, draft: EntityDraft, aspect: AspectSpec): void {
  const mine = draft.aspects.get(aspect.name);
  if (!mine?.current) return;
  // A new object with the same content, so that lost edges are created again.
  mine.current = { ...mine.current };
  mine.wroteAt = context.step;
}

/** Writes the value of a proposal, as sent or patched. The first write of an entity also writes its key and its defaults. */
function* writeValue(context: Context, draft: EntityDraft, proposal: Proposal, current: AspectState | undefined): Steps<ProposalResult[]> {
  const { aspect, urn } = proposal;
  const merged = proposal.merge ? yield* mergedValue(context, draft, proposal, proposal.merge) : undefined;
  if (proposal.merge && !merged) return [left(context, proposal, current, 'unchanged')];
  const sent = merged?.value ?? (proposal.patch ? yield* patchedValue(context, draft, proposal, proposal.patch) : (proposal.value as Value));
  yield;
  const { value, meta: kept } = governed(context, draft, proposal, atCommit(sent, context.now));
  const meta = { ...(proposal.keepsRun ? current?.meta : proposal.meta), ...merged?.meta, ...kept };
  const added = exists(draft) ? [] : createEntity(context, draft, proposal);
  if (aspect.kind === 'timeseries') return [...added, writePoint(context, draft, proposal, value)];
  // createEntity() has just written the key aspect.
  if (aspect === urn.type.key && added.length > 0 && sameJson(aspectDraft(draft, aspect).current?.value.json, value.json)) {
    return added.map((each) => (each.aspect === aspect ? { ...each, added: false } : each));
  }
  return [...added, putAspect(context, draft, { aspect, value, meta, keepsRun: proposal.keepsRun })];
}

function writePoint(context: Context, draft: EntityDraft, { aspect, urn, meta }: Proposal, value: Value): ProposalResult {
  const point = pointOf(context.model, urn, aspect, value, meta, context.now);
  context.spend(point.value.length);
  noteRun(draft, meta);
  draft.points.push(point);
  const actor = context.unit.actor;
  const now: AspectState = { seq: 0, value, at: context.now, by: actor, firstAt: context.now, firstBy: actor, meta: metaOf(point) };
  return { urn, aspect, outcome: 'changed', now, added: false, logged: { type: 'point', time: point.time, run: point.runId ?? undefined } };
}

/** The aspects of an entity that is deleted as a whole, as readers know them. All of them have been read. */
function statesOf(draft: EntityDraft): [name: string, state: AspectState][] {
  return [...draft.aspects].flatMap(([name, { aspect, current }]): [string, AspectState][] => (current && !aspect.secret ? [[name, current]] : []));
}

function wholeTag(draft: EntityDraft): string {
  return entityTag(statesOf(draft));
}

/** The key aspect with the time of the newest change of any aspect: an entity was modified when one of its aspects was. */
function newestOf(draft: EntityDraft, key: AspectState): AspectState {
  return { ...key, at: statesOf(draft).reduce((latest, [, { at }]) => Math.max(latest, at), key.at) };
}

/** The result of a proposal that writes nothing: it shows the present value as readers see it. */
function left(context: Context, { urn, aspect }: Proposal, current: AspectState | undefined, outcome: ProposalResult['outcome']): ProposalResult {
  return { urn, aspect, outcome, now: current && visibleState(aspect.name, current, context.property), added: false };
}

/** A patch creates the whole value again, even if nothing changes. So many characters of a patched value count as one written character. */
const PATCHED_FOR_ONE_WRITTEN = 8;

/** Applies a patch to the present value as readers see it. A patch can neither read nor change hidden entries. */
function* patchedValue(context: Context, draft: EntityDraft, { aspect, urn }: Proposal, patch: Patch): Steps<Value> {
  const current = draft.aspects.get(aspect.name)?.current;
  const base = current && visibleState(aspect.name, current, context.property).value.json;
  const json = yield* patchedSteps(context.model, aspect, base, patch, { time: context.now, actor: context.unit.actor });
  const made = current ? spelledAs(valueOf(json), current.value.text) : valueOf(json);
  yield;
  refuseHeavy(made.text, `What the patch makes of ${aspect.name}`);
  context.spend(Math.ceil(made.text.length / PATCHED_FOR_ONE_WRITTEN));
  const { value, otherKeys } = yield* acceptValueSteps(context.model, context.strictFields, urn, aspect, made);
  if (otherKeys.length > 0) throw keyPatched(aspect.name, urn.text);
  return value;
}

/** What a MERGE makes of the present value as readers see it, and the metadata to store with it. */
function* mergedValue(
  context: Context,
  draft: EntityDraft,
  { aspect, urn }: Proposal,
  merge: Merge,
): Steps<{ value: Value; meta: SystemMetadata } | undefined> {
  const current = draft.aspects.get(aspect.name)?.current;
  const base = current && {
    json: visibleState(aspect.name, current, context.property).value.json as Record<string, unknown>,
    lastObserved: current.meta.lastObserved ?? 0,
    observed: current.meta.observed,
  };
  const merged = merge.make(base, context.seen);
  if (!merged) return undefined;
  const made = current ? spelledAs(valueOf(merged.json), current.value.text) : valueOf(merged.json);
  yield;
  refuseHeavy(made.text, `What is merged into ${aspect.name}`);
  const { value } = yield* acceptValueSteps(context.model, context.strictFields, urn, aspect, made);
  return { value, meta: { lastObserved: merged.lastObserved, observed: merged.observed } };
}

/** Removes entries whose property is deleted or defined again. The remaining entries stay as they are. */
function purge(context: Context, draft: EntityDraft, proposal: Proposal): ProposalResult[] {
  const { aspect, keepsRun } = proposal;
  const current = draft.aspects.get(aspect.name)?.current;
  const next = current && withoutDead(context, aspect, current);
  if (!current || !next || next === current) return [left(context, proposal, current, 'unchanged')];
  const definitions = Object.fromEntries(
    propertiesNamed(aspect.name, next).map((property) => [property, current.meta.definitions?.[property] ?? '']),
  );
  return [putAspect(context, draft, { aspect, value: next.value, meta: { ...current.meta, definitions }, keepsRun })];
}

function withoutDead(context: Context, aspect: AspectSpec, state: AspectState): AspectState {
  if (aspect.name !== PROPERTY_VALUES) return state;
  const entries = entriesOf(state.value.json);
  const kept = entries.filter((entry) => standing(entry, state, context.property(entry.propertyUrn)) !== 'dead');
  return kept.length === entries.length ? state : withValue(state, valueOf({ ...(state.value.json as object), properties: kept }));
}

/** Creates an entity: writes its key aspect and the defaults that the request does not send itself. */
function createEntity(context: Context, draft: EntityDraft, { urn, meta }: Proposal): ProposalResult[] {
  context.begins(urn.text);
  draft.createdBy = context.unit.request;
  const written = [putAspect(context, draft, { aspect: urn.type.key, value: valueOf(keyValue(urn)), meta, added: true })];
  for (const { aspect, json } of defaultsOf(context, urn, containersSeen(context, urn.text))) {
    if (draft.names.has(aspect.name) || context.supplied(urn.text, aspect.name)) continue;
    written.push(putAspect(context, draft, { aspect, value: valueOf(json), meta: { ...meta, added: true }, added: true }));
  }
  return written;
}

/** The containers of an entity, nearest first, as far as the sender sees them, and the one that the sender names. */
function containersSeen({ container, hides }: Context, urn: string): string[] {
  return containersAbove(urn, (each) => {
    if (each === urn) return container(each);
    const above = hides(each) ? undefined : container(each);
    return above === undefined || hides(above) ? undefined : above;
  });
}

/** Does an entity exist for the sender? */
function isThere({ names, hides }: Context, urn: string): boolean {
  return names(urn).size > 0 && !hides(urn);
}

const TEXT = String(COMMIT_TIME);

/** The value as the commit writes it. @param now the time of the commit, epoch ms */
export function atCommit(value: Value, now: number): Value {
  return value.text.includes(TEXT) ? spelledAs(valueOf(filled(value.json, now)), value.text) : value;
}

function filled(json: unknown, now: number): unknown {
  if (json === COMMIT_TIME) return now;
  if (Array.isArray(json)) return json.map((each) => filled(each, now));
  return isRecord(json) ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, filled(value, now)])) : json;
}
