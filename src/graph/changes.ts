/**
 * What a commit finds and what it changes: the seam between the core, which knows the rules, and the graph, which knows transactions.
 */

/** An entity that a commit must see. With `all`, every aspect is read; else those named (of others only the name). */
export interface Need {
  readonly urn: string;
  readonly aspects: readonly string[] | 'all';
}

export interface Needs {
  /** Locked and read; made when missing. */
  readonly lock: readonly Need[];
  /** Read only. */
  readonly look: readonly Need[];
  /** Containers whose chain of containers is asked for. */
  readonly chains: readonly string[];
  /** Names under which properties are searched: who has them? */
  readonly propertyNames: readonly string[];
  /** Is it asked which property is shown as a badge? */
  readonly badge: boolean;
  /** Deletions that want to know how much they take. */
  readonly sizes: readonly SizeNeed[];
  /** Aspects of which the newest version that a run did not write is asked for. */
  readonly previous: readonly { readonly key: string; readonly urn: string; readonly aspect: string; readonly run: string }[];
}

/** A part of a timeseries: epoch ms, both inclusive. */
export interface Span {
  /** `urn|aspect` */
  readonly series: string;
  readonly from: number;
  readonly to: number;
}

export interface SizeNeed {
  /** Under which the answer is found. */
  readonly key: string;
  readonly urn: string;
  /** Absent: all aspects. */
  readonly aspect: string | undefined;
  readonly series: readonly Span[];
}

/** What a deletion takes: stored versions of aspects, and points of timeseries. */
export interface Size {
  readonly versions: number;
  readonly points: number;
}

/** The latest version of an aspect, as it is stored. Times in epoch ms. */
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
  /** The run that wrote this content; null for the unnamed run, absent where it was not read. */
  readonly run?: string | null;
}

/** An edge that was lost when one of its ends was hard-deleted, while the aspect that makes it stayed (docs/semantics.md 8.2). */
export interface LostEdge {
  readonly aspect: string;
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

/** What was there before a run has written an aspect. */
export interface PreviousVersion {
  /** Absent: no version of other origin is kept. */
  readonly version: StoredAspect | undefined;
  /** Were older versions given up (RETENTION_VERSIONS), so that nobody knows whose they were? */
  readonly retired: boolean;
}

export interface FoundEntity {
  /** Node id, good within this transaction. */
  readonly id: number;
  /** Names of all aspects that it has. */
  readonly names: ReadonlySet<string>;
  readonly aspects: ReadonlyMap<string, StoredAspect>;
  readonly lost: readonly LostEdge[];
}

export interface Found {
  readonly entities: ReadonlyMap<string, FoundEntity>;
  /** Container URN → itself and the containers above it, nearest first. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** Search name → URN of the property that has it. */
  readonly propertyNames: ReadonlyMap<string, string>;
  /** URN of the property that is shown as a badge. */
  readonly badge: string | undefined;
  /** By the key of the need. */
  readonly sizes: ReadonlyMap<string, Size>;
  readonly previous: ReadonlyMap<string, PreviousVersion>;
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
  /** The aspect and the entity that make the edge. */
  readonly aspect: string;
  readonly holder: string;
  readonly at: number;
  readonly stamps: Readonly<Record<string, string | number>>;
}

export interface PointRow {
  /** `urn|aspect` */
  readonly series: string;
  readonly time: number;
  /** The rest of the point's identity, as text. */
  readonly rest: string;
  readonly value: string;
  readonly meta: string;
  readonly at: number;
  readonly runId: string | null;
}

/** Everything that one transaction writes, in the order in which it is written. */
export interface Changes {
  readonly hardDeleted: { id: number; urn: string; at: number }[];
  readonly droppedSeries: Span[];
  readonly endedAspects: { id: number; name: string; at: number }[];
  /** Aspects that go back to the version with this seq. */
  readonly reverted: { id: number; name: string; seq: number; at: number }[];
  /** Entities that begin to exist (`born`: their type), whose soft deletion changes, or that are marked for indexing. */
  readonly entities: { id: number; born: string | undefined; removed: boolean | undefined; marked: boolean; at: number }[];
  /** Latest versions of which only the system metadata moves; newer ones may follow in the same transaction. */
  readonly metadataUpdates: { id: number; name: string; meta: string }[];
  /** First versions, then layer by layer what comes after them: an aspect stands once in each. */
  readonly firstVersions: VersionRow[];
  readonly versions: VersionRow[][];
  /** Aspects of which versions with a seq below this one go (RETENTION_VERSIONS). */
  readonly retired: { id: number; name: string; below: number }[];
  /** Aspects that are written anew or gone: what told of their lost edges goes. */
  readonly restored: { id: number; aspect: string }[];
  /** Edges that an aspect makes and that its entity cannot have: `end` was hard-deleted after the aspect was written. */
  readonly dangling: (LostEdge & { id: number; end: string })[];
  readonly edgesEnd: EdgeRow[];
  readonly edgesBegin: EdgeRow[];
  readonly edgesStamp: EdgeRow[];
  readonly points: PointRow[];
  /** Properties that take a search name; null: give it back. */
  readonly propertyNames: { id: number; name: string | null }[];
  /** The property that becomes the badge; null: it is that no longer. */
  readonly badges: { id: number; badge: true | null }[];
  /** Properties whose earlier values are to be removed from the entities that carry them. */
  readonly purges: number[];
  /** Named runs that have written something, or what was there already. */
  readonly runs: { id: string; at: number }[];
  /** Nodes that only the lock has made. */
  readonly neverCreated: number[];
}
