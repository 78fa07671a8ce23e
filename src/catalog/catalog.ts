/**
 * Makes the core: what each of its calls does.
 */
import { commit } from '../graph/commit.ts';
import { type LogHead, positionBefore, readHead, sees } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import { type EntityReader, makeEntityReader } from '../graph/read.ts';
import type { RecentCommits } from '../graph/recent-commits.ts';
import { dropEdges } from '../graph/references.ts';
import type { Log } from '../log.ts';
import { PROPERTY_DEFINITION } from '../model/known-names.ts';
import { systemActor } from '../model/named.ts';
import type { AspectSpec, Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { type SearchEngine, searching } from '../search/index.ts';
import { makeSlices } from '../slices.ts';
import { makeAccessReader, type NotePolicy } from './access/access.ts';
import { makeSeenBy } from './access/afterwards.ts';

import { makeAuthors } from './access/authors.ts';
import { comingIn } from './access/coming-in.ts';
import { areAboutRights, inTurn } from './access/in-turn.ts';
import { makeUseNotes } from './access/last-use.ts';
import type { Operators } from './access/makers.ts';
import { membersOf } from './access/members.ts';
import { REQUEST_INFO, REQUEST_TYPE, requestsIn } from './access/requests.ts';
import type { Decided } from './access/user-of.ts';
import { makeBulk } from './bulk/bulk.ts';
import type { Catalog } from './calls.ts';
import { refuseOtherEpoch } from './changes/change-cursor.ts';
import { readChanges } from './changes/changes.ts';
import { readNewestFirst } from './changes/newest-first.ts';
import { makeFinder } from './find/find.ts';
import { makeHider } from './find/hidden-stages.ts';
import { type IndexStatus, withIndexStatus } from './find/index-status.ts';
import { makeLag } from './find/lag.ts';
import { judgedBulk, pointOf } from './judged.ts';
import { finishDeletes, finishDeletesOf } from './maintenance/clean-up.ts';
import { deletionOf } from './maintenance/deletion.ts';
import { indexProblems } from './maintenance/index-problems.ts';
import { makeRuns } from './maintenance/runs.ts';
import { settleNext, takeReferencesOf } from './maintenance/settle.ts';
import { verifyPage } from './maintenance/verify/index.ts';
import { makePropertyFinder } from './properties/searched-properties.ts';
import { readerAsOf } from './read/as-of.ts';
import { exists } from './read/exists.ts';
import { countAspect, urnsOf } from './read/inventory.ts';
import { makeFacts } from './read/kept-facts.ts';
import { keptOfType } from './read/kept-of-type.ts';
import { count, countEach, list } from './read/list.ts';
import { readEntities, readVersion } from './read/read.ts';
import { deleteReferences, references } from './read/references.ts';
import { timeline, timelineOfVersions } from './read/timeline.ts';
import { versionAsOf, versionRange } from './read/versions.ts';
import { makeSecrets } from './secrets.ts';
import { dropLatestPoint, latestPoints } from './series/latest-points.ts';
import { series, seriesOfEach } from './series/series.ts';
import { SUGGESTION_INFO, SUGGESTION_TYPE, suggestionsIn } from './suggestions/suggestion.ts';
import { type SuggestionCalls, suggestionCalls } from './suggestions/suggestions.ts';
import { makeWalks } from './walks.ts';
import { makeSubscriptions } from './webhooks/subscriptions.ts';
import { makeWebhooks, type WebhooksParts } from './webhooks/webhooks.ts';
import { makeCommitter } from './write/committer.ts';
import { observed, observedWrite, type WriteObserver } from './write/observer.ts';
import type { RecentEntities } from './write/recent-entities.ts';
import { makeRehearsal } from './write/rehearse.ts';
import { type WriteRequest, type WriteResult, write } from './write/write.ts';

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
  readonly wake: Readonly<Record<'webhooks' | 'bulk' | 'removal', () => void>>;
}

export function makeCatalog({
  model,
  graph,
  log,
  search,
  tail,
  recent,
  indexStatus,
  strictFields,
  readPolicies,
  retention,
  synonyms,
  secretsKey,
  webhooks,
  operators,
  wake,
}: CatalogParts): Catalog {
  const committer = makeCommitter(
    async (needs, decide) => {
      const committed = await commit(graph, needs, decide);
      const { place, entries } = committed;
      if (entries.length > 0) tail.add({ ...place, entries });
      if (entries.some(({ aspect, type }) => type === 'delete' || aspect === PROPERTY_DEFINITION)) wake.removal();
      return committed;
    },
    { model, strictFields, retention },
    recent,
  );
  const isTrimmed = (aspect: string): boolean => retention !== undefined || model.aspects.get(aspect)?.keep !== undefined;
  const reader = makeEntityReader(graph);
  const properties = makePropertyFinder(model, graph, reader);
  const readerOf = (asOf: number | undefined, skips = false): EntityReader => (asOf === undefined ? reader : readerAsOf(graph, asOf, skips));
  const noteUse = makeUseNotes(systemActor(model), (request) => writeHere(request));
  const facts = makeFacts({ model, graph, reader, tail });
  const people = makeAccessReader({ model, graph, reader, tail, facts, readPolicies, operators }, noteUse);
  const seenBy = makeSeenBy({ model, facts, people });
  const requests = keptOfType({ model, graph, reader, tail }, REQUEST_TYPE, REQUEST_INFO, requestsIn);
  const suggested = keptOfType({ model, graph, reader, tail }, SUGGESTION_TYPE, SUGGESTION_INFO, suggestionsIn);
  const lag = makeLag(indexStatus, searching);
  const newest = (): Promise<LogHead> => readHead(graph);
  const secrets = secretsKey && makeSecrets(secretsKey);
  const hide = makeHider({ model, graph, reader, tail });
  const finder = makeFinder({ engine: search, model, graph, reader, facts, properties, synonyms, hide, log });
  const settling = { model, graph, reader, log, write: (request: WriteRequest): Promise<WriteResult> => writeHere(request) };
  const writeHere = async (request: WriteRequest): Promise<WriteResult> => {
    const result = await write({ model, committer, strictFields, secrets }, request);
    await finishDeletesOf(graph, result);
    const seq = await takeReferencesOf(settling, result, makeSlices());
    return withIndexStatus(model, indexStatus, request, { ...result, ...(seq > 0 && { seq }) });
  };
  const reading: Pick<Catalog, 'model' | 'read' | 'versions'> = {
    model,
    read: (urns, aspects, asOf, skips) => readEntities(model, readerOf(asOf, skips), urns, aspects),
    versions: (urn, aspect, start, count, asOf) => versionRange({ model, graph, reader: readerOf(asOf), asOf }, urn, aspect, start, count),
  };
  const writing = (
    write: Catalog['write'],
    rehearse: Catalog['write'],
    committed: WriteObserver['committed'] = () => undefined,
  ): Pick<Catalog, 'write' | 'deleteReferences' | 'deletion' | 'runs' | 'dropLatestPoint' | 'dropEdges'> => ({
    write,
    deleteReferences: (urn, actor) => deleteReferences({ model, graph, reader, write }, urn, actor),
    deletion: (urn, request) => deletionOf({ model, graph, rehearse }, urn, request),
    runs: makeRuns({ model, graph, reader, write, committed }),
    dropLatestPoint: (...args) => dropLatestPoint({ graph, indexStatus, committed }, ...args),
    dropEdges: async (urn) => {
      const dropped = await dropEdges(graph, urn.text);
      // Some of them may have told something that search knows.
      if (dropped > 0) await indexStatus.reindexThese([urn.text]);
      return dropped;
    },
  });
  const rehearse = makeRehearsal(graph, { model, strictFields, retention, secrets });
  const written = writing(writeHere, rehearse);
  /** Writes what policies let this user write. */
  const judgedBy = (by: Decided, write: Catalog['write'], noted?: NotePolicy): Catalog['write'] => {
    const judged: Catalog['write'] = (request) => write({ ...request, rights: (proposals) => people.rights(by, proposals, noted) });
    return (request) =>
      areAboutRights(request.proposals) ? inTurn(graph, () => people.requireActive(by.user).then(() => judged(request))) : judged(request);
  };
  const { ended, access, signIns, programs } = comingIn({
    ...{ model, graph, reader, people, operators, requests, judgedBy },
    members: (urn, types) => membersOf(catalog, urn, types),
  });
  const authors = makeAuthors(reader, ended);
  const suggestions = (write: Catalog['write'], decided?: Decided, noted?: NotePolicy): SuggestionCalls =>
    suggestionCalls({
      ...{ model, access: people, read: reading.read, write, rehearse, all: suggested },
      exists: (urns) => exists(reader, urns, true),
      judged: decided ? { write: judgedBy(decided, write, noted), rehearse: judgedBy(decided, rehearse) } : { write, rehearse },
      rights: async (about) => decided && people.rights(decided, about),
    });
  const catalog: Catalog = {
    ...reading,
    ...written,
    ...finder,
    search: (request) => lag.before(() => finder.search(request)),
    suggest: (request) => lag.before(() => finder.suggest(request)),
    browse: (...asked) => lag.before(() => finder.browse(...asked)),
    folders: (request) => lag.before(() => finder.folders(request)),
    people,
    partial: undefined,
    seenBy: (...asked) => seenBy(catalog, ...asked),
    access: access(writeHere),
    suggestions: suggestions(writeHere),
    secrets,
    signIns: signIns(writeHere),
    programs: programs(writeHere),
    index: indexStatus,
    indexProblems: (after, count) => indexProblems(graph, search, after, count),
    changes: (request) => readChanges({ model, graph, tail, reader }, request),
    newestChanges: (request) => readNewestFirst({ model, graph, tail, reader }, request),
    placeBefore: (time) => positionBefore(graph, time),
    webhooks: makeWebhooks({ graph, authors, ...webhooks, changed: wake.webhooks }),
    bulk: makeBulk({
      ...reading,
      graph,
      search: (request) => lag.before(() => finder.search(request)),
      exists: (urns) => exists(reader, urns, true),
      write: writeHere,
      rehearse,
      runs: written.runs,
      as: (user) => {
        const write = judgedBy({ user }, writeHere);
        const tried = judgedBy({ user }, rehearse);
        return { write, rehearse: tried, runs: writing(write, tried).runs };
      },
      authors,
      log,
      newest: async () => (await newest()).seq,
      reached: indexStatus.reached,
      changed: wake.bulk,
    }),
    authors,
    subscriptions: makeSubscriptions({ ...reading, ...finder, graph, reached: indexStatus.reached, ended }),
    newest,
    sees: (place) => sees(graph, place.seq, (head) => refuseOtherEpoch(place, head)),
    epoch: () => graph.seen.epoch,
    lag,
    readVersion: (urn, aspect, version, asOf) =>
      asOf === undefined
        ? readVersion(model, graph, reader, urn, aspect, version)
        : versionAsOf({ model, graph, reader: readerOf(asOf), asOf }, urn, aspect, version),
    timeline: (urn, categories, from, to) => timeline({ ...reading, related: catalog.related }, urn, categories, from, to),
    timelineOfVersions: (urn, categories, from, to) => timelineOfVersions({ ...reading, related: catalog.related }, urn, categories, from, to),
    series: (urn, request) => series(model, graph, urn, request),
    seriesOfEach: (urns, window) => seriesOfEach(graph, urns, window),
    latestPoints: (asked, upTo) => latestPoints(graph, asked, upTo),
    closed: async () => undefined,
    exists: (urns, includeRemoved) => exists(reader, urns, includeRemoved),
    list: (request) => list(model, graph, request),
    count: (types, includeRemoved) => count(graph, types, includeRemoved),
    countEach: (types, includeRemoved) => countEach(graph, types, includeRemoved),
    pending: async (urns, shown) => {
      const waiting = await indexStatus.pending(
        urns.map(({ text }) => text),
        shown,
      );
      return urns.map(({ text }) => waiting.has(text));
    },
    urnsOf: (type, start, count) => urnsOf(model, graph, type, start, count),
    countAspect: (aspect, urnLike) => countAspect(model, graph, aspect, urnLike),
    references: (urn) => references({ model, graph }, urn),
    ...makeWalks({ model, graph, reader, readerOf, facts, search, properties, lag }),
    finishDeletes: () => finishDeletes(graph),
    settleNext: () => settleNext(settling),
    observed: (observer, decided) => {
      const unjudged = observedWrite((request) => writeHere({ untilSearchable: observer.untilSearchable === true, ...request }), observer);
      const judged = decided ? judgedBy(decided, unjudged, observer.allowed) : unjudged;
      const { dropLatestPoint, dropEdges, ...writes } = writing(judged, decided ? judgedBy(decided, rehearse) : rehearse, observer.committed);
      const mayChange = async (urn: Urn, aspect: AspectSpec): Promise<void> => {
        if (!decided) return;
        const about = [{ urn, aspect, value: undefined, patch: undefined }];
        (await people.rights(decided, about, observer.allowed)).judge(pointOf(urn, aspect));
      };
      return {
        ...catalog,
        ...writes,
        access: access(unjudged, decided, observer),
        suggestions: suggestions(unjudged, decided, observer.allowed),
        signIns: signIns(unjudged),
        programs: programs(unjudged),
        bulk: decided ? judgedBulk(catalog.bulk) : catalog.bulk,
        dropLatestPoint: async (urn, aspect, ...rest) => {
          await mayChange(urn, aspect);
          return observed(observer, urn.text, dropLatestPoint(urn, aspect, ...rest));
        },
        dropEdges: (urn) => observed(observer, urn.text, dropEdges(urn)),
      };
    },
    verify: (place, repair) => verifyPage({ model, graph, search, indexStatus, reader, retention: isTrimmed }, place, repair),
    drained: () => committer.drained(),
  };
  return catalog;
}
