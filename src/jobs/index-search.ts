/**
 * The indexer: the search index follows the graph by the marks that every write leaves (DESIGN, "The index"). A step claims a batch of
 * marked entities, reads them, writes their documents and clears the marks that it saw. Wherever it is cut off, the marks are still
 * there; the worst is a document written twice.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { PROPERTY_VALUES } from '../catalog/known-aspects.ts';
import { entriesOf } from '../catalog/properties.ts';
import { readProperties } from '../catalog/read-properties.ts';
import { indexedProperties, type ValuesState } from '../catalog/searched-properties.ts';
import { unavailable } from '../errors.ts';
import type { Graph } from '../graph/driver.ts';
import {
  type Claim,
  claimMarks,
  clearMarks,
  countMarks,
  readForIndex,
  rebuilding,
  releaseMarks,
  type StoredEntity,
  stillMarked,
  type Waiting,
} from '../graph/marks.ts';
import { type EntityReader, makeEntityReader, readLatestPoints } from '../graph/read.ts';
import type { Log } from '../log.ts';
import type { Model } from '../model/types.ts';
import { canonicalUrn, isProblem, parseUrn } from '../model/urn.ts';
import type { SearchEngine } from '../search/client.ts';
import { presentName } from '../search/collections.ts';
import { buildDocument } from '../search/document.ts';
import { type Change, writeDocuments } from '../search/index.ts';
import { type Loop, startLoop } from './loop.ts';

export interface IndexerParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly model: Model;
  readonly log: Log;
}

export interface Indexer extends Loop {
  /** Resolves when what is written to these entities by now can be searched; false when that takes too long. */
  indexed(urns: readonly string[]): Promise<boolean>;
  waiting(): Promise<Waiting>;
}

const BATCH = 500;
/** Documents that are built before others get their turn. */
const BUILT_AT_ONCE = 25;
/** How often marks of other servers are looked for, ms. */
const IDLE_MS = 250;
const PATIENCE_MS = 30_000;
/** How often a write that waits looks for marks that another server clears, ms. */
const LOOK_MS = 100;

interface Waiter {
  readonly since: number;
  readonly left: Set<string>;
  readonly done: () => void;
}

export function startIndexer(parts: IndexerParts): Indexer {
  const { graph, log } = parts;
  const waiters = new Set<Waiter>();
  const reader = makeEntityReader(graph);
  const searched = [...parts.model.aspects.values()].filter(({ searchFields, kind }) => searchFields.length > 0 && kind !== 'timeseries');
  const aspects = [...new Set([...searched.map(({ name }) => name), PROPERTY_VALUES])];

  async function step(): Promise<boolean> {
    const from = performance.now();
    const claim = await claimMarks(graph, BATCH);
    if (claim.entities.length === 0) return false;
    const urns = claim.entities.map(({ urn }) => urn);
    try {
      const refused = await index(parts, reader, aspects, urns);
      await clearMarks(graph, { ...claim, entities: claim.entities.filter(({ urn }) => !refused.has(urn)) });
      if (refused.size > 0) await releaseMarks(graph, claim.lease, [...refused.keys()], true);
      for (const [urn, reason] of refused) log('index.refused', { urn, reason });
      tell(claim);
    } catch (error) {
      await releaseMarks(graph, claim.lease, urns, false).catch(() => undefined);
      throw error;
    }
    log('index.written', { entities: urns.length, ms: Math.round(performance.now() - from) });
    return claim.entities.length === BATCH;
  }

  function tell(claim: Claim): void {
    for (const waiter of waiters) {
      if (waiter.since > claim.at) continue;
      for (const { urn } of claim.entities) waiter.left.delete(urn);
      if (waiter.left.size === 0) waiter.done();
    }
  }

  const loop = startLoop('search index', step, IDLE_MS, log);
  return {
    ...loop,
    waiting: () => countMarks(graph),
    indexed(urns) {
      if (urns.length === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timers: NodeJS.Timeout[] = [];
        const end = (whole: boolean): void => {
          for (const timer of timers) clearTimeout(timer);
          waiters.delete(waiter);
          resolve(whole);
        };
        const waiter: Waiter = { since: Date.now(), left: new Set(urns), done: () => end(true) };
        const look = async (): Promise<void> => {
          const left = await stillMarked(graph, [...waiter.left]).catch(() => waiter.left);
          if (left.size === 0) end(true);
          else timers.push(setTimeout(look, LOOK_MS));
        };
        timers.push(
          setTimeout(look, LOOK_MS),
          setTimeout(() => end(false), PATIENCE_MS),
        );
        waiters.add(waiter);
        loop.wake();
      });
    },
  };
}

/** Writes the documents of these entities to the present collection and, while one is being filled, to the next. */
async function index(parts: IndexerParts, reader: EntityReader, aspects: readonly string[], urns: readonly string[]): Promise<Map<string, string>> {
  const { graph, search } = parts;
  const changes = await documentsOf(parts, reader, aspects, urns);
  // Asked for after the claim: a sweep marks entities only when the collection that it fills is known.
  const [present, { building }] = await Promise.all([presentName(search), rebuilding(graph)]);
  const targets = [...new Set([present, building])].filter((name) => name !== undefined);
  if (targets.length === 0) throw unavailable('There is no search index yet');
  const refused = await Promise.all(targets.map((name) => writeDocuments(search, name, changes)));
  return new Map(refused.flatMap((each) => [...each]));
}

async function documentsOf(
  { graph, model }: IndexerParts,
  reader: EntityReader,
  aspects: readonly string[],
  urns: readonly string[],
): Promise<Change[]> {
  const series = urns.flatMap((urn) => seriesOf(model, urn));
  const [entities, points] = await Promise.all([
    readForIndex(graph, urns, aspects, PROPERTY_VALUES),
    readLatestPoints(
      graph,
      series.map(({ key }) => key),
    ),
  ]);
  const propertiesOf = await propertiesIn(model, reader, entities);
  const changes: Change[] = [];
  for (const { urn, exists, removed, latest } of entities) {
    if (changes.length % BUILT_AT_ONCE === 0) await turn();
    const newest = seriesOf(model, urn).flatMap(({ aspect, key }) => {
      const point = points.get(key);
      return point === undefined ? [] : [{ name: aspect, value: point.value }];
    });
    const document = exists
      ? buildDocument(model, {
          urn,
          removed,
          aspects: [...latest.map(([name, value]) => ({ name, value })), ...newest],
          properties: propertiesOf(latest),
        })
      : undefined;
    changes.push({ urn, document });
  }
  return changes;
}

/** Reads the properties of which these entities have values, and makes of them what is indexed. */
async function propertiesIn(model: Model, reader: EntityReader, entities: readonly StoredEntity[]) {
  const states = new Map<StoredEntity['latest'], ValuesState>();
  for (const { latest } of entities) {
    const values = latest.find(([name]) => name === PROPERTY_VALUES);
    if (values) states.set(latest, { value: { text: values[1], json: JSON.parse(values[1]) as unknown }, meta: JSON.parse(values[2] ?? '{}') });
  }
  const urns = [...states.values()].flatMap(({ value }) => entriesOf(value.json).map(({ propertyUrn }) => canonicalUrn(model, propertyUrn)));
  const properties = await readProperties(reader, [...new Set(urns)]);
  return (latest: StoredEntity['latest']) => {
    const state = states.get(latest);
    return state ? indexedProperties(model, state, properties) : [];
  };
}

/** The timeseries of an entity of which the newest point is searched. */
function seriesOf(model: Model, text: string): { aspect: string; key: string }[] {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) return [];
  return [...urn.type.aspects.values()]
    .filter(({ kind, searchFields }) => kind === 'timeseries' && searchFields.length > 0)
    .map(({ name }) => ({ aspect: name, key: `${text}|${name}` }));
}
