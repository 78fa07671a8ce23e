/**
 * Compares the numbers of entities and documents from time to time, and so notices an index that differs from the graph.
 */
import type { Log } from '../../log.ts';
import { presentCollection, type SearchEngine } from '../../search/index.ts';

/** The time between two comparisons of the numbers of entities and documents, ms. */
const COMPARE_MS = 300_000;
/** The first comparison waits until the start is over, ms, because it plans a query for each entity type. */
const FIRST_COMPARE_MS = 3_000;
/** A server that takes over first brings the index up to date, ms. On a busy machine the comparison took 22 s. */
const TAKEN_OVER_MS = 10_000;

/** Why an index is built. */
export interface Fault {
  /** Logs it. */
  readonly say: () => void;
  /** Does the present index differ from the graph, so that search is not whole until there is another one? */
  readonly doubted?: boolean;
}

interface ComparisonParts {
  readonly search: SearchEngine;
  readonly log: Log;
  /** How many writes of entities the index does not show. */
  lag(): Promise<number>;
  /** The number of entities. */
  total(): Promise<number>;
}

interface Comparison {
  isDue(): boolean;
  /** From now on it is due. */
  soon(): void;
  /** This server leads now: puts off a comparison that is due. */
  putOff(): void;
  /**
   * Somebody compares each document with its entity (`npm run verify`), and perhaps repairs it. Numbers say less than that, and a repair changes them: an index
   * that was built meanwhile from a damaged store would lose what the repair keeps. So the next comparison waits for its whole time.
   */
  verified(): void;
  /**
   * Others write at the same time, so commits that search does not show yet explain a difference, and so does a number of documents that
   * changes meanwhile. Only a difference that two comparisons in a row find counts. Without a clear result, the comparison is repeated soon.
   */
  fault(): Promise<Fault | undefined>;
}

export function makeComparison({ search, log, lag, total }: ComparisonParts): Comparison {
  /** The time of the next one, epoch ms. */
  let dueAt = Date.now() + FIRST_COMPARE_MS;
  /** The difference that the last one found; empty: none. */
  let seen = '';
  const isDue = (): boolean => Date.now() >= dueAt;
  return {
    isDue,
    soon() {
      dueAt = 0;
    },
    putOff() {
      if (isDue()) dueAt = Date.now() + TAKEN_OVER_MS;
    },
    verified() {
      dueAt = Math.max(dueAt, Date.now() + COMPARE_MS);
      seen = '';
    },
    async fault() {
      const lagBefore = await lag();
      const before = (await presentCollection(search))?.documents;
      const entities = await total();
      const documents = (await presentCollection(search))?.documents;
      const behind = lagBefore + (await lag());
      if (before === undefined || documents === undefined) return undefined;
      const missing = entities - Math.max(before, documents);
      const tooMany = Math.min(before, documents) - entities;
      const difference = Math.max(missing, tooMany) > behind ? `${entities} ${documents}` : '';
      dueAt = Date.now() + (behind === 0 && difference === '' ? COMPARE_MS : 0);
      if (difference !== seen || difference === '') {
        seen = difference;
        return undefined;
      }
      seen = '';
      return { say: () => log('index.differs', { documents, entities }), doubted: true };
    },
  };
}
