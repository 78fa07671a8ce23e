/**
 * The core's reading calls: entities with their latest aspects, and one version of one aspect (docs/semantics.md 6.1, 6.3).
 */
import { aspectNotFound, noSuchAspect, noSuchVersion, noVersions } from '../../errors.ts';
import type { StoredAspect } from '../../graph/changes.ts';
import type { Graph } from '../../graph/driver.ts';
import { type EntityReader, type EntityRow, noteAsOf, readVersion as readStoredVersion } from '../../graph/read.ts';
import type { Value } from '../../model/json.ts';
import { valueOf } from '../../model/json.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import { findAspect, systemActor } from '../../model/named.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { canonicalUrn, keyValue, type Urn } from '../../model/urn.ts';
import { mapInSlices } from '../../slices.ts';
import type { Property } from '../properties/properties.ts';
import { readProperties } from '../properties/read-properties.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import { propertiesNamed, visibleState } from './visible.ts';

export interface EntityView {
  readonly urn: Urn;
  /** Does it have its key aspect? */
  readonly exists: boolean;
  /** The latest aspects. The key aspect comes first; if it is not stored, it is made from the URN. */
  readonly aspects: readonly { readonly aspect: AspectSpec; readonly state: AspectState }[];
}

/**
 * Latest aspects of entities, in the order of `urns`. `names` selects aspects; the key always comes too. Names that the type does not have
 * are ignored.
 */
export async function readEntities(
  model: Model,
  reader: EntityReader,
  urns: readonly Urn[],
  names: readonly string[] | undefined,
): Promise<EntityView[]> {
  const rows = await reader(
    urns.map(({ text }) => text),
    names && [...new Set(urns.flatMap(({ type }) => [type.key.name, ...names.map((name) => findAspect(type, name)?.name ?? '')]))],
  );
  const property = await propertyReader(model, reader, urns, rows);
  const views = await mapInSlices(urns, (urn) => {
    const row = rows.get(urn.text);
    const stored = new Map((row?.latest ?? []).map((each) => [each.name, each]));
    const view: { aspect: AspectSpec; state: AspectState }[] = [];
    for (const aspect of urn.type.aspects.values()) {
      const found = stored.get(aspect.name);
      if (found) view.push({ aspect, state: visibleState(aspect.name, storedState(found), property) });
      else if (aspect.kind === 'key') view.push({ aspect, state: computedKey(model, urn) });
    }
    return { urn, exists: row?.exists ?? false, aspects: view };
  });
  // With properties, those were read later.
  return property === NO_PROPERTIES ? noteAsOf(views, rows) : views;
}

const NO_PROPERTIES = (): undefined => undefined;

/** Reads the properties of the values of these entities: they decide which values are visible. */
async function propertyReader(
  model: Model,
  reader: EntityReader,
  urns: readonly Urn[],
  rows: ReadonlyMap<string, EntityRow>,
): Promise<(urn: string) => Property | undefined> {
  const named: string[] = [];
  // Others who wait at the same time share the rows: theirs are not looked into.
  for (const { text } of urns) {
    const values = rows.get(text)?.latest.find(({ name }) => name === PROPERTY_VALUES);
    if (values) named.push(...propertiesNamed(PROPERTY_VALUES, storedState(values)));
  }
  if (named.length === 0) return NO_PROPERTIES;
  const properties = await readProperties(reader, [...new Set(named.map((urn) => canonicalUrn(model, urn)))]);
  return (urn) => properties.get(canonicalUrn(model, urn));
}

/** An entity that does not exist. */
export function emptyView(model: Model, urn: Urn): EntityView {
  return { urn, exists: false, aspects: [{ aspect: urn.type.key, state: computedKey(model, urn) }] };
}

function computedKey(model: Model, urn: Urn): AspectState {
  const actor = systemActor(model);
  return { seq: 0, value: valueOf(keyValue(urn)), at: 0, by: actor, firstAt: 0, firstBy: actor, meta: {} };
}

/**
 * One version of a versioned aspect: 0 is the latest, k the k-th oldest; the number of the latest content is not readable
 * (docs/semantics.md 4.1).
 *
 * @throws Refusal notFound
 */
export async function readVersion(
  model: Model,
  graph: Graph,
  reader: EntityReader,
  urn: Urn,
  name: string,
  version: number,
): Promise<{ aspect: AspectSpec; state: AspectState }> {
  const aspect = versionedAspect(urn, name);
  const missing = noSuchVersion(urn.text, aspect.name, version);
  if (version < 0) throw missing;
  if (version > 0) {
    const stored = await readStoredVersion(graph, urn.text, aspect.name, version);
    if (!stored) throw missing;
    return { aspect, state: await visible(model, reader, urn, stored) };
  }
  const rows = await reader([urn.text], [aspect.name]);
  const stored = rows.get(urn.text)?.latest[0];
  if (!stored) throw noSuchAspect(urn.text, aspect.name);
  return { aspect, state: await visible(model, reader, urn, stored) };
}

/** @throws Refusal notFound for an aspect that the type does not have or that has no versions */
export function versionedAspect(urn: Urn, name: string): AspectSpec {
  const aspect = findAspect(urn.type, name);
  if (!aspect) throw aspectNotFound(name, urn.type.name);
  if (aspect.kind === 'timeseries') throw noVersions(aspect.name);
  return aspect;
}

/** A stored aspect without values of properties that are soft-deleted or deleted. */
export async function visible(model: Model, reader: EntityReader, urn: Urn, stored: StoredAspect): Promise<AspectState> {
  const property = await propertyReader(model, reader, [urn], new Map([[urn.text, { exists: true, removed: false, latest: [stored] }]]));
  return visibleState(stored.name, storedState(stored), property);
}

/** The latest version of an aspect that was read to be shown. */
function storedState(stored: StoredAspect): AspectState {
  return new StoredState(stored);
}

// Classes, because an answer of a thousand entities has ten thousand of these: a closure for each field would cost more than the fields.

class StoredState implements AspectState {
  readonly seq: number;
  readonly value: Value;
  readonly at: number;
  readonly by: string;
  readonly firstAt: number;
  readonly firstBy: string;
  readonly metaText: string;
  #meta: SystemMetadata | undefined;

  constructor({ seq, value, at, by, firstAt, firstBy, meta }: StoredAspect) {
    this.seq = seq;
    this.value = new StoredValue(value);
    this.at = at;
    this.by = by;
    this.firstAt = firstAt;
    this.firstBy = firstBy;
    this.metaText = meta;
  }

  get meta(): SystemMetadata {
    this.#meta ??= JSON.parse(this.metaText) as SystemMetadata;
    return this.#meta;
  }
}

class StoredValue implements Value {
  readonly text: string;
  #json: unknown;

  constructor(text: string) {
    this.text = text;
  }

  get json(): unknown {
    this.#json ??= JSON.parse(this.text);
    return this.#json;
  }
}
