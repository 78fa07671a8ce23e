/**
 * What a commit reads and what it changes. This is the boundary between the core, which knows the rules, and the graph, which knows
 * transactions.
 */
import type { LogEntry } from './log-entries.ts';

/** An entity that a commit must read. With `all`, every aspect is read; otherwise the named ones are, and of the others only the names. */
export interface EntityRead {
  readonly urn: string;
  readonly aspects: readonly string[] | 'all';
}

export interface ReadSet {
  /** Entities to lock and read. A missing node is created. */
  readonly lock: readonly EntityRead[];
  /** Entities to read without a lock. */
  readonly read: readonly EntityRead[];
  /** Containers for which the chain of containers above is read. */
  readonly chains: readonly string[];
  /** Search names of properties, to find out which property has each. */
  readonly propertyNames: readonly string[];
  /** Find out which property is shown as a badge? */
  readonly badge: boolean;
  /** Deletions that need to know how much they remove. */
  readonly sizes: readonly SizeRead[];
  /** Aspects for which the newest version that a run did not write is read. */
  readonly previous: readonly { readonly key: string; readonly urn: string; readonly aspect: string; readonly run: string }[];
  /** Version sets of which the versions are read, without a lock. */
  readonly versionSets: readonly string[];
  /** Entities for which all entities above them are read. */
  readonly above: readonly HierarchyRead[];
  /** The names of the relationships that make hierarchies. */
  readonly hierarchies: readonly string[];
  /** Entities that may be hard-deleted, to find out what lives in each. `prefixes`: what the URNs of that begin with. */
  readonly parts: readonly { readonly urn: string; readonly prefixes: readonly string[] }[];
  /** Entities that begin to exist again, to find out which aspects name each, or its parts, without an edge. */
  readonly reborn: readonly { readonly urn: string; readonly prefixes: readonly string[] }[];
}

/** An entity in the hierarchy that an aspect makes. */
export interface HierarchyRead {
  readonly urn: string;
  readonly aspect: string;
}

export function hierarchyKey(urn: string, aspect: string): string {
  return `${aspect} ${urn}`;
}

/** Most parts that go with an entity in one transaction. */
export const MOST_PARTS = 10_000;
/** Most entities that get their edges to reborn ones back in one transaction; if there are more, all do in the background. */
export const MOST_RESTORED = 500;

/** An entity with those of its aspects that name another one, though the edges are missing. */
export interface DanglingNames {
  readonly holder: string;
  readonly aspects: readonly string[];
}

/** A version of a version set. */
export interface VersionRead {
  readonly urn: string;
  /** Its `versionProperties`, JSON text. */
  readonly value: string;
  /** Is it soft-deleted? */
  readonly removed: boolean;
}

/** A part of a timeseries: epoch ms, both inclusive. */
export interface Span {
  /** `urn|aspect` */
  readonly series: string;
  readonly from: number;
  readonly to: number;
}

export interface SizeRead {
  /** The key of the answer in `sizes`. */
  readonly key: string;
  readonly urn: string;
  /** If absent: all aspects. */
  readonly aspect: string | undefined;
  readonly series: readonly Span[];
}

/** How much a deletion removes: stored versions of aspects, and timeseries points. */
export interface DeletionSize {
  readonly versions: number;
  readonly points: number;
}

/** The latest version of an aspect, as stored. Times in epoch ms. */
export interface StoredAspect {
  readonly name: string;
  readonly seq: number;
  /** JSON text. */
  readonly value: string;
  readonly at: number;
  readonly by: string;
  readonly firstAt: number;
  readonly firstBy: string;
  /** System metadata as it was sent, JSON text. */
  readonly meta: string;
  /** The run that wrote this content; null for the unnamed run, absent if it was not read. */
  readonly run?: string | null;
}

/** An edge that was lost when one of its ends was hard-deleted, while the aspect that makes it stayed (docs/semantics.md 8.2). */
export interface LostEdge {
  readonly aspect: string;
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

/** The version of an aspect before a run wrote it. */
interface PreviousVersion {
  /** Absent if every version that is kept comes from the run. */
  readonly version: StoredAspect | undefined;
  /** Did retention remove older versions, so that nobody knows who wrote them? */
  readonly retired: boolean;
}

export interface FoundEntity {
  /** Node id, valid within this transaction. */
  readonly id: number;
  /** The names of all its aspects. */
  readonly names: ReadonlySet<string>;
  readonly aspects: ReadonlyMap<string, StoredAspect>;
  readonly lost: readonly LostEdge[];
  /** Was it hard-deleted, and not written since? */
  readonly lived: boolean;
}

export interface ReadState {
  readonly entities: ReadonlyMap<string, FoundEntity>;
  /** Container URN → itself and the containers above it, nearest first. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** Search name → URN of the property that has it. */
  readonly propertyNames: ReadonlyMap<string, string>;
  /** URN of the property that is shown as a badge. */
  readonly badge: string | undefined;
  /** By the key of the need. */
  readonly sizes: ReadonlyMap<string, DeletionSize>;
  readonly previous: ReadonlyMap<string, PreviousVersion>;
  /** By version set. */
  readonly versions: ReadonlyMap<string, readonly VersionRead[]>;
  /** By `hierarchyKey`: the URNs of what is above it, up to 100 steps. */
  readonly above: ReadonlyMap<string, readonly string[]>;
  /** Entity → URNs of what lives in it. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** Entity that begins to exist again → what names it, in the order of URNs; of very many the first ones. */
  readonly dangling: ReadonlyMap<string, readonly DanglingNames[]>;
}

export interface VersionRow extends StoredAspect {
  readonly id: number;
  /** Run that wrote it; null for the unnamed run. */
  readonly runId: string | null;
}

export interface EdgeRow {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly lineage: 'upstream' | 'downstream' | undefined;
  /** The aspect and the entity whose value makes the edge. */
  readonly aspect: string;
  readonly holder: string;
  readonly at: number;
  readonly stamps: Readonly<Record<string, string | number>>;
  /** Do only columns tell this lineage? */
  readonly columnsOnly?: true;
}

export interface PointRow {
  /** `urn|aspect` */
  readonly series: string;
  readonly time: number;
  /** The rest of the identity of the point, as text. */
  readonly rest: string;
  readonly value: string;
  readonly meta: string;
  readonly at: number;
  readonly runId: string | null;
}

/** Everything that one transaction writes, in this order. */
export interface CommitChanges {
  readonly hardDeleted: { id: number; urn: string; at: number }[];
  readonly droppedSeries: Span[];
  readonly endedAspects: { id: number; name: string; at: number }[];
  /** Aspects whose version with this seq becomes the latest again. */
  readonly reverted: { id: number; name: string; seq: number; at: number }[];
  /** Entities that begin to exist (`born`: their type), or whose soft deletion changes. */
  readonly entities: { id: number; born: string | undefined; removed: boolean | undefined; at: number }[];
  /** Latest versions of which only the system metadata changes. Newer ones may follow in the same transaction. */
  readonly metadataUpdates: { id: number; name: string; meta: string }[];
  /** First versions, then layers of later versions. An aspect occurs once in each layer. */
  readonly firstVersions: VersionRow[];
  readonly versions: VersionRow[][];
  /** Aspects whose versions with a seq below this one are removed (RETENTION_VERSIONS). */
  readonly retired: { id: number; name: string; below: number }[];
  /** Aspects that are written or deleted: their marks of lost edges are removed. */
  readonly restored: { id: number; aspect: string }[];
  /** Edges that an aspect makes but that cannot exist, because `end` was hard-deleted after the aspect was written. */
  readonly dangling: (LostEdge & { id: number; end: string; columnsOnly: boolean | null })[];
  readonly edgesEnd: EdgeRow[];
  readonly edgesBegin: EdgeRow[];
  readonly edgesStamp: EdgeRow[];
  readonly points: PointRow[];
  /** Properties that get a search name; null: they release it. */
  readonly propertyNames: { id: number; name: string | null }[];
  /** Properties that become the badge; null: they no longer are. */
  readonly badges: { id: number; badge: true | null }[];
  /** Entities about which something must be settled in the background: values of properties, references, edges (maintenance/settle.ts). */
  readonly purges: number[];
  /** Named runs that have written something, or sent something that was already stored. */
  readonly runs: { id: string; at: number }[];
  /** Nodes that only the lock created. */
  readonly neverCreated: number[];
  /** What the log says of it, in order; empty: nothing changed. `at`: epoch ms. */
  readonly log: readonly LogEntry[];
  readonly at: number;
}
