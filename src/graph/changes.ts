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
}

export interface FoundEntity {
  /** Node id, good within this transaction. */
  readonly id: number;
  /** Names of all aspects that it has. */
  readonly names: ReadonlySet<string>;
  readonly aspects: ReadonlyMap<string, StoredAspect>;
}

export interface Found {
  readonly entities: ReadonlyMap<string, FoundEntity>;
  /** Container URN → itself and the containers above it, nearest first. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
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
  readonly hardDeleted: { id: number; at: number }[];
  readonly droppedSeries: string[];
  readonly endedAspects: { id: number; name: string; at: number }[];
  /** Entities that begin to exist (`born`: their type), whose soft deletion changes, or that are marked for indexing. */
  readonly entities: { id: number; born: string | undefined; removed: boolean | undefined; marked: boolean }[];
  /** First versions, then layer by layer what comes after them: an aspect stands once in each. */
  readonly firstVersions: VersionRow[];
  readonly versions: VersionRow[][];
  /** Aspects of which versions with a seq below this one go (RETENTION_VERSIONS). */
  readonly retired: { id: number; name: string; below: number }[];
  readonly touched: { id: number; name: string; meta: string; runId: string | null }[];
  readonly edgesEnd: EdgeRow[];
  readonly edgesBegin: EdgeRow[];
  readonly edgesStamp: EdgeRow[];
  readonly points: PointRow[];
  /** Nodes that only the lock has made. */
  readonly unborn: number[];
}
