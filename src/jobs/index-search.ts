/**
 * The indexer: the search index follows the graph by the marks that every write leaves (docs/architecture.md 4). A step claims a batch of
 * marked entities, reads them, writes their documents and clears the marks that it saw. Wherever it is cut off, the marks are still
 * there; the worst is a document written twice.
 */
import { indexBuilding } from '../errors.ts';
import type { Graph } from '../graph/driver.ts';
import {
  type Claim,
  claimMarks,
  clearMarks,
  countMarks,
  LEASE_MS,
  rebuilding,
  releaseMarks,
  releaseRefused,
  renewMarks,
  stillMarked,
  type Waiting,
} from '../graph/marks.ts';
import type { Log } from '../log.ts';
import type { Model } from '../model/types.ts';
import { type Change, IMPORT_TIMEOUT_MS, makeImporter, presentName, type SearchEngine } from '../search/index.ts';
import { type Loop, startLoop } from './loop.ts';
import { makeChangeReader } from './read-documents.ts';

export interface IndexerParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly model: Model;
  readonly log: Log;
}

export interface Indexer extends Loop {
  /** Waits until search shows everything that is written to these entities so far. Answers false if that takes too long. */
  indexed(urns: readonly string[]): Promise<boolean>;
  waiting(): Promise<Waiting>;
  /** The search documents that these entities should have now. An entity is missing in the map if it should have none. */
  documents(urns: readonly string[]): Promise<Map<string, string>>;
}

const BATCH = 500;
/** How often to look for marks that other servers made, ms. */
const IDLE_MS = 250;
const PATIENCE_MS = 30_000;
/** How often a waiting write checks whether another server has cleared its marks, ms. */
const LOOK_MS = 100;
/** The oldest age of a claim at which an import may begin, ms: the import then ends before the lease does. */
const OLDEST_CLAIM_MS = LEASE_MS - IMPORT_TIMEOUT_MS - 5_000;

interface Waiter {
  readonly since: number;
  readonly left: Set<string>;
  readonly done: (whole: boolean) => void;
}

export function startIndexer(parts: IndexerParts): Indexer {
  const { graph, search, log } = parts;
  const waiters = new Set<Waiter>();
  const changesOf = makeChangeReader(graph, parts.model);
  const importer = makeImporter(search);

  async function step(): Promise<boolean> {
    const from = performance.now();
    const claim = await claimMarks(graph, BATCH);
    if (claim.entities.length === 0) return false;
    const left = new Set(claim.entities.map(({ urn }) => urn));
    try {
      await importer.ready();
      let leasedAt = claim.at;
      for await (const changes of importer.parts(changesOf([...left]))) {
        let own = changes;
        if (Date.now() - leasedAt > OLDEST_CLAIM_MS) {
          leasedAt = Date.now();
          const kept = await renewMarks(graph, claim.lease, [...left]);
          own = changes.filter(({ urn }) => kept.has(urn));
          for (const urn of left) if (!kept.has(urn)) left.delete(urn);
        }
        await put(claim, own);
        for (const { urn } of own) left.delete(urn);
      }
    } catch (error) {
      await releaseMarks(graph, claim.lease, [...left]).catch(() => undefined);
      throw error;
    }
    log('index.written', { entities: claim.entities.length, ms: Math.round(performance.now() - from) });
    return claim.entities.length === BATCH;
  }

  /** Writes documents to the present collection, and to the next one while it is being filled. Then clears the marks that were claimed. */
  async function put(claim: Claim, changes: readonly Change[]): Promise<void> {
    // Read after the claim: a rebuild marks entities only after it has stored which collection it fills.
    const [present, { building }] = await Promise.all([presentName(search), rebuilding(graph)]);
    const targets = [...new Set([present, building])].filter((name) => name !== undefined);
    if (targets.length === 0) throw indexBuilding();
    const refused = await importer.put(targets, changes);
    const written = new Set(changes.map(({ urn }) => urn).filter((urn) => !refused.has(urn)));
    const entities = claim.entities.filter(({ urn }) => written.has(urn));
    await clearMarks(graph, { ...claim, entities });
    if (refused.size > 0) await releaseRefused(graph, claim.lease, refused);
    for (const [urn, reason] of refused) log('index.refused', { urn, reason });
    tell(claim.at, written, refused);
  }

  function tell(claimedAt: number, written: ReadonlySet<string>, refused: ReadonlyMap<string, string>): void {
    for (const waiter of waiters) {
      if (waiter.since > claimedAt) continue;
      if (refused.size > 0 && [...waiter.left].some((urn) => refused.has(urn))) waiter.done(false);
      for (const urn of written) waiter.left.delete(urn);
      if (waiter.left.size === 0) waiter.done(true);
    }
  }

  const loop = startLoop('search index', step, IDLE_MS, log);
  return {
    ...loop,
    waiting: () => countMarks(graph),
    async documents(urns) {
      const documents = new Map<string, string>();
      for await (const { urn, document } of changesOf(urns)) if (document !== undefined) documents.set(urn, document);
      return documents;
    },
    indexed(urns) {
      if (urns.length === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timers: NodeJS.Timeout[] = [];
        const end = (whole: boolean): void => {
          for (const timer of timers) clearTimeout(timer);
          waiters.delete(waiter);
          resolve(whole);
        };
        const waiter: Waiter = { since: Date.now(), left: new Set(urns), done: end };
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
