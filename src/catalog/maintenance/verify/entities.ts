/**
 * Checks an entity against its own aspects: the properties of its node, the chains of its versions, the runs that wrote them. Pure.
 */
import type { Chain, Flags, VerifiedEntity } from '../../../graph/verify.ts';
import { sameJson } from '../../../model/json.ts';
import { STATUS } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { isProblem, keyValue, parseUrn, type Urn } from '../../../model/urn.ts';
import { saysRemoved } from '../../state.ts';
import type { StoreDifference } from './difference.ts';

/** Labels that mark work to do; the other labels are entity types. */
const WORK = new Set(['Dirty', 'Doomed', 'Purge']);

/** @param retention are older versions of an aspect removed? Then a chain may begin with any number. */
export function entityDifferences(model: Model, entity: VerifiedEntity, retention: (aspect: string) => boolean): StoreDifference[] {
  return [...flagDifferences(model, entity), ...chainDifferences(entity, retention), ...pastDifferences(entity)];
}

type ValuesByAspect = ReadonlyMap<string, unknown>;

function flagDifferences(model: Model, entity: VerifiedEntity): StoreDifference[] {
  const latest = entity.latest.map(([name, value]) => ({ name, value, json: parsed(value) }));
  const broken = latest.filter(({ json }) => json === undefined);
  const values: ValuesByAspect = new Map(latest.map(({ name, json }) => [name, json]));
  return [
    ...broken.map(({ name, value }) => wrong(entity, 'a value that is JSON', String(value).slice(0, 100), name)),
    ...typeDifferences(model, entity, values),
    ...removalDifferences(entity, values),
  ];
}

function wrong({ urn }: VerifiedEntity, expected: string, got: string, aspect?: string): StoreDifference {
  return { what: 'entity', urn, ...(aspect === undefined ? {} : { aspect }), expected, got };
}

/** An entity has its key, and the type and the labels that go with it. */
function typeDifferences(model: Model, entity: VerifiedEntity, values: ValuesByAspect): StoreDifference[] {
  const found: StoreDifference[] = [];
  const { type, labels } = entity;
  const read = parseUrn(model, entity.urn);
  // An entity type that the model no longer knows is kept as it is.
  const known = isProblem(read) ? undefined : read;
  const keyed = known ? values.has(known.type.key.name) : type !== null;
  if (known && !keyed && values.size > 0)
    found.push(wrong(entity, `the key aspect ${known.type.key.name}`, `only ${[...values.keys()].sort().join(', ')}`));
  const expectedType = keyed ? (known?.type.name ?? type) : null;
  if (type !== expectedType) found.push(wrong(entity, `type ${expectedType ?? 'none: it does not exist'}`, `type ${type ?? 'none'}`));
  const own = labels.filter((label) => !WORK.has(label)).sort();
  const expectedLabels = ['Entity', ...(expectedType === null ? [] : [expectedType])].sort();
  if (own.join() !== expectedLabels.join()) found.push(wrong(entity, `labels ${expectedLabels.join(', ')}`, `labels ${own.join(', ')}`));
  return [...found, ...(known && keyed ? keyDifferences(entity, known, values) : [])];
}

function keyDifferences(entity: VerifiedEntity, urn: Urn, values: ValuesByAspect): StoreDifference[] {
  const [expected, got] = [keyValue(urn), values.get(urn.type.key.name)];
  return tellsUrn(urn, got) ? [] : [wrong(entity, `the key ${JSON.stringify(expected)}`, JSON.stringify(got), urn.type.key.name)];
}

/** Does a key aspect have the parts of the URN? Beside them it may have fields that the model does not know (docs/semantics.md 1.3). */
function tellsUrn(urn: Urn, key: unknown): boolean {
  return isRecord(key) && Object.entries(keyValue(urn)).every(([field, part]) => sameJson(key[field], part));
}

/** The node shows the same as the status, and has counted its changes. */
function removalDifferences(entity: VerifiedEntity, values: ValuesByAspect): StoreDifference[] {
  const { removed, toggled } = entity;
  const isRemoved = saysRemoved(values.get(STATUS));
  if ((removed === true) !== isRemoved) return [wrong(entity, `removed: ${isRemoved}, as its status says`, `removed: ${removed === true}`, STATUS)];
  if ((toggled % 2 === 1) === isRemoved) return [];
  return [wrong(entity, `${isRemoved ? 'an odd' : 'an even'} number of times in toggled`, String(toggled), STATUS)];
}

/**
 * The aspects of an entity of which nobody knows what the latest version says, or that contradict its URN. What is made of them (flags, edges,
 * documents) must be left as it is.
 */
export function unsoundAspects(model: Model, entity: VerifiedEntity): ReadonlySet<string> {
  const names = entity.latest.map(([name]) => name);
  const urn = parseUrn(model, entity.urn);
  const key = isProblem(urn) ? undefined : urn.type.key.name;
  const stored = entity.latest.find(([name]) => name === key);
  const wrongKey = key !== undefined && names.length > 0 && !(stored && !isProblem(urn) && tellsUrn(urn, parsed(stored[1])));
  return new Set([
    ...names.filter((name, at) => names.indexOf(name) !== at),
    ...entity.latest.filter(([, value]) => parsed(value) === undefined).map(([name]) => name),
    ...entity.chains.filter(([kind, name, , , versions]) => kind === 'LATEST' && !inOrder(name, versions)).map(([, name]) => name),
    ...(wrongKey ? [key] : []),
  ]);
}

/** What the node of an entity should say and does not. Empty if its aspects do not determine it. */
export function flagsOf(model: Model, entity: VerifiedEntity): Flags | undefined {
  const urn = parseUrn(model, entity.urn);
  if (isProblem(urn) || entity.beingDeleted) return undefined;
  const { key, name: type } = urn.type;
  const unsound = unsoundAspects(model, entity);
  const latest = new Map(entity.latest.map(([name, value]) => [name, value]));
  if (unsound.has(key.name) || !latest.has(key.name)) return undefined;
  const own = entity.labels.filter((label) => !WORK.has(label) && label !== 'Entity');
  const others = own.filter((label) => label !== type);
  const removed = saysRemoved(parsed(latest.get(STATUS) ?? 'null'));
  const turned = (entity.removed === true) !== removed && !unsound.has(STATUS);
  if (entity.type === type && own.includes(type) && others.length === 0 && !turned) return undefined;
  return { type, others, ...(turned && { removed }) };
}

function inOrder(aspect: string, versions: Chain[4]): boolean {
  const newest = Number(versions[0]?.[1]);
  return versions.every(([steps, seq, name], at) => steps === at && seq === newest - at && name === aspect);
}

function chainDifferences({ urn, chains }: VerifiedEntity, retention: (aspect: string) => boolean): StoreDifference[] {
  const latest = new Map<string, number>();
  for (const [kind, name] of chains) if (kind === 'LATEST') latest.set(name, (latest.get(name) ?? 0) + 1);
  const twice = [...latest].filter(([, count]) => count > 1);
  return [
    ...twice.map(([aspect, count]): StoreDifference => ({ what: 'version', urn, aspect, expected: 'one latest version', got: `${count}` })),
    ...chains.flatMap((chain) => [...versionDifferences(urn, chain, retention), ...runDifferences(urn, chain)]),
  ];
}

function versionDifferences(
  urn: string,
  [kind, aspect, endedName, until, versions]: Chain,
  retention: (aspect: string) => boolean,
): StoreDifference[] {
  const found: StoreDifference[] = [];
  const add = (expected: string, got: string): void => void found.push({ what: 'version', urn, aspect, expected, got });
  if (kind === 'ENDED' && (endedName !== aspect || until === null))
    add('the name and the end of a deleted aspect on ENDED', `name ${endedName}, until ${until}`);
  const seqs = versions.map(([, seq]) => seq);
  const ordered = inOrder(aspect, versions);
  if (!ordered) add('versions in one row, each the number before that of the newer one', `${kind} ${shortened(seqs)}`);
  const oldest = seqs.at(-1);
  if (ordered && oldest !== 1 && !(retention(aspect) && Number(oldest) > 1)) add('versions down to 1', `${kind} ${shortened(seqs)}`);
  return found;
}

function runDifferences(urn: string, [kind, aspect, , , versions]: Chain): StoreDifference[] {
  const found: StoreDifference[] = [];
  for (const [steps, seq, , runId, run] of versions) {
    const expected = kind === 'LATEST' && steps === 0 ? run : null;
    // After a rollback, a version of a deleted aspect may also be that of the latest one.
    if (runId === expected || (kind === 'ENDED' && steps > 0)) continue;
    found.push({ what: 'run', urn, aspect, expected: `version ${seq} counted for ${expected ?? 'no run'}`, got: `counted for ${runId ?? 'no run'}` });
  }
  return found;
}

function pastDifferences({ urn, malformed }: VerifiedEntity): StoreDifference[] {
  return malformed.map((type) => ({ what: 'past edge', urn, expected: `aspect, holder, since, until and type on ${type}`, got: 'some are missing' }));
}

/** The runs that wrote the latest versions of the entity. */
export function runsOf({ chains }: VerifiedEntity): string[] {
  return chains.flatMap(([kind, , , , versions]) => (kind === 'LATEST' ? (versions[0]?.[3] ?? []) : []));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shortened(seqs: readonly number[]): string {
  return seqs.length <= 12 ? seqs.join(', ') : `${seqs.slice(0, 6).join(', ')} … ${seqs.slice(-6).join(', ')}`;
}
