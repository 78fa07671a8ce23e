/**
 * The calls of the core. Every API uses these calls, and every rule is behind them.
 */
import type { Refusal } from '../errors.ts';
import type { LogHead } from '../graph/commit-log.ts';
import type { Pair } from '../graph/dense/orders.ts';
import type { HeldColumns, ScrolledEdge } from '../graph/edges.ts';
import type { Landing, Way, WaysRequest } from '../graph/ways.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import type { AccessReader } from './access/access.ts';
import type { AccessCalls } from './access/access-calls.ts';
import type { Authors } from './access/authors.ts';
import type { ProgramGrants } from './access/program-grants.ts';
import type { SignIns } from './access/sign-ins.ts';
import type { Principal } from './access/user-of.ts';
import type { Refuse } from './access/viewer.ts';
import type { BulkCalls } from './bulk/bulk.ts';
import type { NewestFirstRequest } from './changes/newest-first.ts';
import type { ChangeCursor, ChangesPage, ChangesRequest } from './changes/types.ts';
import type { Finder } from './find/find.ts';
import type { IndexUpkeep } from './find/index-status.ts';
import type { AtState, IndexState, RequestSearches } from './find/snapshot.ts';
import type { LineageCountRequest } from './lineage/count.ts';
import type { LineagePage, LineageRequest } from './lineage/lineage.ts';
import type { Neighbours, NeighboursRequest } from './lineage/neighbours.ts';
import type { LineageSearchRequest, LineageSearchResult } from './lineage/search.ts';
import type { SeenAmong } from './lineage/steps-seen.ts';
import type { Deletion } from './maintenance/deletion.ts';
import type { IndexProblem } from './maintenance/index-problems.ts';
import type { Refusals } from './maintenance/refusals.ts';
import type { Runs } from './maintenance/runs.ts';
import type { VerifyPage, VerifyPosition } from './maintenance/verify/index.ts';
import type { EdgesRequest } from './read/edges.ts';
import type { ListPage, ListRequest } from './read/list.ts';
import type { EntityView } from './read/read.ts';
import type { References } from './read/references.ts';
import type { Direction, RelatedPage } from './read/related.ts';
import type { ChangeTransaction } from './read/timeline.ts';
import type { VersionRange } from './read/versions.ts';
import type { Secrets } from './secrets.ts';
import type { LatestPoint } from './series/latest-points.ts';
import type { SeriesPoint, SeriesRequest, SeriesWindow } from './series/series.ts';
import type { AspectState } from './state.ts';
import type { SuggestionCalls } from './suggestions/suggestions.ts';
import type { Subscriptions } from './webhooks/subscriptions.ts';
import type { Webhooks } from './webhooks/webhooks.ts';
import type { WriteObserver } from './write/observer.ts';
import type { WriteRequest, WriteResult } from './write/write.ts';

export interface Catalog extends Finder {
  readonly model: Model;
  write(request: WriteRequest): Promise<WriteResult>;
  /**
   * @param asOf here and below: read the state at this time, epoch ms. If absent: now
   * @param skips leave out entities whose history of that time is not kept any more. If absent: one of them refuses the read
   */
  read(urns: readonly Urn[], aspects: readonly string[] | undefined, asOf?: number, skips?: boolean): Promise<EntityView[]>;
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
  /** Why the sender may not read an aspect of an entity that is seen, whether there is one or not. */
  closed(urn: Urn, aspect: AspectSpec): Promise<Refusal | undefined>;
  exists(urns: readonly Urn[], includeRemoved: boolean): Promise<boolean[]>;
  list(request: ListRequest): Promise<ListPage>;
  count(types: readonly EntityTypeSpec[], includeRemoved: boolean): Promise<number>;
  /** By the name of the type. */
  countEach(types: readonly EntityTypeSpec[], includeRemoved: boolean): Promise<Map<string, number>>;
  /** Answers for each entity, in their order: are there writes that search does not show yet, or did not show in this state? */
  pending(urns: readonly Urn[], shown?: IndexState): Promise<boolean[]>;
  /** URNs of a type by position, soft-deleted ones included. */
  urnsOf(type: EntityTypeSpec, start: number, count: number): Promise<string[]>;
  countAspect(aspect: string, urnLike: string | undefined): Promise<number>;
  references(urn: Urn): Promise<References>;
  deleteReferences(urn: Urn, actor: string): Promise<void>;
  /** What the deletion of an entity, or of an aspect, would take. It changes nothing, and is refused as the deletion would be. */
  deletion(urn: Urn, request: WriteRequest): Promise<Deletion>;
  /** Removes all edges of an entity. The next write of an aspect creates the edges of that aspect again. */
  dropEdges(urn: Urn): Promise<number>;
  readonly runs: Runs;
  /** What runs were refused. */
  readonly refusals: Refusals;
  related(urn: Urn, direction: Direction, types: readonly string[], start: number, count: number, asOf?: number): Promise<RelatedPage>;
  /** As `related`, for each of several entities. */
  relatedOf(urns: readonly Urn[], direction: Direction, types: readonly string[], start: number, count: number): Promise<RelatedPage[]>;
  /** How many entities of each type are related to each of several: those that exist and are not soft-deleted. */
  relatedCounts(urns: readonly Urn[], direction: Direction, types: readonly string[]): Promise<ReadonlyMap<string, number>[]>;
  relatedAfter(urn: Urn, direction: Direction, types: readonly string[], after: Pair | undefined, count: number): Promise<Pair[]>;
  edges(request: EdgesRequest): Promise<ScrolledEdge[]>;
  /** Whose aspects make these edges of column lineage. */
  columnHolders(edges: readonly Pick<HeldColumns, 'source' | 'target'>[], asOf?: number): Promise<HeldColumns[]>;
  /** `seen`, here and below: those of some URNs that may be shown. Two of them are connected only by what may be shown, too. */
  lineage(request: LineageRequest, seen?: SeenAmong): Promise<LineagePage>;
  /** The direct neighbours of many entities, by one statement. */
  neighbours(request: NeighboursRequest, seen?: SeenAmong): Promise<Neighbours[]>;
  /** The shortest ways along lineage, from the upstream entity to the downstream one. */
  lineageWays(asked: Omit<WaysRequest, 'columns'>): Promise<Way[]>;
  /** The shortest ways along relationships with these names, in both directions. */
  relationshipWays(asked: Omit<WaysRequest, 'columns'>, types: readonly string[]): Promise<Way[]>;
  /** Where all columns whose URNs have this prefix land: at most `most` places of each. */
  landings(prefix: string, most: number, seen?: SeenAmong): Promise<Landing[]>;
  /**
   * Everything that lineage meets downstream of an entity, the entity included, each with what is one step further. The caller shows nobody what
   * does not exist for the reader: that is there because lineage goes on behind it.
   */
  stepsBelow(urn: Urn, seen?: SeenAmong): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Searches among the entities upstream or downstream of an entity, here and below only among those that may be shown. */
  searchLineage(request: LineageSearchRequest, seen?: SeenAmong): Promise<AtState<LineageSearchResult>>;
  countLineage(request: LineageCountRequest, seen?: SeenAmong): Promise<number>;
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
  /** Whether those who have ordered something are still there. */
  readonly authors: Authors;
  readonly subscriptions: Subscriptions;
  /** The newest commit. */
  newest(): Promise<Pick<LogHead, 'seq' | 'at'>>;
  /** Waits until reads see a commit of another server. Answers false if that takes too long. */
  sees(place: ChangeCursor): Promise<boolean>;
  /** The present life of the store, as it was read last. */
  epoch(): string;
  /** How far search is in the log: what the searches of this request have seen; without one, now. Absent while it is not known. */
  lag(): Promise<IndexState | undefined>;
  /** Does what one hard deletion, or the write of a URN that was deleted, has left to do. Answers whether there was one. */
  settleNext(): Promise<boolean>;
  /** What policies say of users. */
  readonly people: AccessReader;
  /** What who asks may do about people and tokens. */
  readonly access: AccessCalls;
  /** What others suggest to those who may change an asset. */
  readonly suggestions: SuggestionCalls;
  /** Absent without a key of the operator's. */
  readonly secrets: Secrets | undefined;
  /** How people come in. */
  readonly signIns: SignIns;
  /** How programs come in for them. */
  readonly programs: ProgramGrants;
  /** If it shows a part of the catalog only: the refusal of what a part cannot answer. */
  readonly partial: Refuse | undefined;
  /**
   * The core as somebody sees it. Without parameters, and for who sees everything, it is the same.
   *
   * @param reader URN of who may not write with this request: what the model closes is closed, whatever policies say
   * @param searches those of the request: which commit they wait for, and what they tell of the index
   */
  seenBy(decided: Principal | undefined, reader?: string, searches?: RequestSearches): Promise<Catalog>;
  /** The same core for one request. `observer` is told of each write. `decided`: the user whose policies decide; without one, everything is allowed. */
  observed(observer: WriteObserver, decided?: Principal): Catalog;
  /** Checks a page of the store. With `repair` it corrects edges and search documents. */
  verify(place: VerifyPosition, repair: boolean): Promise<VerifyPage>;
  /** Resolves when all writes have ended. */
  drained(): Promise<void>;
}
