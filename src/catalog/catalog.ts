/**
 * Makes the core: what each of its calls does. What a call means for who does not see everything is in rows.ts.
 */
import { makeFairTurns } from '../fair-turns.ts';
import { positionBefore, readHead, sees } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import { type EntityReader, makeEntityReader } from '../graph/read.ts';
import type { RecentCommits } from '../graph/recent-commits.ts';
import type { Log } from '../log.ts';
import { systemActor } from '../model/named.ts';
import type { Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import type { SearchEngine } from '../search/index.ts';
import { makeAccessReader } from './access/access.ts';
import { makeSeenBy } from './access/afterwards.ts';
import { makeAuthors } from './access/authors.ts';
import { comingIn } from './access/coming-in.ts';
import { makeUseNotes } from './access/last-use.ts';
import type { Operators } from './access/makers.ts';
import { membersOf } from './access/members.ts';
import { REQUEST_INFO, REQUEST_TYPE, requestsIn } from './access/requests.ts';
import { type BulkCallsParts, makeBulk } from './bulk/bulk.ts';
import { callsFor, type SenderCalls } from './by-rows.ts';
import type { Catalog } from './calls.ts';
import { refuseOtherEpoch } from './changes/change-cursor.ts';
import { readChanges } from './changes/changes.ts';
import { readNewestFirst } from './changes/newest-first.ts';
import { type Finder, makeFinder } from './find/find.ts';
import { makeHider } from './find/hidden-stages.ts';
import type { IndexStatus } from './find/index-status.ts';
import { type Lag, makeLag } from './find/lag.ts';
import type { Snapshot } from './find/snapshot.ts';
import { finishDeletes } from './maintenance/clean-up.ts';
import { indexProblems } from './maintenance/index-problems.ts';
import { makeRefusals } from './maintenance/refusals.ts';
import type { Runs } from './maintenance/runs.ts';
import { verifyPage } from './maintenance/verify/index.ts';
import { makePropertyFinder } from './properties/searched-properties.ts';
import { readerAsOf } from './read/as-of.ts';
import { exists } from './read/exists.ts';
import { makeFacts } from './read/kept-facts.ts';
import { keptOfType } from './read/kept-of-type.ts';
import { shared } from './read/shared.ts';
import { makeReads } from './reads.ts';
import { makeSecrets } from './secrets.ts';
import { makeWriters, SERVER, type Sender, type WithSender, type Writers } from './sender.ts';
import { SUGGESTION_INFO, SUGGESTION_TYPE, suggestionsIn } from './suggestions/suggestion.ts';
import { suggestionCalls } from './suggestions/suggestions.ts';
import { makeWalks } from './walks.ts';
import { makeSubscriptions } from './webhooks/subscriptions.ts';
import { makeWebhooks, type WebhooksParts } from './webhooks/webhooks.ts';
import type { RecentEntities } from './write/recent-entities.ts';
import { makeStoreWrites, makeWrites } from './writes.ts';

export type { Catalog } from './calls.ts';

interface CatalogParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly log: Log;
  readonly search: SearchEngine;
  readonly tail: RecentCommits;
  readonly recent: RecentEntities;
  readonly indexStatus: IndexStatus;
  readonly strictFields: boolean;
  /** Do policies decide what is read, too? */
  readonly readPolicies: boolean;
  /** How many older versions of each aspect to keep. If absent: all. */
  readonly retention: number | undefined;
  /** Groups of words that mean the same, from the operator's file. */
  readonly synonyms: readonly (readonly string[])[];
  /** 32 bytes that encrypt secrets. */
  readonly secretsKey: Buffer | undefined;
  readonly webhooks: Pick<WebhooksParts, 'privateTargets'>;
  /** Undefined without a tokens file. */
  readonly operators: Operators | undefined;
  /** Tells the jobs of this server that there is work. */
  readonly wake: Readonly<Record<'webhooks' | 'bulk' | 'removal' | 'linking', () => void>>;
}

/** What is known of the store, and kept. */
function makeKnown({ model, graph, search, tail, synonyms, log, indexStatus }: CatalogParts) {
  const reader = makeEntityReader(graph);
  const readerOf = (asOf: number | undefined, skips = false): EntityReader => (asOf === undefined ? reader : readerAsOf(graph, asOf, skips));
  const facts = makeFacts({ model, graph, reader, tail });
  const kept = { model, graph, reader, tail };
  const properties = makePropertyFinder(model, graph, reader);
  const lag = makeLag(indexStatus, search);
  const finderAt = makeFinder({ model, graph, reader, facts, properties, synonyms, hide: makeHider(kept), log });
  return {
    ...{ reader, readerOf, facts, properties, lag, finderAt },
    requests: keptOfType(kept, REQUEST_TYPE, REQUEST_INFO, requestsIn),
    suggestions: keptOfType(kept, SUGGESTION_TYPE, SUGGESTION_INFO, suggestionsIn),
  };
}

/** The finding calls, of which each first reads how far search is. */
function laggingFinder(
  finderAt: (snapshot: Snapshot) => Finder,
  { before }: Lag,
  present: Finder,
): Pick<SenderCalls, Exclude<keyof Finder, 'searchable'>> {
  return {
    search: ({ searches }, request) => before(searches, (snapshot) => finderAt(snapshot).search(request)),
    suggest: ({ searches }, request) => before(searches, (snapshot) => finderAt(snapshot).suggest(request)),
    browse: ({ searches }, ...request) => before(searches, (snapshot) => finderAt(snapshot).browse(...request)),
    folders: ({ searches }, request) => before(searches, (snapshot) => finderAt(snapshot).folders(request)),
    browsePaths: present.browsePaths,
  };
}

/** What the server itself, its index and its log answer. */
function makeServerCalls({ model, graph, search, tail, indexStatus, retention }: CatalogParts, reader: EntityReader, lag: Lag) {
  const isTrimmed = (aspect: string): boolean => retention !== undefined || model.aspects.get(aspect)?.keep !== undefined;
  const newest = shared(() => readHead(graph));
  const stream = { model, graph, tail, reader, head: newest, turns: makeFairTurns() };
  return {
    lag: ({ searches }) => lag.state(searches),
    index: indexStatus,
    indexProblems: (after, count) => indexProblems(graph, search, after, count),
    changes: (request) => readChanges(stream, request),
    newestChanges: (request) => readNewestFirst(stream, request),
    placeBefore: (time) => positionBefore(graph, time),
    newest,
    sees: (place) => sees(graph, place.seq, (head) => refuseOtherEpoch(place, head)),
    epoch: () => graph.seen.epoch,
    pending: async (urns, shown) => {
      const waiting = await indexStatus.pending(
        urns.map(({ text }) => text),
        shown,
      );
      return urns.map(({ text }) => waiting.has(text));
    },
    finishDeletes: () => finishDeletes(graph),
    verify: (place, repair) => verifyPage({ model, graph, search, indexStatus, reader, retention: isTrimmed }, place, repair),
  } satisfies Partial<SenderCalls>;
}

export function makeCatalog(parts: CatalogParts): Catalog {
  const { model, graph, log, search, tail, indexStatus, readPolicies, operators, wake } = parts;
  const { reader, readerOf, facts, properties, lag, finderAt, requests, suggestions } = makeKnown(parts);
  // Outside of searches.
  const finder = finderAt({ index: undefined, engine: search });
  const secrets = parts.secretsKey && makeSecrets(parts.secretsKey);
  const { write, rehearse, settleNext, drained } = makeStoreWrites({ ...parts, reader, secrets, removal: wake.removal, linking: wake.linking });
  const noteUse = makeUseNotes(systemActor(model), write);
  const people = makeAccessReader({ model, graph, reader, tail, facts, readPolicies, operators }, noteUse);
  const writers = makeWriters({ graph, people, write, rehearse });
  const walks = makeWalks({ model, graph, reader, readerOf, facts, properties, lag });
  const reads = makeReads({ model, graph, reader, readerOf, related: walks.related });
  const writes = makeWrites({ model, graph, reader, indexStatus, writers, people });
  const found = laggingFinder(finderAt, lag, finder);
  const server = makeServerCalls(parts, reader, lag);
  const { ended, access, signIns, programs } = comingIn({
    ...{ model, graph, reader, people, operators, requests, writers },
    members: (urn, types) => membersOf({ model, related: walks.related }, urn, types),
  });
  const authors = makeAuthors(reader, ended);
  const isThere = (urns: readonly Urn[]): Promise<boolean[]> => exists(reader, urns, true);
  const { read } = reads;
  const refusals = makeRefusals({ model, graph });
  const { reached } = indexStatus;
  const calls: SenderCalls = {
    ...{ ...reads, ...writes, ...walks, ...found, ...server, settleNext, drained },
    ...{ people, access, signIns, programs, secrets, authors, refusals },
    suggestions: suggestionCalls({
      ...{ model, access: people, read, writers, rehearse, all: suggestions, exists: isThere },
      rights: async ({ decided }, subjects) => decided && people.rights(decided, subjects),
    }),
    bulk: makeBulk({
      ...{ model, graph, log, read, search: found.search, exists: isThere, authors, reached, changed: wake.bulk, refused: refusals.keep },
      ...bulkWrites(writers, writes.runs, SERVER),
      as: (user) => bulkWrites(writers, writes.runs, { ...SERVER, decided: { user } }),
      newest: async () => (await server.newest()).seq,
    }),
    webhooks: makeWebhooks({ graph, authors, ...parts.webhooks, changed: wake.webhooks }),
    subscriptions: makeSubscriptions({ ...finder, model, graph, read, reached, ended }),
  };
  const seenBy = makeSeenBy({ model, facts, people });
  const coreFor = (sender: Sender): Catalog => ({
    ...callsFor(calls, sender),
    ...{ model, searchable: finder.searchable, partial: undefined },
    seenBy: (decided, reader, searches) => seenBy(searches ? coreFor({ ...sender, searches }) : core, decided, reader),
    observed: (observer, decided) => coreFor({ ...sender, observer, decided }),
  });
  const core = coreFor(SERVER);
  return core;
}

/** What a bulk change writes with. */
function bulkWrites({ judged, rehearsed }: Writers, runs: WithSender<Runs>, sender: Sender): ReturnType<BulkCallsParts['as']> {
  return {
    write: (request) => judged(sender, request),
    rehearse: (request) => rehearsed(sender, request),
    runs: { left: (run) => runs.left(sender, run), undoSome: (...request) => runs.undoSome(sender, ...request) },
  };
}
