/**
 * The nouns of a write. A face hands in `RawProposal`s; what was accepted is a `Proposal`; what came of it is `Written`.
 */
import type { AspectSpec } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import type { Value } from './json.ts';

export const CHANGE_TYPES = ['UPSERT', 'UPDATE', 'CREATE', 'CREATE_ENTITY', 'RESTATE', 'DELETE'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** A proposal as a face has read it from a request (semantics 3.1). */
export interface RawProposal {
  /** Absent: the URN's own type. */
  readonly entityType?: string;
  readonly entityUrn?: string;
  /** The key aspect, instead of the URN. */
  readonly entityKey?: Value;
  readonly changeType: ChangeType;
  /** Absent only for DELETE of a whole entity. */
  readonly aspectName?: string;
  readonly value?: Value;
  readonly systemMetadata?: SystemMetadata;
  /** Conditional headers (semantics 4.4). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a client says about the write itself (semantics 4.3). */
export interface SystemMetadata {
  readonly lastObserved?: number;
  readonly runId?: string;
  readonly lastRunId?: string;
  readonly pipelineName?: string;
  readonly registryName?: string;
  readonly registryVersion?: string;
  readonly properties?: Readonly<Record<string, string>>;
}

export const NO_RUN = 'no-run-id-provided';

export interface Conditions {
  /** Expected version; -1: the aspect must not exist. */
  readonly version: number | undefined;
  /** Epoch ms. */
  readonly modifiedSince: number | undefined;
  readonly unmodifiedSince: number | undefined;
  /** With CREATE and CREATE_ENTITY: drop silently instead of refusing. */
  readonly noneMatch: boolean;
}

export interface Proposal {
  readonly urn: Urn;
  readonly aspect: AspectSpec;
  readonly changeType: ChangeType;
  /** Absent for DELETE and RESTATE. */
  readonly value: Value | undefined;
  readonly conditions: Conditions;
  readonly meta: SystemMetadata;
}

/** Proposals that are written together or not at all. */
export interface Unit {
  readonly proposals: readonly Proposal[];
  /** `urn aspect` of everything that the same request brings: defaults do not overwrite it (semantics 3.4). */
  readonly supplied: ReadonlySet<string>;
  /** URN of who writes. */
  readonly actor: string;
}

export function suppliedKey(urn: string, aspect: string): string {
  return `${urn} ${aspect}`;
}

/** What became of one proposal, or of a default that it brought along. */
export interface Written {
  readonly urn: Urn;
  readonly aspect: AspectSpec;
  readonly outcome: 'changed' | 'unchanged' | 'deleted' | 'dropped';
  /** The aspect as it is now; absent where there is none, and for points of timeseries. */
  readonly now: AspectState | undefined;
  /** Written by the server beside what was proposed. */
  readonly added: boolean;
}

/** An aspect's latest version. Times in epoch ms. */
export interface AspectState {
  readonly seq: number;
  readonly value: Value;
  readonly at: number;
  readonly by: string;
  readonly firstAt: number;
  readonly firstBy: string;
  readonly meta: SystemMetadata;
}
