/**
 * The types of a write. An API passes in `RawProposal`s. An accepted one is a `Proposal`. Its result is a `ProposalResult`.
 */
import type { Rights } from '../../access/index.ts';
import type { DeletionSize } from '../../graph/changes.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { type Value, valueOf } from '../../model/json.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import type { DrawnEdge } from './drawn-edges.ts';
import type { Patch } from './patch/types.ts';

export const CHANGE_TYPES = ['UPSERT', 'UPDATE', 'CREATE', 'CREATE_ENTITY', 'PATCH', 'RESTATE', 'DELETE'] as const;
/**
 * The change types of clients, and three of Cairn: PURGE removes values whose property is deleted; REVERT undoes what a run has written; MERGE
 * makes the new value from the stored one.
 */
export type ChangeType = (typeof CHANGE_TYPES)[number] | 'PURGE' | 'REVERT' | 'MERGE';

/** An aspect as a MERGE finds it. */
export interface MergeBase {
  /** As readers see it. */
  readonly json: Record<string, unknown>;
  /** When its writer observed it, epoch ms. */
  readonly lastObserved: number;
  /** What an earlier MERGE noted about it. Absent if the last change of the value was no MERGE. */
  readonly observed: Readonly<Record<string, unknown>> | undefined;
}

export interface MergeResult {
  readonly json: unknown;
  /** Epoch ms; 0: the time of the commit. */
  readonly lastObserved: number;
  /** Kept with the value for the next MERGE, and never shown. */
  readonly observed: Readonly<Record<string, unknown>>;
}

/** Makes the new value of an aspect. It must be pure, because a commit may decide twice. */
export interface Merge {
  /** Aspects of other entities that `make` looks at. */
  readonly sees: readonly { readonly urn: Urn; readonly aspect: string }[];
  /**
   * Answers nothing if the aspect stays as it is.
   *
   * @param base absent if there is no such aspect
   * @param see the value of one of `sees` at this point of the commit
   */
  make(base: MergeBase | undefined, see: (urn: string, aspect: string) => unknown): MergeResult | undefined;
}

/** A DELETE of a timeseries takes only the points between these times, epoch ms, both inclusive. */
export interface PointWindow {
  readonly from: number;
  readonly to: number;
}

/** What a REVERT undoes. With `safe`, an entity stays if it has aspects that the run did not write. */
export interface Undo {
  readonly run: string;
  readonly safe: boolean;
}

/** A proposal as an API has read it from a request (docs/semantics.md 3.1). */
export interface RawProposal {
  /** If absent: the type in the URN. */
  readonly entityType?: string;
  readonly entityUrn?: string;
  /** The key aspect, instead of the URN. */
  readonly entityKey?: Value;
  readonly changeType: ChangeType;
  /** Absent only for DELETE of a whole entity. */
  readonly aspectName?: string;
  /** The value; with PATCH the patch. */
  readonly value?: Value;
  readonly systemMetadata?: SystemMetadata;
  /** Conditional headers (docs/semantics.md 4.4). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly window?: PointWindow;
  readonly undo?: Undo;
  /** A clean-up keeps the run: what is left of the content still comes from it. */
  readonly keepsRun?: boolean;
  /** Instead of a value, with MERGE. */
  readonly merge?: Merge;
  /** Canonical URN of an entity that must exist when the commit decides: the entity itself, or the dataset of a column. */
  readonly onlyWith?: string;
  /** An aspect that does not exist stays so: there is nothing to take away from it. */
  readonly onlyPresent?: boolean;
  /** It is of the core itself, and about a secret aspect. */
  readonly secret?: true;
  /** It is of the core itself, which has decided about it: it needs no rights of the sender. */
  readonly follows?: true;
}

/** The proposal that gives an entity a whole value of an aspect. */
export function upsert(entityUrn: string, aspectName: string, value: object): RawProposal {
  return { entityUrn, aspectName, changeType: 'UPSERT', value: valueOf(value) };
}

/**
 * The proposal that makes the value of an aspect from what the commit finds.
 *
 * @param next answers nothing if the aspect stays as it is. `see`: as in `Merge`
 */
export function mergeOf<Json extends object = Record<string, unknown>>(
  entityUrn: string,
  aspectName: string,
  next: (before: Json | undefined, see: (urn: string, aspect: string) => unknown) => object | undefined,
  sees: Merge['sees'] = [],
): RawProposal {
  const make: Merge['make'] = (base, see) => {
    const json = next(base?.json as Json | undefined, see);
    return json && { json, lastObserved: 0, observed: {} };
  };
  return { entityUrn, aspectName, changeType: 'MERGE', merge: { sees, make } };
}

export interface Conditions {
  /** Expected version; -1: the aspect must not exist. */
  readonly version: number | undefined;
  /** The present tag must be one of these; `*`: anything must exist. */
  readonly match: readonly string[] | undefined;
  /** The present tag must be none of these. */
  readonly noMatch: readonly string[] | undefined;
  /** Epoch ms. */
  readonly modifiedSince: number | undefined;
  readonly unmodifiedSince: number | undefined;
  /**
   * The target must not exist. This comes from the item itself or from a change type that creates; if the target exists, the item is
   * dropped without an error.
   */
  readonly noneMatch: boolean;
  /** The target must not exist. This comes from the request; change types that do not create are then refused if the target exists. */
  readonly absent?: boolean;
  /** The entity must exist. */
  readonly entity?: boolean;
}

export interface Proposal {
  readonly urn: Urn;
  readonly aspect: AspectSpec;
  readonly changeType: ChangeType;
  /** Absent for PATCH, MERGE, DELETE, PURGE and REVERT, and for a RESTATE without a value. */
  readonly value: Value | undefined;
  readonly patch: Patch | undefined;
  readonly conditions: Conditions;
  readonly meta: SystemMetadata;
  readonly window?: PointWindow;
  readonly undo?: Undo;
  readonly keepsRun?: boolean;
  readonly merge?: Merge;
  readonly onlyWith?: string;
  readonly onlyPresent?: boolean;
  readonly follows?: true;
}

/** What all units of one request share. */
export interface RequestScope {
  /** `urn aspect` of all that the request brings → place of the last proposal that does: defaults do not come before it (docs/semantics.md 3.4). */
  readonly supplied: ReadonlyMap<string, number>;
  /** URNs that earlier transactions of the same request created. They count as new for the rest of the request. */
  readonly born: Set<string>;
  /** May property values not be the first that is written of an entity? */
  readonly entityMustExist?: boolean;
  /** What the user may change. If absent: everything. */
  readonly rights?: Rights;
}

/** Proposals that are written together or not at all. */
export interface Unit {
  readonly proposals: readonly Proposal[];
  readonly request: RequestScope;
  /** The number of the first proposal within the request. */
  readonly at: number;
  /** URN of the user who writes. */
  readonly actor: string;
}

/** Does it replace a value without a look at it? A patch names what it takes away. */
export function isReplacing({ changeType }: Pick<Proposal, 'changeType'>): boolean {
  return changeType === 'UPSERT' || changeType === 'UPDATE';
}

/** Does it write a value, rather than remove one? */
export function brings({ value, patch, merge }: Proposal): boolean {
  return value !== undefined || patch !== undefined || merge !== undefined;
}

export function suppliedKey(urn: string, aspect: string): string {
  return `${urn} ${aspect}`;
}

/** The result of one proposal, or of a default that it caused. */
export interface ProposalResult {
  readonly urn: Urn;
  readonly aspect: AspectSpec;
  readonly outcome: 'changed' | 'unchanged' | 'deleted' | 'dropped';
  /** The aspect as it is now, or the point that was written. Absent if there is none. */
  readonly now: AspectState | undefined;
  /** Did the server add it, as a default? */
  readonly added: boolean;
  /** How much a deletion removed. */
  readonly took?: DeletionSize;
  /** What the log says of it. Absent if nothing changed. */
  readonly logged?: Omit<LogEntry, 'urn' | 'aspect' | 'actor'>;
  /** URNs of columns that it refers to and that the schemas of their datasets do not have. */
  readonly missingColumns?: readonly string[];
  /** Edges that people drew and that it left out. */
  readonly lostEdges?: readonly DrawnEdge[];
}
