/**
 * Keeps the search index up to date. Each server runs this loop, and one at a time does the work (leader.ts). A step brings the next commits
 * of the log into the index, and a page of entities if a new index is being filled.
 */
import type { IndexStatus } from '../../catalog/find/index-status.ts';
import { diskFull, Refusal, searchAway, searchNotReady } from '../../errors.ts';
import { appendReindex } from '../../graph/commit-log.ts';
import { entitiesPage } from '../../graph/index-reads.ts';
import { systemActor } from '../../model/named.ts';
import { type Documents, expectReplay, hashIn, presentName, schemaHash, searchAnswers, unusedProperties } from '../../search/index.ts';
import { type Loop, startLoop } from '../loop.ts';
import { checkIndex, rebuildOnRequest } from './check-index.ts';
import { leastSeq } from './follow.ts';
import { type IndexerContext, type IndexerParts, isComplete, makeIndexing } from './indexing.ts';
import { indexNext } from './step.ts';

interface Indexer extends Loop, IndexStatus {
  /** Makes sure that there is an index. It may still be empty. */
  prepare(): Promise<void>;
}

/** How often to check for commits of other servers, ms; and while none is known. Commits of this one wake the loop. */
const IDLE_MS = 250;
const ALONE_MS = 2_000;

export function startIndexer(parts: IndexerParts): Indexer {
  const { graph, model, log } = parts;
  let loop: Loop | undefined;
  const indexing = makeIndexing(parts, () => loop?.wake());
  const { leader, progress } = indexing;
  const step = makeStep(indexing);

  async function rebuild(): Promise<boolean> {
    const begun = await rebuildOnRequest(indexing);
    if (begun) loop?.wake();
    return begun;
  }

  async function reindexThese(urns: readonly string[]): Promise<number> {
    const { seq } = await appendReindex(graph, urns, systemActor(model));
    loop?.wake();
    return seq;
  }

  const { known: _, awaited: __, ...status } = progress;
  return {
    ...status,
    prepare: () => prepare(indexing),
    wake: () => {
      loop ??= startLoop('search index', step, () => (leader.shared() ? IDLE_MS : ALONE_MS), log);
      loop.wake();
    },
    async stop() {
      indexing.gathering.close();
      await loop?.stop();
      await leader.resign();
    },
    rebuild,
    async dropUnused() {
      const unused = (await unusedProperties(parts.search)).length;
      return { unused, begun: unused > 0 && (await rebuild()) };
    },
    async reindex(after, below, count) {
      const urns = await entitiesPage(graph, after, below, count);
      const seq = urns.length > 0 ? await reindexThese(urns) : 0;
      return { count: urns.length, last: urns.length === count ? urns.at(-1) : undefined, seq };
    },
    reindexThese,
    documents: (urns) => {
      indexing.rebuild.verified();
      return documentsOf(indexing, urns);
    },
  };
}

/** A step of the loop: it takes the lease, works if it has it, and after a failure forgets what it knew of Typesense. */
function makeStep(indexing: IndexerContext): () => Promise<boolean> {
  const { cursors, full, leader, rebuild, returning, search, writer } = indexing;
  let token: number | undefined;

  /** Another server may have written since: the cursors are read from Typesense again. */
  function noticeLease(held: number | undefined): void {
    if (held === token) return;
    token = held;
    cursors.set(undefined);
    writer.forget();
    if (held !== undefined) rebuild.takenOver();
  }

  async function leadAndIndex(): Promise<boolean> {
    // Only the leader of Typesense knows at once which keys still count, and shows what it has acknowledged.
    if (!search.nodes.settled()) throw searchNotReady();
    const lead = await leader.lead();
    noticeLease(lead?.token);
    const more = lead ? await indexNext(indexing, lead.engine) : false;
    const known = cursors.now();
    await returning.worked(lead !== undefined, known && isComplete(known) ? leastSeq(known) : undefined);
    return more;
  }

  function forget(): void {
    returning.lost();
    cursors.set(undefined);
    leader.forgetKey();
    writer.forget();
    expectReplay(search);
  }

  return async () => {
    const reason = full();
    if (reason !== undefined) throw diskFull(reason);
    try {
      return await leadAndIndex();
    } catch (error) {
      forget();
      if (!(error instanceof Refusal) && !(await searchAnswers(search))) throw searchAway(error);
      throw error;
    }
  };
}

/** Of servers with different models the one that started last leads, if its format is not older: it builds the index that it needs. */
async function prepare(indexing: IndexerContext): Promise<void> {
  const { leader, model, search } = indexing;
  const present = await presentName(search);
  if (await leader.lead(present !== undefined && hashIn(present) !== schemaHash(model))) await checkIndex(indexing);
}

async function documentsOf({ changesOf }: IndexerContext, urns: readonly string[]): Promise<Map<string, Documents>> {
  const documents = new Map<string, Documents>();
  for await (const { urn, documents: own } of changesOf(urns)) if (own !== undefined) documents.set(urn, own);
  return documents;
}
