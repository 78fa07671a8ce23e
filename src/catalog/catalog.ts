/**
 * The calls of the core. Every API uses these calls, and every rule is behind them.
 */
import type { Change } from '../access/index.ts';
import { commit } from '../graph/commit.ts';
import { positionBefore, readHead, sees } from '../graph/commit-log.ts';
import { makeDenseOrders, type Pair } from '../graph/dense/orders.ts';
import type { Graph } from '../graph/driver.ts';
import type { ScrolledEdge } from '../graph/edges.ts';
import { type EntityReader, makeEntityReader } from '../graph/read.ts';
import type { RecentCommits } from '../graph/recent-commits.ts';
import { dropEdges } from '../graph/references.ts';
import { type Landing, lineageWays, readLandings, relationshipWays, type Way, type WaysAsked } from '../graph/ways.ts';
import type { Log } from '../log.ts';
import { PROPERTY_DEFINITION } from '../model/known-names.ts';
import { systemActor } from '../model/named.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { type SearchEngine, searching } from '../search/index.ts';
import { type AccessReader, type Decided, makeAccessReader, type NotePolicy } from './access/access.ts';
import { makeUseNotes } from './access/last-use.ts';
import { makeSignIns, type SignIns } from './access/sign-ins.ts';
import { type AccessCalls, accessCalls } from './access/tokens.ts';
import { type BulkCalls, makeBulk } from './bulk/bulk.ts';
import { refuseOtherEpoch } from './changes/change-cursor.ts';
import { readChanges } from './changes/changes.ts';
import { type NewestFirstRequest, readNewestFirst } from './changes/newest-first.ts';
import type { ChangeCursor, ChangesPage, ChangesRequest } from './changes/types.ts';
import { type Finder, makeFinder } from './find/find.ts';
import { makeHider } from './find/hidden-stages.ts';
import { type IndexStatus, type IndexUpkeep, withIndexStatus } from './find/index-status.ts';
import { type Lag, makeLag } from './find/lag.ts';
import { columnPrefix } from './lineage/column-search.ts';
import { countLineage, type LineageCountRequest } from './lineage/count.ts';
import { type LineagePage, type LineageRequest, lineage } from './lineage/lineage.ts';
import { markMissing } from './lineage/mark-missing.ts';
import { type Neighbours, type NeighboursRequest, neighbours } from './lineage/neighbours.ts';
import { type LineageSearchRequest, type LineageSearchResult, searchLineage } from './lineage/search.ts';
import { finishDeletes, finishDeletesOf } from './maintenance/finish-deletes.ts';
import { type IndexProblem, indexProblems } from './maintenance/index-problems.ts';
import { removeValues } from './maintenance/remove-values.ts';
import { makeRuns, type Runs } from './maintenance/runs.ts';
import { type VerifyPage, type VerifyPosition, verifyPage } from './maintenance/verify/index.ts';
import { makePropertyFinder } from './properties/searched-properties.ts';
import { readerAsOf } from './read/as-of.ts';
import { type EdgesRequest, edges, relatedAfter } from './read/edges.ts';
import { exists } from './read/exists.ts';
import { countAspect, urnsOf } from './read/inventory.ts';
import { count, countEach, type ListPage, type ListRequest, list } from './read/list.ts';
import { type EntityView, readEntities, readVersion } from './read/read.ts';
import { deleteReferences, type References, references } from './read/references.ts';
import { type Direction, type RelatedPage, related, relatedCounts, relatedOf } from './read/related.ts';
import { type ChangeTransaction, timeline, timelineOfVersions } from './read/timeline.ts';
import { type VersionRange, versionAsOf, versionRange } from './read/versions.ts';
import { makeSecrets, type Secrets } from './secrets.ts';
import { dropLatestPoint, type LatestPoint, latestPoints } from './series/latest-points.ts';
import { type SeriesPoint, type SeriesRequest, type SeriesWindow, series, seriesOfEach } from './series/series.ts';
import type { AspectState } from './state.ts';
import { makeSubscriptions, type Subscriptions } from './webhooks/subscriptions.ts';
import { makeWebhooks, type Webhooks, type WebhooksParts } from './webhooks/webhooks.ts';
import { makeCommitter } from './write/committer.ts';
import { observed, observedWrite, type WriteObserver } from './write/observer.ts';
import type { RecentEntities } from './write/recent-entities.ts';
import { makeRehearsal } from './write/rehearse.ts';
import { type WriteRequest, type WriteResult, write } from './write/write.ts';

export interface Catalog extends Finder {
  readonly model: Model;
  write(request: WriteRequest): Promise<WriteResult>;
  /** `asOf`, here and below: read the state at this time, epoch ms. If absent: now. */
  read(urns: readonly Urn[], aspects: readonly string[] | undefined, asOf?: number): Promise<EntityView[]>;
  readVersion(urn: Urn, aspect: string, version: number, asOf?: number): Promise<{ aspect: AspectSpec; state: AspectState }>;
  versions(urn: Urn, aspect: string, start: number, count: number, asOf?: number): Promise<VersionRange>;
  timeline(urn: Urn, categories: readonly string[], from: number, to: number): Promise<ChangeTransaction[]>;
  timelineOfVersions(
    urn: Urn,
    categories: readonly string[],
    from: number,
    to: number,
  ): Promise<{ transactions: ChangeTransaction[]; skipped: number }>;
  series(urn: Urn, request: SeriesRequest): Promise<SeriesPoint[]>;
  /** As `series`, for each of several entities. */
  seriesOfEach(urns: readonly Urn[], window: SeriesWindow): Promise<SeriesPoint[][]>;
  latestPoints(asked: readonly { readonly urn: Urn; readonly aspects: readonly AspectSpec[] }[], upTo?: number): Promise<LatestPoint[][]>;
  /** Answers false if search does not show the change in time, although the caller asked to wait. */
  dropLatestPoint(urn: Urn, aspect: AspectSpec, actor: string, untilSearchable: boolean): Promise<boolean>;
  exists(urns: readonly Urn[], includeRemoved: boolean): Promise<boolean[]>;
  list(request: ListRequest): Promise<ListPage>;
  count(types: readonly EntityTypeSpec[], includeRemoved: boolean): Promise<number>;
  /** By the name of the type. */
  countEach(types: readonly EntityTypeSpec[], includeRemoved: boolean): Promise<Map<string, number>>;
  /** Answers for each entity, in their order: are there writes that search does not show yet? */
  pending(urns: readonly Urn[]): Promise<boolean[]>;
  /** URNs of a type by position, soft-deleted ones included. */
  urnsOf(type: EntityTypeSpec, start: number, count: number): Promise<string[]>;
  countAspect(aspect: string, urnLike: string | undefined): Promise<number>;
  references(urn: Urn): Promise<References>;
  deleteReferences(urn: Urn, actor: string): Promise<void>;
  /** Removes all edges of an entity. The next write of an aspect creates the edges of that aspect again. */
  dropEdges(urn: Urn): Promise<number>;
  readonly runs: Runs;
  related(urn: Urn, direction: Direction, types: readonly string[], start: number, count: number, asOf?: number): Promise<RelatedPage>;
  /** As `related`, for each of several entities. */
  relatedOf(urns: readonly Urn[], direction: Direction, types: readonly string[], start: number, count: number): Promise<RelatedPage[]>;
  /** How many entities of each type are related to each of several: those that exist and are not soft-deleted. */
  relatedCounts(urns: readonly Urn[], direction: Direction, types: readonly string[]): Promise<ReadonlyMap<string, number>[]>;
  relatedAfter(urn: Urn, direction: Direction, types: readonly string[], after: Pair | undefined, count: number): Promise<Pair[]>;
  edges(request: EdgesRequest): Promise<ScrolledEdge[]>;
  lineage(request: LineageRequest): Promise<LineagePage>;
  /** The direct neighbours of many entities, by one statement. */
  neighbours(request: NeighboursRequest): Promise<Neighbours[]>;
  /** The shortest ways along lineage, from the upstream entity to the downstream one. */
  lineageWays(asked: Omit<WaysAsked, 'columns'>): Promise<Way[]>;
  /** The shortest ways along relationships with these names, in both directions. */
  relationshipWays(asked: Omit<WaysAsked, 'columns'>, types: readonly string[]): Promise<Way[]>;
  /** Where the columns whose URNs have this prefix land: at most `columns` columns, at most `most` places of each. */
  landings(prefix: string, columns: number, most: number): Promise<Landing[]>;
  /** Searches among the entities upstream or downstream of an entity. */
  searchLineage(request: LineageSearchRequest): Promise<LineageSearchResult>;
  countLineage(request: LineageCountRequest): Promise<number>;
  /** Finishes hard deletes that were interrupted. Answers whether there were any. */
  finishDeletes(): Promise<boolean>;
  readonly index: IndexUpkeep;
  /** Entities after a URN that search does not show, or shows only in part, with the reason. */
  indexProblems(after: string, count: number): Promise<IndexProblem[]>;
  /** The next changes of the catalog after a place in the log. */
  changes(request: ChangesRequest): Promise<ChangesPage>;
  /** The changes before a place in the log, the newest first. */
  newestChanges(request: NewestFirstRequest): Promise<ChangesPage>;
  /** The place in the log before a time, epoch ms, and whether the log still reaches back to it. */
  placeBefore(time: number): Promise<{ readonly seq: number; readonly kept: boolean }>;
  readonly webhooks: Webhooks;
  readonly bulk: BulkCalls;
  readonly subscriptions: Subscriptions;
  /** The newest commit. */
  newest(): Promise<number>;
  /** Waits until reads see a commit of another server. Answers false if that takes too long. */
  sees(place: ChangeCursor): Promise<boolean>;
  /** The present life of the store, as it was read last. */
  epoch(): string;
  /** How far search is in the log. */
  readonly lag: Lag;
  /** Removes the values of one property that is deleted for good. Answers whether there was one. */
  removeValues(): Promise<boolean>;
  /** What policies say of users. */
  readonly people: AccessReader;
  /** What who asks may do about people and tokens. */
  readonly access: AccessCalls;
  /** Absent without a key of the operator's. */
  readonly secrets: Secrets | undefined;
  /** How people come in. */
  readonly signIns: SignIns;
  /** The same core for one request. `observer` is told of each write. `decided`: the user whose policies decide; without one, everything is allowed. */
  observed(observer: WriteObserver, decided?: Decided): Catalog;
  /** Checks a page of the store. With `repair` it corrects edges and search documents. */
  verify(place: VerifyPosition, repair: boolean): Promise<VerifyPage>;
  /** Resolves when all writes have ended. */
  drained(): Promise<void>;
}

export interface CatalogParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly log: Log;
  readonly search: SearchEngine;
  readonly tail: RecentCommits;
  readonly recent: RecentEntities;
  readonly indexStatus: IndexStatus;
  readonly strictFields: boolean;
  /** How many older versions of each aspect to keep. If absent: all. */
  readonly retention: number | undefined;
  /** Groups of words that mean the same, from the operator's file. */
  readonly synonyms: readonly (readonly string[])[];
  /** 32 bytes that encrypt secrets. */
  readonly secretsKey: Buffer | undefined;
  readonly webhooks: Pick<WebhooksParts, 'privateTargets'>;
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
  retention,
  synonyms,
  secretsKey,
  webhooks,
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
  const orders = makeDenseOrders(graph);
  const properties = makePropertyFinder(model, graph, reader);
  const readerOf = (asOf: number | undefined): EntityReader => (asOf === undefined ? reader : readerAsOf(graph, asOf));
  const noteUse = makeUseNotes(systemActor(model), (request) => writeHere(request));
  const people = makeAccessReader({ model, graph, reader, tail }, noteUse);
  const lag = makeLag(indexStatus, searching);
  const newest = async (): Promise<number> => (await readHead(graph)).seq;
  const hide = makeHider({ model, graph, reader, tail });
  const finder = makeFinder(search, model, graph, reader, properties, synonyms, hide, log);
  const writeHere = async (request: WriteRequest): Promise<WriteResult> => {
    const result = await write(model, committer, strictFields, request);
    await finishDeletesOf(graph, result);
    return withIndexStatus(model, indexStatus, request, result);
  };
  const reading: Pick<Catalog, 'model' | 'read' | 'versions'> = {
    model,
    read: (urns, aspects, asOf) => readEntities(model, readerOf(asOf), urns, aspects),
    versions: (urn, aspect, start, count, asOf) => versionRange({ model, graph, reader: readerOf(asOf), asOf }, urn, aspect, start, count),
  };
  const writing = (
    write: Catalog['write'],
    committed: WriteObserver['committed'] = () => undefined,
  ): Pick<Catalog, 'write' | 'deleteReferences' | 'runs' | 'dropLatestPoint' | 'dropEdges'> => ({
    write,
    deleteReferences: (urn, actor) => deleteReferences({ model, graph, reader, write }, urn, actor),
    runs: makeRuns({ model, graph, reader, write, committed }),
    dropLatestPoint: (...args) => dropLatestPoint({ graph, indexStatus, committed }, ...args),
    dropEdges: (urn) => dropEdges(graph, urn.text),
  });
  const written = writing(writeHere);
  const access = (write: Catalog['write'], decided?: Decided, noted?: NotePolicy): AccessCalls =>
    accessCalls({ model, reader, access: people, write }, decided, noted);
  const signIns = (write: Catalog['write']): SignIns => makeSignIns({ model, graph, reader, access: people, write });
  const catalog: Catalog = {
    ...reading,
    ...written,
    ...finder,
    search: (request) => lag.before(() => finder.search(request)),
    suggest: (request) => lag.before(() => finder.suggest(request)),
    browse: (type, path, filter, start, count) => lag.before(() => finder.browse(type, path, filter, start, count)),
    folders: (request) => lag.before(() => finder.folders(request)),
    people,
    access: access(writeHere),
    secrets: secretsKey && makeSecrets(secretsKey),
    signIns: signIns(writeHere),
    index: indexStatus,
    indexProblems: (after, count) => indexProblems(graph, search, after, count),
    changes: (request) => readChanges({ model, graph, tail, reader }, request),
    newestChanges: (request) => readNewestFirst({ model, graph, tail, reader }, request),
    placeBefore: (time) => positionBefore(graph, time),
    webhooks: makeWebhooks({ graph, ...webhooks, changed: wake.webhooks }),
    bulk: makeBulk({
      ...reading,
      graph,
      search: (request) => lag.before(() => finder.search(request)),
      exists: (urns) => exists(reader, urns, true),
      write: writeHere,
      rehearse: makeRehearsal(graph, { model, strictFields, retention }),
      runs: written.runs,
      log,
      newest,
      reached: indexStatus.reached,
      changed: wake.bulk,
    }),
    subscriptions: makeSubscriptions({ ...reading, ...finder, graph, reached: indexStatus.reached }),
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
    exists: (urns, includeRemoved) => exists(reader, urns, includeRemoved),
    list: (request) => list(model, graph, request),
    count: (types, includeRemoved) => count(graph, types, includeRemoved),
    countEach: (types, includeRemoved) => countEach(graph, types, includeRemoved),
    pending: async (urns) => {
      const waiting = await indexStatus.pending(urns.map(({ text }) => text));
      return urns.map(({ text }) => waiting.has(text));
    },
    urnsOf: (type, start, count) => urnsOf(model, graph, type, start, count),
    countAspect: (aspect, urnLike) => countAspect(model, graph, aspect, urnLike),
    references: (urn) => references({ model, graph }, urn),
    related: async (urn, direction, types, start, count, asOf) => {
      const page = await related(model, graph, orders, urn, direction, types, start, count, asOf);
      return { ...page, related: await markMissing(model, readerOf(asOf), page.related) };
    },
    relatedOf: async (urns, direction, types, start, count) => {
      const pages = await relatedOf(model, graph, orders, urns, direction, types, start, count);
      return Promise.all(pages.map(async (page) => ({ ...page, related: await markMissing(model, reader, page.related) })));
    },
    relatedCounts: (urns, direction, types) => relatedCounts(model, graph, urns, direction, types),
    relatedAfter: (urn, direction, types, after, count) => relatedAfter(model, graph, orders, urn, direction, types, after, count),
    edges: (request) => edges(model, graph, request),
    lineage: async (request) => {
      const page = await lineage(model, graph, request);
      return { ...page, reached: await markMissing(model, readerOf(request.asOf), page.reached) };
    },
    neighbours: (request) => neighbours(graph, request),
    lineageWays: (asked) => lineageWays(graph, { ...asked, columns: columnPrefix(model) }),
    relationshipWays: (asked, types) => relationshipWays(graph, { ...asked, columns: columnPrefix(model) }, types),
    landings: (prefix, columns, most) => readLandings(graph, prefix, columns, most),
    searchLineage: async (request) => {
      const result = await lag.before(() => searchLineage({ model, graph, engine: search, properties }, request));
      return { ...result, hits: await markMissing(model, reader, result.hits) };
    },
    countLineage: (request) => lag.before(() => countLineage({ model, graph, engine: search, properties, reader }, request)),
    finishDeletes: () => finishDeletes(graph),
    removeValues: () => removeValues(graph, writeHere, systemActor(model), log),
    observed: (observer, decided) => {
      const unjudged = observedWrite(writeHere, observer);
      const judged: Catalog['write'] = decided
        ? (request) => unjudged({ ...request, rights: (proposals) => people.rights(decided.user, proposals, observer.allowed) })
        : unjudged;
      const { dropLatestPoint, dropEdges, ...writes } = writing(judged, observer.committed);
      const mayChange = async (urn: Urn, aspect: AspectSpec): Promise<void> => {
        if (!decided) return;
        const about = [{ urn, aspect, value: undefined, patch: undefined }];
        (await people.rights(decided.user, about, observer.allowed)).judge(pointOf(urn, aspect));
      };
      return {
        ...catalog,
        ...writes,
        access: access(unjudged, decided, observer.allowed),
        signIns: signIns(unjudged),
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

/** The deletion of a point, as rights judge it. */
function pointOf(urn: Urn, { name }: AspectSpec): Change {
  return { urn: urn.text, type: urn.type.name, aspect: name, before: undefined, after: undefined, creates: false, erases: false };
}
