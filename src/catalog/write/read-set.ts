/**
 * What a commit must lock and read before it can decide.
 */
import { type EntityRead, type HierarchyRead, hierarchyKey, type ReadSet, type SizeRead } from '../../graph/changes.ts';
import {
  PROPERTY_DEFINITION,
  PROPERTY_SETTINGS,
  PROPERTY_TYPE,
  PROPERTY_VALUES,
  SCHEMA_METADATA,
  STATUS,
  VERSION_PROPERTIES,
  VERSION_SET_PROPERTIES,
} from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { pointerParts } from '../../model/pointer.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, fitsKey, isProblem, parseUrn } from '../../model/urn.ts';
import { makeSlices } from '../../slices.ts';
import { entriesOf, PROPERTY_ASPECTS, queryName } from '../properties/properties.ts';
import { containerSent, DEFAULT_ASPECTS, readsForDefaults } from './defaults.ts';
import { mayEnd, partPrefixes } from './life.ts';
import { datasetsOfColumns, MOST_SCHEMAS } from './missing-columns.ts';
import type { MissingReads } from './missing-reads.ts';
import { type Proposal, suppliedKey, type Unit } from './proposal.ts';
import { previousKey, spansOf } from './remove.ts';
import { mustExist } from './rules/must-exist.ts';
import { versionSetOf } from './rules/versions.ts';

type AspectNames = Set<string> | 'all';

/** What is needed so far, each thing once. */
interface ReadNeeds {
  readonly lock: Map<string, AspectNames>;
  readonly read: Map<string, AspectNames>;
  readonly chains: Set<string>;
  /** Entity → the containers that the commit puts it into. */
  readonly containers: Map<string, Set<string>>;
  readonly propertyNames: Set<string>;
  badge: boolean;
  readonly sizes: Map<string, SizeRead>;
  readonly previous: Map<string, ReadSet['previous'][number]>;
  /** Datasets whose schema is read. */
  readonly schemas: Set<string>;
  readonly parts: Set<string>;
}

/** What an earlier attempt was missing. */
export interface More {
  readonly entities: readonly EntityRead[];
  readonly versionSets: ReadonlySet<string>;
  readonly reborn: ReadonlySet<string>;
  /** By `hierarchyKey`. */
  readonly above: ReadonlyMap<string, HierarchyRead>;
}

/** An attempt that nothing was missing from. */
export const NOTHING_MORE: More = { entities: [], versionSets: new Set(), reborn: new Set(), above: new Map() };

/** What the next attempt needs. */
export function withMissing(more: More, { missing: { entities, versionSets, reborn, above } }: MissingReads): More {
  return {
    entities: [...more.entities, ...entities],
    versionSets: new Set([...more.versionSets, ...versionSets]),
    reborn: new Set([...more.reborn, ...reborn]),
    above: new Map([...more.above, ...above.map((each) => [hierarchyKey(each.urn, each.aspect), each] as const)]),
  };
}

/** @param known URNs that existed a moment ago: nothing needs to be read for their defaults */
export async function readSetOf(model: Model, units: readonly Unit[], known: (urn: string) => boolean, more: More): Promise<ReadSet> {
  const asked: ReadNeeds = {
    lock: new Map(),
    read: new Map(),
    chains: new Set(),
    containers: new Map(),
    propertyNames: new Set(),
    badge: false,
    sizes: new Map(),
    previous: new Map(),
    schemas: new Set(),
    parts: new Set(),
  };
  for (const { urn, aspects } of more.entities) ask(asked.lock, urn, aspects);
  const slices = makeSlices();
  for (const proposal of units.flatMap(({ proposals }) => proposals)) {
    if (slices.over()) await slices.next();
    askForItself(asked, model, proposal);
    askForProperties(asked, model, proposal);
    askForReferences(asked, model, proposal);
    askForDefaults(asked, model, proposal, known);
  }
  return readSetAsked(asked, model, more);
}

/** The entity and the aspect themselves, and what a deletion or a rollback needs to know about them. */
function askForItself({ lock, sizes, previous, parts }: ReadNeeds, model: Model, proposal: Proposal): void {
  const { urn, aspect, changeType, undo, merge, onlyWith } = proposal;
  ask(lock, urn.text, concernsAll(proposal) ? 'all' : aspect.name === VERSION_PROPERTIES ? [aspect.name, STATUS] : [aspect.name]);
  if (onlyWith !== undefined) ask(lock, onlyWith, []);
  for (const seen of merge?.sees ?? []) ask(lock, seen.urn.text, [seen.aspect]);
  const set = versionSetOf({ model }, proposal);
  if (set !== undefined && fitsKey(set)) ask(lock, set, [VERSION_SET_PROPERTIES]);
  const key = suppliedKey(urn.text, aspect.name);
  if (mayEnd(proposal)) parts.add(urn.text);
  if (changeType === 'DELETE')
    sizes.set(key, { key, urn: urn.text, aspect: aspect.kind === 'key' ? undefined : aspect.name, series: spansOf(proposal) });
  if (changeType === 'REVERT' && undo) {
    const undone = previousKey(proposal);
    previous.set(undone, { key: undone, urn: urn.text, aspect: aspect.name, run: undo.run });
  }
}

/** What the rules of properties read: definitions, search names and the badge. */
function askForProperties(asked: ReadNeeds, model: Model, proposal: Proposal): void {
  const { urn, aspect } = proposal;
  if (urn.type.name === PROPERTY_TYPE) {
    ask(asked.lock, urn.text, [...PROPERTY_ASPECTS, PROPERTY_SETTINGS]);
    asked.propertyNames.add(queryName(urn.parts[0] ?? ''));
  }
  if (aspect.name === PROPERTY_SETTINGS) asked.badge = true;
  if (aspect.name === PROPERTY_VALUES)
    for (const property of namedProperties(model, proposal).filter(fitsKey)) ask(asked.lock, property, PROPERTY_ASPECTS);
}

/** Entities that a value names and that must exist, and the schemas of columns that its lineage names. */
function askForReferences({ read: look, schemas }: ReadNeeds, model: Model, proposal: Proposal): void {
  const { aspect, value } = proposal;
  for (const each of datasetsOfColumns(model, proposal)) if (schemas.size < MOST_SCHEMAS) schemas.add(each);
  if (!value) return;
  for (const each of mustExist({ model }, aspect, value)) ask(look, each, []);
  if (aspect.name === PROPERTY_DEFINITION) for (const each of allowedTypes(value.json)) ask(look, canonicalUrn(model, each), []);
}

/** What the defaults of a new entity depend on. */
function askForDefaults({ read: look, chains, containers }: ReadNeeds, model: Model, proposal: Proposal, known: (urn: string) => boolean): void {
  const { urn } = proposal;
  const container = containerSent(proposal);
  if (container !== undefined) {
    const sent = containers.get(urn.text);
    if (sent) sent.add(container);
    else containers.set(urn.text, new Set([container]));
  }
  if (known(urn.text)) return;
  for (const each of readsForDefaults(model, urn)) ask(look, each.urn, each.aspects);
  if (container !== undefined) chains.add(container);
}

function readSetAsked(
  { lock, read: look, chains, containers, propertyNames, badge, sizes, previous, schemas, parts }: ReadNeeds,
  model: Model,
  { versionSets, reborn, above }: More,
): ReadSet {
  const withPrefixes = (urn: string) => ({ urn, prefixes: partPrefixes(model, urn) });
  // For containers that the same request moves, ask for the chain of their new place too.
  for (const each of chains) for (const above of containers.get(each) ?? []) chains.add(above);
  for (const urn of schemas) ask(lock.has(urn) ? lock : look, urn, [SCHEMA_METADATA]);
  for (const urn of lock.keys()) look.delete(urn);
  return {
    lock: [...lock].map(entityRead),
    read: [...look].map(entityRead),
    chains: [...chains],
    propertyNames: [...propertyNames],
    badge,
    sizes: [...sizes.values()],
    previous: [...previous.values()],
    versionSets: [...versionSets],
    above: [...above.values()],
    hierarchies: model.hierarchies,
    parts: [...parts].map(withPrefixes),
    reborn: [...reborn].map(withPrefixes),
  };
}

/** These proposals depend on all aspects of the entity: whether it is deleted, and in a rollback, whether its defaults are. */
function concernsAll({ changeType, aspect }: Proposal): boolean {
  return changeType === 'REVERT' ? aspect.kind === 'key' || DEFAULT_ASPECTS.includes(aspect.name) : changeType === 'DELETE' && aspect.kind === 'key';
}

function ask(reads: Map<string, AspectNames>, urn: string, aspects: readonly string[] | 'all'): void {
  const before = reads.get(urn);
  if (aspects === 'all' || before === undefined) reads.set(urn, aspects === 'all' ? 'all' : new Set(aspects));
  else if (before !== 'all') for (const aspect of aspects) before.add(aspect);
}

function entityRead([urn, aspects]: [string, AspectNames]): EntityRead {
  return { urn, aspects: aspects === 'all' ? 'all' : [...aspects] };
}

/**
 * The properties that a write of values refers to. The properties of the values that it replaces are found under the lock. A patch can
 * refer to properties in its paths and anywhere in its values; each one that is found only under the lock costs the commit another attempt.
 */
function namedProperties(model: Model, { value, patch }: Proposal): string[] {
  const entries = value ? entriesOf(value.json) : [];
  const texts = (patch?.operations ?? []).flatMap((operation) => [...pathTexts(operation.path), ...textsIn(operation.value)]);
  const patched = texts.filter((text) => {
    const urn = parseUrn(model, text);
    return !isProblem(urn) && urn.type.name === PROPERTY_TYPE;
  });
  const named = entries.flatMap(({ propertyUrn }) => (typeof propertyUrn === 'string' ? [propertyUrn] : []));
  return [...named, ...patched].map((each) => canonicalUrn(model, each));
}

/** The single segments of a path below its list, and all segments together: a URN may contain unescaped slashes. */
function pathTexts(path: string): string[] {
  const [, ...below] = pointerParts(path);
  return [below[0] ?? '', below.join('/')];
}

/** All texts in a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}

function allowedTypes(json: unknown): string[] {
  const qualifier = isRecord(json) ? json.typeQualifier : undefined;
  return isRecord(qualifier) && Array.isArray(qualifier.allowedTypes) ? qualifier.allowedTypes.map(String) : [];
}
