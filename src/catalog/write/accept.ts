/**
 * From what a face has read to a proposal that may be written: names, URN, key, value, size, each checked against the model
 * before any engine is asked (docs/semantics.md 2.1, 3.1).
 */

import { type Detail, invalid, malformed, unknownName } from '../../errors.ts';
import { checkSteps } from '../../model/check-steps.ts';
import { sameJson, type Value, valueOf } from '../../model/json.ts';
import { aspectNamed, entityTypeOrRefuse } from '../../model/named.ts';
import { isRecord, pathText, valuesAt, walk } from '../../model/path.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, keyValue, parseUrn, type Urn, urnOfKey } from '../../model/urn.ts';
import { atOnce, type Steps } from '../../slices.ts';
import { readConditions, withRequest } from './conditions.ts';
import { refuseLongIdentity, refuseLongRun, refuseLongUrns } from './key-limits.ts';
import { normalised } from './normalise.ts';
import { readPatch } from './patch/patch.ts';
import type { Proposal, RawProposal } from './proposal.ts';

/** Change types that points of timeseries have no use for: they have neither versions nor a current value (docs/semantics.md 3.3). */
const NOT_FOR_TIMESERIES: ReadonlySet<string> = new Set(['UPDATE', 'CREATE', 'CREATE_ENTITY', 'PATCH', 'RESTATE']);

/** The conditions of the whole request, and whether it holds only one proposal. */
export interface RequestConditions {
  readonly headers: Readonly<Record<string, string>>;
  readonly alone: boolean;
}

const NO_CONDITIONS: RequestConditions = { headers: {}, alone: true };

interface AcceptedValue {
  readonly value: Value;
  readonly unknownFields: string[];
}

export interface Accepted {
  readonly proposal: Proposal;
  /** `<aspect>/<pointer>` of fields that the model does not know. They are stored as sent. */
  readonly unknownFields: readonly string[];
}

/**
 * @param strictFields refuse fields that the model does not know
 * @throws Refusal unknownName, invalid or malformed
 */
export function accept(model: Model, strictFields: boolean, raw: RawProposal, request?: RequestConditions): Accepted {
  return atOnce(acceptSteps(model, strictFields, raw, request));
}

/** The same in steps, for a large value. */
export function* acceptSteps(model: Model, strictFields: boolean, raw: RawProposal, request: RequestConditions = NO_CONDITIONS): Steps<Accepted> {
  const urn = targetUrn(model, raw);
  const aspect = raw.aspectName === undefined && raw.changeType === 'DELETE' ? urn.type.key : aspectNamed(urn.type, raw.aspectName ?? '');
  const conditions = withRequest(readConditions(raw.headers ?? {}), request.headers, request.alone);
  if (raw.changeType === 'DELETE' && aspect.kind === 'key' && (conditions.version ?? -1) >= 0)
    throw malformed('If-Version-Match: the deletion of an entity takes no version; If-Match takes the ETag of the entity', [
      { pointer: '/headers/If-Version-Match', expected: 'If-Match, with the ETag of the entity', got: conditions.version },
    ]);
  refuseLongRun(raw.systemMetadata ?? {});
  const base = {
    urn,
    aspect,
    changeType: raw.changeType,
    conditions,
    meta: raw.systemMetadata ?? {},
    patch: undefined,
    ...(raw.window && { window: raw.window }),
    ...(raw.undo && { undo: raw.undo }),
    ...(raw.keepsRun && { keepsRun: true }),
  };
  if (aspect.kind === 'timeseries' && NOT_FOR_TIMESERIES.has(raw.changeType)) {
    throw malformed(`Timeseries aspect ${aspect.name} takes changeType UPSERT only`, [
      { pointer: '/changeType', expected: 'UPSERT', got: raw.changeType },
    ]);
  }
  if (['DELETE', 'PURGE', 'REVERT'].includes(raw.changeType) || (raw.changeType === 'RESTATE' && !raw.value))
    return { proposal: { ...base, value: undefined }, unknownFields: [] };
  if (aspect.kind === 'timeseries' && raw.changeType !== 'UPSERT') {
    throw malformed(`Timeseries aspect ${aspect.name} takes changeType UPSERT only`, [
      { pointer: '/changeType', expected: 'UPSERT', got: raw.changeType },
    ]);
  }
  if (!raw.value) throw malformed(`Aspect ${aspect.name} of ${urn.text} has no value`, [{ pointer: '/aspect', expected: 'the value of the aspect' }]);
  if (raw.changeType === 'PATCH') return { proposal: { ...base, value: undefined, patch: readPatch(raw.value.json) }, unknownFields: [] };
  const { value, unknownFields } = yield* acceptValueSteps(model, strictFields, urn, aspect, raw.value);
  return { proposal: { ...base, value }, unknownFields };
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
  const value = aspect.kind === 'key' ? checkedKey(model, urn, sent) : sent;
  const unknownFields = yield* checkSchema(aspect, urn.text, value, strictFields);
  refuseManyEdges(aspect, urn.text, value);
  refuseManyPairs(aspect, urn.text, value);
  yield;
  const stored = normalised(model, aspect, value);
  refuseLongIdentity(model, urn, aspect, stored);
  yield;
  refuseLongUrns(model, urn, aspect, stored);
  return { value: stored, unknownFields };
}

function targetUrn(model: Model, raw: RawProposal): Urn {
  const type = raw.entityType === undefined ? undefined : entityTypeOrRefuse(model, raw.entityType, '/entityType');
  if ((raw.entityUrn === undefined) === (raw.entityKey === undefined)) {
    throw invalid('A proposal needs either entityUrn or entityKeyAspect, not both', [
      { pointer: '/entityUrn', expected: 'the URN, or the key aspect instead' },
    ]);
  }
  const text = raw.entityUrn ?? urnFromKey(model, type, raw.entityKey as Value);
  const urn = parseUrn(model, text);
  if (isProblem(urn)) {
    if (urn.unknownType !== undefined)
      throw unknownName(urn.problem, [{ pointer: '/entityUrn', expected: 'a URN of an entity type of the model', got: text }]);
    throw invalid(`Invalid urn: ${text} ${urn.problem}`, [{ pointer: '/entityUrn', expected: `a URN; this one ${urn.problem}`, got: text }]);
  }
  if (type && urn.type !== type) {
    throw invalid(`URN entity type does not match: ${text} is of type ${urn.type.name}, the proposal is for ${type.name}`, [
      { pointer: '/entityUrn', expected: `a URN of type ${type.name}`, got: text },
    ]);
  }
  return urn;
}

function urnFromKey(model: Model, type: EntityTypeSpec | undefined, key: Value): string {
  if (!type) throw invalid('entityKeyAspect needs entityType', [{ pointer: '/entityType', expected: 'an entity type of the model' }]);
  refuseWrong(type.key, type.name, type.key.check(key.json).wrong, '/entityKeyAspect');
  return urnOfKey(model, type, key.json as Record<string, unknown>);
}

/** A key aspect repeats the parts of the URN. It is stored as the URN spells them. */
function checkedKey(model: Model, urn: Urn, value: Value): Value {
  const computed = keyValue(urn);
  refuseWrong(urn.type.key, urn.text, urn.type.key.check(value.json).wrong);
  const described = parseUrn(model, urnOfKey(model, urn.type, value.json as Record<string, unknown>));
  if (isProblem(described) || described.text !== urn.text) {
    throw invalid(`Key aspect ${urn.type.key.name} does not agree with ${urn.text}`, differences(computed, value.json));
  }
  const extra = isRecord(value.json) ? value.json : {};
  return valueOf(sameJson(extra, computed) ? computed : { ...extra, ...computed });
}

function differences(computed: Record<string, string>, got: unknown): Detail[] {
  const sent = isRecord(got) ? got : {};
  return Object.entries(computed)
    .filter(([field, part]) => sent[field] !== part)
    .map(([field, part]) => ({ pointer: `/${field}`, expected: part, got: sent[field] }));
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
    if (edges > MOST_EDGES)
      throw invalid(`Failed to validate ${name}: ${urn} names ${edges} entities, and ${MOST_EDGES} are the most; leave some out`, [
        { pointer: `/${pathText(path)}`, expected: `${MOST_EDGES} URNs at most`, got: edges },
      ]);
  }
}

function refuseManyPairs({ columnLineage, name }: AspectSpec, urn: string, { json }: Value): void {
  let pairs = 0;
  for (const rule of columnLineage) {
    for (const entry of valuesAt(rule.path, json).flat())
      pairs += valuesAt(rule.upstreams, entry).length * (rule.downstreams ? valuesAt(rule.downstreams, entry).length : 1);
    if (pairs > MOST_COLUMN_PAIRS)
      throw invalid(`Failed to validate ${name}: ${urn} has ${pairs} pairs of columns, and ${MOST_COLUMN_PAIRS} are the most; leave some out`, [
        { pointer: `/${pathText(rule.path)}`, expected: `${MOST_COLUMN_PAIRS} pairs of an upstream and a downstream column at most`, got: pairs },
      ]);
  }
}

function refuseWrong(aspect: AspectSpec, urn: string, wrong: readonly Detail[], below = ''): void {
  if (wrong.length === 0) return;
  const details = wrong.map((detail) => ({ ...detail, pointer: `${below}${detail.pointer}` }));
  throw invalid(`Invalid format for aspect: ${aspect.name} of ${urn}\n${details.map(line).join('\n')}`, details);
}

function line({ pointer, expected, got }: Detail): string {
  return `ERROR :: ${pointer} :: ${got === undefined ? expected : `expected ${expected}, got ${JSON.stringify(got)}`}`;
}
