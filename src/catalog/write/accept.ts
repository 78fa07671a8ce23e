/**
 * From what an API has read to a proposal that may be written: names, URN, key, value, size, each checked against the model
 * before any engine is asked (docs/semantics.md 2.1, 3.1).
 */
import {
  badAspectValue,
  badTargetUrn,
  conditionWithoutVersion,
  type Detail,
  keyWithoutType,
  missingValue,
  oneTarget,
  tooManyColumnPairs,
  tooManyEdges,
  unknownTypeOfUrn,
  upsertOnly,
  versionOfEntity,
  wrongTargetType,
} from '../../errors.ts';
import { checkSteps } from '../../model/check-steps.ts';
import { sameJson, type Value, valueOf } from '../../model/json.ts';
import { aspectNamed, entityTypeOrRefuse } from '../../model/named.ts';
import { isRecord, pathText, valuesAt, walk } from '../../model/path.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, keyValue, parseUrn, type Urn, urnOfKey } from '../../model/urn.ts';
import { atOnce, type Steps } from '../../slices.ts';
import { CONDITIONAL_HEADERS, readConditions, withRequest } from './conditions.ts';
import { refuseLongIdentity, refuseLongRun, refuseLongUrns } from './key-limits.ts';
import { normalised } from './normalise.ts';
import { readPatch } from './patch/patch.ts';
import type { Proposal, RawProposal } from './proposal.ts';

/** Change types that points of timeseries have no use for: they have neither versions nor a current value (docs/semantics.md 3.3). */
const NOT_FOR_TIMESERIES: ReadonlySet<string> = new Set(['UPDATE', 'CREATE', 'CREATE_ENTITY', 'PATCH', 'RESTATE', 'MERGE']);

/** Change types that ignore a value. */
const VALUELESS: ReadonlySet<string> = new Set(['DELETE', 'PURGE', 'REVERT', 'MERGE']);

/** The conditions of the whole request, and whether it holds only one proposal. */
export interface RequestConditions {
  readonly headers: Readonly<Record<string, string>>;
  readonly alone: boolean;
}

const NO_CONDITIONS: RequestConditions = { headers: {}, alone: true };

interface AcceptedValue {
  readonly value: Value;
  readonly unknownFields: string[];
  /** `<key aspect>/<field> of <URN>`: fields of a key aspect that contradict the URN. */
  readonly otherKeys: string[];
}

export interface AcceptedProposal {
  readonly proposal: Proposal;
  /** `<aspect>/<pointer>` of fields that the model does not know. They are stored as sent. */
  readonly unknownFields: readonly string[];
  /** `<key aspect>/<field> of <URN>`: fields of a key aspect that contradict the URN. Those of the URN are stored. */
  readonly otherKeys: readonly string[];
}

const NOTHING_NOTED = { unknownFields: [], otherKeys: [] };

/**
 * @param strictFields refuse fields that the model does not know
 * @throws Refusal unknownName, invalid or malformed
 */
export function* acceptSteps(
  model: Model,
  strictFields: boolean,
  raw: RawProposal,
  request: RequestConditions = NO_CONDITIONS,
): Steps<AcceptedProposal> {
  const proposal = withoutValue(targetUrn(model, raw), raw, request);
  const { urn, aspect } = proposal;
  if (takesNoValue(raw)) return { proposal, ...NOTHING_NOTED };
  if (!raw.value) throw missingValue(aspect.name, urn.text);
  if (raw.changeType === 'PATCH') return { proposal: { ...proposal, patch: readPatch(raw.value.json) }, ...NOTHING_NOTED };
  const { value, ...notes } = yield* acceptValueSteps(model, strictFields, urn, aspect, raw.value);
  return { proposal: { ...proposal, value }, ...notes };
}

/** A proposal as far as it is known without its value: what it is about, under which conditions, and who writes. */
function withoutValue(urn: Urn, raw: RawProposal, request: RequestConditions): Proposal {
  const aspect = targetAspect(urn, raw);
  const conditions = conditionsOn(aspect, raw, request);
  const meta = raw.systemMetadata ?? {};
  refuseLongRun(meta);
  if (aspect.kind === 'timeseries' && NOT_FOR_TIMESERIES.has(raw.changeType)) throw upsertOnly(aspect.name, raw.changeType);
  return {
    urn,
    aspect,
    changeType: raw.changeType,
    conditions,
    meta,
    value: undefined,
    patch: undefined,
    ...(raw.window && { window: raw.window }),
    ...(raw.undo && { undo: raw.undo }),
    ...(raw.keepsRun && { keepsRun: true }),
    ...(raw.merge && { merge: raw.merge }),
    ...(raw.onlyWith !== undefined && { onlyWith: raw.onlyWith }),
    ...(raw.follows && { follows: true as const }),
    ...(raw.onlyPresent && { onlyPresent: true }),
  };
}

/** A deletion without an aspect deletes the entity: its key aspect. */
function targetAspect(urn: Urn, { aspectName, changeType, secret }: RawProposal): AspectSpec {
  const hidden = secret && urn.type.secrets.get(aspectName ?? '');
  if (hidden) return hidden;
  return aspectName === undefined && changeType === 'DELETE' ? urn.type.key : aspectNamed(urn.type, aspectName ?? '');
}

/** An entity has no version, so its deletion cannot depend on one, and points have nothing that a condition could be about. */
function conditionsOn(aspect: AspectSpec, raw: RawProposal, request: RequestConditions): Proposal['conditions'] {
  const conditions = withRequest(readConditions(raw.headers ?? {}), request.headers, request.alone);
  if (aspect.kind === 'timeseries') refuseOnPoints({ ...(request.alone && request.headers), ...raw.headers }, raw.changeType === 'DELETE');
  if (raw.changeType === 'DELETE' && aspect.kind === 'key' && (conditions.version ?? -1) >= 0) throw versionOfEntity(conditions.version);
  return conditions;
}

/** Who writes a point may still say that there is no version, or that the entity is there. */
function refuseOnPoints(headers: Readonly<Record<string, string>>, deletes: boolean): void {
  for (const [name, value] of Object.entries(headers)) {
    const known = CONDITIONAL_HEADERS.find((each) => each.toLowerCase() === name.toLowerCase());
    const says = `${known}: ${value.trim()}`;
    if (known && (deletes || !['If-Version-Match: -1', 'If-None-Match: *', 'If-Entity-Match: *'].includes(says)))
      throw conditionWithoutVersion(known, value);
  }
}

function takesNoValue({ changeType, value }: RawProposal): boolean {
  return VALUELESS.has(changeType) || (changeType === 'RESTATE' && !value);
}

/**
 * Checks a value against its schema and normalises it.
 *
 * @throws Refusal invalid
 */
export function acceptValue(model: Model, strictFields: boolean, urn: Urn, aspect: AspectSpec, sent: Value): AcceptedValue {
  return atOnce(acceptValueSteps(model, strictFields, urn, aspect, sent));
}

/** The same in steps, for a large value. */
export function* acceptValueSteps(model: Model, strictFields: boolean, urn: Urn, aspect: AspectSpec, sent: Value): Steps<AcceptedValue> {
  const { value, otherKeys } = aspect.kind === 'key' ? keyOfUrn(model, urn, sent) : { value: sent, otherKeys: [] };
  const unknownFields = yield* checkSchema(aspect, urn.text, value, strictFields);
  refuseManyEdges(aspect, urn.text, value);
  refuseManyPairs(aspect, urn.text, value);
  yield;
  const stored = normalised(model, aspect, value);
  refuseLongIdentity(model, urn, aspect, stored);
  yield;
  refuseLongUrns(model, urn, aspect, stored);
  return { value: stored, unknownFields, otherKeys };
}

function targetUrn(model: Model, raw: RawProposal): Urn {
  const type = raw.entityType === undefined ? undefined : entityTypeOrRefuse(model, raw.entityType, '/entityType');
  if ((raw.entityUrn === undefined) === (raw.entityKey === undefined)) {
    throw oneTarget();
  }
  const text = raw.entityUrn ?? urnFromKey(model, type, raw.entityKey as Value);
  const urn = parseUrn(model, text);
  if (isProblem(urn)) {
    if (urn.unknownType !== undefined) throw unknownTypeOfUrn(urn.unknownType, text);
    throw badTargetUrn('/entityUrn', text, urn.problem);
  }
  if (type && urn.type !== type) {
    throw wrongTargetType('/entityUrn', text, urn.type.name, 'the proposal', type.name);
  }
  return urn;
}

function urnFromKey(model: Model, type: EntityTypeSpec | undefined, key: Value): string {
  if (!type) throw keyWithoutType();
  refuseWrong(type.key, type.name, type.key.check(key.json).wrong, '/entityKeyAspect');
  return urnOfKey(model, type, key.json as Record<string, unknown>);
}

/**
 * A key aspect repeats the parts of the URN, and is stored as the URN spells them. Connectors exist whose key aspects contradict their URNs:
 * the URN is what everything else refers to, so its parts are stored, and the writer is told.
 */
function keyOfUrn(model: Model, urn: Urn, value: Value): Pick<AcceptedValue, 'value' | 'otherKeys'> {
  const computed = keyValue(urn);
  const key = urn.type.key;
  refuseWrong(key, urn.text, key.check(value.json).wrong);
  const sent = isRecord(value.json) ? value.json : {};
  const stored = valueOf(sameJson(sent, computed) ? computed : { ...sent, ...computed });
  const described = parseUrn(model, urnOfKey(model, urn.type, sent));
  if (!isProblem(described) && described.text === urn.text) return { value: stored, otherKeys: [] };
  const others = Object.keys(computed).filter((field) => sent[field] !== computed[field]);
  return { value: stored, otherKeys: others.map((field) => `${key.name}/${field} of ${urn.text}`) };
}

function* checkSchema(aspect: AspectSpec, urn: string, value: Value, strictFields: boolean): Steps<string[]> {
  const { wrong, unknown } = yield* checkSteps(aspect, value.json);
  refuseWrong(aspect, urn, wrong);
  if (strictFields && unknown.length > 0) {
    refuseWrong(
      aspect,
      urn,
      unknown.map((pointer) => ({ pointer, expected: 'unrecognized field found but not allowed' })),
    );
  }
  return unknown.map((pointer) => `${aspect.name}${pointer}`);
}

/** Edges of one value at most: one transaction writes them all. */
const MOST_EDGES = 50_000;
/**
 * Most column edges of one value. Each upstream column of an entry has an edge to each downstream column, so there can be far more edges
 * than columns.
 */
const MOST_COLUMN_PAIRS = 50_000;

function refuseManyEdges({ relationships, name }: AspectSpec, urn: string, { json }: Value): void {
  for (const { path } of relationships) {
    let edges = 0;
    walk(path, json, () => edges++);
    if (edges > MOST_EDGES) throw tooManyEdges(name, urn, `/${pathText(path)}`, edges, MOST_EDGES);
  }
}

function refuseManyPairs({ columnLineage, name }: AspectSpec, urn: string, { json }: Value): void {
  let pairs = 0;
  for (const rule of columnLineage) {
    for (const entry of valuesAt(rule.path, json).flat())
      pairs += valuesAt(rule.upstreams, entry).length * (rule.downstreams ? valuesAt(rule.downstreams, entry).length : 1);
    if (pairs > MOST_COLUMN_PAIRS) throw tooManyColumnPairs(name, urn, `/${pathText(rule.path)}`, pairs, MOST_COLUMN_PAIRS);
  }
}

function refuseWrong(aspect: AspectSpec, urn: string, wrong: readonly Detail[], below = ''): void {
  if (wrong.length === 0) return;
  const details = wrong.map((detail) => ({ ...detail, pointer: `${below}${detail.pointer}` }));
  throw badAspectValue(aspect.name, urn, details);
}
