/**
 * Reads entities and builds their documents one after the other. So only a few entities are in memory at once, and other work gets its turn.
 */
import { entriesOf } from '../../catalog/properties/properties.ts';
import { readProperties } from '../../catalog/properties/read-properties.ts';
import { indexedProperties, type ValuesState } from '../../catalog/properties/searched-properties.ts';
import { searchedSeries } from '../../catalog/series/point-identity.ts';
import { messageOf } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { readForIndex, type StoredEntity } from '../../graph/index-reads.ts';
import { type EntityReader, makeEntityReader, readLatestPoints } from '../../graph/read.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { type DocumentChange, documentsOf, type IndexedEntity } from '../../search/index.ts';
import { inSlices, makeSlices, type Slices } from '../../slices.ts';
import type { OpenAspects } from './open-aspects.ts';
import type { Tellers } from './tellers.ts';

/** The most entities to read at once. If they have more than MUCH_READ characters, the next read takes fewer. */
const MOST_READ = 100;
const MUCH_READ = 8_000_000;

/**
 * Gives the documents of each of these entities, in their order. `undefined`: the entity has none.
 *
 * @param known entities that need not be read. They have no points; what others tell of them is read.
 */
export type ChangeReader = (urns: readonly string[], known?: ReadonlyMap<string, StoredEntity>) => AsyncGenerator<DocumentChange>;

export function makeChangeReader(graph: Graph, model: Model, tellers: Tellers, open: OpenAspects): ChangeReader {
  const reader = makeEntityReader(graph);
  const searched = [...model.aspects.values()].filter(({ searchFields, kind }) => searchFields.length > 0 && kind !== 'timeseries');
  const aspects = [...new Set([...searched.map(({ name }) => name), PROPERTY_VALUES])];
  return async function* (urns, known = new Map()) {
    const slices = makeSlices();
    for (let [at, size] = [0, MOST_READ]; at < urns.length; ) {
      const entities = await read(graph, model, aspects, urns.slice(at, at + size), known);
      at += size;
      size = charactersOf(entities) > MUCH_READ ? Math.ceil(size / 4) : Math.min(MOST_READ, size * 2);
      const propertiesOf = await propertiesIn(model, reader, entities);
      const toldOf = await tellers.fields(entities.map(({ urn }) => urn));
      const openOf = await open.of(entities);
      for (const read of entities) {
        const { urn, exists, removed, aspects: own, latest } = read;
        const entity = { urn, removed, aspects: own, told: toldOf.get(urn) ?? [], properties: propertiesOf(latest), open: openOf(read) };
        yield exists ? await built(model, entity, slices) : { urn, documents: undefined };
      }
    }
  };
}

/** One entity whose document cannot be built must not hold up all others. */
async function built(model: Model, entity: IndexedEntity, slices: Slices): Promise<DocumentChange> {
  const { urn } = entity;
  try {
    return { urn, documents: await inSlices(documentsOf(model, entity), slices) };
  } catch (error) {
    return { urn, documents: undefined, problem: `Cairn cannot build its document: ${messageOf(error)}` };
  }
}

interface ReadEntity extends StoredEntity {
  /** The latest versions of aspects, and the latest points of timeseries. */
  readonly aspects: readonly { readonly name: string; readonly value: string }[];
}

async function read(
  graph: Graph,
  model: Model,
  aspects: readonly string[],
  urns: readonly string[],
  known: ReadonlyMap<string, StoredEntity>,
): Promise<ReadEntity[]> {
  const unknown = urns.filter((urn) => !known.has(urn));
  const series = new Map(unknown.map((urn) => [urn, searchedSeries(model, urn)]));
  const [found, points] = await Promise.all([
    unknown.length === 0 ? [] : readForIndex(graph, unknown, aspects, PROPERTY_VALUES),
    readLatestPoints(
      graph,
      [...series.values()].flatMap((each) => each.map(({ key }) => key)),
    ),
  ]);
  const stored = new Map(found.map((entity) => [entity.urn, entity]));
  return urns.flatMap((urn) => {
    const entity = known.get(urn) ?? stored.get(urn);
    if (!entity) return [];
    const newest = (series.get(entity.urn) ?? []).flatMap(({ aspect, key }) => {
      const point = points.get(key);
      return point === undefined ? [] : [{ name: aspect, value: point.value }];
    });
    // The order of the aspects is that of their names: a document must not depend on where they come from.
    const own = entity.latest.map(([name, value]) => ({ name, value })).sort((a, b) => (a.name < b.name ? -1 : 1));
    return [{ ...entity, aspects: [...own, ...newest] }];
  });
}

function charactersOf(entities: readonly ReadEntity[]): number {
  return entities.reduce((sum, { aspects }) => aspects.reduce((own, { value }) => own + value.length, sum), 0);
}

/** Reads the structured properties that these entities have values of. Answers a function that gives what to index for an entity. */
async function propertiesIn(model: Model, reader: EntityReader, entities: readonly StoredEntity[]) {
  const states = new Map<StoredEntity['latest'], ValuesState>();
  for (const { latest } of entities) {
    const [, text, meta] = latest.find(([name]) => name === PROPERTY_VALUES) ?? [];
    const state = text === undefined ? undefined : stateIn(text, meta ?? '{}');
    if (state) states.set(latest, state);
  }
  const urns = [...states.values()].flatMap(({ value }) => entriesOf(value.json).map(({ propertyUrn }) => canonicalUrn(model, propertyUrn)));
  const properties = await readProperties(reader, [...new Set(urns)]);
  return (latest: StoredEntity['latest']) => {
    const state = states.get(latest);
    return state ? indexedProperties(model, state, properties) : [];
  };
}

/** `undefined` for damaged values: one entity must not hold up the index of all others. */
function stateIn(text: string, meta: string): ValuesState | undefined {
  try {
    return { value: { text, json: JSON.parse(text) as unknown }, meta: JSON.parse(meta) };
  } catch {
    return undefined;
  }
}
