/**
 * Counts once a day (UTC) how much of the catalog is described, owned, in a domain and tagged, from the search index, and keeps it as points of
 * entity types, domains and platforms. One server at a time does so: the one that has the lease. A point of the same day takes the place of an
 * earlier one, so it does no harm if two servers count.
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { IndexStatus } from '../catalog/find/index-status.ts';
import { countCoverage, coverageOfAll, lastCounted, startOfDay } from '../catalog/series/coverage.ts';
import { upsert } from '../catalog/write/proposal.ts';
import type { Graph } from '../graph/driver.ts';
import type { Log } from '../log.ts';
import { COVERAGE } from '../model/known-names.ts';
import { systemActor } from '../model/named.ts';
import { makeLease } from './lease.ts';
import { type Loop, startLoop } from './loop.ts';

const LEASE = 'coverage';
/** After the start, and while the points of the day are missing, ms. */
const SOON_MS = 10_000;
/** While they are there, and after a count that failed, ms. */
const LATER_MS = 600_000;
/** How long search may take to show what is written, ms. */
const PATIENCE_MS = 10_000;

interface CountingParts {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly index: Pick<IndexStatus, 'state' | 'reached'>;
  readonly log: Log;
}

export function startCounting({ graph, catalog, index, log }: CountingParts): Loop {
  const { model } = catalog;
  const lease = makeLease(graph, LEASE, () => undefined);
  const isDeclared = coverageOfAll(model).length > 0;
  /** The beginning of the last day that is counted. */
  let counted = 0;
  /** The newest commit when there was nothing to count. */
  let emptyAt: number | undefined;
  let begun = false;
  /** A count that failed is not tried again at once: with a full disk, it would fail each time. */
  let notBefore = 0;
  let told: string | undefined;

  /** Why search cannot tell the counts now. */
  async function whyNot(seq: number): Promise<string | undefined> {
    if ((await index.state()).building) return 'the search index is being built';
    return (await index.reached(seq, PATIENCE_MS)) ? undefined : 'search is behind the writes';
  }

  async function count(day: number, seq: number): Promise<void> {
    const from = performance.now();
    const { total, parts: types } = await countCoverage(catalog, 'TYPE');
    // Nothing is known of an empty catalog.
    if (total.assets === 0) {
      emptyAt = seq;
      return;
    }
    const { parts: domains } = await countCoverage(catalog, 'DOMAIN');
    const { parts: platforms } = await countCoverage(catalog, 'PLATFORM');
    const parts = [...types, ...domains, ...platforms];
    const there = await catalog.exists(
      parts.map(({ urn }) => urn),
      true,
    );
    const proposals = parts
      .filter((_, at) => there[at])
      .map(({ urn, count: value }) => upsert(urn.text, COVERAGE, { timestampMillis: day, ...value }));
    if (!lease.held()) return;
    await catalog.write({ proposals, together: true, actor: systemActor(model) });
    counted = day;
    log('coverage.counted', { assets: total.assets, points: proposals.length, ms: Math.round(performance.now() - from) });
  }

  async function step(): Promise<boolean> {
    const day = startOfDay(Date.now());
    // A start has enough to do.
    const isFirst = !begun;
    begun = true;
    if (isFirst || !isDeclared || counted >= day || Date.now() < notBefore) return false;
    const { seq } = await catalog.newest();
    if (seq === emptyAt || (await lease.hold()) === undefined) return false;
    try {
      counted = await lastCounted(catalog, day);
      if (counted >= day) return false;
      const reason = await whyNot(seq);
      if (reason !== undefined && reason !== told) log('coverage.waits', { reason });
      told = reason;
      if (reason !== undefined) return false;
      notBefore = Date.now() + LATER_MS;
      await count(day, seq);
      notBefore = 0;
    } finally {
      await lease.resign();
    }
    return false;
  }

  return startLoop('count of what is described and owned', step, () => (counted >= startOfDay(Date.now()) ? LATER_MS : SOON_MS), log);
}
