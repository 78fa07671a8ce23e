/**
 * The nouns of a write. A face hands in `RawProposal`s; what was accepted is a `Proposal`; what came of it is `Written`.
 */
import type { Size } from '../../graph/changes.ts';
import type { Value } from '../../model/json.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectState, SystemMetadata } from '../state.ts';
import type { Patch } from './patch/types.ts';

export const CHANGE_TYPES = ['UPSERT', 'UPDATE', 'CREATE', 'CREATE_ENTITY', 'PATCH', 'RESTATE', 'DELETE'] as const;
/** What clients may ask for; PURGE, by which Cairn removes values whose property is gone; REVERT, which undoes what a run has written. */
export type ChangeType = (typeof CHANGE_TYPES)[number] | 'PURGE' | 'REVERT';

/** Of a DELETE of a timeseries: only these points. Epoch ms, both inclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** What a REVERT undoes. `safe`: an entity with aspects that came from elsewhere stays. */
export interface Undo {
  readonly run: string;
  readonly safe: boolean;
}

/** A proposal as a face has read it from a request (docs/semantics.md 3.1). */
export interface RawProposal {
  /** Absent: the URN's own type. */
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
  readonly window?: Window;
  readonly undo?: Undo;
  /** A clean-up: what is left of the content still comes from the run that wrote it. */
  readonly keepsRun?: boolean;
}

export interface Conditions {
  /** Expected version; -1: the aspect must not exist. */
  readonly version: number | undefined;
  /** Tags of which one must be that of what is there; `*`: anything must be there. */
  readonly match: readonly string[] | undefined;
  /** Tags that what is there must not have. */
  readonly noMatch: readonly string[] | undefined;
  /** Epoch ms. */
  readonly modifiedSince: number | undefined;
  readonly unmodifiedSince: number | undefined;
  /** Nothing must be there: an item that says so itself, or creates, is dropped silently otherwise. */
  readonly noneMatch: boolean;
  /** Nothing must be there, the request says: other change types than those of creation are refused otherwise. */
  readonly absent?: boolean;
}

export interface Proposal {
  readonly urn: Urn;
  readonly aspect: AspectSpec;
  readonly changeType: ChangeType;
  /** Absent for PATCH, DELETE, PURGE and REVERT, and where RESTATE brings none. */
  readonly value: Value | undefined;
  readonly patch: Patch | undefined;
  readonly conditions: Conditions;
  readonly meta: SystemMetadata;
  readonly window?: Window;
  readonly undo?: Undo;
  readonly keepsRun?: boolean;
}

/** What the units of one request have in common. */
export interface RequestScope {
  /** `urn aspect` of all that the request brings → place of the last proposal that does: defaults do not come before it (docs/semantics.md 3.4). */
  readonly supplied: ReadonlyMap<string, number>;
  /** URNs that began to exist with earlier transactions of the request: to the rest of it they are new, too. */
  readonly born: Set<string>;
}

/** Proposals that are written together or not at all. */
export interface Unit {
  readonly proposals: readonly Proposal[];
  readonly request: RequestScope;
  /** Place of the first proposal among those of the request. */
  readonly at: number;
  /** URN of who writes. */
  readonly actor: string;
}

/** Does it bring a value, rather than take one away? */
export function brings({ value, patch }: Proposal): boolean {
  return value !== undefined || patch !== undefined;
}

export function suppliedKey(urn: string, aspect: string): string {
  return `${urn} ${aspect}`;
}

/** What became of one proposal, or of a default that it brought along. */
export interface Written {
  readonly urn: Urn;
  readonly aspect: AspectSpec;
  readonly outcome: 'changed' | 'unchanged' | 'deleted' | 'dropped';
  /** The aspect as it is now, or the point that was written; absent where there is none. */
  readonly now: AspectState | undefined;
  /** Written by the server beside what was proposed. */
  readonly added: boolean;
  /** How much a deletion has taken. */
  readonly took?: Size;
  /** URNs of columns that it names and that the schemas of their datasets do not have. */
  readonly missingColumns?: readonly string[];
}
